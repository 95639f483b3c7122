"""Tools that take each other's place."""

from __future__ import annotations

from hippo.core.alternatives import is_tool, others_of


def test_a_tool_takes_the_place_of_the_others_of_its_row() -> None:
    assert others_of("pnpm") == ("npm", "yarn", "bun")
    assert "github actions" in others_of("travis")


def test_a_tool_takes_no_place_of_its_own_names() -> None:
    assert "postgresql" not in others_of("postgres")
    assert "sqlite3" in others_of("postgresql")


def test_what_is_no_tool_takes_nobodys_place() -> None:
    assert others_of("previous tab") == ()
    assert not is_tool("tab")
    assert is_tool("webpack")
