"""Parts of a context, and fitting each into what it may have."""

from __future__ import annotations

from hippo.core.budget import Allowance, cut
from hippo.core.humane import counted
from hippo.core.lazy_pattern import lazily
from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

#: The fence around what is put into an agent's context.
OPENING = "<hippo-memory>"
CLOSING = "</hippo-memory>"
#: A text that gets less than this many tokens is not worth its line.
_FEWEST_TEXT_TOKENS = 8
_FENCE = lazily(r"(?i)<(?=\s*/?\s*hippo-memory)")


@value
class Item:
    """One entry of a part: a text, and after it in brackets what one needs to judge and to name it."""

    text: str
    facts: str = ""

    def line(self, text: str | None = None) -> str:
        """The entry as it is printed, with its own or a shorter text; it cannot close the fence around it."""
        body = _unfenced(self.text if text is None else text).replace("\n", "\n  ")
        return f"- {body} ({self.facts})\n" if self.facts else f"- {body}\n"


@value
class Part:
    """Entries under one heading, `order` saying which come first when there is no room for all.

    `name` is what one entry is called; `has_more` says that there may be more of them than were looked at.
    """

    name: str
    items: tuple[Item, ...]
    heading: str = ""
    order: tuple[int, ...] = ()
    has_more: bool = False


@value
class Line:
    """An entry as it is printed: its place in the part, and whether its text is cut."""

    place: int
    text: str
    is_cut: bool = False


@value
class Fitted:
    """What of a part is printed, in the part's order."""

    part: Part
    lines: tuple[Line, ...]

    @property
    def text(self) -> str:
        return "".join((_headline(self.part), *(line.text for line in self.lines))) if self.lines else ""

    @property
    def left_out(self) -> int:
        return len(self.part.items) - len(self.lines)


def fitted(part: Part, allowance: Allowance) -> Fitted:
    """As many entries of a part as fit; the first that does not is cut, and nothing behind it is shown."""
    left = allowance.after(_headline(part))
    lines: list[Line] = []
    for place in part.order or range(len(part.items)):
        item = part.items[place]
        whole = item.line()
        text = whole if left.holds(whole) else _cut_line(item, left)
        if not text:
            break
        lines.append(Line(place=place, text=text, is_cut=text != whole))
        left = left.after(text)
        if text != whole:
            break
    return Fitted(part=part, lines=tuple(sorted(lines, key=lambda line: line.place)))


def left_out_line(parts: Iterable[Fitted]) -> str:
    """What there was no room for, in one line; nothing if all was printed."""
    counts = [_count(each.part, each.left_out) for each in parts if each.left_out]
    return f"(no room for {', '.join(counts)})\n" if counts else ""


def _count(part: Part, count: int) -> str:
    return f"more than {counted(count, part.name)}" if part.has_more else counted(count, part.name)


def _headline(part: Part) -> str:
    return f"{_unfenced(part.heading)}\n" if part.heading else ""


def _unfenced(text: str) -> str:
    """A text that cannot close the fence around it, nor open another."""
    return _FENCE().sub("‹", text) if "<" in text else text


def _cut_line(item: Item, left: Allowance) -> str:
    room = left.after(item.line(""))
    if room.tokens < _FEWEST_TEXT_TOKENS:
        return ""
    shown = cut(item.text, room)
    line = item.line(shown)
    return line if shown and left.holds(line) else ""
