"""hippo completion: the script in a real shell, and what it is answered."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import click.shell_completion
import pytest

from hippo.cli import root as click_side
from tests.support import Hippo

ROOT = Path(__file__).resolve().parents[3]
BASH = shutil.which("bash")


def completed(*words: str) -> list[str]:
    """What the last word can become, as the shells are told."""
    complete = click.shell_completion.ShellComplete(click_side.root, {}, "hippo", "_HIPPO_COMPLETE")
    found = complete.get_completions(list(words[:-1]), words[-1])
    return [f"<{each.type}>" if each.type != "plain" else each.value for each in found]


@pytest.mark.parametrize(
    ("words", "some"),
    [
        (["rem"], ["remember"]),
        (["hook", "un"], ["uninstall"]),
        (["hook", "install", "c"], ["claude-code", "cline", "codex", "copilot", "cursor"]),
        (["hook", "install", "pi", "al"], ["all"]),
        (["completion", ""], ["bash", "fish", "powershell", "zsh"]),
        (["recall", "--bu"], ["--budget"]),
        (["context", "--framing", ""], ["observe", "suggest", "assert"]),
        (["schedule", "install", "--with", "l"], ["launchd"]),
        (["import", ""], ["<file>"]),
        (["recall", "--store", "x"], ["<file>"]),
        (["recall", "val"], []),
        (["recall", "--limit", "1"], []),
    ],
)
def test_a_word_is_completed_to_what_fits_there(words: list[str], some: list[str]) -> None:
    assert completed(*words) == some


@pytest.mark.skipif(BASH is None, reason="bash is not installed")
def test_bash_completes_by_the_script(hippo: Hippo) -> None:
    program = hippo.root / "bin" / "hippo"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m hippo "$@"\n')
    program.chmod(0o755)
    script = """
    source <(hippo completion bash)
    tried() { COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=(); _hippo_completion hippo; echo "${COMPREPLY[*]}"; }
    tried hippo superse
    tried hippo hook install gem
    tried hippo context --format ''
    """
    env = {"PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}", "HOME": str(hippo.root)}
    done = subprocess.run([str(BASH), "-c", script], env=env, capture_output=True, text=True, check=True, timeout=60)
    assert done.stderr == ""
    assert done.stdout.splitlines() == ["supersede", "gemini", "markdown json"]


@pytest.mark.parametrize("shell", ["bash", "fish", "zsh", "powershell"])
def test_every_shell_has_a_script(hippo: Hippo, shell: str) -> None:
    ran = hippo("completion", shell)
    if shell not in click.shell_completion._available_shells:
        assert (ran.status, "click 8.5" in ran.err) == (2, True)
        return
    assert f"{shell}_complete" in ran.out
    assert hippo.json("completion", shell)["script"].rstrip() == ran.out.rstrip()


def test_other_shells_are_named(hippo: Hippo) -> None:
    ran = hippo("completion", "tcsh")
    assert ran.status == 2
    assert "bash, fish, powershell, zsh" in ran.err


def test_an_older_click_is_told(hippo: Hippo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(click.shell_completion, "get_completion_class", lambda shell: None)
    ran = hippo("completion", "powershell")
    assert ran.status == 2
    assert "click 8.5" in ran.err
