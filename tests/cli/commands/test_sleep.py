"""hippo sleep"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.commands.transcript import Transcript
from tests.support import Hippo, at

VALVE = "the valve opens to the left"


def state(hippo: Hippo, memory_id: str) -> str:
    found: str = hippo.inspect(memory_id)["state"]
    return found


def ids(slept: dict[str, Any], part: str) -> list[str]:
    """The memories that one part of a sleep's plan names."""
    return [each.get("memory", each)["id"] for each in slept["plan"][part]]


def contents(hippo: Hippo) -> dict[str, bytes]:
    """The files of a store, its log and what it says of itself when it is closed left out."""
    return {
        str(path.relative_to(hippo.store_folder)): path.read_bytes()
        for path in hippo.store_folder.rglob("*")
        if path.is_file()
    }


def memories(hippo: Hippo) -> dict[str, Any]:
    """Every memory with its history."""
    listed = [each["memory"]["id"] for each in hippo.json("list", "--all", "--limit", "1000")]
    return {memory_id: hippo.inspect(memory_id, now=at()) for memory_id in listed}


def test_what_a_person_reads(hippo: Hippo) -> None:
    for text in (VALVE, "the pump is green and a very long story hangs on it that no line of a terminal holds"):
        hippo.remember(text)
    hippo.remember("never deploy on Fridays", "--pin")
    hippo.remember("the build broke twice", "--error")
    hippo.remember("tea is in the cupboard", now=at(days=10))
    hippo("recall", "pump", now=at(days=1))
    say = Transcript(hippo)
    say("sleep", "--dry-run", now=at(days=14))
    say("sleep", now=at(days=14))
    say("sleep", now=at(days=14))
    say("sleep", "--if-due", "12h", now=at(days=14, hours=11))
    say("sleep", "--if-due", "12h", now=at(days=14, hours=12))
    say("sleep", now=at(days=33))
    say("sleep", now=at(days=194))
    say.matches("sleep")


def test_the_diary_of_sleeps(hippo: Hippo) -> None:
    hippo.remember(VALVE)
    hippo("recall", "valve", now=at(days=1))
    for days in (14, 31, 45, 230):
        hippo("sleep", now=at(days=days))
    diary = (hippo.store_folder / "DREAMS.md").read_text(encoding="utf-8")
    assert diary.startswith("# Dreams\n\nWhat every `hippo sleep` did, the latest last.\n\n## 2031-03-17 12:00 UTC\n")
    for line in (
        "- stale mem_000100000000: not used since 2031-03-04",
        "- archived mem_000100000000: strength fell to 0.03, last used 44 days ago",
        "- removed mem_000100000000: archived too long ago",
        "- nothing to do",
    ):
        assert line in diary


@pytest.mark.parametrize(("options", "days"), [((), 14), (("--error",), 28), (("--tag", "decision"), 180)])
def test_what_was_never_used_is_archived_when_two_half_lives_old_and_not_before(
    hippo: Hippo, options: tuple[str, ...], days: int
) -> None:
    memory_id = hippo.remember(VALVE, *options)
    assert ids(hippo.json("sleep", now=at(days=days, minutes=-1)), "archived") == []
    assert state(hippo, memory_id) == "live"
    assert ids(hippo.json("sleep", now=at(days=days)), "archived") == [memory_id]
    shown = hippo.inspect(memory_id)
    assert (shown["state"], shown["archived_reason"]) == ("archived", f"never used in {days} days")
    assert shown["events"][-1]["kind"] == "archived"


def test_what_was_used_is_archived_when_its_strength_falls_below_a_twentieth(hippo: Hippo) -> None:
    memory_id = hippo.remember(VALVE)
    hippo("recall", "valve", now=at(days=1))
    due = hippo.inspect(memory_id)["fades_at"]
    assert due.startswith("2031-04-12")
    hippo("sleep", now=at(days=39))
    assert state(hippo, memory_id) == "live"
    assert ids(hippo.json("sleep", now=at(days=40)), "archived") == [memory_id]


def test_bad_outcomes_let_a_memory_fade_sooner(hippo: Hippo) -> None:
    misled, other = hippo.remember(VALVE), hippo.remember("the pump is green")
    hippo("outcome", "--bad", "--id", misled)
    assert ids(hippo.json("sleep", now=at(days=12)), "archived") == [misled]
    assert state(hippo, other) == "live"


def test_what_is_pinned_is_never_archived_or_stale(hippo: Hippo) -> None:
    memory_id = hippo.remember(VALVE, "--pin")
    for days in range(30, 400, 30):
        slept = hippo.json("sleep", now=at(days=days))
        assert not slept["plan"]["archived"] + slept["plan"]["stale"]
    assert hippo.inspect(memory_id)["confidence"] == "observed"


