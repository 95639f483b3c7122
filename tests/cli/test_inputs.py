"""What people type."""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta
from io import BytesIO, TextIOWrapper

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.cli import inputs
from hippo.cli.inputs import chosen_confidence, joined, read_moment, read_wait, since
from hippo.core.memory import Confidence
from hippo.errors import UsageError
from tests.support import NOON, Hippo, at


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


# --- waits and moments -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "wait"),
    [
        ("0", timedelta()),
        ("7", timedelta(days=7)),
        ("12h", timedelta(hours=12)),
        ("1D", timedelta(days=1)),
        ("2w", timedelta(days=14)),
        ("6m", timedelta(days=6 * 30.4375)),
        ("1y", timedelta(days=365.25)),
        ("999999y", timedelta(days=365_000)),
    ],
)
def test_a_wait_is_a_number_of_days_or_has_a_unit(typed: str, wait: timedelta) -> None:
    assert read_wait(typed) == read_moment(typed) == wait


@pytest.mark.parametrize(
    "typed", ["", "d", "-1d", "1.5d", "1 d", "1dd", "7s", "７d", "1000000", "d7", "İ", "\ud800", "x" * 9999]
)
def test_what_is_no_wait_is_refused_in_one_short_line(typed: str) -> None:
    with pytest.raises(ValueError, match=r" is not a wait such as 12h, 7d or 2w$") as refused:
        read_wait(typed)
    assert len(str(refused.value)) < 150


@pytest.mark.parametrize(
    ("typed", "moment"),
    [
        ("2031-03-03", datetime(2031, 3, 3, tzinfo=UTC)),
        ("2031-03-03T12:00:00Z", NOON),
        ("2031-03-03T14:00+02:00", NOON),
    ],
)
def test_a_moment_is_a_date_or_a_time(typed: str, moment: datetime) -> None:
    assert read_moment(typed) == moment


@pytest.mark.parametrize("typed", ["", "yesterday", "2031-02-30", "-7d", "12:00", "0001-01-01T00:00+01:00", "x" * 9999])
def test_what_is_neither_a_moment_nor_a_wait_is_refused_in_one_short_line(typed: str) -> None:
    with pytest.raises(ValueError, match=r" is neither a date such as 2026-11-30 nor a wait such as 7d$") as refused:
        read_moment(typed)
    assert len(str(refused.value)) < 160


@given(st.integers(0, 999_999), st.sampled_from(["", "h", "d", "w", "m", "y"]))
def test_every_wait_leads_to_a_moment_within_the_calendar(count: int, unit: str) -> None:
    wait = read_wait(f"{count}{unit}")
    assert timedelta() <= wait <= timedelta(days=365_000)
    for now in (datetime(1970, 1, 1, tzinfo=UTC), datetime(2999, 12, 31, tzinfo=UTC)):
        assert since(wait, now) == now - wait


def test_waits_and_moments_are_options() -> None:
    assert inputs.wait("--if-due", "if_due", "Only then.").read is read_wait
    assert inputs.moment("--since", "since_when", "Only since.").read is read_moment


def test_a_moment_means_itself_and_a_wait_so_long_before_now() -> None:
    assert since(None, NOON) is None
    assert since(at(days=-3), NOON) == at(days=-3)
    assert since(timedelta(days=3), NOON) == at(days=-3)


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
