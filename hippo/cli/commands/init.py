"""hippo init"""

from __future__ import annotations

import os

from hippo.cli.declare import Command, flag
from hippo.core.humane import counted
from hippo.services import init as service

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from hippo.cli.app import App


def init(app: App, no_hooks: bool, no_schedule: bool) -> None:
    """Make a store for this project, or for you.

    The store is the folder .hippo at the top of the repository (without git: here), with --global ~/.hippo. Every
    written file is listed. A second time only what is missing is added.
    """
    del no_hooks, no_schedule  # nothing outside the store is touched anyway; a script may ask for that all the same
    made = service.init(app.folder, app.environ, everywhere=app.use_global, named=app.store_path)
    app.output.show(made, lines(made), notes=made.notes)


def lines(made: service.Initialised) -> Iterator[str]:
    if made.created:
        yield f"made a {made.scope} store in {made.folder}"
    else:
        yield f"the {made.scope} store in {made.folder} is there already, with {counted(made.memories, 'memory')}"
    for name in made.written:
        yield f"  wrote {os.path.join('.hippo', name)}"
    if made.created:
        yield 'next: `hippo remember "a lesson"`, or `hippo learn --git` for those of your repository'


COMMAND = Command(
    handler=init,
    options=(
        flag("--no-hooks", "no_hooks", "Touch no agent's settings or instruction files."),
        flag("--no-schedule", "no_schedule", "Set up no nightly sleep."),
    ),
)
