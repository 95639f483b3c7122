"""Every reader takes any bytes: it tells what it cannot read, and never fails."""

from __future__ import annotations

import io
import json
import string
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hippo.adapters import foreign_text
from hippo.adapters.long_lines import numbered_lines
from hippo.core.capture.lessons import lessons
from hippo.core.capture.turn import Turn, Unread
from hippo.importers import transcripts
from hippo.importers.entries import Item, LeftOut, Source
from hippo.importers.formats import _FORMATS, Format
from tests.importers.test_json_records import json_values

KEYS = """
mapping current_node message author role content content_type parts parent create_time recipient metadata id fact reason
chat_messages sender text uuid parent_message_uuid conversations_memory project_memories prompt_template docs memory
citations blocks core_memory value label messages title time safeHtmlItem html type payload sessionId user results
""".split()
MARKS = [
    *("---\n", "- ", "# ", "```", "~~~\n", "> ", "|a|b|\n|-|-|\n", "<!--", "-->", "%%", "<private>", "</private>"),
    *("\t", "    ", "<hippo-memory>", "<!-- hippo:begin -->", "[[a|b]]", "tags: [", "globs: *.ts\n", "1. ", ":\n"),
    *("\n\n", "\r", "\x85", "\x00", "word ", "[2026-01-01] - x\n", "User: ", "Never do it. ", "**b**\n", "===\n"),
    *("@a/b\n", "[c] d #e\n", "\ud800", "🚀"),
]
words = st.sampled_from(
    [*KEYS, "user", "assistant", "all", "bio", "multimodal_text", "text", "response_item", "message"]
)
odd_json = st.recursive(
    json_values | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=5),
    max_leaves=20,
)
odd_text = st.lists(st.sampled_from(MARKS), max_size=40).map("".join)
odd_bytes = (
    st.binary(max_size=400)
    | odd_json.map(lambda each: json.dumps(each).encode())
    | st.lists(odd_json, max_size=4).map(lambda each: "\n".join(map(json.dumps, each)).encode())
    | odd_text.map(lambda each: each.encode("utf-8", "surrogatepass"))
    | odd_text.map(lambda each: each.encode("utf-16", "surrogatepass"))
)


def read(form: Format, data: bytes) -> Iterator[Item | Turn | LeftOut | Unread]:
    encoding = foreign_text.encoding_of(data) or "utf-8"
    source = Source(
        name="a/memory/2026-01-01.md",
        lines=lambda: foreign_text.lines(io.BytesIO(data), encoding),
        pieces=lambda: foreign_text.pieces(io.BytesIO(data), encoding),
    )
    return form.read(source)


@pytest.mark.parametrize("form", _FORMATS, ids=lambda form: form.name)
@settings(deadline=None, max_examples=25)
@given(data=odd_bytes, end=st.integers(0, 400))
def test_any_bytes_are_read(form: Format, data: bytes, end: int) -> None:
    for each in read(form, data[: end or None]):
        assert isinstance(each, Item | Turn | LeftOut | Unread)
        assert each.line >= 1
        form.claims("x.md", foreign_text.decoded(data))


@settings(deadline=None, max_examples=60)
@given(odd_bytes)
def test_any_bytes_are_a_transcript(data: bytes) -> None:
    for each in transcripts.read(numbered_lines(io.BytesIO(data)))[1]:
        assert list(lessons(each)) is not None if isinstance(each, Turn) else each.reason


NEIGHBOURS = {
    "transcript": '{"type":"user","sessionId":"s","message":{"content":"%s"}}\n',
    "Copilot memories": '{"type":"memory","fact":"%s"}\n',
    "Markdown": "- %s\n",
    "instructions": "- %s\n",
    "text": "%s\n\n",
    "memory list": "%s\n",
}


@pytest.mark.parametrize("name", NEIGHBOURS)
@settings(deadline=None, max_examples=20)
@given(
    junk=st.binary(max_size=60).filter(lambda each: not set(each) & set(b"\n\r<%`~")),
    letter=st.sampled_from(string.ascii_lowercase),
)
def test_a_line_of_garbage_leaves_its_neighbours_alone(name: str, junk: bytes, letter: str) -> None:
    form = next(form for form in _FORMATS if form.name == name)
    one, two = (NEIGHBOURS[name] % f"{word} {letter * 9}" for word in ("First", "Second"))
    data = f"{one}{one}\n\n".encode() + junk + f"\n\n{two}{two}".encode() + b"." * 400
    told = [each.text for each in read(form, data) if isinstance(each, Item | Turn)]
    assert any(text.startswith(f"First {letter * 9}") for text in told)
    assert any(f"Second {letter * 9}" in text for text in told)


DEEP = [
    b"[" * 20_000,
    b'{"a":' * 20_000,
    b"- " * 9_000,
    b"> " * 9_000,
    b"  " * 9_000 + b"- x",
    b"#" * 20_000,
    b"```\n" * 999,
]


@pytest.mark.parametrize(
    "data", [*DEEP, b"<private>" * 999, b"[[" * 9_000, b"|" * 20_000, b"*" * 20_000], ids=range(11)
)
def test_what_is_nested_deeply_is_read(data: bytes) -> None:
    for form in _FORMATS:
        assert all(each.line for each in read(form, data))
