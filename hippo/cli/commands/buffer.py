"""hippo buffer"""

from __future__ import annotations

from hippo.adapters.git_branch import branch_of
from hippo.cli.declare import Command, Option, Words, choice, flag, text
from hippo.cli.inputs import joined
from hippo.core.buffer import Kind
from hippo.core.humane import ago, counted
from hippo.errors import shortened
from hippo.services import buffer as service

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from hippo.cli.app import App
    from hippo.core.buffer import BufferEntry


def buffer(app: App, scope: str | None, promote: str | None) -> None:
    """Show the working memory, or make a memory of one of its entries.

    Each scope has room for a few entries that do not fade. A scope is a session, else a branch, unless --scope says.
    """
    if promote is None:
        show(app, scope)
        return
    done = service.promote(app.store(), promote, occasion=app.occasion())
    app.output.show(done, promoted_lines(done), notes=done.notes)


def push(
    app: App, content: tuple[str, ...], scope: str | None, kind: str, importance: float | None, redact: bool
) -> None:
    """Put a thought into the working memory.

    TEXT is kept until its scope is cleared or over; - reads it from standard input. A near copy of an entry refreshes
    it. When the scope is full the least important entry goes, which is told.
    """
    store = app.store()
    occasion = app.occasion()
    done = service.push(
        store,
        joined(content),
        scope=_scope(app, scope),
        occasion=occasion,
        kind=Kind(kind),
        importance=importance,
        redact=redact,
    )
    app.output.show(done, pushed_lines(done), notes=done.notes)


def show(app: App, scope: str | None) -> None:
    """Show what is in the working memory."""
    store = app.store()
    occasion = app.occasion()
    shown = service.show(store, scope=_scope(app, scope), occasion=occasion)
    app.output.show(shown, shown_lines(shown, occasion.now))


def clear(app: App, scope: str | None) -> None:
    """Empty the working memory of a scope."""
    done = service.clear(app.store(), scope=_scope(app, scope), occasion=app.occasion())
    lines = [f"cleared {done.scope}: {counted(len(done.entries), 'entry')}"]
    app.output.show(done, lines, notes=done.notes)


def pushed_lines(done: service.Pushing) -> Iterator[str]:
    if done.kept:
        verb = "refreshed" if done.refreshed else "pushed"
        yield f"{verb} {done.entry.id}  importance {done.entry.importance:.2f}  in {done.scope}"
    for each in done.evicted:
        which = "the newcomer itself" if each == done.entry else each.id
        yield f"no room for {which}, the least important ({each.importance:.2f}): {_line(each)}"


def shown_lines(shown: service.Shown, now: datetime) -> Iterator[str]:
    yield f"{shown.scope}  {len(shown.entries)} of {shown.room} entries"
    for each in shown.entries:
        flagged = f"  [out of context: {each.flag}]" if each.flag else ""
        yield f"  {each.id}  {each.kind:<8}  {each.importance:.2f}  {ago(each.pushed_at, now)}{flagged}"
        yield from (f"    {line}" for line in each.text.split("\n"))


def promoted_lines(done: service.Promoted) -> Iterator[str]:
    yield f"{done.entry.id} is now the memory {done.memory.id}: {_line(done.entry)}"


def _line(entry: BufferEntry) -> str:
    return shortened(" ".join(entry.text.split()))


def _scope(app: App, named: str | None) -> str:
    return service.scope_of(named, session=app.occasion().actor.session, branch=branch_of(app.folder))


def _share(typed: str) -> float:
    """A number from 0 to 1.

    Raises ValueError.
    """
    whole, _, part = typed.partition(".")
    if (whole + part).isascii() and (whole + part).isdecimal() and len(typed) < 20 and 0 <= float(typed) <= 1:
        return float(typed)
    raise ValueError(f"{shortened(typed)!r} is not a number from 0 to 1")


_SCOPE = text("--scope", "scope", "The scope, instead of this session's or branch's.", metavar="NAME")

COMMAND = Command(
    handler=buffer,
    options=(_SCOPE, text("--promote", "promote", "Make the entry ID a memory, and take it out.", metavar="ID")),
)
PUSH = Command(
    handler=push,
    words=(Words(name="content", metavar="TEXT"),),
    options=(
        _SCOPE,
        choice("--kind", "kind", "What it is about (note, unless you say).", tuple(Kind), default=Kind.NOTE.value),
        Option(
            flag="--importance",
            name="importance",
            help="From 0 to 1, instead of what kind, facts and novelty give.",
            read=_share,
            metavar="SHARE",
        ),
        flag("--redact", "redact", "Mask secrets in it instead of refusing it."),
    ),
)
SHOW = Command(handler=show, options=(_SCOPE,))
CLEAR = Command(handler=clear, options=(_SCOPE,))
