"""The one place that reads the clock."""

from __future__ import annotations

import os
from datetime import UTC, datetime

from hippo.errors import UsageError, shortened

VARIABLE = "HIPPO_NOW"
#: The years that now may be in (chosen: a thousand years of waits before and after stay within the calendar).
YEARS = range(1970, 3000)


def now() -> datetime:
    """This moment in UTC to the millisecond, or the one that HIPPO_NOW names (tests, simulation)."""
    named = os.environ.get(VARIABLE, "")
    if not named:
        return in_milliseconds(datetime.now(UTC))
    try:
        moment = in_milliseconds(parse(named))
    except ValueError:
        raise UsageError(
            f"{VARIABLE} is not a time: {shortened(named)!r}", hint="write it like 2026-11-30T12:00:00Z"
        ) from None
    if moment.year not in YEARS:
        raise UsageError(f"{VARIABLE} is not between the years {YEARS[0]} and {YEARS[-1]}: {shortened(named)!r}")
    return moment


def parse(text: str) -> datetime:
    """A moment from RFC 3339 or a date; one without an offset is taken as UTC.

    Raises ValueError for anything else.
    """
    found = datetime.fromisoformat(text.strip())
    found = found.replace(tzinfo=UTC) if found.tzinfo is None else found
    try:
        return found.astimezone(UTC)
    except OverflowError as error:
        raise ValueError(str(error)) from None


def in_milliseconds(moment: datetime) -> datetime:
    """A moment without what the store does not keep of it."""
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


def rfc3339(moment: datetime) -> str:
    """A moment as every part of hippo writes it: `2026-11-30T12:00:00Z`, milliseconds only if there are any."""
    precision = "milliseconds" if moment.microsecond >= 1000 else "seconds"
    return moment.astimezone(UTC).isoformat(timespec=precision).replace("+00:00", "Z")
