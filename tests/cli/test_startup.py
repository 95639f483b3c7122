"""What a command costs before it does anything: the modules that it loads."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.cli.processes import ROOT, Process

LOADED = """
import sys
before = set(sys.modules)
from hippo.cli.main import run
status = run(sys.argv[1:])
print(status, *sorted(set(sys.modules) - before), file=sys.stderr)
"""
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
BANNED = PROJECT["tool"]["ruff"]["lint"]["flake8-tidy-imports"]["banned-module-level-imports"]
HEAVY = {"click", "asyncio", "http", *BANNED}
#: Verbs that agents run at every prompt, and what people ask all day.
HOT = [
    ("recall", "which way does the valve open"),
    ("recall", "valve", "--why", "--budget", "100", "--tag", "pump", "--since=7d"),
    ("recall", "vlave"),
    ("recall", "阀门", "--json"),
    ("recall", "valve", "--global"),
    ("remember", "the pump hums at 50 Hz", "--tag", "pump"),
    ("remember", "the pump hums at 50 Hz", "--error", "--json"),
    ("context",),
    ("context", "valve", "--max-chars", "300", "--format", "json"),
    ("list",),
    ("status",),
    ("outcome", "--good"),
    ("core",),
    ("core", "add", "never deploy on Fridays"),
    ("buffer", "push", "ask the shop about oil"),
    ("handoff", "save", "--summary", "the belt is ordered"),
    ("context", "--session", "one"),
]


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Process:
    """A hippo whose project and home have stores."""
    made = Process(tmp_path_factory.mktemp("startup"))
    assert made("init", "--no-hooks", "--no-schedule").returncode == 0
    for words in (["the valve opens to the left"], ["阀门向左打开"], ["the spare key hangs in the shed", "--global"]):
        assert made("remember", *words).returncode == 0
    assert made("recall", "valve").returncode == 0
    return made


def loaded(process: Process, *words: str) -> set[str]:
    """The modules that a command loads, and those above them."""
    ran = process(*words, code=LOADED)
    status, *names = ran.stderr.decode().split("\n")[-2].split()
    assert (ran.returncode, status) == (0, "0"), ran.stderr.decode()
    return {*names, *(name.partition(".")[0] for name in names)}


@pytest.mark.parametrize("words", HOT, ids=" ".join)
def test_a_hot_path_loads_nothing_heavy(words: tuple[str, ...], process: Process) -> None:
    assert sorted(loaded(process, *words) & HEAVY) == []


def test_a_recall_without_vectors_looks_for_no_model(process: Process) -> None:
    names = loaded(process, "recall", "valve")
    assert not [name for name in names if "embedding" in name or "vector" in name or name.startswith("onnx")]
    assert not {"hippo.services.meaning", "hippo.services.nearness", "hippo.core.fusion"} & names


@pytest.mark.parametrize("words", [("--version",), ("--version", "--json"), ("--help",), (), ("recall", "--help")])
def test_version_and_help_load_neither_numbers_nor_git_nor_a_database(words: tuple[str, ...], process: Process) -> None:
    forbidden = {"numpy", "git", "rank_bm25", "asyncio", "http", "subprocess"}
    forbidden |= set() if words[:1] == ("recall",) else {"sqlite3", "Stemmer", "hippo.store.store"}
    assert sorted(loaded(process, *words) & forbidden) == []


def test_the_version_needs_no_click(process: Process) -> None:
    assert sorted(loaded(process, "--version") & HEAVY) == []


@pytest.mark.parametrize("words", [("watch", "true"), ("watch", "--", "true")])
def test_watching_a_command_that_passes_loads_nothing_that_writes_memories(
    words: tuple[str, ...], process: Process
) -> None:
    found = loaded(process, *words)
    assert not {name for name in found if name.startswith(("hippo.core.secret", "hippo.services.watch_lessons"))}
    assert not found & {"hippo.services.door", "hippo.services.keeping", "hippo.store.mirrors", "hippo.core.failure"}


def test_help_imports_no_command(process: Process) -> None:
    assert not [name for name in loaded(process, "--help") if name.startswith("hippo.cli.commands")]


def test_a_command_imports_no_other_command(process: Process) -> None:
    found = {name for name in loaded(process, "status") if name.startswith("hippo.cli.commands.")}
    assert found == {"hippo.cli.commands.status"}


def test_a_memory_near_a_known_one_is_compared_with_it_without_what_that_does_not_need(process: Process) -> None:
    names = loaded(process, "remember", "the valve opens to the right")
    assert "hippo.core.consolidation.pairs" in names
    assert not names & {"typing", "pkgutil", "json.encoder", "hippo.core.consolidation.plan"}


def test_settings_that_a_person_changed_cost_the_parser_and_nothing_else(tmp_path: Path) -> None:
    process = Process(tmp_path)
    for words in (["init", "--no-hooks", "--no-schedule"], ["config", "recall.limit", "7"]):
        assert process(*words).returncode == 0
    assert loaded(process, "recall", "valve") & HEAVY <= {"tomllib", "typing"}
