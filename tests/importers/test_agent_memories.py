"""What agents and other memories keep in Markdown and in lists."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from hippo.importers import basic_memory, memory_list, plain_text
from hippo.importers.agent_memories import claims_fact, read_day, read_fact, read_memory, read_summary
from tests.importers.reading import items, passed, texts

FACT = """\
---
name: uses-uv
description: {about}
metadata:
  type: feedback
  modified: 2026-11-02T09:02:10Z
---

Use uv.
"""


def test_a_fact_of_claude_code_is_one_memory_of_its_type_and_day() -> None:
    text = FACT.format(about="Install with uv")
    [item] = items(read_fact, text)
    assert claims_fact(text)
    assert (item.text, item.tags, item.is_standing) == ("Install with uv\n\nUse uv.", ("feedback",), True)
    assert item.happened_at == datetime(2026, 11, 2, 9, 2, 10, tzinfo=UTC)
    assert texts(read_fact, FACT.format(about="use UV")) == ["Use uv."]
    assert texts(read_fact, "---\ntype: user\n---\n") == []


def test_an_old_fact_has_its_type_on_top() -> None:
    text = "---\nname: Link\ndescription: Where it lives\ntype: reference\n---\n\nhttps://x.example\n"
    assert claims_fact(text)
    assert items(read_fact, text)[0].tags == ("reference",)
    assert not claims_fact("---\ndescription: x\ntype: page\n---\n")


def test_the_index_of_a_memory_folder_is_no_memory() -> None:
    text = "# Memory\n- [Uses uv](uses-uv.md) — tool\n- Weights are grams.\n"
    assert texts(read_memory, text) == ["Weights are grams."]
    assert passed(read_memory, text) == [(2, "it only names another file")]


def test_codex_keeps_preferences_that_stand_and_work_that_passes() -> None:
    text = "v1\n\n## User preferences\n- Wants uv.\n\n## Recent work\n- 2026-11-02 raised it.\n"
    assert [(each.text, each.is_standing) for each in items(read_summary, text)] == [
        ("Wants uv.", True), ("2026-11-02 raised it.", False),
    ]  # fmt: skip


def test_a_days_notes_have_its_date() -> None:
    [item] = items(read_day, "# 2026-11-02\n\n- Raised it.", "memory/2026-11-02.md")
    assert (item.happened_at, item.tags, item.is_standing) == (datetime(2026, 11, 2, tzinfo=UTC), (), False)


NOTE = """\
---
title: Mill
permalink: notes/mill
tags: [works]
---
# Mill

Runs at night.

## Observations
- [decision] Oil it on Mondays #oil (since May)
- [ ] a task

## Relations
- part_of [[Cidery]]
- see the manual
"""


def test_observations_and_relations_of_basic_memory_are_facts() -> None:
    assert basic_memory.claims(NOTE)
    assert not basic_memory.claims("---\ntitle: x\n---\n- plain")
    found = items(basic_memory.read, NOTE)
    assert [(each.text, each.tags) for each in found] == [
        ("Runs at night.", ("mill", "works")),
        ("Oil it on Mondays #oil (since May)", ("mill", "works", "decision", "oil")),
        ("[ ] a task", ("mill", "works")),
        ("Mill part of Cidery", ("mill", "works")),
        ("see the manual", ("mill", "works")),
    ]
    assert all(each.is_standing for each in found)


def test_a_pasted_list_is_a_fact_a_line() -> None:
    text = "Runs an orchard.\n\n- Prefers metric units\n1. Plants in February\n"
    assert texts(memory_list.read, text) == ["Runs an orchard.", "Prefers metric units", "Plants in February"]
    assert memory_list.claims("a/saved-memories.txt", text)
    assert memory_list.claims("memory-list.txt", text)
    assert not memory_list.claims("notes.txt", text)


def test_pasted_sections_give_tags_and_days() -> None:
    dated = "## Instructions\n[unknown] - Never shout.\n**Career:**\n- [2019-01-01] – Manager.\n"
    text = f"```text\n{dated}```\n\nThat is all.\n"
    assert memory_list.claims("x.txt", text)
    assert [(each.text, each.tags, each.happened_at) for each in items(memory_list.read, text)] == [
        ("Never shout.", ("instructions",), None),
        ("Manager.", ("career",), datetime(2019, 1, 1, tzinfo=UTC)),
    ]
    assert passed(memory_list.read, text) == [(8, "no line of the list")]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("one\ntwo\n\nthree", ["one\ntwo", "three"]),
        ("Whole one.\nAnother one!\n", ["Whole one.", "Another one!"]),
        ("It goes on.\nand on\n", ["It goes on.\nand on"]),
        ("Head\n=====\ntext", ["Head", "text"]),
        ("* one\n  more\n* two", ["one\n  more", "two"]),
        ("a <private>b\n\nc</private>\n\nd", ["a", "d"]),
        ("", []),
    ],
)
def test_plain_text_is_read_by_paragraphs_or_whole_lines(text: str, found: list[str]) -> None:
    assert texts(plain_text.read, text) == found


def test_a_text_without_blank_lines_is_read_in_pieces() -> None:
    assert [each.line for each in items(plain_text.read, "word\n" * 900)] == [1, 401, 801]
