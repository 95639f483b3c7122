"""Vectors that cannot be what they are taken for: counted, and removed."""

from __future__ import annotations

import pytest

from hippo.store.store import Store
from tests.store.test_vectors import counts, make, spoil, three

__all__ = ["three"]


def told(store: Store) -> tuple[int, int]:
    return store.vector_health.unsound(), store.vector_health.unsound_models()


def test_sound_vectors_are_left_alone(three: Store) -> None:
    assert told(three) == (0, 0)
    make(three)
    with three.transaction():
        three.vector_health.mend()
    assert (told(three), counts(three)) == ((0, 0), (3, 3, 0, 0))


@pytest.mark.parametrize(
    ("statement", "unsound", "models", "left"),
    [
        ("UPDATE vector SET components = 5 WHERE memory = 1", 1, 0, 2),
        ("UPDATE vector SET components = x'00'", 3, 0, 0),
        ("UPDATE embedding_model SET dimension = 1000000000", 3, 1, 0),
        ("UPDATE embedding_model SET scale = 1e300", 3, 1, 0),
        ("DELETE FROM embedding_model", 3, 0, 0),
        ("DELETE FROM memory WHERE number = 2", 1, 0, 2),
    ],
)
def test_what_is_none_goes(three: Store, statement: str, unsound: int, models: int, left: int) -> None:
    make(three)
    spoil(three, "PRAGMA foreign_keys = OFF", statement, "PRAGMA foreign_keys = ON")
    assert told(three) == (unsound, models)
    assert not [each for each in three.health.damaged_pages() if "point at" in each and "vector" in statement]
    with three.transaction():
        three.vector_health.mend()
    assert told(three) == (0, 0)
    assert three._connection.number("SELECT count(*) FROM vector") == left


def test_vectors_that_point_at_nothing_are_no_damage_of_the_store(three: Store) -> None:
    make(three)
    spoil(three, "PRAGMA foreign_keys = OFF", "DELETE FROM embedding_model", "PRAGMA foreign_keys = ON")
    assert three.health.damaged_pages() == []


def test_a_model_whose_vectors_all_go_goes_with_them(three: Store) -> None:
    make(three)
    spoil(three, "UPDATE embedding_model SET dimension = 7")
    assert told(three) == (3, 0)
    with three.transaction():
        three.vector_health.mend()
    assert three.vectors.model("small") is None
