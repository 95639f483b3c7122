"""hippo inspect"""

from __future__ import annotations

from hippo.cli.declare import Command, Words
from hippo.clock import rfc3339
from hippo.core.decay import decays
from hippo.core.humane import ago, bar, counted, day
from hippo.errors import shortened
from hippo.services import inspect as service
from hippo.services.hit_text import indented

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from hippo.cli.app import App
    from hippo.core.memory import Origin
    from hippo.store.events import Event

_TEXT_WIDTH = 60
#: Fields of the history that people know by another name.
_NAMES = {"half_life_days": "half-life", "archived_reason": "reason"}


def inspect(app: App, memory_id: str) -> None:
    """Show one memory with its strength and its history.

    ID is a memory's id or a beginning of it of four or more characters. Looking strengthens nothing.
    """
    stores = app.stores()
    occasion = app.occasion()
    inspected = service.inspect(stores, memory_id, occasion=occasion)
    app.output.show(inspected, lines(inspected, occasion.now))


def lines(inspected: service.Inspected, now: datetime) -> Iterator[str]:
    memory = inspected.memory
    yield f"{memory.id}  [{memory.confidence}]  {memory.layer}, {memory.state}{', pinned' if memory.pinned else ''}"
    yield indented(memory.text)
    yield ""
    for name, content in _facts(inspected, now):
        if content:
            yield f"  {name:<11}{content}"
    for name, ids in inspected.ties.items():
        yield f"  {name.replace('_', ' ')}  {', '.join(ids)}"
    for conflict in inspected.conflicts:
        rival = next(each for each in conflict.memory_ids if each != memory.id)
        yield f"  conflict   {conflict.id} with {rival}, {conflict.state}: {conflict.reason}"
    yield "  history"
    for event in inspected.events:
        yield f"    {_told(event)}"


def _facts(inspected: service.Inspected, now: datetime) -> Iterator[tuple[str, str]]:
    memory = inspected.memory
    fades = f"{day(inspected.fades_at)} ({ago(inspected.fades_at, now)})" if inspected.fades_at else ""
    half_life = f"{memory.half_life_days:g} days" if decays(memory) else "does not fade"
    if decays(memory) and inspected.effective_half_life_days != memory.half_life_days:
        half_life += f", with outcomes {inspected.effective_half_life_days:.1f}"
    yield "strength", f"{bar(inspected.strength)} {inspected.strength:.2f}"
    yield "half-life", half_life
    used = f"{counted(memory.retrieval_count, 'time')}, last {ago(memory.last_used_at, now)}"
    yield "used", used if memory.retrieval_count else "never"
    yield "outcomes", f"{memory.good} good, {memory.bad} bad" if memory.good or memory.bad else ""
    yield "created", f"{day(memory.created_at)} ({ago(memory.created_at, now)})"
    yield "fades", fades
    yield "archived", f"{ago(memory.archived_at, now)}: {memory.archived_reason}" if memory.archived_at else ""
    yield "flagged", memory.flag
    yield "tags", ", ".join(memory.tags)
    yield "source", _source(memory.origin)
    yield "size", f"{inspected.tokens} tokens"
    yield "file", inspected.mirror


def _source(origin: Origin) -> str:
    when = f"on {day(origin.happened_at)}" if origin.happened_at else ""
    by = f"by {origin.author}" if origin.author else ""
    return " ".join(part for part in (origin.kind, origin.reference, by, when) if part)


def _told(event: Event) -> str:
    who = event.actor.name + (f" (session {event.actor.session})" if event.actor.session else "")
    before = "; ".join(f"{_NAMES.get(name, name)} was {_short(content)}" for name, content in event.before.items())
    return f"{rfc3339(event.at)}  {event.kind} by {who}{f'; {before}' if before else ''}"


def _short(content: object) -> str:
    """What a field held, on one line."""
    if isinstance(content, list):
        return ", ".join(map(str, content)) or "nothing"
    if isinstance(content, bool):
        return "yes" if content else "no"
    return shortened(" ".join(str(content).split()), _TEXT_WIDTH) or "nothing"


COMMAND = Command(handler=inspect, words=(Words(name="memory_id", metavar="ID", many=False),))
