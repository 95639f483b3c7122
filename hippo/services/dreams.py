"""DREAMS.md: what every sleep did, for a person to read."""

from __future__ import annotations

import os

from hippo.adapters import files
from hippo.core.humane import counted, day

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from hippo.core.consolidation.outcome import Consolidation
    from hippo.core.forgetting import SleepPlan

DREAMS = "DREAMS.md"
_HEAD = "# Dreams\n\nWhat every `hippo sleep` did, the latest last.\n"


def write_dream(folder: str, plan: SleepPlan, consolidation: Consolidation, duration_ms: int) -> list[str]:
    """Append the entry of one sleep to DREAMS.md, which a person may also write in; returns what went wrong."""
    told = [*_faded(plan), *_consolidated(consolidation)]
    last = f"- done in {duration_ms} ms" if told else f"- nothing to do ({duration_ms} ms)"
    entry = ["", f"## {day(plan.now)} {plan.now:%H:%M} UTC", "", *told, last, ""]
    try:
        files.append(os.path.join(folder, DREAMS), "\n".join(entry), head=_HEAD)
    except OSError as error:
        return [f"{DREAMS} was not written: {error.strerror}"]
    return []


def forget_dreams(folder: str, memory_ids: Collection[str]) -> None:
    """Take out the lines that speak of erased memories: their reasons may quote them. Raises OSError."""
    path = os.path.join(folder, DREAMS)
    text = files.read_text(path)
    if text is None or os.path.islink(path):
        return
    lines = text.split("\n")
    kept = [line for line in lines if not (line.startswith("- ") and any(each in line for each in memory_ids))]
    if kept != lines:
        files.write_whole(path, "\n".join(kept).encode("utf-8", "replace"))


def _faded(plan: SleepPlan) -> Iterator[str]:
    if plan.held_back:
        yield f"- took nothing away: {plan.held_back}"
    for going in plan.archived:
        yield f"- archived {going.memory.id}: {going.reason}"
    for memory in plan.stale:
        yield f"- stale {memory.id}: not used since {day(memory.last_used_at)}"
    for memory in plan.removed:
        yield f"- removed {memory.id}: archived too long ago"
    if plan.fading:
        yield f"- {counted(len(plan.fading), 'memory')} will fade within a week"


def _consolidated(consolidation: Consolidation) -> Iterator[str]:
    for update in consolidation.updates:
        yield f"- {update.new_id} replaces {update.old_id}: {update.reason}"
    for folding in consolidation.duplicates:
        yield f"- folded {', '.join(folding.folded_ids)} into {folding.keep_id}: {folding.reason}"
    for conflict in consolidation.conflicts:
        yield f"- conflict between {conflict.one_id} and {conflict.other_id}: {conflict.reason}"
    for pattern in consolidation.patterns:
        yield f"- a pattern from {', '.join(pattern.member_ids)}"
    for rewriting in consolidation.rewritings:
        yield f"- the pattern {rewriting.pattern_id} now has {counted(len(rewriting.member_ids), 'source')}"
