"""scripts/check runs all checks and says how to mend what fails."""

from __future__ import annotations

import pytest

from scripts.tools import check
from scripts.tools.check import Check


def broken():
    raise ModuleNotFoundError("No module named 'hippo.x'")


@pytest.fixture
def run(monkeypatch, capsys):
    """A function that runs some checks and gives the exit status and what was printed."""

    def run(*checks: Check):
        monkeypatch.setattr(check, "checks", lambda: list(checks))
        return check.main(), capsys.readouterr().out

    return run


def test_all_well_is_a_line_for_each_check_and_status_0(run):
    assert run(Check("a", "x", list), Check("b", "y", tuple)) == (0, "ok      a\nok      b\n")


def test_a_failure_says_what_mends_it_and_the_other_checks_still_run(run):
    status, printed = run(Check("README", "run scripts/fix", lambda: ["out of date"]), Check("b", "y", list))
    assert status == 1
    assert printed == "FAILED  README: run scripts/fix\n        out of date\nok      b\n"


def test_a_check_that_breaks_has_failed(run):
    status, printed = run(Check("README", "run scripts/fix", broken))
    assert status == 1
    assert "ModuleNotFoundError: No module named 'hippo.x'" in printed


def test_a_tool_that_is_content_has_no_problems_and_one_that_is_not_shows_its_words():
    assert check._run("-c", "print('all is well')") == ()
    assert check._run("-c", "print('bad'); raise SystemExit(1)") == ["bad"]
    assert check._run("-c", "raise SystemExit(7)") == ["-c raise SystemExit(7): exit status 7"]


def test_a_banned_import_is_told_where_the_way_out_is_written(monkeypatch):
    monkeypatch.setattr(check, "_run", lambda *words: ["a.py:1:1: TID253 `inspect` is banned at the module level"])
    assert check._lint()[-1] == check.INSTEAD


def test_arguments_are_refused(capsys):
    assert check.main(["--fast"]) == 2
    assert "takes no arguments, not --fast" in capsys.readouterr().err
