"""Outputs of any bytes and any length: a lesson that can be stored, in bounded memory."""

from __future__ import annotations

import tracemalloc

from hypothesis import given
from hypothesis import strategies as st

from hippo.core.excerpt import TAIL_BYTES, Excerpt
from hippo.core.failure import TEXT_LIMIT, identity_of, telling_lines
from hippo.core.failure_text import failure_text

PIECES = st.lists(st.binary(max_size=60) | st.sampled_from([b"error: ", b"\r", b"\x1b[31m", b"\n", b"\xed\xa0\x80"]))


def excerpt_of(pieces: list[bytes]) -> Excerpt:
    excerpt = Excerpt()
    for piece in pieces:
        excerpt.take(piece)
    return excerpt


@given(PIECES, PIECES)
def test_any_output_makes_a_text_that_can_be_stored_and_a_stable_identity(out: list[bytes], err: list[bytes]) -> None:
    lines = telling_lines(excerpt_of(out).lines(), excerpt_of(err).lines())
    text = failure_text("make", 2, lines, folder="", commit="")
    text.encode()
    assert all(each.isprintable() or each in "\n\t\ufffd" or ord(each) > 0x7F for each in text)
    assert len(text) <= TEXT_LIMIT + 100
    assert identity_of(2, lines) == identity_of(2, telling_lines(excerpt_of(out).lines(), excerpt_of(err).lines()))


def test_a_line_without_an_end_is_kept_in_bounded_memory() -> None:
    piece = b"x" * 65_536
    excerpt = Excerpt()
    tracemalloc.start()
    try:
        for _ in range(1600):
            excerpt.take(piece)
        excerpt.take(b"\x00\xff\nerror: boom\n")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert telling_lines([], excerpt.lines()) == ("error: boom",)
    assert peak < 8 * TAIL_BYTES
