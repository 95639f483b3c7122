"""What the libraries that run a model leave behind and send: nothing."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from hippo.adapters.embeddings.libraries import hush
from tests.cli.processes import Process
from tests.hashing import openai, serving


@pytest.fixture
def process(tmp_path: Path) -> Process:
    """A hippo whose home has nothing in it."""
    made = Process(tmp_path)
    (tmp_path / "home").mkdir()
    assert made("init", "--no-hooks", "--no-schedule").returncode == 0
    assert made("remember", "the valve opens to the left").returncode == 0
    return made


def test_a_model_writes_nothing_into_the_home(process: Process) -> None:
    home = Path(process.environ["HOME"])
    before = {*home.rglob("*")}
    for words in (["embed"], ["recall", "which way to turn it"], ["sleep"]):
        ran = process(*words)
        assert (ran.returncode, b"warn" in ran.stderr.lower()) == (0, False)
    assert [path for path in home.rglob("*") if path not in before and ".hippo" not in path.parts] == []


def test_whoever_turns_telemetry_on_is_heeded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "environ", {"ORT_DISABLE_TELEMETRY": "0"})
    hush()
    assert os.environ["ORT_DISABLE_TELEMETRY"] == "0"
    assert os.environ["HF_HUB_DISABLE_TELEMETRY"] == "1"


def test_a_server_that_is_silent_delays_neither_recall_nor_its_exit(process: Process) -> None:
    asked, over = [], threading.Event()

    def answer(document: dict[str, list[str]]) -> tuple[int, bytes]:
        asked.append(document["input"])
        if document["input"] == ["valve"]:
            over.wait(60)
        return 200, openai(document["input"])

    with serving(answer) as served:
        for key, content in (("backend", "server"), ("url", served.url), ("model", "small")):
            assert process("config", f"embeddings.{key}", content).returncode == 0
        assert process("embed").returncode == 0
        ran = process("recall", "valve")
        over.set()
    assert asked[-1] == ["valve"]
    assert b"the valve opens" in ran.stdout
    assert b"words alone: the embedding server " in ran.stderr
    assert b"did not answer within 0.25 s; " in ran.stderr
