"""hippo import"""

from __future__ import annotations

import io
import os
import sys

from hippo.cli.declare import Command, Words, flag
from hippo.core.humane import counted
from hippo.errors import PartlyDone
from hippo.services import importing as service

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

    from hippo.cli.app import App


def import_file(app: App, file: str, force: bool) -> int:
    """Take in an export of another store.

    FILE is what `hippo export` wrote; - reads it from standard input. What this store has in a newer version stays as
    it is, and what was erased here stays erased; --force takes the export's word for both.
    """
    store, occasion = app.store(), app.occasion()
    with _opened(app, file) as opened:
        imported = service.import_export(store, opened, file, occasion=occasion, force=force)
    app.output.show(imported, lines(imported), notes=imported.notes)
    return PartlyDone.exit_code if imported.broken else 0


def _opened(app: App, file: str) -> TextIO:
    if file != "-":
        return service.opened(os.path.join(app.folder, file))
    data = sys.stdin.buffer if sys.stdin else io.BytesIO()
    return io.TextIOWrapper(data, encoding="utf-8-sig", errors="surrogateescape")


def lines(imported: service.Imported) -> Iterator[str]:
    yield f"{counted(imported.added, 'memory')} added, {imported.updated:,} updated"
    if imported.kept_newer:
        yield f"  {imported.kept_newer:,} kept: the store has them in a newer version (--force overwrites)"
    if imported.unchanged:
        yield f"  {imported.unchanged:,} known before, unchanged"
    if imported.erased_before:
        yield f"  {imported.erased_before:,} left out: they were erased here (--force brings them back)"
    if imported.core_entries:
        yield f"  {counted(imported.core_entries, 'entry')} of the core pages taken in"
    if imported.buffer_entries:
        yield f"  {counted(imported.buffer_entries, 'entry')} of the working memory taken in"
    if imported.handoffs:
        yield f"  {counted(imported.handoffs, 'handoff')} taken in"
    for broken in imported.broken:
        yield f"  line {broken.line:,} left out: {broken.reason}"
    if imported.broken_count > len(imported.broken):
        yield f"  and {imported.broken_count - len(imported.broken):,} more lines left out"


COMMAND = Command(
    handler=import_file,
    words=(Words(name="file", metavar="FILE", many=False),),
    options=(flag("--force", "force", "Overwrite newer memories, and bring back erased ones."),),
)
