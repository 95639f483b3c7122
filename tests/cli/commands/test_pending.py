"""hippo pending, approve and reject"""

from __future__ import annotations

import pytest

from tests.cli.commands.transcript import Transcript
from tests.support import Hippo, at

VALVE = "the valve opens to the left"


def help_three_times(hippo: Hippo, words: str, vote: str = "--good") -> None:
    """Recall something on three days in three sessions, and say each time how it was."""
    for day in range(3):
        session = f"session {day}"
        hippo("recall", words, now=at(day), HIPPO_SESSION=session)
        hippo("outcome", vote, now=at(day), HIPPO_SESSION=session)


def proposed(hippo: Hippo) -> list[str]:
    return [each["memory"]["text"] for each in hippo.json("pending", now=at(3))]


def test_what_a_person_reads(hippo: Hippo) -> None:
    hippo.remember(VALVE)
    hippo.remember("tea is in the cupboard")
    say = Transcript(hippo)
    say("pending")
    help_three_times(hippo, "valve")
    help_three_times(hippo, "tea")
    say("pending", now=at(3))
    say("context", "--budget", "90", now=at(3))
    say("approve", "mem_0001", now=at(3))
    say("core", now=at(3))
    say("recall", "valve", now=at(3))
    say("reject", "mem_0002", now=at(3))
    say("pending", now=at(3))
    say("reject", "mem_0002", now=at(3))
    say("core", "remove", "valve", now=at(4))
    say("restore", "mem_0001", now=at(4))
    say("inspect", "mem_0001", now=at(4))
    say.matches("pending")


@pytest.mark.parametrize(
    "uses",
    [
        [(0, "a"), (1, "b")],
        [(0, "a"), (0, "b"), (0, "c")],
        [(0, "a"), (1, "a"), (2, "a")],
        [(0, "a"), (1, "b"), (1, "c"), (0, "d")],
    ],
)
def test_fewer_than_three_days_or_sessions_are_not_enough(hippo: Hippo, uses: list[tuple[int, str]]) -> None:
    hippo.remember(VALVE)
    for day, session in uses:
        hippo("recall", "valve", now=at(day), HIPPO_SESSION=session)
        hippo("outcome", "--good", now=at(day), HIPPO_SESSION=session)
    assert proposed(hippo) == []


@pytest.mark.parametrize("vote", ["--bad", ""])
def test_what_misled_or_was_never_judged_is_not_proposed(hippo: Hippo, vote: str) -> None:
    hippo.remember(VALVE)
    help_three_times(hippo, "valve", vote)
    assert proposed(hippo) == []


def test_what_is_forgotten_is_not_proposed(hippo: Hippo) -> None:
    memory_id = hippo.remember(VALVE)
    help_three_times(hippo, "valve")
    assert proposed(hippo) == [VALVE]
    hippo("forget", memory_id)
    assert proposed(hippo) == []


def test_approving_is_all_or_nothing(hippo: Hippo) -> None:
    one, two = hippo.remember(VALVE), hippo.remember("tea is in the cupboard")
    help_three_times(hippo, "valve")
    assert hippo("approve", one, two).status == 3
    hippo("core", "add", "a" * 2195)
    assert hippo("approve", one).status == 4
    assert hippo.inspect(one)["state"] == "live"
    assert hippo("approve", one, "--demote").status == 0
    assert [each["id"][4:] for each in hippo.json("core")["pages"][0]["entries"]] == [one[4:]]


def test_sleep_moves_nothing_by_itself(hippo: Hippo) -> None:
    memory_id = hippo.remember(VALVE)
    help_three_times(hippo, "valve")
    hippo("sleep", now=at(3))
    assert hippo.inspect(memory_id)["state"] == "live"
    assert hippo.json("core")["pages"][0]["entries"] == []
    assert proposed(hippo) == [VALVE]


def test_an_entry_that_says_the_same_already_takes_the_memory_in(hippo: Hippo) -> None:
    memory_id = hippo.remember(VALVE)
    hippo("core", "add", VALVE)
    help_three_times(hippo, "valve")
    assert hippo("approve", memory_id, "--to", "memory").status == 0
    assert len(hippo.json("core")["pages"][0]["entries"]) == 1
    assert hippo.inspect(memory_id)["archived_reason"] == "moved to the core page memory"


def test_a_memory_that_is_erased_leaves_its_core_page_and_what_sessions_saw(hippo: Hippo) -> None:
    memory_id = hippo.remember("the walnut door")
    hippo("core", "add", "the shop closes at six")
    help_three_times(hippo, "walnut")
    hippo("approve", memory_id)
    hippo("context", HIPPO_SESSION="one")
    page = hippo.store_folder / "core" / "MEMORY.md"
    page.write_text(page.read_text(encoding="utf-8") + "§\nby hand\n", encoding="utf-8")
    assert hippo("forget", "--purge", memory_id).status == 0
    assert [each["text"] for each in hippo.json("core")["pages"][0]["entries"]] == ["the shop closes at six", "by hand"]
    left = [path for path in hippo.store_folder.rglob("*") if path.is_file() and b"walnut" in path.read_bytes()]
    assert left == []


def test_a_page_that_cannot_be_read_does_not_stop_erasing(hippo: Hippo) -> None:
    memory_id = hippo.remember("the walnut door")
    help_three_times(hippo, "walnut")
    hippo("approve", memory_id)
    (hippo.store_folder / "core" / "MEMORY.md").write_bytes(b"\xff")
    ran = hippo("forget", "--purge", memory_id)
    assert (ran.status, "the core pages were left as they are" in ran.err) == (0, True)
    assert hippo("inspect", memory_id).status == 3
