"""What people type."""

from __future__ import annotations

import sys
from io import BytesIO, TextIOWrapper

import pytest

from hippo.cli import inputs
from hippo.cli.inputs import chosen_confidence, joined
from hippo.core.memory import Confidence
from hippo.core.waits import read_moment, read_wait
from hippo.errors import UsageError
from tests.support import Hippo


@pytest.fixture
def standard_input(monkeypatch: pytest.MonkeyPatch):
    def put(data: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(data), encoding="ascii"))

    return put


# --- words and standard input ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "text"),
    [((), ""), (("a",), "a"), (("the", "valve"), "the valve"), (("-", "-"), "- -"), (("a", "-"), "a -"), (("",), "")],
)
def test_words_are_joined_to_one_text(words: tuple[str, ...], text: str) -> None:
    assert joined(words) == text


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", ""),
        ("naïve 昨天\n".encode(), "naïve 昨天\n"),
        (b"\xef\xbb\xbfmarked", "marked"),
        (b"a\r\nb\0c", "a\r\nb\0c"),
    ],
)
def test_a_single_dash_stands_for_standard_input_in_utf_8(data: bytes, text: str, standard_input) -> None:
    standard_input(data)
    assert joined(["-"]) == text


@pytest.mark.parametrize(("data", "place"), [(b"caf\xe9", 4), ("café".encode("utf-16"), 1), (b"\xed\xa0\x80", 1)])
def test_input_that_is_not_utf_8_is_refused_with_the_place(data: bytes, place: int, standard_input) -> None:
    standard_input(data)
    with pytest.raises(UsageError, match=rf"^standard input is not UTF-8 \(byte {place}\)$") as refused:
        joined(["-"])
    assert refused.value.hint == "convert it, for example with iconv"


def test_input_without_end_is_not_read_to_the_end(standard_input, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inputs, "_MOST_BYTES", 1000)
    standard_input(b"x" * 1000)
    assert joined(["-"]) == "x" * 1000
    standard_input(b"x" * 5000)
    with pytest.raises(UsageError, match=r"^standard input is longer than 1,000 bytes$"):
        joined(["-"])
    assert len(sys.stdin.buffer.read()) == 5000 - 1001


def test_a_process_without_standard_input_reads_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert joined(["-"]) == ""


def test_input_that_cannot_be_read_is_a_usage_error(monkeypatch: pytest.MonkeyPatch) -> None:
    class Folder(BytesIO):
        def read(self, _: int | None = -1) -> bytes:
            raise IsADirectoryError(21, "Is a directory")

    monkeypatch.setattr(sys, "stdin", TextIOWrapper(Folder()))
    with pytest.raises(UsageError, match=r"^standard input cannot be read: Is a directory$"):
        joined(["-"])


def test_a_memory_is_stored_from_standard_input(hippo: Hippo, standard_input) -> None:
    standard_input("the valve — opens\nto the left\n".encode())
    assert hippo.json("remember", "-")["memory"]["text"] == "the valve — opens\nto the left"


# --- degrees of confidence -------------------------------------------------------------------


def test_of_the_degrees_of_confidence_one_is_chosen_or_none() -> None:
    assert chosen_confidence({"verified": False, "observed": False, "inferred": False}) is None
    for name in ("verified", "observed", "inferred"):
        assert chosen_confidence({"verified": False, "observed": False, "inferred": False, name: True}) == Confidence(
            name
        )


def test_two_degrees_of_confidence_exclude_each_other() -> None:
    with pytest.raises(UsageError, match=r"^--verified and --inferred exclude each other$"):
        chosen_confidence({"verified": True, "observed": False, "inferred": True})
    assert {option.name for option in inputs.confidence_options("You saw it.")} == {"verified", "observed", "inferred"}


# --- waits and moments -----------------------------------------------------------------------


def test_waits_and_moments_are_options() -> None:
    assert inputs.wait("--if-due", "if_due", "Only then.").read is read_wait
    assert inputs.moment("--since", "since_when", "Only since.").read is read_moment
