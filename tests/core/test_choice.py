"""A choice is what a StrEnum is."""

from __future__ import annotations

import copy
import json
import pickle
from enum import StrEnum
from typing import Any

import pytest

from hippo.core.choice import Choice


class Known(StrEnum):
    """What is copied."""

    ONE = "one"
    TWO = "two"


class Light(Choice):
    """The copy."""

    ONE = "one"
    TWO = "two"


def test_members_are_found_by_their_text_and_are_the_same_each_time() -> None:
    assert Light("one") is Light.ONE
    assert Light(Light.TWO) is Light.TWO
    assert Light("one") is not Light("two")


@pytest.mark.parametrize("text", ["three", "ONE", "", None, 1, []])
def test_what_is_no_member_is_refused_in_the_same_words(text: object) -> None:
    with pytest.raises(ValueError, match=r".") as known:
        Known(text)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r".") as light:
        Light(text)  # type: ignore[arg-type]
    assert str(light.value) == str(known.value).replace("Known", "Light")


def test_a_member_is_its_text() -> None:
    for light, known in zip(Light, Known, strict=True):
        assert (str.__str__(light), light.name, light.value) == (str.__str__(known), known.name, known.value)
        assert (str(light), f"{light:>5}", hash(light)) == (str(known), f"{known:>5}", hash(known))
        assert json.dumps(light) == json.dumps(known)
        assert repr(light) == repr(known).replace("Known", "Light")
        assert type(light.value) is str


def test_a_class_lists_its_members_in_order() -> None:
    assert [*Light] == [*Known]
    words: list[Any] = ["one", Light.ONE, "three"]
    assert (len(Light), [word in Light for word in words]) == (2, [True, True, False])
    by_word: dict[str, int] = {Light.ONE: 1}
    assert by_word["one"] == 1


def test_copies_are_the_same_member() -> None:
    for copied in (copy.copy(Light.ONE), copy.deepcopy(Light.ONE), pickle.loads(pickle.dumps(Light.ONE))):
        assert copied is Light.ONE


def test_methods_and_docstrings_of_the_class_stay() -> None:
    class Told(Choice):
        """What it says."""

        ONE = "one"

        @property
        def loudly(self) -> str:
            """The text in capitals."""
            return self.upper()

    assert (Told.ONE.loudly, Told.__doc__) == ("ONE", "What it says.")
