"""hippo backup"""

from __future__ import annotations

import os

from hippo.cli.declare import Command, Words, flag, number
from hippo.core.humane import ago, counted, size
from hippo.services import backing_up
from hippo.services import backup as service

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from hippo.cli.app import App
    from hippo.store.snapshot import Verified


def backup(app: App, keep: int | None) -> None:
    """Copy the whole store to a verified file, or list, check, restore one.

    The copy is taken with SQLite's own backup while others go on writing, checked page by page, and stands in
    .hippo/backups. Sleep takes one by itself every week; the newest five are kept (`hippo config backup.keep`).
    """
    store = app.existing_store()
    occasion = app.occasion()
    wanted = occasion.settings.backup.keep if keep is None else keep
    done = service.back_up(store.folder, now=occasion.now, keep=wanted)
    app.output.show(done, taken_lines(done))


def list_backups(app: App) -> None:
    """List the backups, the newest first.

    Each is read and checked; one that is damaged is shown with the reason.
    """
    found = service.list_backups(app.store_folder(), check=True)
    app.output.show(found, list_lines(found, app.occasion().now))


def verify(app: App, file: str) -> None:
    """Check that a backup is whole.

    Reads every page of FILE. A file that is cut, empty, changed or no hippo store ends with the reason and status 5.
    """
    path = os.path.join(app.folder, file)
    verified = service.verify(path)
    app.output.show({"path": path, **_facts(verified)}, [f"{file} is whole: {_told(verified)}"])


def restore(app: App, file: str, drop_newer: bool) -> None:
    """Make the store what a backup was.

    What the store is now is copied first. The Markdown files of memories that are newer than the backup are kept, and
    `hippo sync` takes them in again; --drop-newer removes those that the copy has. Refused for a damaged backup, for
    one of a newer hippo, and while another process is writing.
    """
    folder = app.store_folder()
    scope = "global" if app.use_global else "local"
    path = os.path.join(app.folder, file)
    now = app.occasion().now
    restored = backing_up.restore_backup(folder, path, scope=scope, now=now, drop_newer=drop_newer)
    app.output.show(restored, restored_lines(restored), notes=restored.notes)


def taken_lines(done: service.BackedUp) -> Iterator[str]:
    made = done.backup
    yield f"backed up {counted(made.memories, 'memory')} to {made.path} ({size(made.size_bytes)}, verified)"
    for path in done.removed:
        yield f"  removed {os.path.basename(path)}, which is older"


def list_lines(found: list[service.Backup], now: datetime) -> Iterator[str]:
    for each in found:
        state = f"damaged: {each.trouble}" if each.trouble else counted(each.memories, "memory")
        label = f"  ({each.label})" if each.label else ""
        yield f"{each.path}  {ago(each.taken_at, now)}  {size(each.size_bytes)}  {state}{label}"


def restored_lines(restored: backing_up.Restored) -> Iterator[str]:
    yield f"the store is now as in {restored.path}, with {counted(restored.memories, 'memory')}"
    if restored.safety:
        yield f"  what it was before is kept in {restored.safety}"


def _facts(verified: Verified) -> dict[str, int]:
    return {"memories": verified.memories, "schema": verified.schema, "size_bytes": verified.size_bytes}


def _told(verified: Verified) -> str:
    return f"{counted(verified.memories, 'memory')}, schema {verified.schema}, {size(verified.size_bytes)}"


_FILE = (Words(name="file", metavar="FILE", many=False),)
COMMAND = Command(
    handler=backup,
    options=(number("--keep", "keep", "Keep so many backups, 0 for all (5).", low=0),),
)
LIST = Command(handler=list_backups)
VERIFY = Command(handler=verify, words=_FILE)
RESTORE = Command(
    handler=restore,
    words=_FILE,
    options=(flag("--drop-newer", "drop_newer", "Remove the files of memories that are newer than the backup."),),
)
