"""What a person reads of a sleep that looked at memories together."""

from __future__ import annotations

import pytest

from hippo.cli.commands.sleep import lines
from hippo.core.consolidation.outcome import (
    Conflict,
    Consolidation,
    Folding,
    LeftOut,
    NewPattern,
    Rewriting,
    Update,
)
from hippo.core.forgetting import SleepPlan
from hippo.services.sleep import Slept
from tests.cli.commands.transcript import GOLDEN
from tests.support import NOON

A, B, C, D = (f"mem_00000000000{digit}" for digit in "abcd")
TOGETHER = Consolidation(
    updates=(Update(old_id=A, new_id=B, rule="new value", reason="gives a new port: 7001, now 7002"),),
    duplicates=(Folding(keep_id=A, folded_ids=(B, C), reason="says the same"),),
    conflicts=(Conflict(one_id=A, other_id=B, rule="polarity", reason="says the opposite"),),
    patterns=(
        NewPattern(
            text="the gates stick\nin winter",
            member_ids=(A, B, C),
            first_at=NOON,
            last_at=NOON,
            left_out=(LeftOut(memory_id=D, member_id=A, reason="says the opposite"),),
        ),
    ),
    rewritings=(
        Rewriting(pattern_id=D, text="t", member_ids=(A, B), joined_ids=(), gone_ids=(), first_at=NOON, last_at=NOON),
    ),
)


@pytest.mark.parametrize("dry_run", [False, True])
def test_everything_that_was_or_would_be_done_is_told(dry_run: bool) -> None:
    slept = Slept(plan=SleepPlan(now=NOON), consolidation=TOGETHER, dry_run=dry_run)
    told = "\n".join([*lines(slept), ""])
    assert told == (GOLDEN / f"sleep_together{'_dry_run' * dry_run}.txt").read_text(encoding="utf-8")


def test_a_sleep_that_takes_nothing_away_says_why() -> None:
    slept = Slept(plan=SleepPlan(now=NOON, held_back="nothing happened here for 400 days"), dry_run=False)
    assert next(lines(slept)) == ("took nothing away: nothing happened here for 400 days; the next sleep does as usual")