def test_what_was_not_used_for_thirty_days_turns_stale_unless_verified(hippo: Hippo) -> None:
    observed, inferred, verified = (
        hippo.remember(text, "--tag", "decision", f"--{sure}")
        for text, sure in ((VALVE, "observed"), ("the pump is green", "inferred"), ("tea is hot", "verified"))
    )
    assert ids(hippo.json("sleep", now=at(days=30, minutes=-1)), "stale") == []
    assert ids(hippo.json("sleep", now=at(days=30)), "stale") == [observed, inferred]
    assert ids(hippo.json("sleep", now=at(days=31)), "stale") == []
    assert [hippo.inspect(each)["confidence"] for each in (observed, inferred, verified)] == [
        "stale",
        "stale",
        "verified",
    ]


def test_a_recall_wakes_what_is_stale(hippo: Hippo) -> None:
    memory_id = hippo.remember(VALVE, "--tag", "decision")
    hippo("sleep", now=at(days=30))
    hippo("recall", "valve", now=at(days=31))
    assert hippo.inspect(memory_id)["confidence"] == "observed"


def test_a_second_sleep_at_one_moment_changes_nothing(hippo: Hippo) -> None:
    for text in (VALVE, "the pump is green", "tea is hot"):
        hippo.remember(text)
    hippo("recall", "pump", now=at(days=1))
    hippo("sleep", now=at(days=31))
    before, files = memories(hippo), contents(hippo)
    slept = hippo.json("sleep", now=at(days=31))
    assert not slept["plan"]["archived"] + slept["plan"]["stale"] + slept["plan"]["removed"]
    assert memories(hippo) == before
    assert {name: text for name, text in contents(hippo).items() if not name.startswith("hippo.db")} == {
        name: text for name, text in files.items() if not name.startswith("hippo.db")
    }


def test_sleeping_every_night_strengthens_nothing(hippo: Hippo) -> None:
    memory_id = hippo.remember(VALVE)
    for days in range(1, 14):
        hippo("sleep", now=at(days=days))
    shown = hippo.inspect(memory_id)
    assert (shown["half_life_days"], shown["retrieval_count"], shown["state"]) == (7.0, 0, "live")
    assert ids(hippo.json("sleep", now=at(days=14)), "archived") == [memory_id]


def test_a_dry_run_writes_nothing_and_names_the_same(hippo: Hippo) -> None:
    for text in (VALVE, "the pump is green", "tea is hot"):
        hippo.remember(text)
    hippo("recall", "pump", now=at(days=1))
    hippo("sleep", now=at(days=14))
    hippo.remember("a late one", now=at(days=30))
    hippo("config", "sleep.archive_half_lives", "1")
    hippo("config", "sleep.keep_archived_days", "20")
    before = contents(hippo)
    planned = hippo.json("sleep", "--dry-run", now=at(days=40))
    assert contents(hippo) == before
    done = hippo.json("sleep", now=at(days=40))
    assert planned["dry_run"]
    assert not done["dry_run"]
    for part in ("archived", "stale", "removed", "fading"):
        assert ids(planned, part) == ids(done, part)
    assert planned["archived_ids"] == done["archived_ids"]
    assert len(ids(done, "removed")) == 2
    assert len(ids(done, "archived")) == 2


def test_due_dates_follow_the_settings_at_the_next_sleep(hippo: Hippo) -> None:
    memory_id = hippo.remember(VALVE)
    hippo("sleep", now=at(days=1))
    hippo("config", "sleep.archive_half_lives", "4")
    assert ids(hippo.json("sleep", now=at(days=14)), "archived") == []
    assert hippo.inspect(memory_id)["fades_at"] == "2031-03-31T12:00:00Z"
    hippo("config", "sleep.archive_half_lives", "1")
    assert ids(hippo.json("sleep", now=at(days=15)), "archived") == [memory_id]


def test_what_was_archived_is_kept_for_half_a_year_and_then_removed_with_its_file(hippo: Hippo) -> None:
    memory_id = hippo.remember(VALVE)
    hippo("sleep", now=at(days=14))
    (mirror,) = hippo.store_folder.rglob(f"*{memory_id}.md")
    assert ids(hippo.json("sleep", now=at(days=194, minutes=-1)), "removed") == []
    assert ids(hippo.json("sleep", now=at(days=194)), "removed") == [memory_id]
    assert hippo("inspect", memory_id).status == 3
    assert not mirror.exists()
    assert hippo.json("recall", "valve", "--archived", now=at(days=195)) == []


