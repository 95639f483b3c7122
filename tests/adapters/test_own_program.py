"""How other programs call this hippo."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hippo.adapters import own_program
from hippo.adapters.own_program import PLAIN, Call, is_callable, own_words, private_call, quoted, shared_call


def program(folder: Path, name: str = "hippo") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The programs' folder of a virtual environment that this hippo runs in."""
    folder = tmp_path / "my env" / "bin"
    program(folder)
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "my env"))
    monkeypatch.setattr(sys, "base_prefix", "/usr")
    monkeypatch.setattr(sys, "executable", str(program(folder, "python")))
    return folder


def test_a_shared_file_has_the_plain_name_where_it_is_found(environment: Path, tmp_path: Path) -> None:
    program(tmp_path / "local")
    assert shared_call({"PATH": str(tmp_path / "local")}) == PLAIN
    active = shared_call({"PATH": str(environment)})
    assert active.words == ("hippo",)
    assert "only while the environment" in active.note
    assert shared_call({"PATH": f"{environment}{os.pathsep}{tmp_path / 'local'}"}) == PLAIN


def test_without_it_a_file_has_the_path(environment: Path) -> None:
    call = shared_call({"PATH": "/nowhere"})
    assert call.text == f'"{environment}/hippo"'
    assert "on this machine alone" in call.note
    (environment / "hippo").unlink()
    assert own_words() == (str(environment / "python"), "-m", "hippo")
    assert shared_call({}).text == f'"{environment}/python" -m hippo'


def test_the_users_own_files_have_a_path_that_lasts(environment: Path, tmp_path: Path) -> None:
    assert private_call({"PATH": str(environment)}).words == (str(environment / "hippo"),)
    program(tmp_path / "local")
    assert private_call({"PATH": str(tmp_path / "local")}) == PLAIN


@pytest.mark.parametrize(
    "name", ["plain", "with space", "with$HOME", 'with"quote', "with`tick`", "back\\slash", "日本"]
)
def test_a_quoted_path_is_one_word_for_a_shell(tmp_path: Path, name: str) -> None:
    path = str(program(tmp_path / name))
    said = subprocess.run(["/bin/sh", "-c", f"printf %s {quoted(path)}"], capture_output=True, check=True)
    assert os.fsdecode(said.stdout) == path
    assert is_callable(f"{quoted(path)} hook stop", {})


def test_backslashes_of_windows_become_slashes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_program.os, "name", "nt")
    assert Call(words=("C:\\Users\\Ana B\\hippo.exe",)).text == '"C:/Users/Ana B/hippo.exe"'


def test_a_program_is_looked_for_on_path_or_where_it_is(tmp_path: Path) -> None:
    path = program(tmp_path)
    assert is_callable("hippo hook stop", {"PATH": str(tmp_path)})
    assert is_callable(f'& "{path}" hook stop', {})
    assert not is_callable("hippo hook stop", {"PATH": "/nowhere"})
    assert not is_callable("/nowhere/hippo hook stop", {})
    assert not is_callable("", {})
