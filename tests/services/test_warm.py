"""Meaning in a process that lives on: the first answer waits for nothing, the later ones have the model."""

from __future__ import annotations

import threading

import pytest

from hippo.adapters.embeddings.protocol import NoEmbeddings
from hippo.core.settings import EmbeddingSettings
from hippo.services.embed import embed
from hippo.services.nearness import Nearness
from hippo.services.warm import Warm
from tests.hashing import Hashing, Named
from tests.services.desk import Desk

SETTINGS = EmbeddingSettings()
LOADING = "words alone: the model is being loaded, the next answer has it"


class Held(Hashing):
    """A model that takes as long to load as a test wants."""

    def __init__(self) -> None:
        super().__init__()
        self.go_on = threading.Event()

    def embed(self, texts, *, wait_seconds=None):
        assert self.go_on.wait(10)
        return super().embed(texts)


def test_the_first_answer_goes_by_words_and_the_model_is_loaded_once(desk: Desk) -> None:
    desk.remember("the valve opens")
    embed(desk.store, Named())
    held = Held()
    warm = Warm({}, made=lambda settings, environ: Named(embedder=held))
    notes: list[str] = []
    for _ in range(3):
        assert warm.meaning(SETTINGS, [desk.store], "valve", note=notes.append) is None
    held.go_on.set()
    warm.wait()
    assert held.asked == [""]
    for question in ("valve", "pump"):
        assert isinstance(warm.meaning(SETTINGS, [desk.store], question, note=notes.append), Nearness)
    assert held.asked == ["", "valve", "pump"]
    assert notes == [LOADING] * 3


def test_other_settings_mean_another_model(desk: Desk) -> None:
    made = []

    def make(settings: EmbeddingSettings, environ: object) -> Named:
        made.append(settings)
        return Named()

    warm = Warm({}, made=make)
    for settings in (SETTINGS, EmbeddingSettings(model="other"), SETTINGS):
        warm.meaning(settings, [desk.store], "valve", note=print)
        warm.wait()
    assert made == [SETTINGS, EmbeddingSettings(model="other")]


def test_what_keeps_the_model_away_is_told_when_it_is_asked(desk: Desk) -> None:
    class Broken(Hashing):
        def embed(self, texts, *, wait_seconds=None):
            raise NoEmbeddings("it is broken")

    desk.remember("the valve opens")
    embed(desk.store, Named())
    warm = Warm({}, made=lambda settings, environ: Named(embedder=Broken()))
    notes: list[str] = []
    assert warm.meaning(SETTINGS, [desk.store], "valve", note=notes.append) is None
    warm.wait()
    assert warm.meaning(SETTINGS, [desk.store], "valve", note=notes.append) is None
    assert notes == [LOADING, "words alone: it is broken"]


def test_without_a_model_nothing_is_loaded(desk: Desk) -> None:
    warm = Warm({})
    notes: list[str] = []
    assert warm.meaning(EmbeddingSettings(backend="ollama"), [desk.store], "valve", note=notes.append) is None
    assert notes[0].startswith("words alone: the ollama backend needs embeddings.model")


def test_where_meaning_has_no_weight_no_model_is_loaded(desk: Desk) -> None:
    held = Held()
    warm = Warm({}, made=lambda settings, environ: Named(embedder=held, weight=0))
    notes: list[str] = []
    assert warm.meaning(EmbeddingSettings(weight=0), [desk.store], "valve", note=notes.append) is None
    assert (held.asked, notes) == ([], [])


def test_a_bug_in_a_model_is_met_by_the_next_question_and_not_waited_for(desk: Desk) -> None:
    class Wrong(Hashing):
        def embed(self, texts, *, wait_seconds=None):
            raise ZeroDivisionError

    desk.remember("the valve opens")
    embed(desk.store, Named())
    warm = Warm({}, made=lambda settings, environ: Named(embedder=Wrong()))
    notes: list[str] = []
    assert warm.meaning(SETTINGS, [desk.store], "valve", note=notes.append) is None
    warm.wait()
    with pytest.raises(ZeroDivisionError):
        warm.meaning(SETTINGS, [desk.store], "valve", note=notes.append)
