"""hippo as a user has it: built, installed and compiled in an environment of its own, run without anything personal.

Why not the checkout: an editable install is slower to start, and compiled anew at every start where
PYTHONDONTWRITEBYTECODE is set.
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from scripts.tools import ROOT


@dataclass(frozen=True)
class Installation:
    """The programs of an environment."""

    python: str
    hippo: str


def installed(folder: Path) -> Installation:
    """Make the environment and install the package of this checkout, with the current pip.

    The one that comes with Python 3.11 writes a program that imports re, which costs every command two fifths of the
    start of a bare interpreter; what current installers (pip, uv, pipx) write does not.
    """
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    python = str(folder / "bin" / "python")
    subprocess.run([python, "-m", "pip", "install", "-qq", "--upgrade", "pip"], check=True)
    subprocess.run([python, "-m", "pip", "install", "-qq", "--compile", str(ROOT)], check=True)
    return Installation(python=python, hippo=str(folder / "bin" / "hippo"))


def environment(project: Path) -> dict[str, str]:
    """The environment variables of somebody who never used hippo, with a home beside the project."""
    kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
    return kept | {"HOME": str(project.parent / "home"), "LANG": "C.UTF-8"}


def output(*command: str, project: Path) -> str:
    """What a command prints, run in a project. Raises CalledProcessError if it fails."""
    env = environment(project)
    return subprocess.run(command, cwd=project, env=env, check=True, stdout=subprocess.PIPE, text=True).stdout
