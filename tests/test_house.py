"""The scripts start from any folder and find a Python or say what is missing; the wheel is whole."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SCRIPTS = ("bench", "check", "fix", "new-migration", "quickstart", "release-notes", "test")
BASH = shutil.which("bash") or "bash"


def run(*words: str, path: Path | None = None, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if name != "HIPPO_PYTHON"}
    if path is not None:
        env["PATH"] = str(path)
    return subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_says_what_it_is_from_any_folder_and_without_an_environment(name, tmp_path):
    done = run(str(ROOT / "scripts" / name), "--help", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert f"scripts/{name}" in done.stdout
    assert not done.stderr


@pytest.mark.parametrize("path", [f"scripts/{name}" for name in (*SCRIPTS, "common.sh")] + [".ci/run"])
def test_a_script_is_sound_bash(path):
    assert run(BASH, "-n", str(ROOT / path)).stderr == ""


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--fast"], "there is no option --fast"),
        (["--repo"], "--repo needs a folder"),
        (["--repo", "/does/not/exist"], "not '/does/not/exist'"),
        (["--repo", ".", "more"], "too many arguments"),
    ],
)
def test_the_quickstart_refuses_what_it_does_not_know_before_it_installs_anything(arguments, complaint):
    done = run(str(ROOT / "scripts" / "quickstart"), *arguments)
    assert done.returncode == 1
    assert done.stderr.startswith("quickstart: ")
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.fixture
def programs(tmp_path):
    """A folder for PATH that holds what the scripts need, and a function that adds a Python of a kind."""
    for name in ("bash", "dirname", "cksum", "cat", "grep"):
        (tmp_path / name).symlink_to(shutil.which(name) or name)

    def add(name: str, *, version: tuple[int, int] = (3, 13), venv: bool = True) -> None:
        program = tmp_path / name
        program.write_text(
            f"#!{BASH}\ncase $2 in\n"
            f"*version_info*) exit {int(version < (3, 11))} ;;\n"
            f"*ensurepip*) exit {int(not venv)} ;;\nesac\n",
            encoding="utf-8",
        )
        program.chmod(0o755)

    return tmp_path, add


def found(path: Path) -> subprocess.CompletedProcess[str]:
    return run(BASH, "-c", f'source "{ROOT}/scripts/common.sh"; find_python', path=path)


def test_the_newest_python_is_taken(programs):
    path, add = programs
    add("python3.12")
    add("python3")
    assert found(path).stdout == "python3.12\n"
    add("python3.14")
    assert found(path).stdout == "python3.14\n"


def test_a_python_that_is_too_old_or_cannot_make_environments_is_passed_over(programs):
    path, add = programs
    add("python3.14", venv=False)
    add("python3", version=(3, 9))
    add("python")
    assert found(path).stdout == "python\n"


def test_without_a_python_one_line_says_what_to_install(programs):
    path, _ = programs
    done = found(path)
    assert done.returncode == 1
    assert "found no Python 3.11 or newer; install one" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_python_without_venv_is_told_which_package_brings_it(programs):
    path, add = programs
    add("python3.11", venv=False)
    done = found(path)
    assert done.returncode == 1
    assert "python3.11 has no venv" in done.stderr
    assert "apt install python3-venv" in done.stderr


def test_the_wheel_carries_the_template_the_types_and_the_migrations(tmp_path):
    done = run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path))
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("hippo_memory-*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    template = {path.relative_to(ROOT / ".hippo-template") for path in (ROOT / ".hippo-template").rglob("*")}
    assert {f"hippo/_template/{path}" for path in template if (ROOT / ".hippo-template" / path).is_file()} <= names
    assert {"hippo/py.typed", "hippo/store/migrations/0001_memories.sql"} <= names
    assert not [name for name in names if not name.startswith(("hippo/", "hippo_memory-"))]


def test_every_module_that_is_banned_at_the_top_of_a_file_has_a_way_out_beside_it():
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    banned = tomllib.loads(text)["tool"]["ruff"]["lint"]["flake8-tidy-imports"]["banned-module-level-imports"]
    assert banned == sorted(banned)
    for module in banned:
        (line,) = [line for line in text.splitlines() if line.startswith(f'    "{module}", ')]
        assert "instead: " in line
