"""Waits and moments as people write them: 12h, 7d, 2w; 2026-11-30, 2026-11-30T12:00:00Z, or so long ago."""

from __future__ import annotations

from datetime import timedelta

from hippo.clock import parse
from hippo.errors import shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

_UNITS = {"h": 1 / 24, "d": 1.0, "w": 7.0, "m": 30.4375, "y": 365.25}
_LONGEST_DAYS = 365_000.0


def read_wait(typed: str) -> timedelta:
    """A wait as people write it.

    Raises ValueError.
    """
    days = _days(typed)
    if days is None:
        raise ValueError(f"{shortened(typed)!r} is not a wait such as 12h, 7d or 2w")
    return timedelta(days=days)


def read_moment(typed: str) -> datetime | timedelta:
    """A date or time in RFC 3339, or a wait: 2026-11-30, 2026-11-30T12:00:00Z, 7d.

    Raises ValueError.
    """
    days = _days(typed)
    if days is not None:
        return timedelta(days=days)
    try:
        return parse(typed)
    except ValueError:
        raise ValueError(f"{shortened(typed)!r} is neither a date such as 2026-11-30 nor a wait such as 7d") from None


def since(when: datetime | timedelta | None, now: datetime) -> datetime | None:
    """The moment that was written, seen from now."""
    return now - when if isinstance(when, timedelta) else when


def _days(text: str) -> float | None:
    number, unit = (text[:-1], text[-1:].lower()) if text[-1:].lower() in _UNITS else (text, "d")
    if not number.isdecimal() or not number.isascii() or len(number) > 6:
        return None
    return min(int(number) * _UNITS[unit], _LONGEST_DAYS)
