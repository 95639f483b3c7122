"""A value is what a frozen, keyword-only dataclass with slots is."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from typing import Any
from unittest.mock import ANY

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core.value import fields_of, replace, value


@value
class Point:
    """A place."""

    x: float
    y: float = 0.0
    tags: tuple[str, ...] = ()

    @property
    def length(self) -> float:
        return abs(self.x) + abs(self.y)


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class Reference:
    x: float
    y: float = 0.0
    tags: tuple[str, ...] = ()


@value
class Odd:
    """Fields named like what the functions themselves use."""

    self: int
    instance: int
    cls: int = 3


@value
class Empty:
    pass


class Outer:
    @value
    class Inner:
        x: int


contents = st.fixed_dictionaries(
    {"x": st.floats()}, optional={"y": st.floats(), "tags": st.lists(st.text(max_size=3), max_size=3).map(tuple)}
)


@given(contents)
def test_fields_and_defaults_are_those_of_a_dataclass(given_fields: dict[str, Any]) -> None:
    ours, theirs = Point(**given_fields), Reference(**given_fields)
    assert repr(dict(fields_of(ours))) == repr(dataclasses.asdict(theirs))
    assert repr(ours) == repr(theirs).replace("Reference", "Point")


@given(contents, contents)
def test_equality_is_that_of_a_dataclass_and_equals_have_one_hash(one: dict[str, Any], other: dict[str, Any]) -> None:
    for first, second in ((one, other), (one, one)):
        ours = Point(**first), Point(**second)
        theirs = Reference(**first), Reference(**second)
        assert (ours[0] == ours[1]) == (theirs[0] == theirs[1])
        assert ours[0] != ours[1] or hash(ours[0]) == hash(ours[1])


@given(contents)
def test_a_copy_by_any_way_is_the_same_value(given_fields: dict[str, Any]) -> None:
    point = Point(**given_fields)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert repr(pickle.loads(pickle.dumps(point, protocol))) == repr(point)
    assert copy.copy(point) == point
    assert repr(copy.deepcopy(point)) == repr(point)


@given(contents, contents)
def test_replace_changes_what_it_is_told_and_nothing_else(before: dict[str, Any], changes: dict[str, Any]) -> None:
    point = Point(**before)
    assert repr(replace(point, **changes)) == repr(Point(**{**before, **changes}))
    assert replace(point) == point
    assert repr(point) == repr(Point(**before))


def test_a_missing_field_and_an_unknown_one_are_both_named() -> None:
    with pytest.raises(TypeError, match=r"^Point needs x$"):
        Point()
    with pytest.raises(TypeError, match=r"^Point has no z$"):
        Point(x=1, z=2)
    with pytest.raises(TypeError, match=r"^Point needs x and has no w, z$"):
        Point(z=1, w=2)
    with pytest.raises(TypeError, match=r"^Point has no z$"):
        Point(x=1, y=2, z=3)
    with pytest.raises(TypeError, match=r"^Point has no z$"):
        replace(Point(x=1), z=2)
    with pytest.raises(TypeError):
        Point(1)


def test_nothing_of_a_value_can_be_set_or_deleted() -> None:
    point = Point(x=1)
    for name in ("x", "tags", "length", "unknown"):
        with pytest.raises(AttributeError, match=rf"^Point\.{name} cannot be changed; use replace\(\)$"):
            setattr(point, name, 2)
        with pytest.raises(AttributeError, match="cannot be changed"):
            delattr(point, name)
    assert point == Point(x=1)
    assert not hasattr(point, "__dict__")


def test_values_of_different_classes_are_different_also_with_the_same_fields() -> None:
    assert Point(x=1) != Reference(x=1)
    assert Point(x=1) != (1, 0.0, ())
    assert Point(x=1) == ANY
    assert hash(Outer.Inner(x=1)) != hash(Point(x=1))
    assert len({Point(x=1), Point(x=1.0), Point(x=2)}) == 2


def test_a_value_that_holds_something_unhashable_compares_but_has_no_hash() -> None:
    point = Point(x=1, tags=[])
    assert point == Point(x=1, tags=[])
    with pytest.raises(TypeError, match="unhashable"):
        hash(point)


def test_properties_docstring_and_name_of_the_class_stay() -> None:
    assert Point(x=-3, y=4).length == 7
    assert (Point.__doc__, Point.__name__, Point.__module__) == ("A place.", "Point", __name__)
    assert repr(Outer.Inner(x=1)) == "Outer.Inner(x=1)"
    assert pickle.loads(pickle.dumps(Outer.Inner(x=1))) == Outer.Inner(x=1)


def test_any_field_name_is_fine_and_no_field_is_too() -> None:
    odd = Odd(self=1, instance=2)
    assert replace(odd, self=5, instance=6) == Odd(self=5, instance=6, cls=3)
    assert Empty() == Empty()
    assert repr(Empty()) == "Empty()"


def test_a_value_cannot_be_taken_apart_by_position() -> None:
    match Point(x=1):
        case Point(x=x, y=y):
            assert (x, y) == (1, 0.0)
    assert Point.__match_args__ == ()
