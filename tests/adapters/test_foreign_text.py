"""Text in whatever encoding, line by line."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.adapters import foreign_text
from hippo.adapters.foreign_text import decoded, encoding_of, lines, pieces

TEXT = "añejo 左\nzwei\n\nend"


def read(data: bytes) -> list[str | None]:
    return [line for _, line in lines(io.BytesIO(data), encoding_of(data[:4096]))]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_text_is_read_in_its_encoding(encoding: str, end: str) -> None:
    data = TEXT.replace("\n", end).encode(encoding)
    assert read(data) == TEXT.split("\n")
    assert "".join(pieces(io.BytesIO(data), encoding_of(data))) == TEXT.replace("\n", end)
    assert decoded(data).startswith("añejo")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_is_known_without_its_mark(encoding: str) -> None:
    assert read("plain words\nand more".encode(encoding)) == ["plain words", "and more"]


def test_a_line_that_is_no_utf_8_is_windows_text() -> None:
    windows = "año\n“x” €\n".encode("cp1252")
    assert read(windows + "左\n".encode() + b"\xff\x81") == ["año", "“x” €", "左", "ÿ\ufffd"]


def test_binary_data_is_no_text() -> None:
    assert encoding_of(b"\x89PNG\x00\x00\x00\x01" * 9) == ""
    assert encoding_of(b"one stray zero" * 9 + b"\0") == "utf-8"
    assert encoding_of(b"") == "utf-8"
    assert decoded(b"\x00\x01") == "\x00\x01"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_line_that_is_too_long_is_passed_over(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foreign_text, "LONGEST_LINE_BYTES", 10)
    assert read(f"one\n{'x' * 300_000}\nthree\n{'y' * 11}".encode(encoding)) == ["one", None, "three", None]


@given(st.binary(max_size=300))
def test_any_bytes_are_lines_and_pieces(data: bytes) -> None:
    encoding = encoding_of(data)
    if encoding:
        assert all(line is None or "\n" not in line for _, line in lines(io.BytesIO(data), encoding))
        assert isinstance("".join(pieces(io.BytesIO(data), encoding)), str)
