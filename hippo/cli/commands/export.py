"""hippo export"""

from __future__ import annotations

import os

from hippo.adapters import files
from hippo.cli.declare import Command, text
from hippo.core.humane import counted
from hippo.errors import Refused
from hippo.services import export as service

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.cli.app import App


def export(app: App, output: str | None) -> None:
    """Write everything to JSON lines.

    A header, then one line for each memory with its tags, history and ties, live or not. `hippo import FILE` reads it
    back, here or in another store. The file is readable by you alone.
    """
    import json

    store = app.store()
    entries = list(service.export(store, now=app.occasion().now))
    memories = sum("memory" in entry for entry in entries)
    if output is None:
        app.output.write_raw("".join(f"{json.dumps(entry, ensure_ascii=True)}\n" for entry in entries))
        return
    path = os.path.join(app.folder, output)
    content = "".join(f"{json.dumps(entry, ensure_ascii=False)}\n" for entry in entries)
    try:
        files.write_whole(path, content.encode("utf-8", "replace"))
    except OSError as error:
        raise Refused(f"{output} was not written: {error.strerror}") from error
    app.output.show({"path": path, "memories": memories}, [f"exported {counted(memories, 'memory')} to {output}"])


COMMAND = Command(
    handler=export,
    options=(text("--output", "output", "Write to this file, not to standard output.", metavar="FILE"),),
)
