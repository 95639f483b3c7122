"""hippo as a process of its own, with an environment that holds nothing of this one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


def hear_all() -> None:
    """Let a child hear every signal: one of a test run in the background, or under `nohup`, would ignore some."""
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_DFL)


class Process:
    """`hippo` in a project with a home of its own; `start` gives a running one."""

    def __init__(self, root: Path) -> None:
        self.project = root / "project"
        self.project.mkdir()
        self.environ = {
            "PATH": os.environ["PATH"],
            "HOME": str(root / "home"),
            "PYTHONPATH": str(ROOT),
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONUTF8": "0",
            "LC_ALL": "C.UTF-8",
        }

    def start(self, *words: str, code: str = "", **how: Any) -> subprocess.Popen[bytes]:
        environ = {**self.environ, **how.pop("environ", {})}
        program = [sys.executable, *(["-c", code] if code else ["-m", "hippo"]), *words]
        streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen(program, cwd=self.project, env=environ, **{"preexec_fn": hear_all, **streams, **how})

    def __call__(self, *words: str, data: bytes | None = None, **how: Any) -> subprocess.CompletedProcess[bytes]:
        if data is not None:
            how["stdin"] = subprocess.PIPE
        with self.start(*words, **how) as process:
            out, err = process.communicate(data, timeout=60)
        return subprocess.CompletedProcess(words, process.returncode, out or b"", err or b"")
