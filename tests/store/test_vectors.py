"""Vectors in the database: those that count, and those that do not any more."""

from __future__ import annotations

import pytest

from hippo.core.memory import State
from hippo.core.value import replace
from hippo.services.keeping import write_text
from hippo.store.store import Store
from hippo.store.vectors import Coverage, Made, Model
from tests.store.adding import add, row

PART = b"\x01\x02"


def make(store: Store, name: str = "small") -> Model:
    """Give every live memory a vector of a model."""
    with store.transaction():
        model = store.vectors.model(name) or store.vectors.add_model(name, dimension=2, scale=0.01)
        store.vectors.put(model, [made(each) for each in store.vectors.pending(model, most=100)])
    return model


def made(waiting, part: bytes = PART) -> Made:
    return Made(number=waiting.number, fingerprint=waiting.fingerprint, components=part)


def counts(store: Store, name: str = "small") -> tuple[int, int, int, int]:
    found: Coverage = store.vectors.coverage(name)
    return found.live, found.current, found.stale, found.pending


@pytest.fixture
def three(store: Store) -> Store:
    for number, text in enumerate(("the valve opens", "the pump is green", "tea is in the cupboard"), start=1):
        add(store, number, text=text)
    return store


def test_a_store_without_vectors_says_so_by_having_no_mark(three: Store) -> None:
    assert three.vectors_mark() == ""
    assert three.vectors.model("small") is three.vectors.model_in_use() is None
    assert counts(three) == (3, 0, 0, 3)
    assert [each.text for each in three.vectors.pending(None, most=2)] == ["the valve opens", "the pump is green"]


def test_every_change_of_a_vector_changes_the_mark(three: Store) -> None:
    marks = []
    model = make(three)
    marks.append(three.vectors_mark())
    with three.transaction():
        three.vectors.put(model, [Made(number=1, fingerprint=first_fingerprint(three), components=b"\x03\x04")])
    marks.append(three.vectors_mark())
    with three.transaction():
        three.memories.remove(1)
    marks.append(three.vectors_mark())
    assert len({*marks}) == 3
    assert all(marks)


def first_fingerprint(store: Store) -> int:
    return store._connection.number("SELECT fingerprint FROM memory WHERE number = 1")


def test_what_has_a_vector_waits_no_longer(three: Store) -> None:
    model = make(three)
    assert counts(three) == (3, 3, 0, 0)
    assert three.vectors.pending(model, most=9) == []
    assert list(three.vectors.all(model)) == [(1, PART), (2, PART), (3, PART)]
    assert three.vectors.of(model, [3, 1, 99]) == [(1, PART), (3, PART)]


def test_an_edited_memory_has_an_outdated_vector_and_waits(three: Store) -> None:
    model = make(three)
    found = three.memories.get(2)
    with three.transaction():
        write_text(three, 2, replace(found, text="the pump is blue"))
    assert counts(three) == (3, 2, 1, 0)
    assert [each.number for each in three.vectors.pending(model, most=9)] == [2]
    assert [number for number, _ in three.vectors.all(model)] == [1, 3]


def test_another_model_of_the_same_dimension_never_mixes(three: Store) -> None:
    small = make(three)
    with three.transaction():
        large = three.vectors.add_model("large", dimension=2, scale=0.01)
        three.vectors.put(large, [made(three.vectors.pending(large, most=1)[0], b"\x09\x09")])
    assert (counts(three), counts(three, "large")) == ((3, 2, 1, 0), (3, 1, 2, 0))
    assert list(three.vectors.all(large)) == [(1, b"\x09\x09")]
    assert [number for number, _ in three.vectors.all(small)] == [2, 3]
    make(three, "large")
    with three.transaction():
        three.vectors.remove_unused_models(large)
    assert three.vectors.model("small") is None
    assert three.vectors.model_in_use() == three.vectors.model("large")


