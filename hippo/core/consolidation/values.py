"""Typed values in base units, with what they are compared by: 60 s is 1 min, "never more than 2" is at most 2."""

from __future__ import annotations

import re
from enum import StrEnum

from hippo.core.consolidation.lexicon import units
from hippo.core.value import replace, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hippo.core.consolidation.tokens import Token


class ValueKind(StrEnum):
    """Sorts of values; the text of each is how a person calls it."""

    NUMBER = "number"
    PORT = "port"
    VERSION = "version"
    TIME = "time"
    DATE = "date"
    SETTING = "setting"
    FLAG = "flag"
    PATH = "path"
    URL = "address"
    NAME = "name"


#: Values that are compared by amount; the others name things.
MEASURED = frozenset((ValueKind.NUMBER, ValueKind.PORT, ValueKind.VERSION, ValueKind.TIME, ValueKind.DATE, ValueKind.SETTING))

_WORDS = {
    word: float(number)
    for number, words in enumerate("zero,one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve".split(","))
    for word in words.split()
} | {"once": 1.0, "twice": 2.0, "thrice": 3.0, "dozen": 12.0, "fifteen": 15.0, "twenty": 20.0, "thirty": 30.0}
_WORDS |= {"forty": 40.0, "fifty": 50.0, "sixty": 60.0, "ninety": 90.0, "hundred": 100.0, "thousand": 1000.0}
_RHYTHMS = {"hourly": "hour", "daily": "day", "weekly": "week", "monthly": "month", "yearly": "year"}
_CLOCK_WORDS = {"midnight": 0.0, "noon": 43_200.0, "midday": 43_200.0}
_PERIODS = frozenset("second minute hour day week month year".split())
_TIMES = frozenset(("once", "twice", "thrice"))
#: Words after "one" that make it no number.
_NO_COUNT = frozenset("of by or more another thing day way must should can at and to in is".split())
#: Words before "one" that make it a pronoun: the new one.
_BEFORE_PRONOUN = frozenset("new old this that each which only other right wrong first last same another the any every".split())
_CLOCK = re.compile(r"(\d{1,2})(?::(\d\d))?(?::(\d\d))?\s?([ap])?", re.IGNORECASE)
_PER = frozenset(("per", "/", "a", "every"))
_AT_LEAST = re.compile(
    r"(?:at least|minimum(?: of)?|min(?: of)?|no (?:less|fewer) than|not (?:less|fewer) than|or (?:more|newer|later|higher)"
    r"|from|>=|≥|starting at|and (?:later|newer|above|up|higher))$"
)
_AT_MOST = re.compile(
    r"(?:at most|up to|maximum(?: of)?|max(?: of)?|no (?:more|later|longer|greater) than|not (?:more|exceed)(?: than)?"
    r"|never (?:exceed|more than)|within|<=|≤)$"
)
_ABOVE = re.compile(r"(?:more than|above|over|exceeds?|exceeding|beyond|greater than|older than|longer than|larger than"
                    r"|bigger than|higher than|newer than|>)$")
_BELOW = re.compile(r"(?:less than|fewer than|below|under|younger than|shorter than|smaller than|lower than|older than version|<)$")
_OR_MORE = re.compile(r"(?:or|and) (?:more|newer|later|higher|above|up|over|longer|older)\b")
_OR_LESS = re.compile(r"(?:or|and) (?:less|fewer|older|lower|below|earlier|under|shorter)\b")


@value
class Value:
    """A value in a text: `amount` in base units of `unit` (a dimension, or the stem of what is counted).

    `comparator` is `=`, `<`, `<=`, `>` or `>=`; `at` the place of its token, `length` how many tokens it takes.
    """

    kind: ValueKind
    amount: float | str
    unit: str = ""
    comparator: str = "="
    text: str = ""
    at: int = 0
    length: int = 1

    @property
    def key(self) -> tuple[str, float | str, str]:
        """What makes two values one, whatever their notation."""
        return (self.kind, self.amount, self.unit)


def same(one: Value, other: Value) -> bool:
    """Whether two values say one thing: 60 s and 1 min, `at most 5` and `5`; a unit may be left out."""
    if one.kind is not other.kind or one.amount != other.amount:
        return False
    if one.unit != other.unit and one.unit and other.unit:
        return False
    return one.comparator == other.comparator or {one.comparator, other.comparator} in _LOOSELY


