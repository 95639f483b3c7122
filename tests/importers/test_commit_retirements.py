"""What a commit says its project has done with."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.importers.commit_retirements import retirements


@pytest.mark.parametrize(
    ("subject", "gone", "instead"),
    [
        ("Migrate from webpack to vite", ["webpack"], "vite"),
        ("build(web): switch the bundler from webpack to vite (#12)", ["webpack"], "vite"),
        ("Move CI from Travis to GitHub Actions", ["Travis"], "GitHub Actions"),
        ("Migrated from nomad to k8s", ["nomad"], "k8s"),
        ("Replace moment with date-fns", ["moment"], "date-fns"),
        ("refactor: use date-fns instead of moment.js", ["moment.js"], "date-fns"),
        ("Drop requests in favour of httpx", ["requests"], "httpx"),
        ("Drop Python 3.9", ["Python 3.9"], ""),
        ("chore!: drop support for Python 3.8 and 3.9", ["Python 3.8", "Python 3.9"], ""),
        ("Remove Node.js 16, 18 from CI", ["Node.js 16", "Node.js 18"], ""),
        ("Remove the redis cache", ["redis cache"], ""),
        ("Remove the `--legacy` flag", ["--legacy"], ""),
        ("Stop using GitPython", ["GitPython"], ""),
        ("Get rid of the old Flask dependency", ["Flask"], ""),
        ('Revert "Migrate from webpack to vite"', ["vite"], "webpack"),
        ('Reapply "Drop Python 3.9"', ["Python 3.9"], ""),
    ],
)
def test_migrations_and_removals_name_what_is_gone(subject: str, gone: list[str], instead: str) -> None:
    found = retirements(subject)
    assert [name for each in found for name in each.gone] == gone
    assert {each.instead for each in found} == {instead}
    assert all(each.named for each in found)


def test_a_switch_that_names_only_the_new_tool_retires_the_others_of_its_kind() -> None:
    (found,) = retirements("Switch to pnpm")
    assert ("npm" in found.gone, found.instead, found.named) == (True, "pnpm", False)
    (found,) = retirements("test: convert the suite to vitest")
    assert "jest" in found.gone


@pytest.mark.parametrize(
    "subject",
    [
        "Remove unused import",
        "Remove the old tests",
        "Drop the lock before waiting",
        "Remove a comment about Python 3.9",
        "Replace if with match",
        "Use https instead of http",
        "Switch to the previous tab",
        "Move the settings from package.json to .nycrc",
        "Drop Queue from the concurrency backends",
        "Remove deprecated API",
        "Add pnpm",
        'Revert "Drop Python 3.9"',
        'Revert "Switch to pnpm"',
        "Bump webpack from 4 to 5",
        "",
    ],
)
def test_what_nobody_relied_on_is_none(subject: str) -> None:
    assert retirements(subject) == ()


@given(
    st.text(st.characters(codec="utf-8")) | st.from_regex(r"(drop|migrate from|replace|switch to) [\w .,&/`-]{0,60}")
)
def test_any_subject_gives_names_or_nothing(subject: str) -> None:
    assert all(name.strip() for each in retirements(subject) for name in each.gone)
