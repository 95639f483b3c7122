"""Two voices for one result: lines for a person, one JSON document for a program.

Results go to standard output, notes and errors to standard error. A console that cannot show a character gets a
stand-in for it, never an error.
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from io import StringIO

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any, TextIO

    from hippo.errors import HippoError

#: What hippo itself prints beyond ASCII, for consoles that cannot.
_ASCII = str.maketrans({"▰": "#", "▱": "-", "…": "...", "·": "-", "‹": "<"})


class Output:
    """Where a command's result, notes and errors go, and in which form."""

    def __init__(self, *, stdout: TextIO | None = None, stderr: TextIO | None = None) -> None:
        self._stdout = stdout or sys.stdout or StringIO()
        self._stderr = stderr or sys.stderr or StringIO()
        self.json = False
        self.quiet = False
        self.color: bool | None = None
        self._notes: list[str] = []
        self._has_document = False
        for stream in (self._stdout, self._stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")

    def note(self, text: str) -> None:
        """Say something beside the result, once."""
        if text in self._notes:
            return
        self._notes.append(text)
        if not self.json and not self.quiet:
            self._write(self._stderr, f"note: {text}")

    def show(self, data: Any, lines: Iterable[str], *, notes: Sequence[str] = ()) -> None:
        """Show a result: `data` to a program, `lines` to a person."""
        for note in notes:
            self.note(note)
        if self.json:
            from hippo.services.plain import document

            self._print(document(data, self._notes))
        else:
            for line in lines:
                self._write(self._stdout, line)

    def error(self, error: HippoError) -> None:
        """Show what went wrong and what to do about it."""
        if self.json:
            from hippo.services.plain import SCHEMA, plain

            told = {"code": error.code, "message": error.message, "hint": error.hint}
            self._print({"schema": SCHEMA, "error": plain({**error.details, **told})})
            return
        self._write(self._stderr, f"hippo: {_one_line(error.message)}")
        if error.hint:
            self._write(self._stderr, f"  hint: {_one_line(error.hint)}")

    def interrupted(self, error: HippoError, *, is_worth_a_word: bool) -> None:
        """Tell a program that nothing more comes, unless it has its document, and a person what stays."""
        if is_worth_a_word or (self.json and not self._has_document):
            self.last_words(error)

    def is_terminal(self) -> bool:
        """Whether a person sees standard output as it comes."""
        return self._stdout.isatty()

    def write_raw(self, text: str) -> None:
        """Print data as it is, whatever form was asked for."""
        self._stdout.write(text)

    @contextmanager
    def progress(self, label: str) -> Iterator[Callable[[int, int], None]]:
        """A bar for long work, drawn on a terminal's standard error: call it with how much of how many is done."""
        if self.quiet or not self._stderr.isatty():
            yield _nothing
            return
        import click

        with click.progressbar(length=1, label=label, file=self._stderr) as drawn:

            def update(done: int, total: int) -> None:
                drawn.length = max(total, done)
                drawn.update(done - drawn.pos)

            yield update

    def flush(self) -> None:
        """Hand everything to the system, while it can still be noticed that nobody takes it."""
        self._stdout.flush()

    def let_go(self) -> None:
        """Give up a stream that takes nothing any more, so that Python does not complain when it flushes at the end.

        A later error is then told on standard error.
        """
        for stream in (self._stdout, self._stderr):
            try:
                stream.flush()
            except OSError:
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
                self.json = False

    def last_words(self, error: HippoError) -> None:
        """Show an error that may be one of the streams themselves, on whichever of them still takes anything."""
        for _ in (self._stdout, self._stderr):
            self.let_go()
            try:
                self.error(error)
                self.flush()
            except OSError:
                self.json = False
            else:
                return

    def _print(self, document: dict[str, Any]) -> None:
        import json

        text = json.dumps(document, ensure_ascii=not self._is_utf8(self._stdout))
        self._has_document = True
        self._stdout.write(f"{text}\n")

    def _write(self, stream: TextIO, line: str) -> None:
        if not self._is_utf8(stream):
            line = line.translate(_ASCII)
        if self.color is None:
            self.color = self.is_terminal()
        if self.color and stream is self._stdout:
            from hippo.cli.paint import painted

            line = painted(line)
        stream.write(f"{line}\n")

    @staticmethod
    def _is_utf8(stream: TextIO) -> bool:
        return (stream.encoding or "utf-8").lower().replace("-", "").replace("_", "") == "utf8"


def _nothing(*_: int) -> None:
    """Progress that nobody sees."""


def _one_line(text: str) -> str:
    return " ".join(text.split())
