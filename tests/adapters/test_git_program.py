from __future__ import annotations

import pytest

from hippo.adapters.git_program import environment, misleading


@pytest.mark.parametrize(
    "variable",
    ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX", "GIT_NEW_OF_TOMORROW"],
)
def test_what_points_git_elsewhere_is_misleading(variable: str) -> None:
    assert misleading(variable)


@pytest.mark.parametrize("variable", ["GIT_CONFIG_GLOBAL", "GIT_CONFIG_KEY_0", "GIT_EXEC_PATH", "PATH", "GITHUB_TOKEN"])
def test_configuration_and_all_that_is_not_gits_is_not(variable: str) -> None:
    assert not misleading(variable)


def test_a_child_sees_the_surroundings_takes_no_lock_and_asks_nobody() -> None:
    found = environment({"HOME": "/h", "GIT_DIR": "/elsewhere", "LC_ALL": "de_DE.UTF-8"})
    assert found["HOME"] == "/h"
    assert "GIT_DIR" not in found
    assert (found["GIT_OPTIONAL_LOCKS"], found["GIT_TERMINAL_PROMPT"], found["LC_ALL"]) == ("0", "0", "C")
