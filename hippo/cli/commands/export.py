"""hippo export"""

from __future__ import annotations

import os

from hippo.adapters import files
from hippo.cli.declare import Command, text
from hippo.core.humane import counted
from hippo.errors import Refused, SystemTrouble
from hippo.services import export as service

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from hippo.cli.app import App


def export(app: App, output: str | None) -> None:
    """Write everything to JSON lines.

    A header, then one line for each memory with its tags, history and ties, live or not. `hippo import FILE` reads it
    back, here or in another store. The file is readable by you alone.
    """
    lines = _Lines(app)
    if output is None:
        for line in lines.all(ascii_only=True):
            app.output.write_raw(line)
        return
    path = os.path.realpath(os.path.join(app.folder, output))
    if os.path.exists(path) and not os.path.isfile(path):
        raise Refused(f"{output} is no file", hint="without --output the lines go to standard output")
    try:
        files.write_parts(path, (line.encode("utf-8", "replace") for line in lines.all(ascii_only=False)))
    except OSError as error:
        error.filename = output
        raise SystemTrouble(error) from error
    app.output.show(
        {"path": path, "memories": lines.memories}, [f"exported {counted(lines.memories, 'memory')} to {output}"]
    )


class _Lines:
    """The lines of an export as they are written, and how many memories were among them."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.memories = 0

    def all(self, *, ascii_only: bool) -> Iterator[str]:
        import json

        for entry in service.export(self._app.existing_store(), now=self._app.occasion().now):
            self.memories += "memory" in entry
            yield f"{json.dumps(entry, ensure_ascii=ascii_only)}\n"


COMMAND = Command(
    handler=export,
    options=(text("--output", "output", "Write to this file, not to standard output.", metavar="FILE"),),
)
