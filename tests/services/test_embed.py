"""Embedding a store: all of it, what is missing, after an interruption, by another model."""

from __future__ import annotations

from contextlib import suppress

import numpy as np
import pytest

from hippo.adapters.embeddings.protocol import NoEmbeddings
from hippo.core.settings import EmbeddingSettings
from hippo.errors import HippoError
from hippo.services import embed as service
from hippo.services.embed import BATCH, embed, embed_asleep
from hippo.services.embed_status import status
from hippo.services.embedding import Embedding
from hippo.services.forget import forget
from hippo.services.opening import GLOBAL
from hippo.store import vector_cache
from hippo.store.store import Store
from hippo.store.vector_cache import CACHE
from tests.hashing import Hashing, Named
from tests.services.desk import Desk


@pytest.fixture
def store(desk: Desk) -> Store:
    """A store with more memories than one batch."""
    for number in range(BATCH + 6):
        desk.remember(f"memory number {number} of the pump")
    return desk.store


def told(store: Store, embedding: Embedding) -> tuple[int, int, int, int]:
    found = status(store, embedding)
    return found.live, found.current, found.stale, found.pending


def test_every_live_memory_gets_its_vector_once(store: Store) -> None:
    embedding, seen = Named(), []
    done = embed(store, embedding, progress=lambda *how: seen.append(how))
    assert (done.made, done.current, done.dimension, done.model) == (70, 70, 512, "test:hashing")
    assert seen == [(0, 70), (64, 70), (70, 70), (70, 70)]
    assert embed(store, embedding).made == 0
    assert len(embedding.hashing.asked) == 70


def test_only_what_is_new_or_edited_is_embedded_again(store: Store, desk: Desk) -> None:
    embed(store, Named())
    desk.remember("a new one")
    embedding = Named()
    assert embed(store, embedding).made == 1
    assert embedding.hashing.asked == ["a new one"]


class Dying(Hashing):
    """An embedder that is killed at its second batch."""

    def embed(self, texts, *, wait_seconds=None):
        if self.asked:
            raise KeyboardInterrupt
        return super().embed(texts)


@pytest.mark.parametrize("again", [False, True])
def test_an_interruption_loses_nothing(store: Store, again: bool) -> None:
    with pytest.raises(KeyboardInterrupt):
        embed(store, Named(embedder=Dying()), rebuild=True)
    assert told(store, Named()) == (70, 64, 0, 6)
    assert embed(store, Named(), rebuild=again).made == 6
    assert embed(store, Named(), rebuild=True).made == 70


class Failing(Hashing):
    """A server that answers a few times and no more."""

    def __init__(self, times: int, dimension: int = 512) -> None:
        super().__init__(dimension)
        self.times = times

    def embed(self, texts, *, wait_seconds=None):
        self.times -= 1
        if self.times < 0:
            raise NoEmbeddings("it is out")
        return super().embed(texts)


@pytest.mark.parametrize("times", [0, 1])
def test_a_rebuild_keeps_each_vector_until_its_new_one_is_there(store: Store, times: int) -> None:
    embed(store, Named())
    with pytest.raises(NoEmbeddings):
        embed(store, Named(embedder=Failing(times)), rebuild=True)
    assert told(store, Named()) == (70, 70, 0, 0)
    again = Named()
    assert embed(store, again, rebuild=True).made == 70 - times * BATCH
    assert len(again.hashing.asked) == 70 - times * BATCH


def test_a_rebuild_that_failed_before_its_first_vector_is_not_gone_on_with(store: Store) -> None:
    embed(store, Named())
    with pytest.raises(NoEmbeddings):
        embed(store, Named(embedder=Failing(0)), rebuild=True)
    assert embed(store, Named()).made == 0


def test_the_status_tells_how_much_of_an_interrupted_rebuild_is_left(store: Store) -> None:
    embed(store, Named())
    assert status(store, Named()).to_rebuild == 0
    with pytest.raises(NoEmbeddings):
        embed(store, Named(embedder=Failing(1)), rebuild=True)
    assert (status(store, Named()).to_rebuild, status(store, Named("large")).to_rebuild) == (6, 0)
    assert embed(store, Named()).to_rebuild == status(store, Named()).to_rebuild == 0


