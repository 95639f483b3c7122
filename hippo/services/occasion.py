"""What every verb is told besides its own options."""

from __future__ import annotations

import os

from hippo.core.memory import ID_PREFIX
from hippo.core.settings import Settings
from hippo.core.value import value
from hippo.store.events import Actor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime


def random_id() -> str:
    """A new memory id: `mem_` and 48 random bits as 12 hex digits."""
    return ID_PREFIX + os.urandom(6).hex()


@value
class Occasion:
    """The moment, who acts, the settings that hold, and where new ids come from."""

    now: datetime
    actor: Actor = Actor()
    settings: Settings = Settings()
    new_id: Callable[[], str] = random_id
