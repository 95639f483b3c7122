"""Carrying out what a sleep has decided about memories together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hippo.core.consolidation.outcome import (
    Conflict,
    Consolidation,
    Folding,
    LeftOut,
    NewPattern,
    Rewriting,
    Update,
)
from hippo.core.memory import Confidence, Layer, Memory, State
from hippo.core.value import replace
from hippo.services.consolidating import Planned, carry_out, plan
from hippo.services.keeping import write_text
from hippo.services.occasion import Occasion
from hippo.store.links import LinkKind
from hippo.store.store import Store
from tests.store.adding import add, row
from tests.support import NOON, at

A, B, C, D = (f"mem_000{number}00000000" for number in (1, 2, 3, 4))


@pytest.fixture
def work(store: Store, occasion: Callable[..., Occasion]) -> Work:
    return Work(store, occasion)


class Work:
    """A store of a few memories on which parts of a sleep are carried out a day later."""

    def __init__(self, store: Store, occasion: Callable[..., Occasion]) -> None:
        self.store = store
        ids = iter(f"mem_00{number}000000000" for number in range(10, 99))
        self._occasion = replace(occasion(now=at(days=1)), new_id=lambda: next(ids))

    def add(self, number: int, text: str, **fields: Any) -> Memory:
        return add(self.store, number, text=text, **fields)

    def does(self, changed_since: dict[str, str] | None = None, **parts: tuple[Any, ...]) -> None:
        """Carry out a consolidation that was planned on the memories as they are, but for these texts."""
        texts = {each.memory.id: each.memory.text for each in self.store.memories.everything()}
        planned = Planned(
            consolidation=Consolidation(**parts),
            texts={**texts, **(changed_since or {})},
            fresh=frozenset(texts),
        )
        with self.store.transaction():
            carry_out(self.store, planned, self._occasion)

    def now(self, memory_id: str) -> Memory:
        found = self.store.memories.known(memory_id)
        assert found is not None
        return found.memory

    def last_event(self, memory_id: str) -> tuple[str, dict[str, Any]]:
        event = self.store.events.of(memory_id)[-1]
        return event.kind, event.before


UPDATE = Update(old_id=A, new_id=B, rule="new value", reason="a new port")
FOLDING = Folding(keep_id=A, folded_ids=(B, C), reason="the same said again")
CONFLICT = Conflict(one_id=A, other_id=B, rule="polarity", reason="says the opposite")


def pattern(*members: str, text: str = "the gates stick in winter", left_out: tuple[LeftOut, ...] = ()) -> NewPattern:
    return NewPattern(text=text, member_ids=members, first_at=NOON, last_at=at(hours=5), left_out=left_out)


def rewriting(
    pattern_id: str, text: str, *members: str, joined: tuple[str, ...] = (), gone: tuple[str, ...] = ()
) -> Rewriting:
    return Rewriting(
        pattern_id=pattern_id,
        text=text,
        member_ids=members,
        joined_ids=joined,
        gone_ids=gone,
        first_at=NOON,
        last_at=NOON,
    )


def test_a_fact_yields_to_the_report_of_its_change(work: Work) -> None:
    work.add(1, "port 7001")
    work.add(2, "port is now 7002")
    work.does(updates=(UPDATE,))
    assert (work.now(A).state, work.now(B).state) == (State.SUPERSEDED, State.LIVE)
    assert work.store.links.from_memory(B) == {LinkKind.SUPERSEDES: (A,)}
    assert work.last_event(A) == ("superseded", {"state": "live", "by": B, "reason": "a new port"})


def test_copies_become_part_of_the_older_one_with_their_uses_and_votes(work: Work) -> None:
    work.add(1, "the north gate sticks", tags=("gate",), good=1, retrieval_count=2)
    work.add(2, "the north gate sticks a bit", tags=("winter",), bad=2, half_life_days=20.0, last_used_at=at(hours=3))
    work.add(3, "north gate: sticks", confidence=Confidence.VERIFIED, retrieval_count=5)
    work.does(duplicates=(FOLDING,))
    kept = work.now(A)
    assert (kept.text, kept.tags, kept.state) == ("the north gate sticks", ("gate", "winter"), State.LIVE)
    assert (kept.good, kept.bad, kept.retrieval_count, kept.half_life_days) == (1, 2, 7, 20.0)
    assert (kept.last_used_at, kept.confidence) == (at(hours=3), Confidence.VERIFIED)
    folded = work.now(B)
    assert (folded.state, folded.archived_at, folded.archived_reason) == (
        State.ARCHIVED,
        at(days=1),
        f"folded into {A}: the same said again",
    )
    assert work.store.links.from_memory(C) == {LinkKind.FOLDED_INTO: (A,)}
    assert [event.before for event in work.store.events.of(A)] == [
        {"wording": "the north gate sticks a bit", "of": B},
        {"wording": "north gate: sticks", "of": C},
    ]


def test_a_contradiction_touches_neither_side(work: Work) -> None:
    before = [work.add(1, "always cache"), work.add(2, "never cache")]
    work.does(conflicts=(CONFLICT,))
    assert [work.now(A), work.now(B)] == before
    (conflict,) = work.store.conflicts.open()
    assert (conflict.memory_ids, conflict.rule, conflict.reason) == ((A, B), "polarity", "says the opposite")
    assert work.last_event(B) == ("contradicted", {"by": A, "reason": "says the opposite"})


def test_a_pattern_is_semantic_and_its_sources_yield_to_it_once(work: Work) -> None:
    for number, tags in ((1, ("gate", "error")), (2, ("gate",)), (3, ("gate", "winter"))):
        work.add(number, f"gate {number} sticks", tags=tags, half_life_days=10.0 * number)
    left_out = LeftOut(memory_id=D, member_id=A, reason="says the opposite")
    work.does(patterns=(pattern(A, B, C, left_out=(left_out,)),))
    (made,) = [each.memory for each in work.store.memories.everything() if each.memory.layer is Layer.SEMANTIC]
    assert (made.text, made.tags, made.half_life_days) == ("the gates stick in winter", ("gate",), 30.0)
    assert (made.origin.kind, made.origin.happened_at) == ("sleep", at(hours=5))
    assert work.store.links.from_memory(made.id) == {LinkKind.DISTILLED_FROM: (A, B, C)}
    assert [work.now(each).half_life_days for each in (A, B, C)] == [5.0, 10.0, 15.0]
    assert [event.kind for event in work.store.events.of(made.id)] == ["distilled", "left out"]
    work.does(rewritings=(rewriting(made.id, "the gates stick", A, B, C, joined=(A,)),))
    assert (work.now(A).half_life_days, work.now(made.id).text) == (5.0, "the gates stick")


def test_a_pattern_is_written_anew_when_sources_join_or_go_and_archived_without_any(work: Work) -> None:
    for number in (1, 2, 3, 4):
        work.add(number, f"gate {number} sticks")
    work.does(patterns=(pattern(A, B, C),))
    (made,) = [each.memory.id for each in work.store.memories.everything() if each.memory.layer is Layer.SEMANTIC]
    work.does(rewritings=(rewriting(made, "three gates stick", A, B, D, joined=(D,), gone=(C,)),))
    assert work.store.links.from_memory(made) == {LinkKind.DISTILLED_FROM: (A, B, D)}
    assert work.now(made).text == "three gates stick"
    assert work.last_event(made) == ("rewritten", {"joined": [D], "gone": [C], "text": "the gates stick in winter"})
    work.does(rewritings=(rewriting(made, "three gates stick", gone=(A, B, D)),))
    gone = work.now(made)
    assert (gone.state, gone.archived_reason) == (State.ARCHIVED, "none of its sources is left")
    assert "text" not in work.last_event(made)[1]


@pytest.mark.parametrize(
    "parts",
    [
        {"updates": (UPDATE,)},
        {"duplicates": (replace(FOLDING, folded_ids=(B,)),)},
        {"conflicts": (CONFLICT,)},
        {"patterns": (pattern(A, B, C),)},
        {"rewritings": (rewriting(D, "other", A, joined=(A,)), rewriting("mem_ffffffffffff", "other", A))},
    ],
)
def test_what_has_changed_since_it_was_planned_is_left_for_the_next_sleep(work: Work, parts: dict[str, Any]) -> None:
    for number in (1, 2, 3, 4):
        work.add(number, f"gate {number} sticks")
    before = work.store.memories.everything()
    work.does(changed_since={A: "an older text"}, **parts)
    assert work.store.memories.everything() == before
    assert work.store.conflicts.open() == []
    assert A in work.store.comparisons.fresh()
    assert C not in work.store.comparisons.fresh() or "patterns" in parts


def test_a_copy_that_changed_meanwhile_is_left_and_the_others_are_folded(work: Work) -> None:
    for number in (1, 2, 3):
        work.add(number, f"gate {number} sticks")
    work.does(changed_since={B: "an older text"}, duplicates=(FOLDING,))
    assert [work.now(each).state for each in (A, B, C)] == [State.LIVE, State.LIVE, State.ARCHIVED]


def test_what_is_not_live_any_more_is_left_alone(work: Work) -> None:
    work.add(1, "always cache", state=State.ARCHIVED, archived_at=NOON)
    work.add(2, "never cache")
    work.does(conflicts=(CONFLICT,), updates=(UPDATE,))
    assert work.store.conflicts.open() == []
    assert work.now(A).state is State.ARCHIVED


# --- planning


def test_memories_are_compared_once_and_again_when_their_text_changes(work: Work) -> None:
    first = work.add(1, "always cache the parser")
    work.add(2, "never cache the parser")
    planned = plan(work.store, now=at(days=1))
    assert planned.fresh == {A, B}
    assert [(each.one_id, each.other_id) for each in planned.consolidation.conflicts] == [(A, B)]
    work.does(conflicts=planned.consolidation.conflicts)
    assert plan(work.store, now=at(days=1)).fresh == frozenset()
    with work.store.transaction():
        write_text(work.store, row(work.store, first), replace(first, text="cache nothing"))
    assert plan(work.store, now=at(days=1)).fresh == {A}


def test_a_pair_that_was_settled_is_never_found_again(work: Work) -> None:
    work.add(1, "always cache the parser")
    work.add(2, "never cache the parser")
    with work.store.transaction():
        work.store.links.add(A, LinkKind.STANDS_BESIDE, B, now=NOON)
    assert plan(work.store, now=at(days=1)).consolidation.conflicts == ()


def test_what_this_sleep_archives_anyway_is_not_compared(work: Work) -> None:
    work.add(1, "always cache the parser")
    work.add(2, "never cache the parser")
    planned = plan(work.store, now=at(days=1), leaving={A})
    assert planned.consolidation.conflicts == ()
    assert planned.fresh == {B}


def made(work: Work) -> str:
    """The pattern of three gates that a sleep has made."""
    for number in (1, 2, 3):
        work.add(number, f"the gate number{number} sticks when it is wet")
    work.does(patterns=(pattern(A, B, C),))
    (found,) = [each.memory.id for each in work.store.memories.everything() if each.memory.layer is Layer.SEMANTIC]
    return found


def test_where_nothing_is_new_and_no_source_is_lost_nothing_is_planned(work: Work) -> None:
    made(work)
    assert plan(work.store, now=at(days=2)) == Planned(consolidation=Consolidation(), texts={}, fresh=frozenset())


def test_a_pattern_that_has_lost_a_source_is_looked_at_though_nothing_is_new(work: Work) -> None:
    pattern_id = made(work)
    with work.store.transaction():
        work.store.memories.change(3, replace(work.now(C), state=State.SUPERSEDED))
    (found,) = plan(work.store, now=at(days=2)).consolidation.rewritings
    assert (found.pattern_id, found.gone_ids) == (pattern_id, (C,))


def test_a_pattern_that_is_not_live_is_not_looked_at(work: Work) -> None:
    pattern_id = made(work)
    with work.store.transaction():
        work.store.memories.change(3, replace(work.now(C), state=State.SUPERSEDED))
        archived = replace(work.now(pattern_id), state=State.ARCHIVED, archived_at=NOON)
        work.store.memories.change(row(work.store, archived), archived)
    assert plan(work.store, now=at(days=2)).consolidation.rewritings == ()


def test_a_new_episode_of_its_kind_joins_a_pattern(work: Work) -> None:
    pattern_id = made(work)
    work.add(4, "the gate number4 sticks when it is wet")
    planned = plan(work.store, now=at(days=2))
    assert planned.fresh == {D}
    assert [(each.pattern_id, each.joined_ids) for each in planned.consolidation.rewritings] in (
        [],
        [(pattern_id, (D,))],
    )
    assert planned.consolidation.patterns == ()
