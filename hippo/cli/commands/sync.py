"""hippo sync"""

from __future__ import annotations

from hippo.cli.declare import Command
from hippo.core.humane import counted
from hippo.errors import PartlyDone
from hippo.services import sync as service

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from hippo.cli.app import App


def sync(app: App) -> int:
    """Take edited Markdown files into the store, and write missing ones.

    Edit a memory's file, write a new one below .hippo/episodic/, or pull those of others with git, then sync. A file
    that cannot be read is reported and left alone. Where file and store both changed, the file wins and the store's
    version stays in the history.
    """
    synced = service.sync(app.existing_store(), occasion=app.occasion())
    app.output.show(synced, lines(synced), notes=[*synced.notes, *map(str, synced.troubles)])
    return PartlyDone.exit_code if synced.troubles else 0


def lines(synced: service.Synced) -> Iterator[str]:
    taken = [each for each in synced.taken if each.is_new or each.changed]
    for each in synced.taken:
        history = f"`hippo inspect {each.memory.id}` shows"
        if each in taken:
            yield f"took in  {each.memory.id}  {'new' if each.is_new else ', '.join(each.changed)}  from {each.file}"
        if each.overruled:
            yield f"  the store had changed {', '.join(each.overruled)}, too; {history} its version"
        if each.passed_over:
            fields = ", ".join(each.passed_over)
            yield f"kept     {each.memory.id}  {fields}, changed here later; {history} what {each.file} had"
    yield f"{counted(len(taken), 'file')} taken in, {counted(synced.written, 'file')} written"


COMMAND = Command(handler=sync)
