"""hippo core"""

from __future__ import annotations

from hippo.cli.declare import Command, Words, choice, flag, text
from hippo.cli.inputs import joined, named_file
from hippo.core.page_edits import Operation, Verb
from hippo.core.pages import Page
from hippo.services import core_pages as service

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hippo.cli.app import App
    from hippo.core.page_edits import Change

_INDENT = "\n  "


def show(app: App) -> None:
    """Show the pages that are always in context.

    The page `memory` holds what an agent must know about this project, `user` what it must know about you. Edits of
    their files (core/MEMORY.md, core/USER.md) are taken in.
    """
    pages, notes = service.show(app.stores(), occasion=app.occasion())
    app.output.show({"pages": pages}, page_lines(pages), notes=notes)


def show_pages(app: App) -> None:
    """Show the pages that are always in context.

    The same as `hippo core`.
    """
    show(app)


def add(app: App, content: tuple[str, ...], to: str, demote: bool, redact: bool) -> None:
    """Add an entry to a core page.

    TEXT may have several lines; - reads it from standard input. What the page holds already is not added again. What
    does not fit is refused, and told what could go instead.
    """
    operation = Operation(verb=Verb.ADD, text=joined(content), page=Page(to))
    _change(app, [operation], demote=demote, redact=redact)


def replace(app: App, match: str, content: str, part: str | None, demote: bool, redact: bool) -> None:
    """Replace an entry of a core page, or a part of one.

    MATCH is an id, an entry, or a part that one entry alone has. TEXT takes the place of the entry or, with --sub OLD
    TEXT, of OLD inside it.
    """
    operation = Operation(verb=Verb.REPLACE, match=match, text=joined((content,)), part=part)
    _change(app, [operation], demote=demote, redact=redact)


def remove(app: App, match: tuple[str, ...]) -> None:
    """Remove an entry from a core page.

    MATCH is an id, an entry, or a part that one entry alone has. The entry is archived as a memory, which `hippo
    restore` brings back.
    """
    _change(app, [Operation(verb=Verb.REMOVE, match=joined(match))])


def apply(app: App, file: str, demote: bool, redact: bool) -> None:
    """Carry out several changes of the core pages, all or none.

    FILE (- for standard input) is a JSON list: {"do": "add", "text": …, "page": "user"}, {"do": "replace", "match": …,
    "text": …, "sub": …}, {"do": "remove", "match": …}. Only the final size counts.
    """
    from hippo.cli.page_operations import operations_in

    _change(app, operations_in(named_file(app.folder, file)), demote=demote, redact=redact)


def page_lines(pages: Sequence[service.ShownPage]) -> Iterator[str]:
    for each in pages:
        scope = f" ({each.scope})" if each.scope != "local" else ""
        share = each.used * 100 // each.limit
        yield f"{each.page}{scope}  {each.used:,} of {each.limit:,} characters ({share}%)  {each.file}"
        for entry in each.entries:
            flagged = f"  [out of context: {entry.flag}]" if entry.flag else ""
            yield f"  {entry.id}  {entry.text.replace(chr(10), _INDENT + ' ' * 18)}{flagged}"


def change_lines(changes: Iterable[Change]) -> Iterator[str]:
    for each in changes:
        entry = each.entry
        if each.what == "kept":
            yield f"nothing added: {entry.id} on the page {entry.page} says so already"
            continue
        yield f"{each.what} {entry.id} on the page {entry.page}"
        if each.what == "replaced":
            yield f"  was: {' '.join(each.before.split())}"
        if each.what in {"removed", "demoted"}:
            state = "archived" if each.what == "removed" else "a semantic memory"
            yield f"  it is {state} as mem_{entry.id.partition('_')[2]}: {' '.join(entry.text.split())}"


def _change(app: App, operations: Sequence[Operation], *, demote: bool = False, redact: bool = False) -> None:
    store = app.store()
    changed = service.change(store, operations, occasion=app.occasion(), demote=demote, redact=redact)
    app.output.show(changed, change_lines(changed.changes), notes=changed.notes)


_DEMOTE = flag("--demote", "demote", "Make room: move what is least used to the semantic memories.")
_REDACT = flag("--redact", "redact", "Mask secrets in it instead of refusing it.")
_MATCH = Words(name="match", metavar="MATCH", many=False)

COMMAND = Command(handler=show)
SHOW = Command(handler=show_pages)
ADD = Command(
    handler=add,
    words=(Words(name="content", metavar="TEXT"),),
    options=(
        choice("--to", "to", "The page (memory, unless you say user).", tuple(Page), default=Page.MEMORY.value),
        _DEMOTE,
        _REDACT,
    ),
)
REPLACE = Command(
    handler=replace,
    words=(_MATCH, Words(name="content", metavar="TEXT", many=False)),
    options=(text("--sub", "part", "Replace only OLD inside the entry.", metavar="OLD"), _DEMOTE, _REDACT),
)
REMOVE = Command(handler=remove, words=(Words(name="match", metavar="MATCH"),))
APPLY = Command(handler=apply, words=(Words(name="file", metavar="FILE", many=False),), options=(_DEMOTE, _REDACT))
