"""hippo pending, hippo approve and hippo reject"""

from __future__ import annotations

from hippo.cli.commands.core import change_lines
from hippo.cli.declare import Command, Words, choice, flag
from hippo.core.pages import Page
from hippo.errors import shortened
from hippo.services import pending as service

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hippo.cli.app import App
    from hippo.core.memory import Memory


def pending(app: App) -> None:
    """Show what waits for your word.

    A memory that helped on three days in three sessions is proposed for a core page. Nothing moves by itself: `hippo
    approve` moves it, `hippo reject` keeps it from being proposed again.
    """
    found = service.pending(app.stores())
    app.output.show(found, lines(found))


def approve(app: App, memory_ids: tuple[str, ...], to: str, demote: bool) -> None:
    """Move proposed memories to a core page.

    All or none: where the page has no room for them nothing is changed. The memory is archived; `hippo core remove`
    and `hippo restore` bring it back.
    """
    done = service.approve(app.store(), memory_ids, page=Page(to), occasion=app.occasion(), demote=demote)
    app.output.show(done, change_lines(done), notes=done.notes)


def reject(app: App, memory_ids: tuple[str, ...]) -> None:
    """Keep memories from being proposed again.

    They stay what they are.
    """
    done = service.reject(app.store(), memory_ids, occasion=app.occasion())
    app.output.show(done, rejected_lines(done))


def lines(found: Sequence[service.Proposal]) -> Iterator[str]:
    for each in found:
        scope = f"  ({each.scope})" if each.scope != "local" else ""
        yield f"{each.memory.id}  for a core page: helped on {each.days} days in {each.sessions} sessions{scope}"
        yield f"  {shortened(' '.join(each.memory.text.split()))}"


def rejected_lines(done: Sequence[Memory]) -> Iterator[str]:
    for memory in done:
        yield f"{memory.id} will not be proposed again"


_IDS = (Words(name="memory_ids", metavar="ID"),)

COMMAND = Command(handler=pending)
APPROVE = Command(
    handler=approve,
    words=_IDS,
    options=(
        choice("--to", "to", "The page (memory, unless you say user).", tuple(Page), default=Page.MEMORY.value),
        flag("--demote", "demote", "Make room: move what is least used to the semantic memories."),
    ),
)
REJECT = Command(handler=reject, words=_IDS)