_LOOSELY = ({"=", "<="}, {"=", ">="})


def exclude(one: Value, other: Value) -> bool:
    """Whether both values cannot be had by one thing at one time."""
    if one.kind is not other.kind or (one.unit and other.unit and one.unit != other.unit) or one.amount == other.amount:
        return False
    if isinstance(one.amount, str) or isinstance(other.amount, str):
        return isinstance(one.amount, str) and isinstance(other.amount, str)
    if one.unit != other.unit and {one.unit, other.unit} & {"duration", "size", "share", "rate", "frequency"}:
        return False
    if one.comparator[0] == other.comparator[0]:
        return True
    return not (_admits(one, other.amount) or _admits(other, one.amount))


def _admits(bound: Value, amount: float) -> bool:
    limit = bound.amount
    assert isinstance(limit, float)
    return {"<": amount < limit, "<=": amount <= limit, ">": amount > limit, ">=": amount >= limit}.get(bound.comparator, False)


def read_values(found: Sequence[Token]) -> tuple[tuple[Value, ...], frozenset[int]]:
    """The values of a text, and the places of the words they take up: units, "at most", the "never" of "never more"."""
    values: list[Value] = []
    spent: set[int] = set()
    for at, token in enumerate(found):
        read = _READERS.get(token.kind)
        one = read(found, at) if read and at not in spent else None
        if one is not None:
            comparator, words = _comparator(found, at)
            values.append(replace(one, comparator=comparator, at=at))
            spent |= words
            spent |= set(range(at + (token.kind != "word"), at + one.length)) | ({at} if token.kind == "word" else set())
    return tuple(values), frozenset(spent)


def _comparator(found: Sequence[Token], at: int) -> tuple[str, set[int]]:
    """What a number is compared by, and the places of the words that say so."""
    if found[at].kind not in ("number", "word", "version", "name"):
        return "=", set()
    first = max(0, at - 3)
    before = " ".join(token.text.lower() for token in found[first:at])
    sign, words = "=", 0
    for pattern, meaning in ((_AT_LEAST, ">="), (_AT_MOST, "<="), (_BELOW, "<"), (_ABOVE, ">")):
        if matched := pattern.search(before):
            sign, words = meaning, len(matched[0].split())
            break
    if sign == "=" or before.endswith("from"):
        after = " ".join(token.text.lower() for token in found[at + 1 : at + 5])
        sign = _bound_after(after) or _bound_after(after.partition(" ")[2]) or "="
    places = set(range(at - words, at)) if sign != "=" else set()
    negators = {
        place
        for place in range(max(0, at - 6), at)
        if found[place].clause == found[at].clause and found[place].stem in ("never", "not", "no")
    }
    if sign in ("<", ">") and negators:
        return {"<": ">=", ">": "<="}[sign], places | negators
    return sign, places


def _bound_after(text: str) -> str:
    return ">=" if _OR_MORE.match(text) else "<=" if _OR_LESS.match(text) else ""


def _number(found: Sequence[Token], at: int) -> Value | None:
    text = found[at].text
    digits = text.replace(",", "").replace("_", "")
    if name := _named(found, at):
        return _of_named(name, text, float(digits))
    following = at + 1
    unit_name = ""
    if following < len(found) and found[following].kind in ("word", "unit"):
        name = found[following].text.lower()
        if name == "k":
            return Value(
                kind=ValueKind.NUMBER, amount=float(digits) * 1000, unit=_counted(found, at + 2), text=f"{text}k", length=2
            )
        if name in units():
            unit_name, following = name, following + 1
            text += f" {found[at + 1].text}" if len(name) > 2 else found[at + 1].text
    return _measured(found, at, following, float(digits), unit_name, text)


def _measured(
    found: Sequence[Token], at: int, following: int, amount: float, unit_name: str, text: str
) -> Value:
    """The value of a number whose unit, if it has one, ends before the place `following`."""
    unit = units().get(unit_name)
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
    if at + 1 < len(found) and found[at].text.lower() in ("or", "to", "and", "-", "–") and found[at + 1].kind == "number":
        at += 2
    if at < len(found) and found[at].kind == "word" and found[at].text.lower() not in _AFTER_NUMBER:
        return found[at].stem
    return ""


