"""Instruction files of agents."""

from __future__ import annotations

import pytest

from hippo.importers.instructions import claims, read
from tests.importers.reading import items, passed, texts


@pytest.mark.parametrize(
    "name",
    """
    CLAUDE.md a/CLAUDE.local.md AGENTS.md a/AGENTS.override.md GEMINI.md .github/copilot-instructions.md
    .github/instructions/py.instructions.md .cursorrules dot-cursorrules .cursor/rules/x.mdc .windsurfrules
    .windsurf/rules/x.md .clinerules .clinerules/x.md .claude/rules/a/x.md SOUL.md
    """.split(),
)
def test_files_that_agents_read_are_known_by_their_names(name: str) -> None:
    assert claims(name)


@pytest.mark.parametrize("name", ["README.md", "claude.md.bak", "rules/x.md", "cursorrules.txt", "my-agents.md"])
def test_other_files_are_none(name: str) -> None:
    assert not claims(name)


def test_a_file_that_says_when_it_is_read_is_a_rule() -> None:
    assert claims("rules/x.md", '---\npaths:\n  - "a/**"\n---\nText')
    assert not claims("rules/x.md", "---\ntitle: globs\n---\nText")


def test_rules_stand_and_are_tagged() -> None:
    [first, second] = items(read, "# Orchard\n\n- Use uv.\n\n## Tests\n\nRun them all.")
    assert (first.text, first.tags, first.is_standing) == ("Use uv.", ("orchard", "rule"), True)
    assert second.tags == ("orchard", "tests", "rule")


def test_a_line_that_stands_for_another_file_is_no_rule() -> None:
    assert texts(read, "@docs/style.md\n@~/x.md\n\n- Use uv.\n\n```text\n@not/an/import.md   (in a fence)\n```") == [
        "Use uv.", "```text\n@not/an/import.md   (in a fence)\n```",
    ]  # fmt: skip
    assert passed(read, "@docs/style.md") == [(1, "it only names another file")]
    assert texts(read, "Mind this.\n@docs/style.md") == ["Mind this."]


@pytest.mark.parametrize(
    ("head", "files"),
    [
        ("globs: *.py,harvest/**/*.pyi\nalwaysApply: false", ("*.py", "harvest/**/*.pyi")),
        ("globs: *.ts", ("*.ts",)),
        ('globs: ["*.ts", "*.{a,b}"]', ("*.ts", "*.{a,b}")),
        ("globs: *.{ts,tsx},*.js", ("*.{ts,tsx}", "*.js")),
        ('paths:\n  - "harvest/**/*.py"', ("harvest/**/*.py",)),
        ('applyTo: "**"', ()),
        ("description:\nglobs:\nalwaysApply: true", ()),
        ("globs: *.py\nalwaysApply: true", ()),
        ("trigger: always_on", ()),
    ],
)
def test_a_rule_for_some_files_says_so(head: str, files: tuple[str, ...]) -> None:
    [item] = items(read, f"---\n{head}\n---\n- Type it", "a.mdc")
    assert item.files == files
    assert item.text == ("Type it" if not files else f"Type it (for {', '.join(files)})")


def test_what_a_longer_rule_is_for_stands_below_it() -> None:
    assert texts(read, "---\nglobs: a\n---\n- one\n  two", "a.mdc") == ["one\ntwo\n\n(for a)"]


def test_a_front_matter_without_an_end_is_told() -> None:
    assert passed(read, "---\nglobs: *.py\n- Type it", "a.mdc") == [(1, "a front matter without an end")]
