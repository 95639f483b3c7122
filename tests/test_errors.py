"""What can go wrong, and the exit status of each kind."""

from __future__ import annotations

import errno
from collections.abc import Iterator

import pytest

from hippo import errors
from hippo.errors import HippoError


def kinds(above: type[HippoError] = HippoError) -> Iterator[type[HippoError]]:
    for kind in above.__subclasses__():
        if kind.__module__ == errors.__name__:
            yield kind
            yield from kinds(kind)


STATUSES = {
    "UsageError": ("usage", 2),
    "NotFound": ("not-found", 3),
    "MemoryNotFound": ("memory-not-found", 3),
    "AmbiguousId": ("ambiguous-id", 3),
    "Refused": ("refused", 4),
    "StoreError": ("store-unusable", 5),
    "SystemTrouble": ("system", 5),
    "NoStore": ("no-store", 5),
    "NewerStore": ("newer-store", 5),
    "PartlyDone": ("done-in-part", 6),
    "Busy": ("busy", 75),
    "Interrupted": ("interrupted", 130),
}


def test_codes_and_statuses_are_an_interface() -> None:
    assert {kind.__name__: (kind.code, kind.exit_code) for kind in kinds()} == STATUSES


def test_no_two_kinds_have_one_code_and_every_kind_says_what_it_is() -> None:
    assert len({kind.code for kind in kinds()}) == len(STATUSES)
    assert all(kind.__doc__ for kind in kinds())


@pytest.mark.parametrize(
    ("error", "message", "hint"),
    [
        (errors.MemoryNotFound("mem_12"), "no memory has the id 'mem_12'", "see `hippo list --all` for the ids"),
        (
            errors.AmbiguousId("mem_12", ("mem_12a", "mem_12b")),
            "'mem_12' is the beginning of several ids: mem_12a, mem_12b",
            "type a few more characters",
        ),
        (
            errors.NoStore("/home/me"),
            "no hippo store in /home/me or above it",
            "run `hippo init` in your project first",
        ),
        (
            errors.NewerStore(".hippo/hippo.db", found=9, known=2),
            ".hippo/hippo.db has schema 9, this hippo knows schemas up to 2",
            "upgrade hippo; nothing was written",
        ),
        (
            errors.Busy(".hippo/hippo.db"),
            "the store .hippo/hippo.db is busy: another process is writing",
            "try again in a moment",
        ),
        (
            errors.SystemTrouble(OSError(errno.ENOSPC, "No space left on device", "/x/hippo.db")),
            "No space left on device: /x/hippo.db",
            "check the room on the disk and the rights",
        ),
        (
            errors.SystemTrouble(OSError("cannot seek")),
            "cannot seek",
            "check the room on the disk and the rights",
        ),
    ],
)
def test_a_message_says_what_happened_and_the_hint_what_to_do(error: HippoError, message: str, hint: str) -> None:
    assert (error.message, error.hint, str(error)) == (message, hint, message)


def test_details_go_with_an_error_for_programs() -> None:
    assert errors.AmbiguousId("mem_12", ("mem_12a", "mem_12b")).details == {"candidates": ["mem_12a", "mem_12b"]}
    assert errors.Refused("too long", size_bytes=9).details == {"size_bytes": 9}
    assert errors.Refused("no").hint == ""


@pytest.mark.parametrize("error", [errors.MemoryNotFound("x" * 10**6), errors.AmbiguousId("x" * 10**6, ("a",))])
def test_what_was_typed_is_never_repeated_at_length(error: HippoError) -> None:
    assert len(error.message) < 200


@pytest.mark.parametrize(
    ("text", "short"), [("", ""), ("x" * 80, "x" * 80), ("x" * 81, "x" * 79 + "…"), ("x" * 999, "x" * 79 + "…")]
)
def test_a_long_text_is_shortened_to_the_limit_with_a_mark(text: str, short: str) -> None:
    assert errors.shortened(text) == short
    assert len(errors.shortened(text, 10)) <= 10
