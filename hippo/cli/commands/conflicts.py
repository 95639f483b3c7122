"""hippo conflicts and hippo resolve"""

from __future__ import annotations

from hippo.cli.declare import Command, Words, flag, text
from hippo.core.humane import ago
from hippo.errors import UsageError
from hippo.services import conflicts as service
from hippo.services.hit_text import indented

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from hippo.cli.app import App


def conflicts(app: App) -> None:
    """Show memories that contradict each other.

    Sleep finds them and keeps both sides until you say which holds: `hippo resolve`.
    """
    found = service.list_conflicts(app.stores())
    app.output.show(found, lines(found, app.occasion().now))


def resolve(app: App, conflict: str, keep: str | None, forget: bool, both: bool) -> None:
    """Settle a contradiction.

    With --keep the other side is superseded (with --forget archived), with --both it is no contradiction. It stays
    settled until one of the texts changes.
    """
    if (keep is None) != both or (forget and both):
        raise UsageError("say either --keep MEM, which may take --forget, or --both")
    settled = service.resolve(app.stores(), conflict, keep=keep, forget=forget, occasion=app.occasion())
    app.output.show(settled, settled_lines(settled), notes=settled.notes)


def lines(found: tuple[service.OpenConflict, ...], now: datetime) -> Iterator[str]:
    for each in found:
        scope = f"  ({each.scope})" if each.scope != "local" else ""
        yield f"{each.id}  {each.reason}  [{each.rule}]  found {ago(each.found_at, now)}{scope}"
        for memory in each.memories:
            yield f"  {memory.id}  {ago(memory.created_at, now)}"
            yield indented(indented(memory.text))


def settled_lines(settled: service.Settled) -> Iterator[str]:
    if settled.kept is None or settled.lost is None:
        yield f"settled {settled.id}: both hold"
    else:
        yield f"settled {settled.id}: kept {settled.kept.id}; {settled.lost.id} is {settled.lost.state}"


COMMAND = Command(handler=conflicts)
RESOLVE = Command(
    handler=resolve,
    words=(Words(name="conflict", metavar="CONFLICT", many=False),),
    options=(
        text("--keep", "keep", "Keep this side; the other is superseded.", metavar="MEM"),
        flag("--forget", "forget", "Archive the other side instead."),
        flag("--both", "both", "Both hold: it is no contradiction."),
    ),
)
