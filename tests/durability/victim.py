"""A process that kills itself at a chosen step of a hippo command.

A step is whatever changes the disk: a statement, a file that is written, put in place or removed, a whole copy.
It reads jobs as lines of JSON, forks for each, and answers with what became of the fork. Why forks: to import hippo
takes longer than most commands, and some are run hundreds of times.
"""

from __future__ import annotations

import io
import json
import os
import signal
import sys
from collections.abc import Callable, Iterable
from datetime import datetime
from importlib import import_module
from typing import Any

from hippo.adapters import files
from hippo.cli.app import App
from hippo.cli.main import run
from hippo.cli.output import Output
from hippo.cli.table import COMMANDS, load
from hippo.store import snapshot
from hippo.store.connection import Connection


class Steps:
    """Counts steps, and kills the process at the last one it may take."""

    def __init__(self, last: int) -> None:
        self.taken = 0
        self._last = last

    def take(self, *, torn: Callable[[], object] = lambda: None) -> None:
        """Go one step further, or do no more than `torn` and be killed."""
        self.taken += 1
        if self.taken == self._last:
            torn()
            os.kill(os.getpid(), signal.SIGKILL)

    def before(self, owner: Any, name: str, *, unless: Callable[..., bool] = lambda *_: False) -> None:
        """Make the calls of a function steps, unless its first argument is of no account."""
        real = getattr(owner, name)

        def stepped(*given: Any, **named: Any) -> Any:
            if not unless(*given[:1]):
                self.take()
            return real(*given, **named)

        setattr(owner, name, stepped)


def instrument(steps: Steps) -> None:
    """Make everything that changes the disk a step."""
    for name in ("run", "insert", "run_many"):
        steps.before(Connection, name, unless=lambda connection: connection.path == ":memory:")
    for name in ("_copy", "put_back", "_to_disk"):
        steps.before(snapshot, name)
    for name in ("replace", "unlink"):
        steps.before(os, name)
    real_parts, real_append = files.write_parts, files.append

    def write_parts(path: str, parts: Iterable[bytes]) -> None:
        content = b"".join(parts)
        half = content[: len(content) // 2]
        steps.take()
        steps.take(torn=lambda: plain_write(f"{path}.{os.getpid()}.tmp", half))
        real_parts(path, [content])

    def append(path: str, text: str, *, head: str = "") -> None:
        steps.take()
        steps.take(torn=lambda: real_append(path, text[: len(text) // 2], head=head))
        real_append(path, text, head=head)

    files.write_parts, files.append = write_parts, append


def plain_write(path: str, content: bytes) -> None:
    with open(path, "wb") as file:
        file.write(content)


def carried_out(job: dict[str, Any]) -> dict[str, Any]:
    """Run the job's command in this process."""
    for place, content in job["constants"].items():
        module, _, name = place.rpartition(".")
        setattr(import_module(module), name, content)
    steps = Steps(job["step"])
    instrument(steps)
    if job["alarm"]:
        signal.setitimer(signal.ITIMER_REAL, job["alarm"])
    out, err = io.StringIO(), io.StringIO()
    moment = datetime.fromisoformat(job["now"])
    app = App(environ=job["environ"], folder=job["folder"], now=lambda: moment, output=Output(stdout=out, stderr=err))
    status = run(job["arguments"], app)
    signal.setitimer(signal.ITIMER_REAL, 0)
    return {"status": status, "out": out.getvalue(), "err": err.getvalue(), "steps": steps.taken}


def answered(job: dict[str, Any]) -> dict[str, Any]:
    """Run a job in a fork and say what became of it."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        try:
            told = json.dumps(carried_out(job))
        except BaseException as error:  # noqa: BLE001 — a fork that went on would answer the next job
            told = json.dumps({"crash": repr(error)})
        with os.fdopen(writer, "w") as pipe:
            pipe.write(told)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        told = pipe.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return {"killed": os.WTERMSIG(status)}
    found: dict[str, Any] = json.loads(told)
    return found


def main() -> None:
    for name, entry in COMMANDS.items():
        if entry.module:
            load(name)
    for module in ("hippo.services.opening", "hippo.services.rebuild", "hippo.services.mending", "json"):
        import_module(module)
    for line in sys.stdin:
        print(json.dumps(answered(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
