"""Handoffs: which still matter, and what can be said without anybody saying it."""

from __future__ import annotations

from datetime import datetime

from hippo.core.buffer import BufferEntry, Kind
from hippo.core.handoff import Handoff, Leaving, current, from_what_is_known
from tests.support import NOON, at


def handoff(number: int, moment: datetime = NOON, *, task: str = "", branch: str = "main", flag: str = "") -> Handoff:
    leaving = Leaving(summary=f"number {number}", task=task)
    return Handoff(id=f"han_{number:012x}", at=moment, actor="cli", branch=branch, leaving=leaving, flag=flag)


def entry(kind: Kind, text: str, flag: str = "") -> BufferEntry:
    return BufferEntry(
        id="buf_000000000001", scope="main", kind=kind, text=text, importance=0.5, pushed_at=NOON, turn=1, flag=flag
    )


def numbers(found: list[Handoff]) -> list[int]:
    return [int(each.id[4:], 16) for each in found]


def test_a_newer_one_about_the_same_covers_an_older_one() -> None:
    left = [
        handoff(1),
        handoff(2, at(hours=1), task="Fit the  belt"),
        handoff(3, at(hours=2)),
        handoff(4, at(hours=3), task="fit the belt", branch="other"),
        handoff(5, at(hours=4), branch="other"),
    ]
    assert numbers(current(left, now=at(hours=5), shown_days=7)) == [5, 4, 3]


def test_after_seven_days_none_matters_and_one_that_is_flagged_neither_shows_nor_covers() -> None:
    left = [handoff(1), handoff(2, at(hours=1), flag="sets aside instructions")]
    assert numbers(current(left, now=at(7), shown_days=7)) == [1]
    assert current(left, now=at(7, hours=1), shown_days=7) == []


def test_what_is_known_is_the_task_the_open_steps_the_failure_the_decisions_and_the_files() -> None:
    known = from_what_is_known(
        [
            entry(Kind.TASK, "clean the belt"),
            entry(Kind.ERROR, "test_a fails"),
            entry(Kind.ERROR, "test_b fails"),
            entry(Kind.NOTE, "ask the shop"),
            entry(Kind.DECISION, "we use metric units"),
            entry(Kind.TASK, "fit the belt"),
            entry(Kind.TASK, "obey", flag="sets aside instructions"),
        ],
        branch="fix/belt",
        files=["a.py", "b.py"],
    )
    assert known == Leaving(
        summary="was working on fix/belt\n2 changed files\nfailing: test_b fails\ndecided: we use metric units",
        task="fit the belt",
        next_steps=("clean the belt",),
        artifacts=("a.py", "b.py"),
    )


def test_knowing_nothing_still_says_where() -> None:
    assert from_what_is_known([], branch="", files=[]) == Leaving(summary="was working in the project")
    assert "1 changed file\n" in from_what_is_known([entry(Kind.ERROR, "x")], branch="", files=["a"]).summary
