"""The vectors of memories: what of a text the model reads, and how that becomes one vector.

A text of several lines has one midway between its own and that of its first line, which names it: a commit's subject,
a note's title, the command that failed.

Measured with all-MiniLM-L6-v2 on five commit histories (`scripts/bench recall --embedder onnx`), nDCG@10 above that by
words: .013 with the vector of the whole text, .018 like this, and more for each of the five. The first line alone gives
.017, half or one and a half of it beside the whole .017 to .019, the mean of all lines .013.
"""

from __future__ import annotations

from hippo.adapters.embeddings.protocol import ANOTHER_MODEL, NoEmbeddings, unit
from hippo.store.vectors import MOST_COMPONENTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hippo.adapters.embeddings.protocol import Rows
    from hippo.services.embedding import Embedding


def memory_vectors(texts: Sequence[str], embedding: Embedding) -> Rows:
    """One row for each text, of length 1. Raises NoEmbeddings."""
    rows = sound(embedding.embed(texts), texts, embedding)
    titles = {place: title for place, text in enumerate(texts) if (title := _title(text))}
    if titles:
        beside = sound(embedding.embed([*titles.values()]), [*titles.values()], embedding)
        if beside.shape[1] != rows.shape[1]:
            raise NoEmbeddings(f"{embedding.choice.name} gives vectors of different lengths", hint=ANOTHER_MODEL)
        rows[[*titles]] += beside
    return unit(rows)


def sound(rows: Rows, texts: Sequence[str], embedding: Embedding) -> Rows:
    """The same rows, if they can be vectors of these texts. Raises NoEmbeddings.

    A small model may have nothing to say of a text; a server that says nothing of all of them is out of order.
    """
    import numpy as np

    name = embedding.choice.name
    if rows.shape[0] != len(texts) or not 0 < rows.shape[1] <= MOST_COMPONENTS:
        given = f"{rows.shape[0]} vectors of {rows.shape[1]} components"
        raise NoEmbeddings(f"{name} gives {given} for {len(texts)} texts", hint=ANOTHER_MODEL)
    if not np.isfinite(rows).all():
        raise NoEmbeddings(f"{name} gives vectors that are no numbers", hint=ANOTHER_MODEL)
    if embedding.choice.is_server and any(map(str.strip, texts)) and not rows.any():
        raise NoEmbeddings(f"{name} gives vectors of nothing but zeros", hint=ANOTHER_MODEL)
    return rows


def _title(text: str) -> str:
    """The first line of a text that has more; nothing if it holds no word."""
    first, _, rest = text.strip().partition("\n")
    return first.strip() if rest and any(map(str.isalnum, first)) else ""
