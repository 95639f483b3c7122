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
    for each in synced.taken:
        if each.is_new or each.changed:
            what = "new" if each.is_new else ", ".join(each.changed)
            yield f"took in  {each.memory.id}  {what}  from {each.file}"
        for whose, fields in (("the store", each.overruled), ("another clone", each.passed_over)):
            if fields:
                yield f"  {whose} had {', '.join(fields)} otherwise; `hippo inspect {each.memory.id}` shows how"
    yield f"{counted(len(synced.taken), 'file')} taken in, {counted(synced.written, 'file')} written"


COMMAND = Command(handler=sync)
