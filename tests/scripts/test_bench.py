"""scripts/bench lists what can be run and runs it."""

from __future__ import annotations

import sys
import types

import pytest

from scripts.tools import bench


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Two benchmarks and a helper."""
    monkeypatch.setattr(bench, "FOLDER", tmp_path)
    (tmp_path / "speed.py").write_text('"""How fast.\n\nMore."""\ndef main(argv): ...\n', encoding="utf-8")
    (tmp_path / "recall.py").write_text('"""How well."""\ndef main(argv): ...\n', encoding="utf-8")
    (tmp_path / "recall_data.py").write_text('"""Reads data."""\ndef read(): ...\n', encoding="utf-8")
    return tmp_path


def test_without_a_name_the_benchmarks_are_listed_and_helpers_are_not(folder, capsys):
    assert bench.main([]) == 0
    assert capsys.readouterr().out == "recall  How well.\nspeed   How fast.\n"


def test_an_unknown_name_is_answered_with_the_known_ones(folder, capsys):
    assert bench.main(["recall_data"]) == 2
    assert capsys.readouterr().err == "scripts/bench: no benchmark is called 'recall_data'; there are recall, speed\n"


def test_a_benchmark_gets_the_arguments_and_gives_the_status(folder, monkeypatch):
    seen = []
    module = types.ModuleType("scripts.benchmarks.speed")
    module.main = lambda argv: seen.extend(argv) or 3
    monkeypatch.setitem(sys.modules, "scripts.benchmarks.speed", module)
    assert bench.main(["speed", "--runs", "5"]) == 3
    assert seen == ["--runs", "5"]
