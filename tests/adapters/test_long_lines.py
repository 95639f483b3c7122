"""Lines of files of any size."""

from __future__ import annotations

from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.adapters.long_lines import numbered_lines


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"one\r\ntwo\n\nfour", ["one", "two", "", "four"]),
        (b"\xef\xbb\xbfone\n\xef\xbb\xbftwo", ["one", "\ufefftwo"]),
        (b"caf\xe9\n", ["caf\N{REPLACEMENT CHARACTER}"]),
        (b"12345678\n123456789\n12345678", ["12345678", None, "12345678"]),
        (b"x" * 3_000_000 + b"\nlast", [None, "last"]),
        (b"x" * 30, [None]),
    ],
)
def test_lines_are_numbered_and_too_long_ones_left_out(data: bytes, lines: list[str | None]) -> None:
    assert list(numbered_lines(BytesIO(data), longest=8)) == list(enumerate(lines, 1))


@given(st.binary(max_size=60), st.integers(1, 20))
def test_as_many_lines_come_as_there_are(data: bytes, longest: int) -> None:
    assert len(list(numbered_lines(BytesIO(data), longest=longest))) == len(BytesIO(data).readlines())
