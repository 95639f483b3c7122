"""Real programs, offline: a fresh home, a bare environment, hippo on the PATH, a model of one's own.

They are installed by `scripts/test --clients`, which names their folder in HIPPO_CLIENTS; without it these tests are
skipped. Nothing of the user's is read or written, and no program finds a network that it needs.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent.parent
VARIABLE = "HIPPO_CLIENTS"
PINNED = json.loads((Path(__file__).parent / "package.json").read_text(encoding="utf-8"))["dependencies"]
#: How long a program may take, in seconds (chosen: ten times what the slowest takes on a quiet machine).
MOST_SECONDS = 120


#: How long work may take that a closed session has left behind, in seconds.
_BEHIND_SECONDS = 30


def waited_for(found: Callable[[], Any]) -> Any:
    """What is found before long: a program does not wait for what its session leaves behind."""
    until = time.monotonic() + _BEHIND_SECONDS
    while not (answer := found()) and time.monotonic() < until:
        time.sleep(0.5)
    return answer


class Bench:
    """A project with a store, and programs that run in it as on a machine that has never seen them."""

    def __init__(self, root: Path, clients: Path) -> None:
        self.home = root / "home"
        self.project = root / "project"
        self.programs = root / "bin"
        for folder in (self.home, self.project, self.programs):
            folder.mkdir()
        hippo = self.programs / "hippo"
        hippo.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m hippo "$@"\n')
        hippo.chmod(0o755)
        node = Path(shutil.which("node") or "/usr/bin/node").parent
        path = [self.programs, clients / "node_modules" / ".bin", node, "/usr/local/bin", "/usr/bin", "/bin"]
        self.environ = {
            "HOME": str(self.home),
            "PATH": os.pathsep.join(map(str, path)),
            "GIT_CONFIG_NOSYSTEM": "1",
            "DISABLE_AUTOUPDATER": "1",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "GEMINI_TELEMETRY_ENABLED": "false",
        }
        (self.home / ".gitconfig").write_text("[user]\n\tname = Ada\n\temail = ada@example.invalid\n")
        self.run("git", "init", "-q", "-b", "main")
        self.hippo("init", "--no-hooks", "--no-schedule")

    def run(self, *words: str, status: int = 0, **environ: str) -> subprocess.CompletedProcess[str]:
        """What a program did, in the project; it must end with the status."""
        done = subprocess.run(
            words,
            cwd=self.project,
            env={**self.environ, **environ},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=MOST_SECONDS,
            check=False,
        )
        assert done.returncode == status, f"{words[0]}: {done.stdout[-3000:]}\n{done.stderr[-3000:]}"
        return done

    def hippo(self, *words: str) -> Any:
        """The data of a command of hippo's."""
        return json.loads(self.run("hippo", *words, "--json").stdout)["data"]

    def texts(self) -> list[str]:
        """The texts of all live memories."""
        return [each["memory"]["text"] for each in self.hippo("list", "--limit", "1000")]


@pytest.fixture(scope="session")
def clients() -> Path:
    """Where the programs are installed, in the versions that are pinned."""
    named = os.environ.get(VARIABLE)
    if not named:
        pytest.skip(f"real clients are asked for with `scripts/test --clients` ({VARIABLE} names no folder)")
    folder = Path(named)
    for package, version in PINNED.items():
        installed = json.loads((folder / "node_modules" / package / "package.json").read_text(encoding="utf-8"))
        assert installed["version"] == version, f"{package} is {installed['version']}, pinned is {version}"
    return folder


@pytest.fixture
def bench(clients: Path, tmp_path: Path) -> Bench:
    """A project with an empty store among the real programs."""
    return Bench(tmp_path, clients)
