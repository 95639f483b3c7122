"""Transcripts that are half, garbage, huge or in a wrong encoding: no reader fails, and the lines beside are read."""

from __future__ import annotations

import io
import json
import tracemalloc
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.adapters.long_lines import LONGEST_LINE_BYTES, numbered_lines
from hippo.core.capture.lessons import Lesson, lessons
from hippo.core.capture.turn import Turn, Unread, readable
from hippo.importers.transcripts import Format, read

RULE = "Never run the mill without oil."
LATER = "Always close the valve first."
Line = Callable[[str], bytes]


def claude_code(text: str) -> bytes:
    return json.dumps({"type": "user", "sessionId": "s", "message": {"content": text}}).encode()


def codex(text: str) -> bytes:
    content = [{"type": "input_text", "text": text}]
    return json.dumps(
        {"type": "response_item", "payload": {"type": "message", "role": "user", "content": content}}
    ).encode()


def gemini(text: str) -> bytes:
    return json.dumps({"id": text, "type": "user", "content": [{"text": text}]}).encode()


def copilot(text: str) -> bytes:
    return json.dumps({"type": "user.message", "data": {"content": text}}).encode()


def pi(text: str) -> bytes:
    return json.dumps({"type": "message", "message": {"role": "user", "content": text}}).encode()


def plain(text: str) -> bytes:
    return b"\n" + text.encode() + b"\n"


LINES = st.sampled_from([claude_code, codex, gemini, copilot, pi, plain])


def taken(data: bytes | io.BufferedIOBase) -> list[str]:
    """The lessons in a file."""
    file = io.BytesIO(data) if isinstance(data, bytes) else data
    _, entries = read(numbered_lines(file))
    found = [readable(each) for each in entries if isinstance(each, Turn)]
    return [each.text for turn in found for each in lessons(turn) if isinstance(each, Lesson)]


@given(LINES, st.lists(st.binary(max_size=80).map(lambda line: line.replace(b"<", b"")), max_size=6))
def test_lines_of_any_bytes_leave_their_neighbours_whole(line: Line, garbage: list[bytes]) -> None:
    fence = {b"```", b"~~~"}
    between = b"\n".join(each for each in garbage if not any(mark in each for mark in fence))
    found = taken(line(RULE) + b"\n" + between + b"\n" + line(LATER) + b"\n")
    assert RULE in found
    if line is not plain:
        assert LATER in found


@given(LINES, st.data())
def test_a_file_that_ends_anywhere_is_read_up_to_there(line: Line, data: st.DataObject) -> None:
    whole = line(RULE) + b"\n" + line(LATER)
    end = data.draw(st.integers(0, len(whole)))
    found = taken(whole[:end])
    assert (RULE in found) == (end >= len(line(RULE).rstrip(b"\n"))) or line is plain
    assert set(found) <= {RULE, LATER} or line is plain


@given(st.binary(max_size=400))
def test_random_bytes_are_no_trouble(data: bytes) -> None:
    taken(data)


@pytest.mark.parametrize("line", [claude_code, codex, gemini, copilot, pi])
@pytest.mark.parametrize("deep", [b"[" * 200_000, b'{"a":' * 200_000, b'{"type":"user","message":' * 50_000 + b"1"])
def test_deep_nesting_is_one_line_that_cannot_be_read(line: Line, deep: bytes) -> None:
    assert taken(line(RULE) + b"\n" + deep + b"\n" + line(LATER)) == [RULE, LATER]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "latin-1", "cp1252", "utf-8-sig"])
def test_no_encoding_is_trouble(encoding: str) -> None:
    text = f"{RULE}\n\nDie Übung gefällt mir.\n"
    for data in (text.encode(encoding), claude_code(RULE).decode().encode(encoding)):
        taken(data)
    assert taken(RULE.encode("utf-8-sig")) == [RULE]
    assert taken("Never write é in the log.".encode("latin-1")) == ["Never write \ufffd in the log."]


class Endless(io.BytesIO):
    """A line of a hundred million bytes between two others, that stands nowhere whole."""

    def __init__(self, before: bytes, after: bytes, size: int = 100_000_000) -> None:
        super().__init__(after)
        self._before, self._left = before, size

    def readline(self, size: int | None = -1, /) -> bytes:
        assert size is not None
        if self._before:
            line, self._before = self._before, b""
            return line
        if self._left > 0:
            piece = min(size, self._left)
            self._left -= piece
            return b"x" * piece if self._left else b"x" * (piece - 1) + b"\n"
        return super().readline(size)


@pytest.mark.parametrize("line", [claude_code, plain])
def test_a_line_of_a_hundred_megabytes_is_passed_over_in_little_memory(line: Line) -> None:
    tracemalloc.start()
    try:
        found = taken(Endless(line(RULE).strip() + b"\n", line(LATER)))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert found == [RULE, LATER]
    assert peak < 3 * LONGEST_LINE_BYTES


def test_what_could_not_be_read_is_told_by_its_line() -> None:
    form, entries = read(numbered_lines(io.BytesIO(claude_code(RULE) + b'\n{"user", half\n' + claude_code(LATER))))
    assert form is Format.CLAUDE_CODE
    assert [each for each in entries if isinstance(each, Unread)] == [Unread(line=2, reason="no JSON")]
