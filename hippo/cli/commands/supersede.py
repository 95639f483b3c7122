"""hippo supersede and hippo decide"""

from __future__ import annotations

from hippo.cli.declare import Command, Words, flag, text
from hippo.cli.inputs import joined
from hippo.core.memory import State
from hippo.services import supersede as service

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from hippo.cli.app import App

_REDACT = flag("--redact", "redact", "Mask secrets in it instead of refusing it.")


def supersede(app: App, old: str, new_text: tuple[str, ...], redact: bool) -> None:
    """Replace a memory by a new text.

    The old one leaves recall and context and stays reachable with `recall --superseded`; `hippo restore` takes it back.
    """
    done = service.supersede(app.stores(), old, joined(new_text), occasion=app.occasion(), redact=redact)
    app.output.show(done, lines(done), notes=done.notes)


def decide(app: App, decision: tuple[str, ...], context: str | None, supersedes: str | None, redact: bool) -> None:
    """Store a decision, which lives for 90 days.

    --context says why it was taken, --supersedes names the memory that it replaces.
    """
    content = joined(decision)
    stores = (app.store(),) if supersedes is None else app.stores()
    done = service.decide(
        stores, content, occasion=app.occasion(), context=context or "", supersedes=supersedes, redact=redact
    )
    app.output.show(done, lines(done), notes=done.notes)


def lines(done: service.Superseded) -> Iterator[str]:
    replaced = f", which replaces {done.old.id}" if done.old else ""
    if done.memory.state is State.WAITING:
        yield f"waiting {done.memory.id}"
        yield "  it waits until a person approves it: `hippo pending`"
        return
    yield f"stored {done.memory.id}{replaced}"
    yield f"  half-life {done.memory.half_life_days:g} days"


COMMAND = Command(
    handler=supersede,
    words=(Words(name="old", metavar="OLD", many=False), Words(name="new_text", metavar="TEXT")),
    options=(_REDACT,),
)
DECIDE = Command(
    handler=decide,
    words=(Words(name="decision", metavar="TEXT"),),
    options=(
        text("--context", "context", "Why it was decided.", metavar="WHY"),
        text("--supersedes", "supersedes", "The memory that it replaces.", metavar="ID"),
        _REDACT,
    ),
)
