"""hippo init"""

from __future__ import annotations

import os

from hippo.cli.commands.hook import done_lines
from hippo.cli.declare import Command, flag
from hippo.core.humane import counted
from hippo.errors import PartlyDone
from hippo.services import init as service

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from hippo.cli.app import App


def init(app: App, no_hooks: bool, no_schedule: bool) -> int:
    """Make a store for this project, or for you.

    The store is the folder .hippo at the top of the repository (without git: here), with --global ~/.hippo. hippo is
    also installed for the agents that the project uses, as `hippo hook install` does; `hippo hook uninstall` takes that
    back. Every written file is listed. A second time only what is missing is added.
    """
    made = service.init(
        app.folder,
        app.environ,
        everywhere=app.use_global,
        named=app.store_path,
        hooks=not no_hooks,
        nightly=not no_schedule,
    )
    app.output.show(made, lines(made), notes=made.notes)
    return PartlyDone.exit_code if made.agents and made.agents.refused else 0


def lines(made: service.Initialised) -> Iterator[str]:
    if made.created:
        yield f"made a {made.scope} store in {made.folder}"
    else:
        yield f"the {made.scope} store in {made.folder} is there already, with {counted(made.memories, 'memory')}"
    for name in made.written:
        yield f"  wrote {os.path.join('.hippo', name)}"
    if made.agents and made.agents.agents:
        yield from done_lines(made.agents)
    if made.nightly:
        yield "noted for the nightly sleep, which `hippo schedule install` sets up"
    for other in made.others:
        yield f"{other.title} is on this machine: `{other.command}`"
    if made.created:
        yield 'next: `hippo remember "a lesson"`, or `hippo learn --git` for those of your repository'


COMMAND = Command(
    handler=init,
    options=(
        flag("--no-hooks", "no_hooks", "Touch no agent's settings or instruction files."),
        flag("--no-schedule", "no_schedule", "Leave this project out of the nightly sleep."),
    ),
)
