"""The data set made of the standard library."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from scripts.benchmarks.functions import described, functions, main
from scripts.benchmarks.retrieval_data import collections

CODE = '''
def close(self, wait=True):
    """Leave when all
    work is done.

    More is told here.
    """
    if wait and self.threads:
        for thread in self.threads:
            thread.join(timeout=None)

def told(self):
    """Only a sentence stands here."""

def silent(self):
    return [each for each in self.threads if each.is_alive() and not each.daemon]
'''


def test_a_function_is_asked_for_by_its_first_sentence_which_its_code_does_not_hold() -> None:
    [(sentence, code)] = described(ast.parse(CODE))
    assert sentence == "Leave when all work is done."
    assert code.startswith("def close(self, wait=True):\n    if wait")
    assert "told here" not in code


def test_what_is_no_python_and_what_tests_it_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "test").mkdir()
    for name in ("good.py", "test/good.py"):
        (tmp_path / name).write_text(CODE, encoding="utf-8")
    (tmp_path / "bad.py").write_text("def (", encoding="utf-8")
    assert len(list(functions(tmp_path))) == 1


def test_the_data_set_is_the_same_at_every_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "library").mkdir()
    functions = "".join(CODE.replace("Leave when", f"Leave number {number} when") for number in range(9))
    (tmp_path / "library" / "good.py").write_text(functions, encoding="utf-8")
    for name in ("one", "two"):
        options = ("--documents", "6", "--questions", "4", "--library", str(tmp_path / "library"))
        assert main([str(tmp_path / name), *options]) == 0
    assert capsys.readouterr().out.startswith("6 functions, 4 questions in ")
    [one], [two] = (collections(tmp_path / name) for name in ("one", "two"))
    assert (one.texts, one.questions) == (two.texts, two.questions)
    assert (len(one.texts), len(one.questions)) == (6, 4)
