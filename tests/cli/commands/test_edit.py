"""hippo edit"""

from __future__ import annotations

import pytest

from tests.cli.commands.transcript import Transcript
from tests.support import Hippo, at

VALVE = "the valve opens to the left"


def test_what_a_person_reads(hippo: Hippo) -> None:
    hippo.remember(VALVE, "--tag", "left")
    hippo.remember("the pump is green")
    say = Transcript(hippo)
    edit = ("edit", "mem_0001")
    say(*edit, "--text", "the valve opens to the right", "--tag", "right", "--untag", "left", now=at(days=1))
    say(*edit, "--text", "the valve opens to the right", "--tag", "right", now=at(days=2))
    say(*edit, "--pin", "--verified", now=at(days=2))
    say(*edit, "--unpin", now=at(days=3))
    say(*edit, "--text", "password=hunter2-Q9zz", "--redact", now=at(days=4))
    say("inspect", "mem_0001", now=at(days=5))
    say(*edit)
    say(*edit, "--redact")
    say(*edit, "--pin", "--unpin")
    say(*edit, "--verified", "--inferred")
    say(*edit, "--text", "")
    say(*edit, "--text", "password=hunter2-Q9zz")
    say(*edit, "--tag", "\u200b\n")
    say(*edit, "--text", "the  pump is green")
    say("edit", "mem_0003", "--pin")
    say.matches("edit")


def test_what_was_before_stays_in_the_history_and_every_change_is_found_by_recall(hippo: Hippo) -> None:
    memory_id = hippo.remember(VALVE, "--tag", "old")
    hippo("edit", memory_id, "--text", "the pump is green", "--untag", "old", "--inferred", "--pin", now=at(days=1))
    shown = hippo.inspect(memory_id)
    assert (shown["text"], shown["tags"], shown["confidence"], shown["pinned"]) == (
        "the pump is green",
        [],
        "inferred",
        True,
    )
    assert (shown["updated_at"], shown["last_used_at"]) == ("2031-03-04T12:00:00Z", "2031-03-03T12:00:00Z")
    assert shown["events"][-1]["before"] == {"text": VALVE, "tags": ["old"], "confidence": "observed", "pinned": False}
    assert [hit["memory"]["id"] for hit in hippo.json("recall", "pump")] == [memory_id]
    assert hippo.json("recall", "valve") == []
    assert hippo.json("recall", "old") == []


def test_an_edit_shows_in_the_mirror(hippo: Hippo) -> None:
    memory_id = hippo.remember(VALVE)
    hippo("edit", memory_id, "--text", "the pump is green", now=at(days=1))
    (mirror,) = (hippo.store_folder.rglob("*.md"),)
    names = [path.name for path in mirror if memory_id in path.name]
    assert names == [f"the-valve-opens-to-the-left-{memory_id}.md"]


def test_an_edited_text_is_flagged_anew(hippo: Hippo) -> None:
    memory_id = hippo.remember("pay\u202eload")
    assert hippo.inspect(memory_id)["flag"]
    hippo("edit", memory_id, "--tag", "x")
    assert hippo.inspect(memory_id)["flag"]
    hippo("edit", memory_id, "--text", "payload")
    assert hippo.inspect(memory_id)["flag"] == ""
    ran = hippo("edit", memory_id, "--text", "pay\u202eload")
    assert "flagged" in ran.err


def test_the_same_text_in_another_spelling_is_a_change_of_the_same_memory(hippo: Hippo) -> None:
    memory_id = hippo.remember(VALVE)
    assert hippo.json("edit", memory_id, "--text", VALVE.replace(" ", "  "))["changed"] == ["text"]
    assert hippo.json("edit", memory_id, "--text", VALVE)["changed"] == ["text"]


def test_the_text_of_an_archived_memory_may_be_taken(hippo: Hippo) -> None:
    gone, memory_id = hippo.remember(VALVE), hippo.remember("the pump is green")
    hippo("forget", gone)
    assert hippo("edit", memory_id, "--text", VALVE).status == 0


def test_a_memory_of_the_users_store_can_be_edited_from_a_project(hippo: Hippo) -> None:
    mine = hippo.remember("I like tea", "--global")
    assert hippo.json("edit", mine, "--pin")["memory"]["pinned"]
    assert hippo.json("list", "--global")[0]["memory"]["pinned"]


@pytest.mark.parametrize(
    ("arguments", "status", "code"),
    [
        (("mem_0001",), 2, "usage"),
        (("mem_0001", "--text", "x" * 20_000), 4, "refused"),
        (("mem_0001", "--text", "the pump is green"), 4, "refused"),
        (("mem_0009", "--pin"), 3, "memory-not-found"),
        (("mem_00", "--pin"), 3, "memory-not-found"),
    ],
)
def test_a_refused_edit_changes_nothing(hippo: Hippo, arguments: tuple[str, ...], status: int, code: str) -> None:
    hippo.remember(VALVE)
    hippo.remember("the pump is green")
    before = hippo.json("list")
    ran = hippo("edit", "--json", *arguments, now=at(days=1))
    assert (ran.status, ran.error["code"]) == (status, code)
    assert hippo.json("list") == before
