"""One call of a hook that has something to do: its stores, opened, and its occasion."""

from __future__ import annotations

from hippo.services.hooks import tell
from hippo.services.occasion import Occasion
from hippo.services.open_stores import OpenStores
from hippo.store.events import Actor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

    from hippo.importers.hook_documents import HookInput
    from hippo.services.hooks import Call
    from hippo.store.store import Store

#: How long noting what was shown waits for a writer, in seconds (chosen: a person waits for the answer).
WAIT_SECONDS = 0.25
_HEX_AND_DASHES = frozenset("0123456789abcdefABCDEF-")


class HookRun:
    """The stores that a folder is in, with the moment and the session of a call.

    `session` is the session's name as it may be stored.
    """

    def __init__(self, call: Call, given: HookInput, place: str) -> None:
        self.place = place
        self.session = _storable(given.session)
        self._given = given
        self._call = call
        self._now = call.now()
        self._open = OpenStores(
            lambda: place, call.environ, named=call.named_store, warn=lambda text: tell(call, place, text)
        )

    def store(self) -> Store:
        """The project's store. Raises NoStore."""
        return self._open.store()

    def stores(self) -> tuple[Store, ...]:
        """The project's store and the user's. Raises NoStore."""
        return self._open.together()

    def occasion(self) -> Occasion:
        """The occasion, with the settings of the store that has been opened."""
        actor = Actor(name=self._given.agent, session=self.session)
        return Occasion(now=self._now, actor=actor, settings=self._open.settings(), new_id=self._call.new_id)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()


def _storable(session: str) -> str:
    """A session's name without secrets and private parts; a UUID is none, and need not be looked at."""
    if _HEX_AND_DASHES.issuperset(session):
        return session
    from hippo.core.public import public

    return public(session)
