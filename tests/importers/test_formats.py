"""Which format a file has."""

from __future__ import annotations

import pytest

from hippo.importers.formats import FAMILIES, format_for

CHATGPT = '[{"title": "x", "create_time": 1.0, "mapping": {"a": {}}, "current_node": "a"}]'
CLAUDE = '{"type":"user","sessionId":"s","message":{"content":"x"}}\n'


@pytest.mark.parametrize(
    ("name", "head", "form"),
    [
        ("conversations.json", CHATGPT, "ChatGPT conversations"),
        ("x/conversations-001.json", f" \n{CHATGPT}", "ChatGPT conversations"),
        ("conversations.json", '[{"uuid": "x", "name": "", "chat_messages": []}]', "Claude export"),
        ("memories.json", '[{"conversations_memory": "x"}]', "Claude export"),
        ("projects/1.json", '{"uuid": "x", "prompt_template": ""}', "Claude export"),
        ("agent.af", '{"agents": [{"id": "a", "block_ids": []}]}', "Letta agent"),
        ("memories.jsonl", '{"type":"memory","version":1,"fact":"x"}', "Copilot memories"),
        (
            "MyActivity.json",
            '[{"header": "Gemini Apps", "title": "x", "products": ["Gemini Apps"]}]',
            "Gemini activity",
        ),
        ("get_all.json", '{"results": [{"id": "1", "memory": "x"}]}', "mem0 memories"),
        ("session.jsonl", CLAUDE, "transcript"),
        ("session.txt", CLAUDE * 2, "transcript"),
        (".cursorrules", "x", "Cursor rules"),
        ("rules/x.mdc", "x", "Cursor rules"),
        ("a/CLAUDE.md", "x", "instructions"),
        ("memory/uses-uv.md", "---\ndescription: x\nmetadata:\n  type: user\n---\n", "Claude Code memory"),
        ("MEMORY.md", "x", "agent memory"),
        ("memory/2026-11-02.md", "x", "daily notes"),
        ("memories/memory_summary.md", "v1", "Codex memories"),
        ("mill.md", "---\npermalink: mill\n---\n- [decision] x", "basic-memory notes"),
        ("list.txt", "[unknown] - x", "memory list"),
        ("x/notes.md", "x", "Markdown"),
        ("x.markdown", "x", "Markdown"),
        ("notes.txt", "x", "text"),
        ("NOTES", "x", "text"),
        ("package.json", '{"name": "x"}', None),
        ("x.py", "x", None),
        ("half.jsonl", "{half", None),
    ],
)
def test_a_format_is_known_by_names_and_contents(name: str, head: str, form: str | None) -> None:
    found = format_for(name, head)
    assert (found.name if found else None) == form


@pytest.mark.parametrize(
    ("family", "name", "head", "form"),
    [
        ("markdown", "CLAUDE.md", "x", "Markdown"),
        ("file", "CLAUDE.md", "x", "text"),
        ("chatgpt", "pasted.md", "x", "memory list"),
        ("claude", "rules.txt", "x", "instructions"),
        ("claude", "MEMORY.md", "x", "agent memory"),
        ("cursor", "AGENTS.md", "x", "instructions"),
        ("mem0", "any", "x", "mem0 memories"),
    ],
)
def test_a_family_that_is_named_decides_for_a_file_alone(family: str, name: str, head: str, form: str) -> None:
    found = format_for(name, head, family, is_alone=True)
    assert found is not None
    assert found.name == form


def test_of_a_folder_only_files_of_the_family_are_read() -> None:
    assert format_for("notes.md", "x", "claude") is None
    assert format_for("notes.md", "x", "markdown") is not None


@pytest.mark.parametrize("family", sorted(set(FAMILIES) - {"hippo"}))
def test_every_family_reads_any_file_that_is_named_with_it(family: str) -> None:
    found = format_for("x.bin", "x", family, is_alone=True)
    assert found is not None


@pytest.mark.parametrize("family", ["chatgpt", "claude", "cursor", "gemini", "copilot", "codex", "openclaw"])
@pytest.mark.parametrize("head", ['[\n  {"a": 1}]', ' {"a": [', "{}", '["x"]'])
def test_the_export_of_another_tool_is_no_text_of_this_one(family: str, head: str) -> None:
    assert format_for("x.json", head, family, is_alone=True) is None


@pytest.mark.parametrize("head", ["[[a]] is a link", "[x](y)", "{{template}}", "[ ] to do", ""])
def test_what_only_begins_with_a_bracket_is_a_text(head: str) -> None:
    found = format_for("x.txt", head, "claude", is_alone=True)
    assert found is not None
