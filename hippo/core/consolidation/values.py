"""Typed values in base units, with what they are compared by: 60 s is 1 min, "never more than 2" is at most 2."""

from __future__ import annotations

from enum import StrEnum

from hippo.core.value import value


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
MEASURED = frozenset(
    (ValueKind.NUMBER, ValueKind.PORT, ValueKind.VERSION, ValueKind.TIME, ValueKind.DATE, ValueKind.SETTING)
)


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
        return True
    if one.unit != other.unit and {one.unit, other.unit} & {"duration", "size", "share", "rate", "frequency"}:
        return False
    if one.comparator[0] == other.comparator[0]:
        return True
    return not (_admits(one, other.amount) or _admits(other, one.amount))


def _admits(bound: Value, amount: float) -> bool:
    limit = bound.amount
    assert isinstance(limit, float)
    return {"<": amount < limit, "<=": amount <= limit, ">": amount > limit, ">=": amount >= limit}.get(
        bound.comparator, False
    )
