"""How common terms are: counted in a small store, estimated in a large one."""

from __future__ import annotations

import random

import pytest

from hippo.core.memory import State
from hippo.store import frequencies as module
from hippo.store.frequencies import Frequency, frequencies
from hippo.store.full_text import GONE, LIVE, Side
from hippo.store.store import Store
from tests.store.searching import fill


def known(store: Store, *terms: str, side: Side = LIVE, documents: int = 1) -> dict[str, Frequency]:
    return frequencies(store.facts._connection, side, terms, documents=documents)


@pytest.fixture
def sampled(monkeypatch: pytest.MonkeyPatch) -> int:
    """Makes small stores large ones; returns the rows of a sample."""
    monkeypatch.setattr(module, "MOST_COUNTED", 10)
    monkeypatch.setattr(module, "SAMPLE_ROWS", 50)
    return 50


def test_a_term_is_counted_once_for_each_memory_in_text_and_metadata_apart(store: Store) -> None:
    fill(store, ["valve valve", "pump", "the valve of the pump"])
    fill(store, ["nothing"], first=9, tags=("valve",))
    assert known(store, "valv", "pump", "fox") == {
        "valv": Frequency(text=2, meta=1),
        "pump": Frequency(text=2),
        "fox": Frequency(),
    }


def test_each_side_counts_its_own_memories(store: Store) -> None:
    fill(store, ["valve"])
    fill(store, ["valve", "valve pump"], first=5, state=State.ARCHIVED)
    assert known(store, "valv")["valv"].rows == 1
    assert known(store, "valv", side=GONE)["valv"].rows == 2


def test_no_terms_have_no_frequencies(store: Store) -> None:
    assert known(store) == {}


def test_in_a_large_store_rare_terms_are_counted_all_the_same(store: Store, sampled: int) -> None:
    fill(store, ["valve"] * (sampled - 1) + ["pump"] * 300)
    assert known(store, "valv", documents=400)["valv"] == Frequency(text=sampled - 1)


@pytest.mark.parametrize("share", [0.2, 0.5, 1.0])
def test_in_a_large_store_common_terms_are_estimated_within_a_quarter(store: Store, sampled: int, share: float) -> None:
    chance = random.Random(1)
    texts = ["valve" if chance.random() < share else "pump" for _ in range(1_000)]
    fill(store, texts)
    assert known(store, "valv", documents=1_000)["valv"].text == pytest.approx(texts.count("valve"), rel=0.25)


@pytest.mark.parametrize(("early", "midway", "late"), [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 0)], ids=str)
def test_what_was_spoken_of_for_a_while_is_counted(
    store: Store, sampled: int, early: int, midway: int, late: int
) -> None:
    phases = [[word] * 200 for phase in (early, midway, late) for word in ("pump", "valve")[phase : phase + 1]]
    fill(store, [text for phase in phases for text in phase])
    assert known(store, "valv", documents=600)["valv"] == Frequency(text=200 * (early + midway + late))


def test_an_estimate_tells_text_from_metadata(store: Store, sampled: int) -> None:
    fill(store, ["valve"] * 300)
    fill(store, ["pump"] * 300, first=1_000, tags=("valve",))
    assert known(store, "valv", documents=600)["valv"] == Frequency(text=300, meta=300)


def test_an_estimate_counts_what_stands_in_both_for_both(store: Store, sampled: int) -> None:
    fill(store, ["valve"] * 300, tags=("valve",))
    assert known(store, "valv", documents=300)["valv"] == Frequency(text=300, meta=300)
