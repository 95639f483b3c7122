"""What of a memory its vector is made of."""

from __future__ import annotations

import numpy as np
import pytest

from hippo.adapters.embeddings.protocol import NoEmbeddings
from hippo.core.value import replace
from hippo.services.memory_vectors import memory_vectors
from hippo.services.nearness import question_vector
from tests.hashing import Hashing, Named

TEXT = "the valve leaks\n\nfound while the pump was tested"


def test_a_text_of_several_lines_is_as_near_to_its_title_as_to_the_whole() -> None:
    whole, title = Hashing().embed([TEXT, "the valve leaks"])
    [row] = memory_vectors([TEXT], Named())
    assert row @ whole == pytest.approx(row @ title)
    assert row @ title > whole @ title
    assert np.linalg.norm(row) == pytest.approx(1.0)


@pytest.mark.parametrize("text", ["the valve leaks", "the valve leaks\n", "\n \nthe valve leaks", "", "---\nvalve"])
def test_where_there_is_no_title_the_vector_is_that_of_the_text(text: str) -> None:
    embedding = Named()
    assert np.allclose(memory_vectors([text], embedding), Hashing().embed([text]))
    assert embedding.hashing.asked == [text]


def test_titles_are_asked_for_together_and_meet_their_texts() -> None:
    texts = ["a pump", TEXT, "a green pump", "  a red lamp \nburns"]
    embedding = Named()
    rows = memory_vectors(texts, embedding)
    assert embedding.hashing.asked == [*texts, "the valve leaks", "a red lamp"]
    for row, text in zip(rows, texts, strict=True):
        assert np.allclose(row, memory_vectors([text], Named())[0])


def test_a_model_that_changes_its_mind_is_none() -> None:
    class Growing(Hashing):
        def embed(self, texts, *, wait_seconds=None):
            self.dimension += 1
            return super().embed(texts)

    with pytest.raises(NoEmbeddings, match="vectors of different lengths"):
        memory_vectors([TEXT], Named(embedder=Growing()))


class Fixed(Hashing):
    """A server that answers every text with the same components."""

    def __init__(self, *components: float) -> None:
        super().__init__()
        self.row = components

    def embed(self, texts, *, wait_seconds=None):
        return np.array([self.row] * len(texts), np.float32)


def of_server(*components: float) -> Named:
    embedding = Named(embedder=Fixed(*components))
    embedding._choice = replace(embedding.choice, url="http://localhost:1/v1")
    return embedding


@pytest.mark.parametrize(
    ("components", "why"),
    [
        ((0.0, 0.0), "nothing but zeros"),
        ((float("nan"), 1.0), "no numbers"),
        ((float("inf"), 1.0), "no numbers"),
        ((), "of 0 components"),
        ((1.0,) * 70_000, "of 70000 components"),
    ],
)
def test_a_server_that_answers_with_nothing_is_out_of_order(components: tuple[float, ...], why: str) -> None:
    with pytest.raises(NoEmbeddings, match=why):
        memory_vectors(["a pump"], of_server(*components))
    with pytest.raises(NoEmbeddings, match=why):
        question_vector(of_server(*components), "a pump")


def test_nothing_may_be_said_of_nothing_and_by_a_small_model() -> None:
    assert memory_vectors([" "], of_server(0.0, 0.0)).tolist() == [[0.0, 0.0]]
    assert not memory_vectors(["which of the"], Named()).any()
