"""The options by which a benchmark also asks for meaning, and the embedding that they mean."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hippo.adapters.embeddings.addresses import OLLAMA, SERVER
from hippo.adapters.embeddings.choice import ONNX, choose, load
from hippo.adapters.embeddings.models import DEFAULT_MODEL
from hippo.core.settings import BACKENDS, FUSIONS, EmbeddingSettings
from hippo.services.embedding import Embedding
from scripts.benchmarks.kept_vectors import KeptVectors
from scripts.benchmarks.model_server import serving_model


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options; without --embedder only words are measured."""
    defaults = EmbeddingSettings()
    parser.add_argument("--embedder", choices=BACKENDS, help="also by meaning, with vectors of this backend")
    parser.add_argument("--model", default="", help="the model's name or folder")
    parser.add_argument("--url", default="", help="address of an embedding server; else one of this process's own")
    parser.add_argument("--vectors", type=Path, metavar="FILE", help="keep vectors there, and take those that are")
    parser.add_argument("--fusion", choices=FUSIONS, default=FUSIONS[0], help="how words and meaning are put together")
    parser.add_argument("--weight", type=float, default=defaults.weight, help="what meaning counts")


@contextmanager
def chosen(given: argparse.Namespace) -> Iterator[Embedding | None]:
    """What the options mean; a server that has no address is stood in for by one with the packaged model."""
    if given.embedder is None:
        yield None
    elif given.embedder in (OLLAMA, SERVER) and not given.url:
        with serving_model(load(choose(EmbeddingSettings(backend=ONNX), os.environ))) as url:
            yield _embedding(given, given.model or DEFAULT_MODEL, url)
    else:
        yield _embedding(given, given.model, given.url)


def _embedding(given: argparse.Namespace, model: str, url: str) -> Embedding:
    settings = EmbeddingSettings(
        backend=given.embedder,
        model=model,
        url=url,
        fusion=given.fusion,
        weight=given.weight,
        load="always",
        wait_ms=60_000,
    )
    embedding = Embedding(settings, os.environ)
    if given.vectors is None:
        return embedding
    choice = embedding.choice
    return Embedding(settings, os.environ, embedder=KeptVectors(given.vectors, choice.model, lambda: load(choice)))
