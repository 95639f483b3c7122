"""Standard input with a bound and a deadline."""

from __future__ import annotations

import os
import pty
import threading
from collections.abc import Iterator

import pytest

from hippo.adapters.bounded_input import read_bounded


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    ends = os.pipe()
    yield ends
    for end in ends:
        try:
            os.close(end)
        except OSError:
            continue


def test_all_of_an_input_is_read(pipe: tuple[int, int]) -> None:
    reading, writing = pipe
    os.write(writing, b"one ")
    os.write(writing, b"two")
    os.close(writing)
    assert read_bounded(reading, most_bytes=100, seconds=5) == b"one two"


def test_what_is_too_long_is_read_to_its_end_and_thrown_away(pipe: tuple[int, int]) -> None:
    reading, writing = pipe
    written: list[int] = []

    def write() -> None:
        left = b"x" * 300_000
        while left:
            count = os.write(writing, left)
            written.append(count)
            left = left[count:]
        os.close(writing)

    writer = threading.Thread(target=write)
    writer.start()
    assert read_bounded(reading, most_bytes=100, seconds=5) is None
    writer.join()
    assert sum(written) == 300_000


def test_an_input_that_does_not_end_is_given_up(pipe: tuple[int, int]) -> None:
    reading, writing = pipe
    os.write(writing, b"one")
    assert read_bounded(reading, most_bytes=100, seconds=0.05) is None


def test_a_terminal_is_not_waited_for() -> None:
    main, terminal = pty.openpty()
    try:
        assert read_bounded(terminal, most_bytes=100, seconds=5) is None
    finally:
        os.close(main)
        os.close(terminal)
