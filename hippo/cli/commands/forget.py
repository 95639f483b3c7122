"""hippo forget"""

from __future__ import annotations

from hippo.cli.declare import Command, Words, flag
from hippo.services import forget as service

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from hippo.cli.app import App


def forget(app: App, memory_ids: tuple[str, ...], purge: bool, dry_run: bool) -> None:
    """Archive memories, or erase them for good.

    An archived memory is out of recall and context, and `hippo restore ID` brings it back. With --purge nothing can.
    """
    stores = app.stores()
    forgotten = service.forget(stores, memory_ids, occasion=app.occasion(), purge=purge, dry_run=dry_run)
    app.output.show(forgotten, lines(forgotten), notes=forgotten.notes)


def lines(forgotten: service.Forgotten) -> Iterator[str]:
    done = "erased" if forgotten.purged else "archived"
    for memory in forgotten.memories:
        yield f"{'would be ' if forgotten.dry_run else ''}{done}  {memory.id}"
    for path in forgotten.in_backups:
        yield f"  still in the backup {path}"
    if not forgotten.purged and not forgotten.dry_run:
        yield "`hippo restore ID` brings it back"


COMMAND = Command(
    handler=forget,
    words=(Words(name="memory_ids", metavar="ID..."),),
    options=(
        flag("--purge", "purge", "Erase every byte of them: rows, index, history, file."),
        flag("--dry-run", "dry_run", "Say what would go, and do nothing."),
    ),
)
