"""Where a session stood when its transcript ended: what was asked last, open steps, files, what still failed."""

from __future__ import annotations

from hippo.core.capture.turn import Speaker, Turn
from hippo.core.value import value
from hippo.importers.tool_calls import ToolCall, tool_calls

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hippo.importers.transcripts import Reader

#: Characters of what was asked and said last, and of what a command said (chosen: a paragraph each).
_LONGEST = 300


@value
class WorkLeft:
    """What a session leaves; what nobody knows is empty."""

    asked: str = ""
    said: str = ""
    steps: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    failing: str = ""

    @property
    def is_nothing(self) -> bool:
        """Whether nobody asked for anything."""
        return not (self.asked or self.files or self.failing)


def work_left(lines: Sequence[str], reader: Reader) -> WorkLeft:
    """What the last lines of a transcript leave, `reader` being that of its format."""
    asked = said = ""
    for entry in reader((number, line) for number, line in enumerate(lines, 1)):
        if isinstance(entry, Turn):
            if entry.speaker is Speaker.PERSON:
                asked, said = entry.text, ""
            else:
                said = entry.text
    steps, files, failing = _done(lines)
    return WorkLeft(asked=_excerpt(asked), said=_excerpt(said), steps=steps, files=files, failing=failing)


def _done(lines: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...], str]:
    """The open steps, the files that were written, the last one last, and the command that failed last, if it does."""
    steps: tuple[str, ...] = ()
    files: dict[str, None] = {}
    commands: dict[str, str] = {}
    failing: dict[str, str] = {}
    for each in tool_calls(lines):
        if isinstance(each, ToolCall):
            commands[each.id] = each.command
            steps = steps if each.steps is None else each.steps
            for path in each.files:
                files.pop(path, None)
                files[path] = None
        elif command := commands.get(each.id):
            failing.pop(command, None)
            if each.status:
                failing[command] = each.said
    last = list(failing.items())[-1:]
    return steps, tuple(files), _excerpt("".join(f"`{command}`: {said}" for command, said in last))


def _excerpt(text: str) -> str:
    """The beginning of a text, on one line."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1].rstrip()}…"
