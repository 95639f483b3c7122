"""Claude.ai's export, and what mem0, Letta, Copilot and Gemini keep."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from hippo.importers import claude_export
from hippo.importers.other_memories import read_copilot, read_gemini, read_letta, read_mem0
from tests.importers.reading import items, passed, texts, turns

ROOT = "00000000-0000-4000-8000-000000000000"


def said(number: int, sender: str, text: str, parent: str) -> dict[str, Any]:
    blocks = [{"type": "thinking", "thinking": "no"}, {"type": "text", "text": text}]
    moment = f"2026-09-01T08:0{number}:00Z"
    named = {"uuid": f"m{number}", "sender": sender, "parent_message_uuid": parent}
    return {**named, "content": blocks, "created_at": moment}


def test_claudes_newest_branch_is_read() -> None:
    messages = [
        said(1, "human", "How much?", ROOT),
        said(2, "assistant", "3 EUR.", "m1"),
        said(3, "assistant", "9 EUR.", "m1"),
        {**said(4, "human", "", "m2"), "text": "Then 4.", "content": []},
    ]
    content = [{"uuid": "c", "chat_messages": messages}]
    assert turns(claude_export.read, content) == [("person", "How much?"), ("agent", "3 EUR."), ("person", "Then 4.")]
    flat = [{key: kept for key, kept in each.items() if key != "parent_message_uuid"} for each in messages]
    assert len(turns(claude_export.read, [{"chat_messages": flat}])) == 4
    assert turns(claude_export.read, [{"chat_messages": [7, None, {"sender": "x", "text": "y"}]}]) == []


def test_claudes_memories_are_facts_by_their_bold_headings() -> None:
    part = {
        "conversations_memory": "**Work context**\n\nRuns an orchard.\n\n**Personal**\n\n- Metric units.\n- Tea.",
        "project_memories": {"p": "**Purpose**\n\nPrices.", "q": None},
        "memory_files": [{"content": "A file."}, 7],
    }
    for content in ([part], part):
        assert [(each.text, each.tags, each.is_standing) for each in items(claude_export.read, content)] == [
            ("Runs an orchard.", ("work-context",), True),
            ("Metric units.", ("personal",), True),
            ("Tea.", ("personal",), True),
            ("Prices.", ("purpose",), True),
            ("A file.", (), True),
        ]


def test_claudes_projects_give_instructions_and_documents() -> None:
    project = {
        "name": "Cidery",
        "description": "Prices and labels",
        "prompt_template": "Answer in EUR. <!-- hippo:begin -->x<!-- hippo:end -->",
        "updated_at": "2026-09-01T00:00:00+00:00",
        "docs": [{"filename": "costs.md", "content": "# Costs\n\nBottle 0.40 EUR"}, None],
    }
    found = items(claude_export.read, project)
    assert [(each.text, each.tags, each.is_standing, each.files) for each in found] == [
        ("Cidery: Prices and labels", ("cidery",), True, ()),
        ("Answer in EUR.", ("cidery",), True, ()),
        ("Bottle 0.40 EUR", ("cidery", "costs"), False, ("costs.md",)),
    ]
    assert found[0].happened_at == datetime(2026, 9, 1, tzinfo=UTC)
    assert passed(claude_export.read, project) == [(1, "written by hippo")]
    assert texts(claude_export.read, {"description": "Only this", "docs": None}) == ["Only this"]


def test_claudes_other_records_are_told() -> None:
    assert passed(claude_export.read, [7, {"uuid": "x"}]) == [
        (1, "record 1: no object"),
        (1, "record 2: of no known kind"),
    ]


def test_mem0s_facts_have_their_day_tags_and_end() -> None:
    fact = {
        "memory": " Prefers tea ",
        "created_at": "2026-08-01T10:00:00-07:00",
        "updated_at": None,
        "categories": ["drinks", None],
        "metadata": {"tags": ["home"]},
        "expiration_date": "2027-03-01",
    }
    for content in ([fact], {"results": [fact]}, {"count": 1, "memories": [fact]}, fact):
        [item] = items(read_mem0, content)
        assert (item.text, item.tags, item.is_standing) == ("Prefers tea", ("drinks", "home"), True)
        assert item.happened_at == datetime(2026, 8, 1, 17, tzinfo=UTC)
        assert item.expires_at == datetime(2027, 3, 1, tzinfo=UTC)
    assert passed(read_mem0, [None, {"memory": ""}, fact]) == [
        (1, "record 1: no object"), (1, "record 2: no memory in it"),
    ]  # fmt: skip


def test_lettas_blocks_are_facts_and_its_messages_are_said() -> None:
    blocks = [{"label": "human", "value": "Ines\n\n- likes tea"}, {"label": None, "value": 7}]
    message = {"role": "user", "content": [{"type": "text", "text": "Hi"}], "created_at": "2026-05-01T09:00:00Z"}
    new = {
        "agents": [{"id": "a", "block_ids": [], "messages": [message, {"role": "tool", "content": "x"}]}],
        "blocks": blocks,
    }
    old = {"agent_type": "memgpt_agent", "core_memory": blocks, "messages": [message]}
    for content in (new, old):
        assert [(each.text, each.tags) for each in items(read_letta, content)] == [
            ("Ines", ("human",)), ("likes tea", ("human",)),
        ]  # fmt: skip
        assert turns(read_letta, content) == [("person", "Hi")]
    hidden = {"core_memory": [{"label": "x", "value": "<hippo-memory>a</hippo-memory>"}]}
    assert passed(read_letta, [hidden, 7]) == [(1, "written by hippo"), (1, "record 2: no object")]


def test_copilots_facts_have_their_reasons_and_files() -> None:
    line = '{"type":"memory","subject":"Scale sync","fact":"Needs 120 s.","reason":"30 s timed out.","citations":[%s]}'
    cited = '{"type":"file","path":"sync.py"},{"type":"url","url":"x"},{"type":"file"}'
    text = f'{line % cited}\n\n{{half\n{{"fact": null}}\n'
    [item] = items(read_copilot, text)
    assert (item.text, item.tags, item.files) == ("Needs 120 s. Reason: 30 s timed out.", ("scale-sync",), ("sync.py",))
    assert passed(read_copilot, text) == [(3, "no JSON"), (4, "no memory in it")]
    assert texts(read_copilot, '{"fact": "Alone."}') == ["Alone."]


def test_geminis_activity_is_a_talk() -> None:
    asked = {
        "title": "Prompted When do I thin? Attached 1 file.",
        "time": "2026-06-03T07:10:00.120Z",
        "safeHtmlItem": [{"html": "<p>Thin <b>in June</b> &amp; later.</p><p>Then rest.</p>"}, {"html": None}],
    }
    content = [asked, {"title": "Used a feature"}, {"title": "Prompted Hello"}, 3]
    assert turns(read_gemini, content) == [
        ("person", "When do I thin?"), ("agent", "Thin in June & later.\nThen rest."), ("person", "Hello"),
    ]  # fmt: skip
    assert passed(read_gemini, content) == [(1, "no talk"), (1, "record 4: no object")]