def test_a_vector_of_a_text_that_has_changed_meanwhile_or_gone_is_not_kept(three: Store) -> None:
    model = make(three)
    late = [Made(number=number, fingerprint=7, components=b"\x08\x08") for number in (1, 99)]
    with three.transaction():
        three.vectors.put(model, late)
    assert counts(three) == (3, 3, 0, 0)
    assert PART in dict(three.vectors.all(model)).values()
    assert b"\x08\x08" not in dict(three.vectors.all(model)).values()


def test_the_forgotten_wait_for_nothing_and_the_erased_leave_nothing(three: Store) -> None:
    memory = add(three, 4, text="gone", state=State.ARCHIVED, archived_at=None)
    make(three)
    assert counts(three) == (3, 3, 0, 0)
    with three.transaction():
        three.memories.remove(row(three, memory))
        three.memories.remove(1)
    assert three._connection.number("SELECT count(*) FROM vector") == 2


def test_all_can_be_forgotten(three: Store) -> None:
    make(three)
    with three.transaction():
        three.vectors.remove_all()
    assert counts(three) == (3, 0, 0, 3)
    assert three.vectors.model_in_use() is None


def test_many_are_read_in_parts(three: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    model = make(three)
    monkeypatch.setattr("hippo.store.vectors._AT_ONCE", 2)
    assert [number for number, _ in three.vectors.all(model)] == [1, 2, 3]


@pytest.mark.parametrize("components", ["5", "'text'", "'ab'", "x''", "x'01'", "x'010203'", "zeroblob(4000)"])
def test_what_cannot_be_a_vector_of_its_model_counts_nowhere(three: Store, components: str) -> None:
    model = make(three)
    spoil(three, f"UPDATE vector SET components = {components} WHERE memory = 2")
    assert counts(three) == (3, 2, 1, 0)
    assert [each.number for each in three.vectors.pending(model, most=9)] == [2]
    assert list(three.vectors.all(model)) == [(1, PART), (3, PART)]
    assert three.vectors.of(model, [2]) == []
    assert make(three) == model
    assert counts(three) == (3, 3, 0, 0)


@pytest.mark.parametrize(
    "column",
    ["dimension = 1000000000", "dimension = 'x'", "scale = 1e300", "scale = 1e-300", "scale = 'x'", "scale = 9e999"],
)
def test_an_impossible_model_is_as_good_as_none(three: Store, column: str) -> None:
    make(three)
    spoil(three, f"UPDATE embedding_model SET {column}")
    assert three.vectors.model("small") is three.vectors.model_in_use() is None
    assert counts(three) == (3, 0, 3, 0)
    assert len(three.vectors.pending(None, most=9)) == 3
    assert make(three).dimension == 2
    assert counts(three) == (3, 3, 0, 0)


def test_vectors_whose_model_has_gone_are_not_taken_for_those_of_the_next(three: Store) -> None:
    make(three)
    spoil(three, "PRAGMA foreign_keys = OFF", "DELETE FROM embedding_model", "PRAGMA foreign_keys = ON")
    assert counts(three) == (3, 0, 3, 0)
    with three.transaction():
        large = three.vectors.add_model("large", dimension=2, scale=0.01)
    assert counts(three, "large") == (3, 0, 0, 3)
    assert list(three.vectors.all(large)) == []


def test_made_anew_is_what_is_live_and_what_has_a_vector(three: Store) -> None:
    add(three, 4, text="never had one", state=State.ARCHIVED)
    make(three)
    spoil(three, "UPDATE memory SET state = 'archived' WHERE number = 2")
    assert [each.number for each in three.vectors.to_replace(after=0, most=9)] == [1, 2, 3]
    assert [each.text for each in three.vectors.to_replace(after=1, most=1)] == ["the pump is green"]
    assert (three.vectors.left_to_replace(after=0), three.vectors.left_to_replace(after=2)) == (3, 1)


def spoil(store: Store, *statements: str) -> None:
    """Change the database as any other program could."""
    for statement in statements:
        store._connection.run(statement)
