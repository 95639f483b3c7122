"""Embedding a store for somebody who waits: what ends it early says how much is kept."""

from __future__ import annotations

import pytest

from hippo.adapters.embeddings.protocol import NoEmbeddings
from hippo.services.embed import BATCH, embed
from hippo.services.embed_all import PartlyEmbedded, embed_all
from hippo.services.embed_status import status
from hippo.store.store import Store
from tests.hashing import Hashing, Named
from tests.services.desk import Desk


class Ending(Hashing):
    """An embedder that answers so many times, and then ends in a given way."""

    def __init__(self, end: BaseException, *, answers: int) -> None:
        super().__init__()
        self.end, self.left = end, answers

    def embed(self, texts, *, wait_seconds=None):
        if not self.left:
            raise self.end
        self.left -= 1
        return super().embed(texts)


@pytest.fixture
def store(desk: Desk) -> Store:
    """A store with more memories than one batch."""
    for number in range(BATCH + 6):
        desk.remember(f"memory number {number} of the pump")
    return desk.store


def all_of(store: Store, end: BaseException, *, answers: int, rebuild: bool = False) -> None:
    embed_all(store, Named(embedder=Ending(end, answers=answers)), rebuild=rebuild, progress=lambda *_: None)


def test_a_failure_behind_the_first_batch_is_done_in_part(store: Store) -> None:
    with pytest.raises(PartlyEmbedded) as raised:
        all_of(store, NoEmbeddings("it fell over", hint="see its log"), answers=1)
    error = raised.value
    assert error.message == "64 of 70 vectors were made and are kept, then: it fell over"
    assert error.hint == "see its log; `hippo embed` goes on with the others"
    assert (error.exit_code, error.details) == (6, {"made": 64, "wanted": 70})
    assert status(store, Named()).current == 64


def test_a_failure_at_once_is_what_it_is(store: Store) -> None:
    with pytest.raises(NoEmbeddings, match=r"^it fell over$"):
        all_of(store, NoEmbeddings("it fell over"), answers=0)
    assert status(store, Named()).current == 0


@pytest.mark.parametrize("answers", [0, 1])
def test_an_interrupt_says_what_is_kept(store: Store, answers: int) -> None:
    with pytest.raises(KeyboardInterrupt) as raised:
        all_of(store, KeyboardInterrupt(), answers=answers)
    assert str(raised.value) == f"{64 * answers} of 70 vectors are made and kept; `hippo embed` goes on"
    assert embed(store, Named()).made == 70 - 64 * answers


@pytest.mark.parametrize(("answers", "command"), [(0, "hippo embed --rebuild"), (1, "hippo embed")])
def test_the_command_that_is_named_goes_on_with_a_rebuild(store: Store, answers: int, command: str) -> None:
    embed(store, Named())
    with pytest.raises(KeyboardInterrupt, match=f"kept; `{command}` goes on$"):
        all_of(store, KeyboardInterrupt(), answers=answers, rebuild=True)
    assert embed(store, Named(), rebuild=command.endswith("--rebuild")).made == 70 - 64 * answers
