"""The schedulers of operating systems: putting hippo's nightly job in, and taking it out again.

Each does all or nothing, and touches nothing else: a crontab keeps every byte of its other lines.
"""

from __future__ import annotations

import os
import sys

from hippo.adapters.own_program import on_path
from hippo.adapters.places import home_folder
from hippo.adapters.shared_files import SharedFile
from hippo.core.agents.marked_block import CRONTAB, BrokenMarks, find, with_block, without_block
from hippo.core.schedule_texts import LABEL, NAME, cron_line, launchd_plist, systemd_units, task_arguments
from hippo.errors import HippoError, Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Protocol

    from hippo.core.schedule_texts import Job

    class Scheduler(Protocol):
        """A scheduler that may hold the job."""

        name: str

        def is_there(self) -> bool:
            """Whether this machine has it, and it answers."""

        def installed(self) -> str:
            """The job as it is installed; nothing if it is not."""

        def texts(self, job: Job) -> dict[str, str]:
            """What would be written, by where."""

        def install(self, job: Job) -> None:
            """Put the job in, or renew it. Raises Refused."""

        def uninstall(self) -> None:
            """Take the job out. Raises Refused."""


#: Schedulers answer at once; one that hangs is given up, in seconds (chosen).
_LONGEST_SECONDS = 30
#: How `crontab -l` says that there is none: Vixie's and cronie's words, and BusyBox's.
_NO_CRONTAB = ("no crontab", "No such file")


def schedulers(environ: Mapping[str, str], platform: str = sys.platform) -> list[Scheduler]:
    """The schedulers that this kind of system has, the best first."""
    if platform == "darwin":
        return [Launchd(environ), Cron(environ)]
    return [WindowsTasks(environ)] if platform == "win32" else [Systemd(environ), Cron(environ)]


class _Programs:
    """A scheduler's program, run with the environment of the call, its messages in English."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = {**environ, "LC_ALL": "C"}

    def _run(self, *words: str, given: str | None = None) -> tuple[int, str, str]:
        """Status and what was printed. Raises Refused for a program that cannot be run or does not end."""
        import subprocess

        program = on_path(words[0], self._environ)
        if not program:
            raise Refused(f"{words[0]} is not on PATH")
        try:
            done = subprocess.run(
                [program, *words[1:]],
                input=None if given is None else given.encode("utf-8", "surrogateescape"),
                stdin=subprocess.DEVNULL if given is None else None,
                capture_output=True,
                env=self._environ,
                timeout=_LONGEST_SECONDS,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise Refused(f"{words[0]} cannot be run: {error}") from error
        out, err = (each.decode("utf-8", "surrogateescape") for each in (done.stdout, done.stderr))
        return done.returncode, out, err

    def _must(self, *words: str, given: str | None = None) -> str:
        """What was printed. Raises Refused for another status than 0."""
        status, out, err = self._run(*words, given=given)
        if status:
            said = " ".join((err or out).split())[:200]
            raise Refused(f"`{' '.join(words)}` failed with status {status}{f': {said}' if said else ''}")
        return out

    def _answers(self, *words: str) -> bool:
        try:
            return self._run(*words)[0] == 0
        except Refused:
            return False


class Systemd(_Programs):
    """A timer of the user's systemd."""

    name = "systemd"

    def is_there(self) -> bool:
        return self._answers("systemctl", "--user", "show-environment")

    def installed(self) -> str:
        timer, service = (self._file(f"{NAME}.{kind}").read() for kind in ("timer", "service"))
        return f"{service or ''}\n{timer}" if timer is not None else ""

    def texts(self, job: Job) -> dict[str, str]:
        return {self._file(name).path: text for name, text in systemd_units(job).items()}

    def install(self, job: Job) -> None:
        files = {name: self._file(name) for name in systemd_units(job)}
        before = {name: file.read() for name, file in files.items()}
        try:
            for name, text in systemd_units(job).items():
                files[name].write(text)
            self._must("systemctl", "--user", "daemon-reload")
            self._must("systemctl", "--user", "enable", "--now", f"{NAME}.timer")
        except HippoError:
            for name, file in files.items():
                _put_back(file, before[name])
            raise

    def uninstall(self) -> None:
        self._must("systemctl", "--user", "disable", "--now", f"{NAME}.timer")
        for kind in ("timer", "service"):
            self._file(f"{NAME}.{kind}").remove()
        self._must("systemctl", "--user", "daemon-reload")

    def _file(self, name: str) -> SharedFile:
        home = home_folder(self._environ)
        config = self._environ.get("XDG_CONFIG_HOME") or os.path.join(home, ".config")
        return SharedFile(home, os.path.join(config, "systemd", "user", name), inside=False)