_AFTER_NUMBER = frozenset(
    "in on at for of to by with from and or is are was per before after when if unless until while as than the a an each"
    " or now not but because so instead since via only again later ago then".split()
)
#: Words before a number that are no product's name though they begin with a capital letter.
_NO_PRODUCT = frozenset("the a an in on at for of to by with from and or is are use at most least step table chapter".split())


def _named(found: Sequence[Token], at: int) -> str:
    """The product whose version a number is: `Python 3.8`, `Node 18`, `release 5.0`, `protobuf 3.20`; else nothing."""
    if at == 0 or found[at - 1].kind not in ("word", "name"):
        return ""
    before = found[at - 1]
    lowered = before.text.lower()
    if lowered in ("port", "ports") or (lowered == "on" and at >= 2 and found[at - 2].stem in ("listen", "bind")):
        return "port"
    if lowered in _NUMBERED:
        return f"{before.stem} number"
    if lowered in ("version", "release", "v"):
        return "version"
    if lowered in _NO_PRODUCT or lowered in units():
        return ""
    capital = before.text[0].isupper() and at >= 2 and found[at - 2].kind != "stop"
    following = found[at + 1].text.lower() if at + 1 < len(found) else ""
    if following in units() or following in ("/", "k"):
        return ""
    is_decimal = "." in found[at].text
    plain = following in _AFTER_NUMBER or not following or not found[at + 1].kind == "word"
    if is_decimal and before.stem not in _MEASURES:
        return before.stem
    if before.text[0].isupper() and before.stem not in _MEASURES and (capital or plain or at == 1) and plain:
        return before.stem
    return ""


#: Things that are told apart by number: shard 3 is another than shard 5.
_NUMBERED = frozenset(
    "step phase stage worker shard task job chapter section line page issue case column level tier part round sprint"
    " iteration attempt batch partition instance host room floor question figure option rule table appendix slot lane".split()
)
_MEASURES = frozenset(
    "is limit timeout size count max min equal be are to of at by than about least most exceed level ratio factor rate"
    " set weight score threshold was cost take with default from within use".split()
)


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
    if (rhythm := _RHYTHMS.get(lowered)) is not None:
        return Value(kind=ValueKind.NUMBER, amount=units()[rhythm].factor, unit="duration", text=lowered)
    if lowered in _CLOCK_WORDS:
        return Value(kind=ValueKind.TIME, amount=_CLOCK_WORDS[lowered], text=lowered)
    if lowered == "half" and (unit := _half_of(found, at)):
        return Value(
            kind=ValueKind.NUMBER, amount=units()[unit].factor / 2, unit=units()[unit].dimension, text=f"half a {unit}", length=3
        )
    amount = _WORDS.get(lowered)
    if amount is None:
        return None
    following = found[at + 1].text.lower() if at + 1 < len(found) and found[at + 1].kind == "word" else ""
    if lowered in _TIMES:
        return Value(kind=ValueKind.NUMBER, amount=amount, unit="time", text=lowered) if lowered != "once" else None
    if lowered in ("one", "hundred", "thousand", "zero") and (not following or following in _NO_COUNT):
        return None
    if lowered == "one" and at and found[at - 1].text.lower() in _BEFORE_PRONOUN:
        return None
    unit = following if following in units() else ""
    return _measured(found, at, at + 2 if unit else at + 1, amount, unit, f"{lowered} {following}".strip())


def _half_of(found: Sequence[Token], at: int) -> str:
    """The unit in "half an hour"."""
    if at + 2 < len(found) and found[at + 1].text.lower() in ("a", "an") and found[at + 2].text.lower() in units():
        return found[at + 2].text.lower()
    return ""


def _clock(found: Sequence[Token], at: int) -> Value | None:
    matched = _CLOCK.match(found[at].text)
    if matched is None:
        return None
    hours, minutes, seconds = (float(matched[group] or 0) for group in (1, 2, 3))
    if (matched[4] or "").lower() == "p" and hours < 12:
        hours += 12
    return Value(kind=ValueKind.TIME, amount=hours * 3600 + minutes * 60 + seconds, text=found[at].text)


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


if TYPE_CHECKING:
    from collections.abc import Callable

    Reader = Callable[[Sequence[Token], int], Value | None]

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