def test_an_interrupted_rebuild_goes_on_unless_there_is_a_bound(store: Store) -> None:
    embed(store, Named())
    with pytest.raises(NoEmbeddings):
        embed(store, Named(embedder=Failing(1)), rebuild=True)
    assert embed(store, Named(), most=9).made == 0
    assert embed_asleep(store, Named()) == []
    assert embed(store, Named()).made == 6
    assert embed(store, Named()).made == 0


@pytest.mark.parametrize("times", [0, 1, 2])
def test_vectors_of_another_dimension_replace_the_old_ones_as_the_first_come(store: Store, times: int) -> None:
    embed(store, Named())
    seen = []
    with suppress(NoEmbeddings):
        embed(
            store,
            Named(embedder=Failing(times, 32)),
            rebuild=True,
            progress=lambda *_: seen.append(status(store, Named()).current),
        )
    assert seen[: times + 1] == [70, 64, 70][: times + 1]
    assert told(store, Named())[1] == (70, 64, 70)[times]
    assert status(store, Named()).dimension == (512, 32, 32)[times]


def test_a_rebuild_mends_a_scale_that_somebody_has_changed(store: Store) -> None:
    embed(store, Named())
    store._connection.run("UPDATE embedding_model SET scale = 0.9")
    assert embed(store, Named(), rebuild=True).current == 70
    assert store.vectors.model("test:hashing").scale < 0.1


def test_a_rebuild_makes_those_of_the_forgotten_anew_too(store: Store, desk: Desk) -> None:
    gone = desk.remember("the fox")
    embed(store, Named())
    forget([store], [gone], occasion=desk.occasion())
    number = store.memories.find(gone).number
    store._connection.run(f"UPDATE vector SET components = zeroblob(512) WHERE memory = {number}")
    assert embed(store, Named(), rebuild=True).made == 71
    [(_, part)] = store.vectors.of(store.vectors.model("test:hashing"), [number])
    assert any(part)


def test_a_forgotten_mark_is_set_anew(store: Store) -> None:
    embed(store, Named())
    store._connection.run("DELETE FROM meta WHERE key = 'vectors'")
    assert told(store, Named()) == (70, 0, 70, 0)
    assert embed(store, Named()).made == 0
    assert told(store, Named()) == (70, 70, 0, 0)


def test_what_is_erased_while_the_file_is_written_does_not_come_back_in_it(
    store: Store, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vector_cache, "FEWEST", 10)
    secret = desk.remember("the safe opens with 1234")
    write = vector_cache.write_cache

    def erase_before(*arguments):
        read = vector_cache._read(*arguments[1:3])
        monkeypatch.setattr(vector_cache, "_read", lambda *_: read)
        forget([store], [secret], occasion=desk.occasion(), purge=True)
        write(*arguments)

    monkeypatch.setattr(vector_cache, "write_cache", erase_before)
    embed(store, Named())
    assert not (desk.folder / CACHE).exists()


def test_a_rebuild_that_was_interrupted_begins_anew_for_another_model(store: Store) -> None:
    with pytest.raises(KeyboardInterrupt):
        embed(store, Named(embedder=Dying()), rebuild=True)
    assert embed(store, Named("large"), rebuild=True).made == 70


def test_another_model_of_the_same_dimension_replaces_all(store: Store) -> None:
    embed(store, Named("small"))
    assert told(store, Named("large")) == (70, 0, 70, 0)
    assert status(store, Named("large")).other_model == "test:small"
    assert embed(store, Named("large")).made == 70
    assert told(store, Named("small")) == (70, 0, 70, 0)
    assert store.vectors.model("test:small") is None


