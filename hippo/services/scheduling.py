"""Setting up the nightly run, which learns and sleeps in every project."""

from __future__ import annotations

import os

from hippo.adapters import schedulers
from hippo.adapters.own_program import own_words
from hippo.adapters.places import global_folder, local_folder
from hippo.adapters.projects import register, registered
from hippo.core.schedule_texts import Job, program_in
from hippo.core.value import value
from hippo.errors import NoStore, Refused
from hippo.services.findings import Finding, Part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from hippo.adapters.schedulers import Scheduler


@value
class Written:
    """A file, or another place of a scheduler's, and what stands there."""

    place: str
    text: str


@value
class Scheduled:
    """A scheduler, and the job in it, by where it is written."""

    scheduler: str
    written: tuple[Written, ...]
    notes: tuple[str, ...] = ()


@value
class Overview:
    """Which scheduler runs the job and how, what would be written where none does, and the projects it takes."""

    scheduler: str
    installed: bool
    written: tuple[Written, ...]
    projects: tuple[str, ...]


def install(start: str, environ: Mapping[str, str], *, hour: int, minute: int, scheduler: str | None) -> Scheduled:
    """Put the nightly job into a scheduler, the best that answers unless one is named; take it out of others.

    The project that the folder `start` is in is noted for it as well. Raises Refused.
    """
    found = schedulers.schedulers(environ)
    target = schedulers.chosen(found, scheduler)
    job = _job(environ, hour, minute)
    target.install(job)
    for other in found:
        if other is not target and other.is_there() and other.installed():
            other.uninstall()
    try:
        register(global_folder(environ), local_folder(start, environ))
    except NoStore:
        pass
    notes = ("it runs while you are logged in; `loginctl enable-linger` lets it run always",)
    return Scheduled(
        scheduler=target.name,
        written=_written(target, job),
        notes=notes if target.name == "systemd" else (),
    )


def uninstall(environ: Mapping[str, str]) -> list[str]:
    """Take the job out of whatever holds it, and return the schedulers' names. Raises Refused."""
    holding = _holding(environ)
    for each in holding:
        each.uninstall()
    return [each.name for each in holding]


def show(environ: Mapping[str, str], *, hour: int, minute: int, scheduler: str | None) -> Overview:
    """What is installed, else what install would write."""
    projects = tuple(registered(global_folder(environ)))
    for each in _holding(environ):
        present = Written(place=each.name, text=each.installed())
        return Overview(scheduler=each.name, installed=True, written=(present,), projects=projects)
    target = schedulers.chosen(schedulers.schedulers(environ), scheduler)
    written = _written(target, _job(environ, hour, minute))
    return Overview(scheduler=target.name, installed=False, written=written, projects=projects)


def check_schedule(environ: Mapping[str, str]) -> Finding:
    """Whether the nightly job, if there is one, calls a program that is there."""
    holding = {each.name: program_in(each.installed()) for each in _holding(environ)}
    gone = [program for program in holding.values() if program and not os.path.exists(program)]
    return Finding(
        part=Part.SCHEDULE,
        trouble=f"the program {gone[0]} is not there" if gone else "",
        advice="`hippo schedule install` names the one of now" if gone else ", ".join(holding),
    )


def _holding(environ: Mapping[str, str]) -> list[Scheduler]:
    """The schedulers that hold the job; one that cannot be asked holds none."""
    found = []
    for each in schedulers.schedulers(environ):
        try:
            if each.is_there() and each.installed():
                found.append(each)
        except Refused:
            continue
    return found


def _job(environ: Mapping[str, str], hour: int, minute: int) -> Job:
    """The job with absolute paths: schedulers know neither PATH nor HIPPO_HOME."""
    named = ("--home", global_folder(environ)) if environ.get("HIPPO_HOME") else ()
    return Job(words=(*own_words(), "schedule", "run", *named), hour=hour, minute=minute)


def _written(scheduler: Scheduler, job: Job) -> tuple[Written, ...]:
    return tuple(Written(place=place, text=text) for place, text in scheduler.texts(job).items())
