"""What one call is given: the stores that are meant, the moment, who calls. Opened and closed with the call.

Why no store stays open between calls: every call has a thread of its own, other processes restore, purge and migrate
meanwhile, and opening takes a millisecond.
"""

from __future__ import annotations

from hippo.adapters.agents import PERSON, agent_name, session_of
from hippo.adapters.git_branch import branch_of
from hippo.core.public import public
from hippo.core.value import value
from hippo.services.occasion import Occasion
from hippo.services.open_stores import OpenStores
from hippo.services.opening import GLOBAL
from hippo.store.events import Actor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime
    from typing import Self

    from hippo.services.nearness import Near
    from hippo.services.warm import Warm
    from hippo.store.store import Store

#: Who acts where neither the environment nor the client says a name.
_UNNAMED = "mcp"


@value
class Surroundings:
    """What holds for the whole life of a server: where it was started and how, its clock, its own session.

    `session` is the one that was named to it; `own_session` tells its recalls from those of others where none was.
    `warm` keeps the model by which recall finds what is meant.
    """

    environ: Mapping[str, str]
    folder: str
    store_path: str = ""
    use_global: bool = False
    session: str = ""
    own_session: str
    clock: Callable[[], datetime]
    new_id: Callable[[], str]
    warm: Warm | None = None


class Desk:
    """One call's stores and circumstances. `notes` gathers what else the caller should know."""

    def __init__(self, surroundings: Surroundings, *, folder: str, client: str = "") -> None:
        self.folder = folder
        self.notes: list[str] = []
        self._surroundings = surroundings
        self._client = client
        self._now = surroundings.clock()
        self._stores = self._named(use_global=surroundings.use_global)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stores.close()

    def turn_to(self, scope: str) -> None:
        """Work on the user's own store from here on, if that is meant; before any store is opened."""
        if scope == GLOBAL:
            self._stores = self._named(use_global=True)

    def store(self) -> Store:
        """The store that is written to. Raises NoStore."""
        return self._stores.store()

    def stores(self) -> tuple[Store, ...]:
        """The stores that are read together. Raises NoStore."""
        return self._stores.together()

    def mend_indexes(self) -> bool:
        """Make damaged full-text indexes anew; whether there were any, and nothing worse."""
        mended = self._stores.mend_indexes()
        if mended:
            self.note(f"the full-text index was damaged ({', '.join(mended)}) and has been rebuilt from the memories")
        return bool(mended)

    def note(self, text: str) -> None:
        """Say something beside the result, once."""
        if text not in self.notes:
            self.notes.append(text)

    @property
    def environ(self) -> Mapping[str, str]:
        """The environment of the server."""
        return self._surroundings.environ

    def meaning(self, stores: Sequence[Store], text: str) -> Near | None:
        """Who knows how near the memories are to a question; the model stays in this process."""
        warm = self._surroundings.warm
        if warm is None:
            return None
        return warm.meaning(self.occasion().settings.embeddings, stores, text, note=self.note)

    @property
    def session(self) -> str:
        """The session that was named, by an option or by the environment; a secret in it is masked."""
        return public(session_of(self._surroundings.environ, self._surroundings.session))

    @property
    def branch(self) -> str:
        """What is checked out; "" outside a repository."""
        return branch_of(self.folder)

    def occasion(self) -> Occasion:
        """The moment and circumstances of this call, with the settings of the store that was opened."""
        return Occasion(
            now=self._now,
            actor=Actor(name=public(self._caller()), session=self.session or self._surroundings.own_session),
            settings=self._stores.settings(),
            new_id=self._surroundings.new_id,
        )

    def _caller(self) -> str:
        """Who calls: what the environment says, else what the client calls itself; never a person."""
        by_environment = agent_name(self._surroundings.environ)
        if by_environment != PERSON:
            return by_environment
        by_itself = agent_name({"HIPPO_AGENT": self._client})
        return _UNNAMED if by_itself == PERSON else by_itself

    def _named(self, *, use_global: bool) -> OpenStores:
        named = "" if use_global else self._surroundings.store_path
        return OpenStores(
            lambda: self.folder, self._surroundings.environ, named=named, use_global=use_global, warn=self.note
        )