def test_a_model_that_gives_another_dimension_under_its_old_name_is_refused(store: Store, desk: Desk) -> None:
    embed(store, Named())
    desk.remember("a new one")
    other = Named(embedder=Hashing(32))
    with pytest.raises(NoEmbeddings, match="gives 32 components now, the vectors have 512") as raised:
        embed(store, other)
    assert raised.value.hint == "`hippo embed --rebuild` makes all of them anew"
    store.scope = GLOBAL
    with pytest.raises(NoEmbeddings) as raised:
        embed(store, other)
    assert raised.value.hint == "`hippo embed --rebuild --global` makes all of them anew"
    assert embed(store, other, rebuild=True).dimension == 32


@pytest.mark.parametrize("left", ["all", "none"])
def test_a_model_that_no_vector_can_be_of_binds_nobody(store: Store, left: str) -> None:
    embed(store, Named())
    store._connection.run("UPDATE embedding_model SET dimension = 7, scale = 0.9")
    if left == "none":
        store._connection.run("DELETE FROM vector")
    assert embed(store, Named()).made == 70
    assert told(store, Named()) == (70, 70, 0, 0)
    assert store.vectors.model("test:hashing").scale < 0.1


def test_a_bound_bounds(store: Store) -> None:
    assert embed(store, Named(), most=1).made == BATCH
    assert embed(store, Named(), seconds=0).made == 0
    assert embed(store, Named()).made == 6


def test_sleep_embeds_only_a_store_that_has_vectors(store: Store, desk: Desk) -> None:
    assert embed_asleep(store, Named()) == []
    assert told(store, Named())[1] == 0
    embed(store, Named())
    desk.remember("a new one")
    assert embed_asleep(store, Named()) == []
    assert told(store, Named()) == (71, 71, 0, 0)


def test_sleep_says_what_is_left_and_what_went_wrong(store: Store, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    embed(store, Named(), most=1)
    monkeypatch.setattr(service, "MOST_ASLEEP", 0)
    assert embed_asleep(store, Named()) == ["6 memories have no vector yet: `hippo embed`"]
    off = Embedding(EmbeddingSettings(backend="off"), {})
    assert embed_asleep(store, off) == ["no vectors were made: embeddings are off"]


def test_a_model_that_takes_seconds_is_not_loaded_by_sleep(store: Store) -> None:
    embed(store, Named(), most=1)
    slow = Named()
    slow._embedder, slow._choice = None, slow.choice
    slow.settings = EmbeddingSettings(load="never")
    assert embed_asleep(store, slow) == []


def test_without_a_model_the_status_says_why(store: Store) -> None:
    found = status(store, Embedding(EmbeddingSettings(backend="off"), {}))
    assert (found.model, found.pending) == ("", 70)
    assert found.trouble == "embeddings are off; `hippo config embeddings.backend auto` turns them on"


def test_the_file_of_all_vectors_is_written_and_goes_with_what_is_erased(
    store: Store, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hippo.store.vector_cache.FEWEST", 10)
    secret = desk.remember("the safe opens with 1234")
    embed(store, Named())
    cache = desk.folder / CACHE
    [(_, part)] = store.vectors.of(store.vectors.model("test:hashing"), [store.memories.find(secret).number])
    assert part in cache.read_bytes()
    forget([store], [secret], occasion=desk.occasion(), purge=True)
    assert not cache.exists()
    assert part not in (desk.folder / "hippo.db").read_bytes()
    assert told(store, Named()) == (70, 70, 0, 0)


def test_a_file_that_cannot_be_written_is_told_and_hinders_nothing(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    notes: list[str] = []
    store.warn = notes.append
    monkeypatch.setattr("hippo.store.vector_cache.write_cache", refuse)
    assert embed(store, Named()).current == 70
    assert notes == ["the file of all vectors was not written (No space left on device): recall reads the database"]


def test_a_store_that_is_read_only_gets_an_error_with_a_name(store: Store) -> None:
    class Broken(Hashing):
        def embed(self, texts, *, wait_seconds=None):
            return np.zeros((len(texts), 0), np.float32)

    with pytest.raises(HippoError):
        embed(store, Named(embedder=Broken()))
