"""The parts of a store, each imported and made when somebody first asks for it.

Why: a hook that agents run at every prompt asks for few of them, and importing the others cost it a third of the start
of a bare interpreter.
"""

from __future__ import annotations

from functools import cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.store.buffers import Buffers
    from hippo.store.comparisons import Comparisons
    from hippo.store.conflicts import Conflicts
    from hippo.store.connection import Connection
    from hippo.store.core_pages import CorePages
    from hippo.store.events import Events
    from hippo.store.handoffs import Handoffs
    from hippo.store.health import Health
    from hippo.store.links import Links
    from hippo.store.mirror_state import MirrorState
    from hippo.store.promotions import Promotions
    from hippo.store.recalls import Recalls
    from hippo.store.search import Index
    from hippo.store.sleeps import Sleeps
    from hippo.store.spool import Spool
    from hippo.store.talks import Talks
    from hippo.store.vector_health import VectorHealth
    from hippo.store.vectors import Vectors
    from hippo.store.vocabulary import Vocabulary


class Parts:
    """What stands beside the memories themselves in one database; `folder` is the `.hippo` folder it lies in."""

    def __init__(self, connection: Connection, folder: str) -> None:
        self.folder = folder
        self._connection = connection

    @cached_property
    def buffers(self) -> Buffers:
        """The working memory of every scope."""
        from hippo.store.buffers import Buffers

        return Buffers(self._connection)

    @cached_property
    def comparisons(self) -> Comparisons:
        """Which memories a sleep has compared."""
        from hippo.store.comparisons import Comparisons

        return Comparisons(self._connection)

    @cached_property
    def conflicts(self) -> Conflicts:
        """The contradictions."""
        from hippo.store.conflicts import Conflicts

        return Conflicts(self._connection)

    @cached_property
    def core_pages(self) -> CorePages:
        """The pages that are always in context."""
        from hippo.store.core_pages import CorePages

        return CorePages(self._connection)

    @cached_property
    def events(self) -> Events:
        """The history."""
        from hippo.store.events import Events

        return Events(self._connection)

    @cached_property
    def handoffs(self) -> Handoffs:
        """What sessions left for the next ones."""
        from hippo.store.handoffs import Handoffs

        return Handoffs(self._connection)

    @cached_property
    def health(self) -> Health:
        """The checks, and what mends."""
        from hippo.store.health import Health

        return Health(self._connection)

    @cached_property
    def index(self) -> Index:
        """The full-text side."""
        from hippo.store.search import Index

        return Index(self._connection)

    @cached_property
    def links(self) -> Links:
        """How the memories are tied."""
        from hippo.store.links import Links

        return Links(self._connection)

    @cached_property
    def mirrors(self) -> MirrorState:
        """Which Markdown mirrors are behind."""
        from hippo.store.mirror_state import MirrorState

        return MirrorState(self._connection)

    @cached_property
    def promotions(self) -> Promotions:
        """Which memories are proposed for a core page."""
        from hippo.store.promotions import Promotions

        return Promotions(self._connection)

    @cached_property
    def recalls(self) -> Recalls:
        """What was recalled for use."""
        from hippo.store.recalls import Recalls

        return Recalls(self._connection)

    @cached_property
    def sleeps(self) -> Sleeps:
        """The record of every sleep."""
        from hippo.store.sleeps import Sleeps

        return Sleeps(self._connection)

    @cached_property
    def spool(self) -> Spool:
        """The recalls that found the store busy."""
        from hippo.store.spool import Spool

        return Spool(self._connection, self.folder)

    @cached_property
    def talks(self) -> Talks:
        """What the talks that hooks tell of have been shown."""
        from hippo.store.talks import Talks

        return Talks(self._connection)

    @cached_property
    def vector_health(self) -> VectorHealth:
        """Whether the vectors can be what they are taken for."""
        from hippo.store.vector_health import VectorHealth

        return VectorHealth(self._connection)

    @cached_property
    def vectors(self) -> Vectors:
        """The vectors of the memories."""
        from hippo.store.vectors import Vectors

        return Vectors(self._connection)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """Every word that was ever stored."""
        from hippo.store.vocabulary import Vocabulary

        return Vocabulary(self._connection)
