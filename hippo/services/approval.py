"""What only a person may do: approving, and, where approval is on, changing what agents are shown."""

from __future__ import annotations

from hippo.core.waiting import PERSON
from hippo.errors import Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.services.occasion import Occasion


class PersonNeeded(Refused):
    """An agent tries what only a person may do."""

    code = "needs-a-person"

    def __init__(self, what: str, hint: str = "ask the person you work for to do it in a terminal") -> None:
        super().__init__(f"only a person may {what}; nothing was changed", hint=hint)


def require_person(occasion: Occasion, what: str) -> None:
    """Where every automatic write waits, raise PersonNeeded for what could not wait and an agent tries to do."""
    if occasion.settings.door.write_approval and occasion.actor.name != PERSON:
        raise PersonNeeded(f"{what} while door.write_approval is on", "`hippo remember` lets a text wait for approval")
