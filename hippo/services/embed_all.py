"""Embed a whole store for somebody who waits: what ends it early says how much is kept."""

from __future__ import annotations

from hippo.adapters.embeddings.protocol import NoEmbeddings
from hippo.errors import PartlyDone
from hippo.services.embed import embed
from hippo.services.opening import addressed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.services.embed import Progress
    from hippo.services.embed_status import Embedded
    from hippo.services.embedding import Embedding
    from hippo.store.store import Store


class PartlyEmbedded(PartlyDone):
    """Some vectors were made and are kept, for the others there was none."""

    code = "embedded-in-part"


def embed_all(store: Store, embedding: Embedding, *, rebuild: bool, progress: Progress) -> Embedded:
    """Make the vectors that live memories lack, or all of them anew.

    Raises NoEmbeddings if none could be made; PartlyEmbedded and KeyboardInterrupt, which say how much is kept.
    """
    done = total = 0

    def counted(made: int, of: int) -> None:
        nonlocal done, total
        done, total = made, of
        progress(made, of)

    command = addressed("hippo embed", store.scope)
    try:
        return embed(store, embedding, rebuild=rebuild, progress=counted)
    except NoEmbeddings as error:
        if not done:
            raise
        raise PartlyEmbedded(
            f"{done:,} of {total:,} vectors were made and are kept, then: {error.message}",
            hint=f"{error.hint}; `{command}` goes on with the others".removeprefix("; "),
            made=done,
            wanted=total,
        ) from error
    except KeyboardInterrupt:
        if rebuild and not done:  # of a rebuild, what was begun is noted with its first vectors
            command = addressed("hippo embed --rebuild", store.scope)
        raise KeyboardInterrupt(f"{done:,} of {total:,} vectors are made and kept; `{command}` goes on") from None
