"""hippo edit"""

from __future__ import annotations

from hippo.cli.declare import Command, Words, flag, repeated, text
from hippo.cli.inputs import chosen_confidence, confidence_options, joined
from hippo.errors import UsageError
from hippo.services import edit as service

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from hippo.cli.app import App


def edit(
    app: App,
    memory_id: str,
    new_text: str | None,
    add_tags: tuple[str, ...],
    remove_tags: tuple[str, ...],
    pin: bool,
    unpin: bool,
    redact: bool,
    **confidence: bool,
) -> None:
    """Change a memory's text, tags, confidence or pin.

    What was before stays in its history, which `hippo inspect` shows.
    """
    if pin and unpin:
        raise UsageError("--pin and --unpin exclude each other")
    change = service.Edit(
        text=None if new_text is None else joined([new_text]),
        add_tags=add_tags,
        remove_tags=remove_tags,
        confidence=chosen_confidence(confidence),
        pinned=pin if pin or unpin else None,
        redact=redact,
    )
    if change == service.Edit(redact=redact):
        raise UsageError("nothing to change", hint="give --text, --tag, --untag, --pin, --unpin or a confidence")
    stores = app.stores()
    edited = service.edit(stores, memory_id, change, occasion=app.occasion())
    app.output.show(edited, lines(edited), notes=edited.notes)


def lines(edited: service.Edited) -> Iterator[str]:
    done = f"changed {', '.join(edited.changed)} of" if edited.changed else "nothing to change in"
    yield f"{done} {edited.memory.id}"


COMMAND = Command(
    handler=edit,
    words=(Words(name="memory_id", metavar="ID", many=False),),
    options=(
        text("--text", "new_text", "The new text; - reads it from standard input."),
        repeated("--tag", "add_tags", "Add a tag; may be repeated.", "TAG"),
        repeated("--untag", "remove_tags", "Take a tag away; may be repeated.", "TAG"),
        *confidence_options("You have seen it."),
        flag("--pin", "pin", "Never let it fade."),
        flag("--unpin", "unpin", "Let it fade again."),
        flag("--redact", "redact", "Mask secrets in the new text instead of refusing it."),
    ),
)
