"""The backend of sentence-transformers with a real model; `scripts/test --torch` installs what it needs."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from hippo.adapters.embeddings.choice import choose, load
from hippo.adapters.embeddings.protocol import NoEmbeddings
from hippo.adapters.embeddings.sentences import SentenceEmbedder
from hippo.core.settings import EmbeddingSettings
from tests.support import Hippo

pytest.importorskip("sentence_transformers", reason="`scripts/test --torch` runs it")
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")

TEXTS = [
    "deadlock between the importer and the indexer: both wait for the row lock",
    "the login page shows a blank screen on Safari",
    "a very long one " * 400,
    "",
]


def loaded(backend: str):
    """The default model by a backend."""
    return load(choose(EmbeddingSettings(backend=backend), os.environ))


def test_the_small_model_is_the_same_in_eight_bits() -> None:
    full, small = (loaded(backend).embed(TEXTS[:2]) for backend in ("sentence-transformers", "onnx"))
    assert full.shape == small.shape == (2, 384)
    assert (full * small).sum(axis=1).min() > 0.98


def test_any_text_has_a_vector_of_length_one() -> None:
    rows = loaded("sentence-transformers").embed(TEXTS)
    assert np.allclose(np.linalg.norm(rows, axis=1), 1.0, atol=1e-5)


def test_a_folder_without_a_model_is_named(tmp_path: Path) -> None:
    with pytest.raises(NoEmbeddings, match="cannot be loaded"):
        SentenceEmbedder(str(tmp_path))


def test_recall_by_meaning_loads_it_only_when_it_is_told_to(hippo: Hippo) -> None:
    for text in TEXTS[:2]:
        hippo.remember(text)
    hippo("config", "embeddings.backend", "sentence-transformers")
    assert hippo.json("embed")["dimension"] == 384
    asked = hippo("recall", "the app hangs when two jobs write")
    assert (asked.out, "is loaded by no recall" in asked.err) == ("", True)
    hippo("config", "embeddings.load", "always")
    assert TEXTS[0] in hippo("recall", "the app hangs when two jobs write").out
