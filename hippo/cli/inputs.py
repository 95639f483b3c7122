"""What people type: words as one text, standard input, moments, layers."""

from __future__ import annotations

import sys
from datetime import timedelta

import click

from hippo.clock import parse
from hippo.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from typing import Any

#: More is read from standard input than any text may have, so that its size can be told, but not without end.
_MOST_BYTES = 16 * 1024 * 1024
_UNITS = {"h": 1 / 24, "d": 1.0, "w": 7.0, "m": 30.4375, "y": 365.25}


def joined(words: Sequence[str]) -> str:
    """The words of an argument as one text; a single `-` stands for standard input.

    Raises UsageError for input that is not UTF-8 or without end.
    """
    if tuple(words) != ("-",):
        return " ".join(words)
    data = sys.stdin.buffer.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise UsageError(f"standard input is longer than {_MOST_BYTES:,} bytes", hint="store it in parts")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(
            f"standard input is not UTF-8 (byte {error.start + 1:,})", hint="convert it, for example with iconv"
        ) from None


class Days(click.ParamType):
    """A wait: a number of days, or with a unit as in 12h, 7d, 2w, 6m, 1y."""

    name = "wait"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> timedelta:
        if isinstance(value, timedelta):
            return value
        days = _days(str(value))
        if days is None:
            self.fail(f"{value!r} is not a wait such as 12h, 7d or 2w.", param, ctx)
        return timedelta(days=days)


class Moment(click.ParamType):
    """A date or time in RFC 3339, or a wait before now: 2026-11-30, 2026-11-30T12:00:00Z, 7d."""

    name = "when"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> datetime | timedelta:
        if not isinstance(value, str):
            return value  # type: ignore[no-any-return]
        days = _days(value)
        if days is not None:
            return timedelta(days=days)
        try:
            return parse(value)
        except ValueError:
            self.fail(f"{value!r} is neither a date such as 2026-11-30 nor a wait such as 7d.", param, ctx)


def since(moment: datetime | timedelta | None, now: datetime) -> datetime | None:
    """The moment that a Moment option means."""
    return now - moment if isinstance(moment, timedelta) else moment


def _days(text: str) -> float | None:
    number, unit = (text[:-1], text[-1:].lower()) if text[-1:].lower() in _UNITS else (text, "d")
    if not number.isdecimal() or not number.isascii() or len(number) > 6:
        return None
    return min(int(number) * _UNITS[unit], 365_000.0)
