"""DREAMS.md: what every sleep did."""

from __future__ import annotations

from pathlib import Path

from hippo.core.consolidation.outcome import (
    Conflict,
    Consolidation,
    Folding,
    NewPattern,
    Rewriting,
    Update,
)
from hippo.core.forgetting import Archiving, Fading, SleepPlan
from hippo.services.dreams import forget_dreams, write_dream
from tests.core.memories import memory
from tests.support import NOON, at

VALVE = memory(id="mem_00000000000a")
PUMP = memory(id="mem_00000000000b")
PLAN = SleepPlan(
    now=at(days=14, minutes=5),
    archived=(Archiving(memory=VALVE, reason="never used in 14 days", strength=0.25),),
    stale=(PUMP,),
    removed=(memory(id="mem_00000000000c"),),
    fading=(Fading(memory=PUMP, due_at=at(days=15), strength=0.3),),
)
TOGETHER = Consolidation(
    updates=(Update(old_id=VALVE.id, new_id=PUMP.id, rule="r", reason="a new port"),),
    duplicates=(Folding(keep_id=VALVE.id, folded_ids=(PUMP.id, "mem_00000000000d"), reason="the same again"),),
    conflicts=(Conflict(one_id=VALVE.id, other_id=PUMP.id, rule="r", reason="says the opposite"),),
    patterns=(NewPattern(text="t", member_ids=(VALVE.id, PUMP.id), first_at=NOON, last_at=NOON),),
    rewritings=(
        Rewriting(
            pattern_id=PUMP.id,
            text="t",
            member_ids=(VALVE.id,),
            joined_ids=(),
            gone_ids=(),
            first_at=NOON,
            last_at=NOON,
        ),
    ),
)


def diary(folder: Path) -> str:
    return (folder / "DREAMS.md").read_text(encoding="utf-8")


def test_an_entry_tells_everything_that_a_sleep_did(tmp_path: Path) -> None:
    assert write_dream(str(tmp_path), PLAN, TOGETHER, 12) == []
    assert diary(tmp_path) == (
        "# Dreams\n"
        "\n"
        "What every `hippo sleep` did, the latest last.\n"
        "\n"
        "## 2031-03-17 12:05 UTC\n"
        "\n"
        "- archived mem_00000000000a: never used in 14 days\n"
        "- stale mem_00000000000b: not used since 2031-03-03\n"
        "- removed mem_00000000000c: archived too long ago\n"
        "- 1 memory will fade within a week\n"
        "- mem_00000000000b replaces mem_00000000000a: a new port\n"
        "- folded mem_00000000000b, mem_00000000000d into mem_00000000000a: the same again\n"
        "- conflict between mem_00000000000a and mem_00000000000b: says the opposite\n"
        "- a pattern from mem_00000000000a, mem_00000000000b\n"
        "- the pattern mem_00000000000b now has 1 source\n"
        "- done in 12 ms\n"
    )


def test_a_sleep_with_nothing_to_do_says_so(tmp_path: Path) -> None:
    write_dream(str(tmp_path), SleepPlan(now=NOON), Consolidation(), 1)
    assert diary(tmp_path).endswith("## 2031-03-03 12:00 UTC\n\n- nothing to do (1 ms)\n")


def test_a_sleep_that_takes_nothing_away_says_why(tmp_path: Path) -> None:
    write_dream(str(tmp_path), SleepPlan(now=NOON, held_back="the clock is wrong"), Consolidation(), 1)
    assert "- took nothing away: the clock is wrong\n- done in 1 ms\n" in diary(tmp_path)


def test_entries_follow_each_other(tmp_path: Path) -> None:
    for days in (1, 2):
        write_dream(str(tmp_path), SleepPlan(now=at(days=days)), Consolidation(), 1)
    assert diary(tmp_path).count("# Dreams\n") == 1
    assert [line for line in diary(tmp_path).splitlines() if line.startswith("## ")] == [
        "## 2031-03-04 12:00 UTC",
        "## 2031-03-05 12:00 UTC",
    ]


def test_a_diary_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    assert write_dream(str(tmp_path / "nowhere"), PLAN, TOGETHER, 1) == [
        "DREAMS.md was not written: No such file or directory"
    ]


def test_lines_about_erased_memories_go_and_a_persons_own_stay(tmp_path: Path) -> None:
    write_dream(str(tmp_path), PLAN, TOGETHER, 12)
    with (tmp_path / "DREAMS.md").open("a", encoding="utf-8") as file:
        file.write("I remember mem_00000000000a well.\n")
    forget_dreams(str(tmp_path), ["mem_00000000000a"])
    left = diary(tmp_path)
    assert [line for line in left.splitlines() if "00a" in line] == ["I remember mem_00000000000a well."]
    assert "- stale mem_00000000000b: not used since 2031-03-03\n" in left
    before = (tmp_path / "DREAMS.md").stat().st_mtime_ns
    forget_dreams(str(tmp_path), ["mem_00000000000a"])
    forget_dreams(str(tmp_path), [])
    assert (tmp_path / "DREAMS.md").stat().st_mtime_ns == before


def test_without_a_diary_there_is_nothing_to_forget(tmp_path: Path) -> None:
    forget_dreams(str(tmp_path), ["mem_00000000000a"])
    assert list(tmp_path.iterdir()) == []
