"""hippo capture"""

from __future__ import annotations

import os
import sys
from contextlib import nullcontext

from hippo.cli.declare import Command, Words, flag, repeated
from hippo.core.encode import clean_tags
from hippo.core.humane import counted
from hippo.errors import NotFound, Refused
from hippo.services import capture as service
from hippo.services.keeping import Keeping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager
    from typing import BinaryIO

    from hippo.cli.app import App

#: Lines that could not be read and are named (chosen: a person looks at a few).
_NAMED = 5


def capture(app: App, file: str, tags: tuple[str, ...], dry_run: bool) -> None:
    """Take decisions, rules, preferences, errors and fixes from a text.

    FILE is a transcript of Claude Code, Codex, Gemini CLI, Copilot CLI, Pi or OpenCode, or any text; - reads standard
    input. Whole sentences are kept, with the line they stand in. Questions, guesses, what is only for now, quoted text
    and tool output are no lessons, nor is what hippo itself put into a talk. Nothing is taken twice from one talk.
    """
    tags = clean_tags(tags)
    store = app.store()
    source = "standard input" if file == "-" else _name(app, file)
    try:
        with _opened(app, file) as opened:
            captured = service.capture(store, opened, source, occasion=app.occasion(), tags=tags, dry_run=dry_run)
    except (FileNotFoundError, NotADirectoryError):
        raise NotFound(f"there is no file {file}") from None
    except (IsADirectoryError, PermissionError, ValueError) as error:
        raise Refused(f"{file} cannot be read: {getattr(error, 'strerror', None) or error}") from error
    app.output.show(captured, lines(captured), notes=captured.notes)


def lines(captured: service.Captured) -> Iterator[str]:
    verb = "would take" if captured.dry_run else "took"
    for each in captured.lessons:
        name = f"  {each.memory.id}" if each.memory else ""
        name += " (waiting)" if each.keeping is Keeping.WAITING else ""
        yield f"{verb}{name}  [{each.kind}]  line {each.line:,}: {each.text}"
        if captured.dry_run:
            yield f"  the {each.speaker} {each.reason}"
    known = f", {captured.known:,} known before" if captured.known else ""
    read, lessons = counted(captured.turns, "turn"), counted(len(captured.lessons), "lesson")
    taken = "would be taken" if captured.dry_run else "taken"
    yield f"{captured.source} ({captured.format}): {read} read, {lessons} {taken}{known}"
    if captured.dry_run:
        for reason, count in captured.left_out.items():
            yield f"  left out: {count:,} {reason}"
            for passed in captured.passed:
                if passed.reason == reason:
                    yield f"    line {passed.line:,}: {passed.text}"
    if captured.unread_count:
        named = ", ".join(f"{each.line:,} ({each.reason})" for each in captured.unread[:_NAMED])
        more = " …" if captured.unread_count > _NAMED else ""
        yield f"  {counted(captured.unread_count, 'line')} could not be read: {named}{more}"


def _opened(app: App, file: str) -> AbstractContextManager[BinaryIO]:
    return nullcontext(sys.stdin.buffer) if file == "-" else open(os.path.join(app.folder, file), "rb")


def _name(app: App, file: str) -> str:
    """The file as memories name it: below the working directory as it is from there, elsewhere whole."""
    path = os.path.abspath(os.path.join(app.folder, file))
    inside = os.path.relpath(path, app.folder)
    return path if inside.startswith(os.pardir) else inside


COMMAND = Command(
    handler=capture,
    words=(Words(name="file", metavar="FILE", many=False),),
    options=(
        repeated("--tag", "tags", "Give every lesson a tag; may be repeated.", "TAG"),
        flag("--dry-run", "dry_run", "Say what would be taken, why, and what is left out; do nothing."),
    ),
)
