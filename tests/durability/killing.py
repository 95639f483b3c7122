"""Killing hippo at every step of a command, and looking at what is left."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from pathlib import Path
from typing import Any

from hippo.core.memory import Memory
from hippo.services.doctor import examine
from hippo.services.occasion import Occasion
from hippo.services.opening import open_folder
from hippo.services.sync import sync
from hippo.store.mirror_text import is_untouched, parsed
from tests.support import NOON, Hippo, at

ROOT = Path(__file__).resolve().parents[2]
#: When what is left is looked at: after all that was done.
LATER = at(days=60)


class Ended:
    """What became of a command: killed, or its status with what it printed."""

    def __init__(self, told: dict[str, Any]) -> None:
        assert "crash" not in told, told
        self.killed = "killed" in told
        self.status: int = told.get("status", -1)
        self.out: str = told.get("out", "")
        self.err: str = told.get("err", "")
        self.steps: int = told.get("steps", 0)


class Victims:
    """A process that runs commands in forks of its own, and kills them."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("victim.py"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])},
        )

    def run(
        self,
        hippo: Hippo,
        *arguments: str,
        step: int = 0,
        now: datetime = NOON,
        alarm: float = 0,
        constants: Mapping[str, object] | None = None,
    ) -> Ended:
        """Run a command and kill it at its n-th step (0: at none), or after so many seconds."""
        job = {
            "arguments": arguments,
            "folder": str(hippo.project),
            "environ": hippo.environ,
            "now": now.isoformat(),
            "step": step,
            "alarm": alarm,
            "constants": constants or {},
        }
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(job) + "\n")
        self._process.stdin.flush()
        return Ended(json.loads(self._process.stdout.readline()))

    def close(self) -> None:
        self._process.communicate()


class Sample:
    """A project that is copied as it is, its write-ahead log included, for every kill."""

    def __init__(self, hippo: Hippo, root: Path) -> None:
        self._hippo = hippo
        self._root = root
        self._count = 0

    def copy(self) -> Hippo:
        """A project of its own like the sample."""
        self._count += 1
        folder = self._root / str(self._count)
        folder.mkdir()
        made = Hippo(folder)
        shutil.copytree(self._hippo.project, made.project, dirs_exist_ok=True, symlinks=True)
        return made


def killed_at_every_step(
    victims: Victims,
    sample: Sample,
    *arguments: str,
    now: datetime = NOON,
    constants: Mapping[str, object] | None = None,
    beside: Callable[[Hippo], AbstractContextManager[object]] = lambda hippo: nullcontext(),
) -> Iterator[tuple[Hippo, Ended]]:
    """What each kill of a command leaves, from the first step on, and at last what the command leaves by itself.

    `beside` is what goes on while the command runs.
    """
    step = 1
    while True:
        hippo = sample.copy()
        with beside(hippo):
            ended = victims.run(hippo, *arguments, step=step, now=now, constants=constants)
        yield hippo, ended
        shutil.rmtree(hippo.root)
        if not ended.killed:
            assert ended.steps == step - 1
            return
        step += 1


def sound(
    hippo: Hippo, acknowledged: Mapping[str, str], *, now: datetime = LATER, takes: bool = False
) -> dict[str, Memory]:
    """All memories of a store of which every part is well after the next sync.

    `acknowledged` are the texts that must be there, by id. With `takes` the sync may find news in the files.
    """
    folder = str(hippo.store_folder)
    occasion = Occasion(now=now)
    with open_folder(folder, "local", warn=lambda _: None).store as store:
        assert store._connection.rows("PRAGMA integrity_check")[0][0] == "ok"
        before = {each.memory.id: each.memory for each in store.memories.everything()}
        synced = sync(store, occasion=occasion)
        assert synced.troubles == (), synced.troubles
        assert takes or synced.taken == ()
        memories = {each.memory.id: each.memory for each in store.memories.everything()}
    known = memories if takes else before
    assert {memory_id: known[memory_id].text for memory_id in acknowledged if memory_id in known} == acknowledged
    diagnosis = examine(folder, scope="local", occasion=occasion, fix=False)
    assert diagnosis.is_well, [each for each in diagnosis.findings if each.trouble]
    shown = [path.read_text(encoding="utf-8") for path in hippo.store_folder.glob("*ic/*.md")]
    assert all(map(is_untouched, shown))
    assert {parsed(text).id: parsed(text) for text in shown} == memories
    assert len(shown) == len(memories)
    assert not [*hippo.store_folder.rglob("*.tmp")]
    return memories
