"""hippo schedule install, run, show, uninstall"""

from __future__ import annotations

import os

from hippo.adapters.places import global_folder
from hippo.cli.declare import Command, Option, choice, text
from hippo.core.value import replace
from hippo.errors import PartlyDone, shortened
from hippo.services import scheduling as service
from hippo.store.events import Actor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hippo.cli.app import App
    from hippo.services.nightly import Nights

_SCHEDULERS = ("systemd", "launchd", "cron", "windows")
_AT = (3, 30)


def install(app: App, at: tuple[int, int], scheduler: str | None) -> None:
    """Let every project learn and sleep at night.

    Puts one job of yours into the system's scheduler: a timer of your systemd, an agent of launchd, a line of your
    crontab, or a task of Windows. It runs `hippo schedule run`; nothing is set up without this command. A second time
    it is renewed.
    """
    hour, minute = at
    done = service.install(app.folder, app.environ, hour=hour, minute=minute, scheduler=scheduler)
    app.output.show(done, installed_lines(done, at), notes=done.notes)


def uninstall(app: App) -> None:
    """Let nothing of hippo's run at night any more.

    Takes the job out of the scheduler that holds it, and leaves everything else there as it was.
    """
    names = service.uninstall(app.environ)
    app.output.show({"schedulers": names}, [f"taken out of {name}" for name in names] or ["nothing was scheduled"])


def show(app: App, at: tuple[int, int], scheduler: str | None) -> None:
    """Show what runs at night, and in which projects.

    Without a job: what `hippo schedule install` would write.
    """
    hour, minute = at
    found = service.show(app.environ, hour=hour, minute=minute, scheduler=scheduler)
    app.output.show(found, overview_lines(found))


def run(app: App, home: str | None) -> int:
    """Learn and sleep in every project, now.

    This is what runs at night: in each project that `hippo init` has noted, `learn --git` and `sleep`, one after the
    other, and a sleep in your own store. Trouble in one keeps none of the others from its turn. A project that is gone
    is left out from then on. What happened stands in logs/nightly.log of your hippo home.
    """
    from hippo.services import nightly

    if app.environ.get("HIPPO_DISABLE") == "1":
        app.output.show({"nights": []}, ["HIPPO_DISABLE is set: nothing was done"])
        return 0
    folder = os.path.abspath(os.path.join(app.folder, home)) if home else global_folder(app.environ)
    occasion = app.occasion()
    nights = nightly.run(
        folder, occasion=replace(occasion, actor=Actor(name="nightly", session=occasion.actor.session))
    )
    app.output.show(nights, night_lines(nights))
    return PartlyDone.exit_code if nights.is_partial else 0


def installed_lines(done: service.Scheduled, at: tuple[int, int]) -> Iterator[str]:
    yield f"every night at {at[0]:02}:{at[1]:02}, by {done.scheduler}"
    yield from (f"  wrote {each.place}" for each in done.written)


def overview_lines(found: service.Overview) -> Iterator[str]:
    yield (
        f"{found.scheduler} runs it" if found.installed else f"nothing is scheduled; {found.scheduler} would be given:"
    )
    for each in found.written:
        yield f"--- {each.place}"
        yield from each.text.rstrip("\n").split("\n")
    yield from project_lines(found.projects)


def project_lines(projects: Iterable[str]) -> Iterator[str]:
    yield "projects:" if projects else "no project is noted: `hippo init` in a project does that"
    yield from (f"  {each}" for each in projects)


def night_lines(nights: Nights) -> Iterator[str]:
    from hippo.services.nightly import told

    yield from (f"{each.store}: {told(each)}" for each in nights.nights)
    if not nights.nights:
        yield "no project is noted: `hippo init` in a project does that"


def read_time(typed: str) -> tuple[int, int]:
    """An hour and a minute of the day. Raises ValueError."""
    hour, colon, minute = typed.partition(":")
    if colon and all(each.isascii() and each.isdecimal() and len(each) <= 2 for each in (hour, minute)):
        found = int(hour), int(minute)
        if found[0] < 24 and found[1] < 60:
            return found
    raise ValueError(f"{shortened(typed)!r} is not a time such as 03:30")


_OPTIONS = (
    Option(
        flag="--at", name="at", help="When it runs, by the local clock (03:30).", read=read_time, metavar="HH:MM",
        default=_AT,
    ),
    choice("--with", "scheduler", "Use this scheduler, not the first that answers.", _SCHEDULERS),
)  # fmt: skip

INSTALL = Command(handler=install, options=_OPTIONS)
UNINSTALL = Command(handler=uninstall)
SHOW = Command(handler=show, options=_OPTIONS)
RUN = Command(
    handler=run, options=(text("--home", "home", "Your hippo home, where HIPPO_HOME is not set.", metavar="PATH"),)
)
