"""The vectors of memories: what of a text the model reads, and how that becomes one vector.

A text of several lines has one midway between its own and that of its first line, which names it: a commit's subject,
a note's title, the command that failed.

Measured with all-MiniLM-L6-v2 on five commit histories (`scripts/bench recall --embedder onnx`), nDCG@10 above that by
words: .013 with the vector of the whole text, .018 like this, and more for each of the five. The first line alone gives
.017, half or one and a half of it beside the whole .017 to .019, the mean of all lines .013.
"""

from __future__ import annotations

from hippo.adapters.embeddings.protocol import NoEmbeddings, unit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hippo.adapters.embeddings.protocol import Rows
    from hippo.services.embedding import Embedding


def memory_vectors(texts: Sequence[str], embedding: Embedding) -> Rows:
    """One row for each text, of length 1. Raises NoEmbeddings."""
    rows = embedding.embed(texts)
    titles = {place: title for place, text in enumerate(texts) if (title := _title(text))}
    if titles:
        beside = embedding.embed([*titles.values()])
        if beside.shape[1] != rows.shape[1]:
            raise NoEmbeddings(f"{embedding.choice.name} gives vectors of different lengths")
        rows[[*titles]] += beside
    return unit(rows)


def _title(text: str) -> str:
    """The first line of a text that has more; nothing if it holds no word."""
    first, _, rest = text.strip().partition("\n")
    return first.strip() if rest and any(map(str.isalnum, first)) else ""
