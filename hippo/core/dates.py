"""Days, months and years that a text speaks of, as terms that nothing else is taken for.

The 8 of `8 workers` and the may of `it may fail` are no date: a month needs its name, and May a capital letter or a
number beside it. `8 May 2023`, `May 8, 2023` and `2023-05-08` ask for the same day.
"""

from __future__ import annotations

from hippo.core.lazy_pattern import lazily

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NAMED = lazily(
    r"(?i)(?:\b(?P<before>\d\d?)(?:st|nd|rd|th)?\s+(?:of\s+)?)?"
    r"\b(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?"
    r"|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
    r"(?:\s+(?P<after>\d\d?)(?:st|nd|rd|th)?\b(?!:))?(?:,?\s+(?P<year>(?:19|20)\d\d)\b)?",
)
_NUMBERS = lazily(r"\b(?P<year>(?:19|20)\d\d)-(?P<month>\d\d)(?:-(?P<day>\d\d))?(?!\d)")
_YEAR = lazily(r"\b(?:19|20)\d\d\b")


def date_terms(moment: datetime) -> tuple[str, str, str]:
    """The year, the month and the day of the year: `date:2023`, `date:05`, `date:05-08`."""
    return f"date:{moment:%Y}", f"date:{moment:%m}", f"date:{moment:%m-%d}"


def dates_in(text: str) -> tuple[str, ...]:
    """The same of every date that a text names, each once."""
    return tuple(dict.fromkeys((*_named(text), *_in_numbers(text))))


def _named(text: str) -> Iterator[str]:
    lowered = text.lower()
    if not any(month in lowered for month in _MONTHS):
        return
    for found in _NAMED().finditer(text):
        name, day = found["month"], found["before"] or found["after"]
        if name in ("may", "mar", "march") and not (day or found["year"]):
            continue
        month = _MONTHS.index(name[:3].lower()) + 1
        yield f"date:{month:02}"
        if day:
            yield f"date:{month:02}-{int(day):02}"


def _in_numbers(text: str) -> Iterator[str]:
    if "19" not in text and "20" not in text:
        return
    for found in _NUMBERS().finditer(text):
        yield f"date:{found['month']}"
        if found["day"]:
            yield f"date:{found['month']}-{found['day']}"
    yield from (f"date:{year}" for year in _YEAR().findall(text))