class Launchd(_Programs):
    """An agent of the user's launchd."""

    name = "launchd"

    def is_there(self) -> bool:
        return bool(on_path("launchctl", self._environ))

    def installed(self) -> str:
        return self._file().read() or ""

    def texts(self, job: Job) -> dict[str, str]:
        return {self._file().path: launchd_plist(job)}

    def install(self, job: Job) -> None:
        file = self._file()
        before = file.read()
        if before is not None:
            self._run("launchctl", "bootout", f"{self._domain}/{LABEL}")  # one that is not loaded is no trouble
        try:
            file.write(launchd_plist(job))
            self._must("launchctl", "bootstrap", self._domain, file.path)
        except HippoError:
            _put_back(file, before)
            raise

    def uninstall(self) -> None:
        self._run("launchctl", "bootout", f"{self._domain}/{LABEL}")
        self._file().remove()

    @property
    def _domain(self) -> str:
        return f"gui/{os.getuid()}"

    def _file(self) -> SharedFile:
        return SharedFile(home_folder(self._environ), f"Library/LaunchAgents/{LABEL}.plist", inside=False)


class Cron(_Programs):
    """A marked line in the user's crontab."""

    name = "cron"

    def is_there(self) -> bool:
        return bool(on_path("crontab", self._environ))

    def installed(self) -> str:
        try:
            block = find(self._table() or "", CRONTAB)
        except BrokenMarks as error:
            raise Refused(f"the crontab cannot be changed: {error}", hint="put it right with `crontab -e`") from error
        return block.body if block else ""

    def texts(self, job: Job) -> dict[str, str]:
        return {"crontab": f"{cron_line(job)}\n"}

    def install(self, job: Job) -> None:
        self.installed()
        before = self._table()
        after = with_block(before, NAME, cron_line(job), marks=CRONTAB)
        if after != before:
            self._must("crontab", "-", given=after)

    def uninstall(self) -> None:
        after = without_block(self._table() or "", NAME, marks=CRONTAB)
        if after is None:
            self._must("crontab", "-r")
        else:
            self._must("crontab", "-", given=after)

    def _table(self) -> str | None:
        """The crontab; None without one, or for an empty one. Raises Refused when that cannot be told."""
        status, out, err = self._run("crontab", "-l")
        if status and not any(words in err for words in _NO_CRONTAB):
            raise Refused(f"`crontab -l` failed with status {status}: {' '.join(err.split())[:200]}")
        return out if out and not status else None


class WindowsTasks(_Programs):
    """A task of the Windows task scheduler."""

    name = "windows"

    def is_there(self) -> bool:
        return bool(on_path("schtasks", self._environ))

    def installed(self) -> str:
        status, out, _ = self._run("schtasks", "/Query", "/TN", NAME, "/XML")
        return "" if status else out

    def texts(self, job: Job) -> dict[str, str]:
        return {f"task {NAME}": f"schtasks {' '.join(task_arguments(job))}\n"}

    def install(self, job: Job) -> None:
        self._must("schtasks", *task_arguments(job))

    def uninstall(self) -> None:
        self._must("schtasks", "/Delete", "/F", "/TN", NAME)


def chosen(found: Sequence[Scheduler], name: str | None) -> Scheduler:
    """The scheduler of a name, else the first that is there.

    Raises Refused when there is none.
    """
    for each in found:
        if each.name == name or (name is None and each.is_there()):
            return each
    what = f"this system has no {name}" if name else f"no scheduler answers ({', '.join(each.name for each in found)})"
    raise Refused(what, hint="let a scheduler of yours run `hippo schedule run` every night")


def _put_back(file: SharedFile, text: str | None) -> None:
    if text is None:
        file.remove()
    else:
        file.write(text)
