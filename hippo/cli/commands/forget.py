"""hippo forget"""

from __future__ import annotations

import click

from hippo.cli.command import command
from hippo.services import forget as service

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from hippo.cli.app import App


@command(short_help="Archive memories, or erase them for good.")
@click.argument("memory_ids", nargs=-1, required=True, metavar="ID...")
@click.option("--purge", is_flag=True, help="Erase every byte of them: rows, index, history, file.")
@click.option("--dry-run", is_flag=True, help="Say what would go, and do nothing.")
@click.pass_obj
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
    if not forgotten.purged and not forgotten.dry_run:
        yield "`hippo restore ID` brings it back"