def test_what_was_archived_is_kept_for_ever_if_that_is_wished(hippo: Hippo) -> None:
    memory_id = hippo.remember(VALVE)
    hippo("config", "sleep.keep_archived_days", "0")
    for days in range(14, 600, 100):
        hippo("sleep", now=at(days=days))
    assert state(hippo, memory_id) == "archived"


def test_an_archived_memory_that_is_recalled_is_live_again(hippo: Hippo) -> None:
    memory_id = hippo.remember(VALVE)
    hippo("sleep", now=at(days=14))
    note = hippo("recall", "valve", now=at(days=15)).err
    assert note == "note: 1 archived memory matches better; add --archived to see what was forgotten\n"
    assert [hit["memory"]["id"] for hit in hippo.json("recall", "valve", "--archived", now=at(days=15))] == [memory_id]
    shown = hippo.inspect(memory_id, now=at(days=15))
    assert (shown["state"], shown["archived_at"], shown["strength"]) == ("live", None, 1.0)


def test_sleep_only_if_it_is_due(hippo: Hippo) -> None:
    assert hippo.json("sleep", "--if-due", "1d")["skipped"] == ""
    assert hippo.json("sleep", "--if-due", "1d", now=at(hours=23))["skipped"] == "the last sleep was not long ago"
    assert hippo.json("sleep", "--if-due", "1d", "--dry-run", now=at(hours=23))["skipped"] != ""
    assert hippo.json("sleep", "--if-due", "1d", now=at(days=1))["skipped"] == ""
    assert hippo.json("sleep", "--if-due", "1d", now=at(days=-9))["skipped"] == ""


def test_a_sleep_writes_the_mirrors_that_recalls_have_left_behind(hippo: Hippo) -> None:
    memory_id = hippo.remember(VALVE)
    (mirror,) = hippo.store_folder.rglob(f"*{memory_id}.md")
    hippo("recall", "valve", now=at(days=1))
    assert "retrieval_count: 0" in mirror.read_text()
    hippo("sleep", now=at(days=1))
    assert "retrieval_count: 1" in mirror.read_text()


def test_old_recalls_can_no_longer_be_judged(hippo: Hippo) -> None:
    hippo.remember(VALVE, "--pin")
    hippo("recall", "valve")
    hippo("sleep", now=at(days=91))
    assert hippo("outcome", "--good", now=at(days=91)).status == 3


def test_a_diary_that_cannot_be_written_spoils_no_sleep(hippo: Hippo) -> None:
    memory_id = hippo.remember(VALVE)
    (hippo.store_folder / "DREAMS.md").mkdir()
    ran = hippo("sleep", now=at(days=14))
    assert ran.status == 0
    assert "DREAMS.md was not written: Is a directory" in ran.err
    assert state(hippo, memory_id) == "archived"


def test_a_backup_that_cannot_be_taken_spoils_no_sleep(hippo: Hippo) -> None:
    memory_id = hippo.remember(VALVE)
    (hippo.store_folder / "backups").write_text("in the way")
    ran = hippo("sleep", now=at(days=14))
    assert ran.status == 0
    assert "no backup was taken: cannot make the folder" in ran.err
    assert state(hippo, memory_id) == "archived"


def test_no_backup_is_taken_where_none_is_wished(hippo: Hippo) -> None:
    hippo("config", "backup.every_days", "0")
    assert hippo("sleep").err == ""
    assert not (hippo.store_folder / "backups").exists()


def test_what_is_stale_and_replaced_in_one_sleep_is_only_replaced(hippo: Hippo) -> None:
    old = hippo.remember("the API listens on port 7001", "--tag", "decision")
    hippo.remember("the API now listens on port 7003", "--tag", "decision", now=at(days=29))
    slept = hippo.json("sleep", now=at(days=30))
    assert [update["old_id"] for update in slept["consolidation"]["updates"]] == [old]
    assert [event["kind"] for event in hippo.inspect(old)["events"]] == ["remembered", "superseded"]


def test_what_a_person_writes_into_the_diary_stays(hippo: Hippo) -> None:
    diary: Path = hippo.store_folder / "DREAMS.md"
    diary.write_text("# My own\n", encoding="utf-8")
    hippo("sleep")
    assert diary.read_text(encoding="utf-8").startswith("# My own\n\n## 2031-03-03 12:00 UTC\n")


def test_the_users_store_sleeps_by_itself(hippo: Hippo) -> None:
    local, mine = hippo.remember(VALVE), hippo.remember("I like tea", "--global")
    assert ids(hippo.json("sleep", "--global", now=at(days=14)), "archived") == [mine]
    assert state(hippo, local) == "live"
