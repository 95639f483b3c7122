"""How numbers and times are written for a person."""

from __future__ import annotations

from hippo.core.decay import SECONDS_PER_DAY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

_CELLS = 5
_STEPS = ((1.0, "second"), (60.0, "minute"), (3600.0, "hour"), (SECONDS_PER_DAY, "day"))
_LONG_STEPS = ((7.0, "week"), (30.4375, "month"), (365.25, "year"))


def bar(share: float) -> str:
    """A share from 0 to 1 as a small bar: ▰▰▰▱▱. Only an exact 0 is empty."""
    full = min(_CELLS, max(int(share > 0), round(share * _CELLS)))
    return "▰" * full + "▱" * (_CELLS - full)


def ago(moment: datetime, now: datetime) -> str:
    """A moment seen from now: `just now`, `3 days ago`, `in 2 weeks`."""
    seconds = (now - moment).total_seconds()
    if abs(seconds) < 10:
        return "just now"
    wait = duration(abs(seconds))
    return f"{wait} ago" if seconds > 0 else f"in {wait}"


def duration(seconds: float) -> str:
    """A wait in its largest fitting unit, rounded down: `3 days`."""
    unit_seconds, name = next(step for step in reversed(_STEPS) if seconds >= step[0] or step[0] == 1.0)
    count = seconds / unit_seconds
    if name == "day":
        for days, longer in _LONG_STEPS:
            if count >= 2 * days:
                name, unit_seconds = longer, days * SECONDS_PER_DAY
        count = seconds / unit_seconds
    return counted(int(count), name)


def counted(count: int, name: str) -> str:
    """A number with its noun: `1 memory`, `2,000 memories`."""
    if count == 1:
        return f"1 {name}"
    plural = f"{name[:-1]}ies" if name.endswith("y") and name[-2:] not in ("ay", "ey", "oy") else f"{name}s"
    return f"{count:,} {plural}"


def size(size_bytes: int) -> str:
    """Bytes in the unit a person would choose: `3.2 MB`."""
    if size_bytes < 1000:
        return counted(size_bytes, "byte")
    steps = ((1e3, "kB"), (1e6, "MB"), (1e9, "GB"))
    unit_bytes, unit = next((step for step in steps if size_bytes < 999.95 * step[0]), steps[-1])
    return f"{size_bytes / unit_bytes:,.1f} {unit}"


def day(moment: datetime) -> str:
    """The date alone: 2026-11-30."""
    return moment.date().isoformat()
