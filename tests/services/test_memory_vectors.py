"""What of a memory its vector is made of."""

from __future__ import annotations

import numpy as np
import pytest

from hippo.adapters.embeddings.protocol import NoEmbeddings
from hippo.services.memory_vectors import memory_vectors
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
