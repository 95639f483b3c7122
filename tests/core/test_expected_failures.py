"""What ends with another status than 0 and is no failure."""

from __future__ import annotations

import pytest

from hippo.core.expected_failures import is_expected


@pytest.mark.parametrize(
    "command",
    [
        "grep -r foo src",
        "cd api && rg TODO | head",
        "/usr/bin/diff a b",
        "git diff --exit-code",
        "git grep foo",
        "test -f x",
        "[ -d build ]",
        "LC_ALL=C grep x y",
        "if ! sudo pgrep nginx; then echo no; fi",
        "command -v uv",
    ],
)
def test_a_search_that_finds_nothing_is_no_failure(command: str) -> None:
    assert is_expected(command, 1, has_errors=False)
    assert not is_expected(command, 1, has_errors=True)
    assert not is_expected(command, 2, has_errors=False)


@pytest.mark.parametrize("command", ["make test", "git push", "npm run diff", "", "pytest -k grep", "A=b"])
def test_any_other_command_fails(command: str) -> None:
    assert not is_expected(command, 1, has_errors=False)


def test_what_somebody_stopped_and_what_hippo_says_is_no_failure() -> None:
    assert is_expected("make", 130, has_errors=True)
    assert is_expected("cd /x; hippo recall --bad", 2, has_errors=True) is False
    assert is_expected("hippo recall --bad", 2, has_errors=True)
