"""A transcript that grows is read once."""

from __future__ import annotations

from pathlib import Path

import pytest

from hippo.adapters import transcript_file
from hippo.adapters.long_lines import numbered_lines
from hippo.adapters.transcript_file import GrowingFile, last_lines


@pytest.fixture(autouse=True)
def short_head(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transcript_file, "HEAD_LINES", 2)


def read(path: Path, known: tuple[int, int] = (0, 0), longest: int = 100) -> tuple[list[object], tuple[int, int]]:
    with path.open("rb") as file:
        growing = GrowingFile(file, known_lines=known[0], known_bytes=known[1])
        lines = list(numbered_lines(growing, longest))
        return lines, (growing.lines, growing.bytes)


def test_what_was_read_is_passed_over_and_keeps_its_numbers(tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl"
    path.write_bytes(b"one\ntwo\nthree\nfour\nfi")
    lines, known = read(path)
    assert lines == [(1, "one"), (2, "two"), (3, "three"), (4, "four")]
    assert known == (4, 19)
    with path.open("ab") as file:
        file.write(b"ve\nsix\n")
    lines, known = read(path, known)
    assert lines == [(1, "one"), (2, "two"), (3, ""), (4, ""), (5, "five"), (6, "six")]
    assert known == (6, path.stat().st_size)
    assert read(path, known)[0] == [(1, "one"), (2, "two"), (3, ""), (4, ""), (5, ""), (6, "")]


def test_a_file_that_became_shorter_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl"
    path.write_bytes(b"one\ntwo\nthree\n")
    assert read(path, (9, 900))[0] == [(1, "one"), (2, "two"), (3, "three")]


def test_lines_that_are_too_long_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl"
    path.write_bytes(b"x" * 300 + b"\ntwo\n")
    lines, known = read(path)
    assert lines == [(1, None), (2, "two")]
    assert known == (2, 305)


def test_the_last_lines_are_whole_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "talk.jsonl"
    path.write_bytes(b"one\ntwo\nthree\n")
    with path.open("rb") as file:
        assert last_lines(file) == ["one", "two", "three", ""]
        monkeypatch.setattr(transcript_file, "_TAIL_BYTES", 8)
        assert last_lines(file) == ["three", ""]
