"""The values in a text: numbers with their units and bounds, ports, versions, times, settings, and names of things."""

from __future__ import annotations

from hippo.core.consolidation.bounds import comparator
from hippo.core.consolidation.lexicon import units
from hippo.core.consolidation.numbered import AFTER_NUMBER, name_of
from hippo.core.consolidation.values import Value, ValueKind
from hippo.core.lazy_pattern import lazily
from hippo.core.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hippo.core.consolidation.tokens import Token

    Reader = Callable[[Sequence[Token], int], Value | None]

_WORDS = {
    word: float(number)
    for number, words in enumerate("zero,one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve".split(","))
    for word in words.split()
} | {
    "once": 1.0,
    "twice": 2.0,
    "thrice": 3.0,
    "dozen": 12.0,
    "thirteen": 13.0,
    "fourteen": 14.0,
    "fifteen": 15.0,
    "sixteen": 16.0,
    "eighteen": 18.0,
    "twenty": 20.0,
    "thirty": 30.0,
}
_WORDS |= {"forty": 40.0, "fifty": 50.0, "sixty": 60.0, "ninety": 90.0, "hundred": 100.0, "thousand": 1000.0}
_RHYTHMS = {"hourly": "hour", "daily": "day", "weekly": "week", "monthly": "month", "yearly": "year"}
_CLOCK_WORDS = {"midnight": 0.0, "noon": 43_200.0, "midday": 43_200.0}
_PERIODS = frozenset("second minute hour day week month year".split())
_TIMES = frozenset(("once", "twice", "thrice"))
#: Words after "one" that make it no number.
_NO_COUNT = frozenset("of by or more another thing day way must should can at and to in is".split())
#: Words before "one" that make it a pronoun: the new one.
_BEFORE_PRONOUN = frozenset(
    "new old this that each which only other right wrong first last same another the any every".split()
)
_DIGITS = lazily(r"\d+")
_PER = frozenset(("per", "/", "a", "every"))


def read_values(found: Sequence[Token]) -> tuple[tuple[Value, ...], frozenset[int]]:
    """The values of a text, and the places of the words they take up: units, "at most", the "never" of "never more"."""
    values: list[Value] = []
    spent: set[int] = set()
    for at, token in enumerate(found):
        read = _READERS.get(token.kind)
        one = read(found, at) if read and at not in spent else None
        if one is not None:
            sign, words = comparator(found, at)
            values.append(replace(one, comparator=sign, at=at))
            spent |= words
            spent |= set(range(at + (token.kind != "word"), at + one.length)) | (
                {at} if token.kind == "word" else set()
            )
    return tuple(values), frozenset(spent)


def _number(found: Sequence[Token], at: int) -> Value | None:
    text = found[at].text
    digits = text.replace(",", "").replace("_", "")
    if name := name_of(found, at):
        return _of_named(name, text, float(digits))
    following = at + 1
    unit_name = ""
    if following < len(found) and found[following].kind in ("word", "unit"):
        name = found[following].text.lower()
        if name == "k":
            return Value(
                kind=ValueKind.NUMBER,
                amount=float(digits) * 1000,
                unit=_counted(found, at + 2),
                text=f"{text}k",
                length=2,
            )
        if name in units():
            unit_name, following = name, following + 1
            text += f" {found[at + 1].text}" if len(name) > 2 else found[at + 1].text
    return _measured(found, at, float(digits), unit_name=unit_name, text=text)


def _measured(found: Sequence[Token], at: int, amount: float, *, unit_name: str, text: str) -> Value:
    """The value of a number whose unit, if it has one, is the next token."""
    unit = units().get(unit_name)
    following = at + 1 + bool(unit)
    if per := _rate(found, following):
        seconds, tail, length = per
        dimension = f"{unit.dimension} rate" if unit else "rate"
        scaled = round(amount * (unit.factor if unit else 1.0) / seconds, 9)
        whole = following - at + length
        return Value(kind=ValueKind.NUMBER, amount=scaled, unit=dimension, text=text + tail, length=whole)
    if unit:
        scaled = round(amount * unit.factor, 9)
        return Value(kind=ValueKind.NUMBER, amount=scaled, unit=unit.dimension, text=text, length=following - at)
    counted = _counted(found, following)
    if counted in ("rps", "qps"):
        return Value(kind=ValueKind.NUMBER, amount=amount, unit="rate", text=f"{text} {counted}", length=2)
    return Value(kind=ValueKind.NUMBER, amount=amount, unit=counted, text=text)


def _rate(found: Sequence[Token], at: int) -> tuple[float, str, int] | None:
    """`/min`, `per minute`, `requests per minute`: seconds of the period, how it was written, tokens it takes."""
    for place in (at, at + 1):
        if place + 1 < len(found) and found[place].text.lower() in _PER:
            period = units().get(found[place + 1].text.lower())
            if period is not None and period.dimension == "duration":
                slash = found[place].text == "/"
                joint = "/" if slash else f" {found[place].text} "
                return period.factor, f"{joint}{found[place + 1].text}", place + 2 - at
        if place < len(found) and found[place].kind != "word":
            return None
    return None


