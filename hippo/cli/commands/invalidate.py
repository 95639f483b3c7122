"""hippo invalidate"""

from __future__ import annotations

from hippo.cli.declare import Command, Words, flag
from hippo.cli.inputs import joined
from hippo.core.humane import counted
from hippo.services import invalidate as service
from hippo.services.hit_text import indented

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from hippo.cli.app import App


def invalidate(app: App, pattern: tuple[str, ...], dry_run: bool) -> None:
    """Weaken the memories that speak of something that is gone.

    Those whose text has the exact phrase, or, if there is none, all of its words. They turn stale and keep a quarter of
    their half-life; pinned ones stay as they are. Look with --dry-run first.
    """
    done = service.invalidate(app.existing_store(), joined(pattern), occasion=app.occasion(), dry_run=dry_run)
    app.output.show(done, lines(done), notes=done.notes)


def lines(done: service.Invalidated) -> Iterator[str]:
    for memory in done.memories:
        yield f"{'would weaken' if done.dry_run else 'weakened'}  {memory.id}"
        yield indented(memory.text)
    for memory in done.pinned:
        yield f"left alone  {memory.id}, which is pinned"
    yield f"{counted(len(done.memories), 'memory')} {'would be ' if done.dry_run else ''}weakened"


COMMAND = Command(
    handler=invalidate,
    words=(Words(name="pattern", metavar="PATTERN"),),
    options=(flag("--dry-run", "dry_run", "Say which, and do nothing."),),
)
