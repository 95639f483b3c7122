"""hippo restore"""

from __future__ import annotations

from hippo.cli.declare import Command, Words
from hippo.core.humane import ago
from hippo.services import restore as service

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from hippo.cli.app import App


def restore(app: App, memory_id: str) -> None:
    """Bring a forgotten memory back.

    Its time starts anew: the next sleep leaves it alone. `hippo list --state archived` shows what was forgotten.
    """
    stores = app.stores()
    occasion = app.occasion()
    restored = service.restore(stores, memory_id, occasion=occasion)
    app.output.show(restored, lines(restored, occasion.now), notes=restored.notes)


def lines(restored: service.Restored, now: datetime) -> Iterator[str]:
    if not restored.changed:
        yield f"{restored.memory.id} is live already"
        return
    fades = f"; fades {ago(restored.fades_at, now)} unless it is used" if restored.fades_at else ""
    yield f"restored {restored.memory.id}{fades}"


COMMAND = Command(handler=restore, words=(Words(name="memory_id", metavar="ID", many=False),))