def _counted(found: Sequence[Token], at: int) -> str:
    """The stem of what is counted: the noun after a number."""
    if (
        at + 1 < len(found)
        and found[at].text.lower() in ("or", "to", "and", "-", "–")
        and found[at + 1].kind == "number"
    ):
        at += 2
    if at < len(found) and found[at].kind == "word" and found[at].text.lower() not in AFTER_NUMBER:
        return found[at].stem
    return ""


def _of_named(name: str, text: str, amount: float) -> Value:
    if name == "port":
        return Value(kind=ValueKind.PORT, amount=amount, text=text)
    if name.endswith(" number"):
        return Value(kind=ValueKind.NAME, amount=f"{name.removesuffix(' number')} {text}", text=text)
    return Value(kind=ValueKind.VERSION, amount=_version(text), unit="" if name == "version" else name, text=text)


def _version(text: str) -> str:
    return text.lower().removeprefix("v").rstrip(".")


def _in_words(found: Sequence[Token], at: int) -> Value | None:
    lowered = found[at].text.lower()
    if found[at].quoted:
        return None
    if lowered in ("every", "each") and at + 1 < len(found) and found[at + 1].text.lower() in _PERIODS:
        name = found[at + 1].text.lower()
        period = units()[name].factor
        return Value(kind=ValueKind.NUMBER, amount=period, unit="duration", text=f"{lowered} {name}", length=2)
    if (rhythm := _RHYTHMS.get(lowered)) is not None and _counted(found, at + 1) == "":
        return Value(kind=ValueKind.NUMBER, amount=units()[rhythm].factor, unit="duration", text=lowered)
    if lowered in _CLOCK_WORDS:
        return Value(kind=ValueKind.TIME, amount=_CLOCK_WORDS[lowered], text=lowered)
    if lowered == "half" and (unit := _half_of(found, at)):
        return Value(
            kind=ValueKind.NUMBER,
            amount=units()[unit].factor / 2,
            unit=units()[unit].dimension,
            text=f"half a {unit}",
            length=3,
        )
    amount = _WORDS.get(lowered)
    if amount is None:
        return None
    following = found[at + 1].text.lower() if at + 1 < len(found) and found[at + 1].kind == "word" else ""
    if lowered in _TIMES:
        is_count = not found[at].condition or lowered != "once"
        return Value(kind=ValueKind.NUMBER, amount=amount, unit="time", text=lowered) if is_count else None
    if lowered in ("one", "hundred", "thousand", "zero") and (not following or following in _NO_COUNT):
        return None
    if lowered == "one" and at and found[at - 1].text.lower() in _BEFORE_PRONOUN:
        return None
    unit = following if following in units() else ""
    return _measured(found, at, amount, unit_name=unit, text=f"{lowered} {following}".strip())


def _half_of(found: Sequence[Token], at: int) -> str:
    """The unit in "half an hour"."""
    if at + 2 < len(found) and found[at + 1].text.lower() in ("a", "an") and found[at + 2].text.lower() in units():
        return found[at + 2].text.lower()
    return ""


def _clock(found: Sequence[Token], at: int) -> Value:
    text = found[at].text
    hours, minutes, seconds = ([float(digits) for digits in _DIGITS().findall(text)] + [0.0, 0.0])[:3]
    if "p" in text.lower() and hours < 12:
        hours += 12
    return Value(kind=ValueKind.TIME, amount=hours * 3600 + minutes * 60 + seconds, text=text)


def _setting(found: Sequence[Token], at: int) -> Value:
    key, _, content = found[at].text.partition("=")
    return Value(kind=ValueKind.SETTING, amount=content.strip("\"'").lower(), unit=key, text=found[at].text)


def _port(found: Sequence[Token], at: int) -> Value:
    return Value(kind=ValueKind.PORT, amount=float(found[at].text.rpartition(":")[2]), text=found[at].text)


def _text_value(kind: ValueKind) -> Reader:
    def read(found: Sequence[Token], at: int) -> Value | None:
        text = found[at].text
        amount = _version(text) if kind is ValueKind.VERSION else text.rstrip("/") or text
        return Value(kind=kind, amount=amount, text=text)

    return read


_READERS: dict[str, Reader] = {
    "number": _number,
    "word": _in_words,
    "time": _clock,
    "setting": _setting,
    "port": _port,
    "host": _text_value(ValueKind.URL),
    "date": _text_value(ValueKind.DATE),
    "version": _text_value(ValueKind.VERSION),
    "flag": _text_value(ValueKind.FLAG),
    "path": _text_value(ValueKind.PATH),
    "file": _text_value(ValueKind.PATH),
    "url": _text_value(ValueKind.URL),
    "call": _text_value(ValueKind.NAME),
    "name": _text_value(ValueKind.NAME),
}
