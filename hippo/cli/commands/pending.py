"""hippo pending, hippo approve and hippo reject"""

from __future__ import annotations

from hippo.cli.commands.core import change_lines
from hippo.cli.declare import Command, Words, choice, flag
from hippo.core.pages import Page
from hippo.errors import shortened
from hippo.services import pending as service
from hippo.services.pending import Kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hippo.cli.app import App


def pending(app: App) -> None:
    """Show what waits for your word.

    A memory whose text may be an order to an agent is not let in before you approve it; where door.write_approval is
    on, nothing that writes itself is. What surely gives orders, or hides characters, is flagged: recalled, but in no
    context. A memory that helped on three days in three sessions is proposed for a core page.
    """
    found = service.pending(app.stores())
    app.output.show(found, lines(found))


def approve(app: App, memory_ids: tuple[str, ...], to: str, demote: bool) -> None:
    """Let memories in, take their flag away, or move the proposed ones to a core page.

    All or none: where the page has no room for them nothing is changed. Only a person at a terminal can approve. What
    moves to a page is archived; `hippo core remove` and `hippo restore` bring it back.
    """
    app.require_person("approve what waits")
    done = service.approve(app.store(), memory_ids, page=Page(to), occasion=app.occasion(), demote=demote)
    app.output.show(done, approved_lines(done), notes=done.notes)


def reject(app: App, memory_ids: tuple[str, ...]) -> None:
    """Turn down what is pending.

    A memory that waits is erased to the last byte, a flagged one is archived, one that is proposed for a core page is
    not proposed again.
    """
    done, notes = service.reject(app.store(), memory_ids, occasion=app.occasion())
    app.output.show(done, rejected_lines(done), notes=notes)


def lines(found: Sequence[service.Pending]) -> Iterator[str]:
    for each in found:
        scope = f"  ({each.scope})" if each.scope != "local" else ""
        yield f"{each.memory.id}  {_WHAT[each.kind]}: {each.why}{scope}"
        yield f"  {shortened(' '.join(each.memory.text.split()))}"


def approved_lines(done: service.Approved) -> Iterator[str]:
    for memory in done.memories:
        yield f"approved {memory.id}"
    yield from change_lines(done.changes)


def rejected_lines(done: Sequence[service.Rejected]) -> Iterator[str]:
    for each in done:
        yield f"{each.memory.id} {_GONE[each.kind]}"


_WHAT = {Kind.WAITING: "waits", Kind.FLAGGED: "flagged", Kind.CORE_PAGE: "for a core page"}
_GONE = {Kind.WAITING: "is erased", Kind.FLAGGED: "is archived", Kind.CORE_PAGE: "will not be proposed again"}
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
