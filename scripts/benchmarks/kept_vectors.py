"""Vectors kept in a file from one run to the next, so that a benchmark waits for a model only once."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from hashlib import blake2b
from pathlib import Path

import numpy as np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.adapters.embeddings.protocol import Embedder, Rows

_TABLE = "CREATE TABLE IF NOT EXISTS vector (key BLOB PRIMARY KEY, components BLOB NOT NULL) WITHOUT ROWID"


class KeptVectors:
    """An embedder that asks another for those texts alone that are not in its file.

    The other is made by `load`, once it is needed. Vectors of several models do not mix.
    """

    def __init__(self, path: Path, model: str, load: Callable[[], Embedder]) -> None:
        self._model = model
        self._load = load
        self._embedder: Embedder | None = None
        self._file = sqlite3.connect(path)
        self._file.execute(_TABLE)

    def embed(self, texts: Sequence[str], *, wait_seconds: float | None = None) -> Rows:
        """One row for each text."""
        keys = [self._key(text) for text in texts]
        missing = {key: text for key, text in zip(keys, texts, strict=True) if self._kept(key) is None}
        if missing:
            self._embedder = self._embedder or self._load()
            made = self._embedder.embed([*missing.values()], wait_seconds=wait_seconds)
            rows = [(key, row.astype("<f4").tobytes()) for key, row in zip(missing, made, strict=True)]
            with self._file:
                self._file.executemany("INSERT INTO vector VALUES (?, ?)", rows)
        return np.array([np.frombuffer(self._kept(key) or b"", "<f4") for key in keys], dtype=np.float32)

    def _key(self, text: str) -> bytes:
        return blake2b(f"{self._model}\0{text}".encode(), digest_size=16).digest()

    def _kept(self, key: bytes) -> bytes | None:
        row = self._file.execute("SELECT components FROM vector WHERE key = ?", (key,)).fetchone()
        return row[0] if row else None
