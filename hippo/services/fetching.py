"""Fetching the model that `hippo embed` needs and this machine lacks; nothing else ever does that."""

from __future__ import annotations

from hippo.adapters.embeddings.choice import MissingModel
from hippo.core.humane import size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from hippo.services.embedding import Embedding

    Progress = Callable[[int, int], None]


def fetch_missing(
    embedding: Embedding,
    *,
    announce: Callable[[str], None],
    progress: Callable[[str], AbstractContextManager[Progress]],
) -> None:
    """Download the model if it is missing, after saying what, how much, from where to where.

    Raises NoEmbeddings if there is no backend to use it, if it is not to be had, or if downloads are forbidden.
    """
    try:
        _ = embedding.choice
    except MissingModel as missing:
        from hippo.adapters.embeddings.download import fetch, plan

        planned = plan(missing.backend, missing.model, embedding.environ)
        announce(f"downloading {planned.name}, {size(planned.size)}, from {planned.source} to {planned.folder}")
        try:
            with progress("downloading") as told:
                fetch(planned, told)
        except KeyboardInterrupt:
            raise KeyboardInterrupt("files that are whole are kept; `hippo embed` goes on with the others") from None
