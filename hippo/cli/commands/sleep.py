"""hippo sleep"""

from __future__ import annotations

from hippo.cli.declare import Command, flag
from hippo.cli.inputs import wait
from hippo.core.humane import ago, counted, day
from hippo.errors import shortened
from hippo.services import sleep as service

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import timedelta

    from hippo.cli.app import App
    from hippo.core.consolidation.outcome import Consolidation
    from hippo.core.memory import Memory

_TEXT_WIDTH = 72


def sleep(app: App, dry_run: bool, if_due: timedelta | None) -> None:
    """Let unused memories fade and tidy the store.

    What was never used for two half-lives, or has lost its strength, is archived (`hippo restore` brings it back), what
    was not used for 30 days turns stale, what was archived 180 days ago is removed. Every sleep adds to DREAMS.md.
    """
    store = app.existing_store()
    slept = service.sleep(store, occasion=app.occasion(), dry_run=dry_run, if_due=if_due, embedding=app.embedding)
    app.output.show(slept, lines(slept), notes=slept.notes)


def lines(slept: service.Slept) -> Iterator[str]:
    if slept.skipped:
        yield f"did not sleep: {slept.skipped}"
        return
    plan = slept.plan
    verb = "would be " if slept.dry_run else ""
    for entry in slept.buffer.kept:
        yield f"{verb}kept from the buffer of {entry.scope}  {entry.id}"
        yield f"  {shortened(' '.join(entry.text.split()), _TEXT_WIDTH)}"
    for entry in slept.buffer.dropped:
        yield f"{verb}dropped from the buffer of {entry.scope}  {shortened(' '.join(entry.text.split()), _TEXT_WIDTH)}"
    for going in plan.archived:
        yield f"{verb}archived  {going.memory.id}  {going.reason}"
        yield _excerpt(going.memory)
    for memory in plan.stale:
        yield f"{verb}marked stale  {memory.id}  last used {day(memory.last_used_at)}"
        yield _excerpt(memory)
    for memory in plan.removed:
        yield f"{verb}removed for good  {memory.id}"
        yield _excerpt(memory)
    for fading in plan.fading:
        yield f"fading  {fading.memory.id}  due {ago(fading.due_at, plan.now)}"
        yield _excerpt(fading.memory)
    yield from _consolidated(slept.consolidation, dry_run=slept.dry_run)
    if plan.held_back:
        yield f"took nothing away: {plan.held_back}; the next sleep does as usual"
    counts = f"{len(plan.archived)} archived, {len(plan.stale)} stale, {len(plan.removed)} removed"
    together = slept.consolidation
    if together.changes_anything:
        folded = sum(len(folding.folded_ids) for folding in together.duplicates)
        counts += f"; {len(together.updates)} replaced, {folded} folded, {counted(len(together.patterns), 'pattern')}"
        counts += f", {counted(len(together.conflicts), 'conflict')}"
    fading_count = counted(len(plan.fading), "memory")
    yield f"{'a sleep now: ' if slept.dry_run else 'slept: '}{counts}; {fading_count} will fade within a week"


def _consolidated(consolidation: Consolidation, *, dry_run: bool) -> Iterator[str]:
    would = "would " if dry_run else ""
    for update in consolidation.updates:
        yield f"{would}replace{'' if dry_run else 'd'}  {update.old_id}  by {update.new_id}: {update.reason}"
    for folding in consolidation.duplicates:
        folded = ", ".join(folding.folded_ids)
        yield f"{would}fold{'' if dry_run else 'ed'}  {folded}  into {folding.keep_id}: {folding.reason}"
    for conflict in consolidation.conflicts:
        yield f"{'would find a ' * dry_run}conflict  {conflict.one_id}  {conflict.other_id}  {conflict.reason}"
    for pattern in consolidation.patterns:
        yield f"{would}distil{'' if dry_run else 'led'} a pattern from {', '.join(pattern.member_ids)}"
        yield f"  {' '.join(pattern.text.split())}"
        for left_out in pattern.left_out:
            yield f"  without {left_out.memory_id}: {left_out.reason}"
    for rewriting in consolidation.rewritings:
        sources = counted(len(rewriting.member_ids), "source")
        done, when = ("would rewrite", "then") if dry_run else ("rewrote", "now")
        yield f"{done} the pattern {rewriting.pattern_id}, which {when} has {sources}"


def _excerpt(memory: Memory) -> str:
    line = " ".join(memory.text.split())
    return f"  {line if len(line) <= _TEXT_WIDTH else line[: _TEXT_WIDTH - 1] + '…'}"


COMMAND = Command(
    handler=sleep,
    options=(
        flag("--dry-run", "dry_run", "Say what a sleep would do, and do nothing."),
        wait("--if-due", "if_due", "Only if the last sleep is so long ago: 12h, 1d."),
    ),
)
