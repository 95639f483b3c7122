"""The lines of a document without what no reader of it is meant to see, or what hippo itself has put there.

Private parts, HTML comments, Obsidian's `%%` comments, and blocks between hippo's marks may go over many lines; what
is left keeps its line. Within a code fence only private parts and hippo's blocks are taken out.
"""

from __future__ import annotations

import re

from hippo.core.lazy_pattern import lazily
from hippo.core.private import public_part
from hippo.importers.entries import LeftOut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from hippo.core.capture.turn import Unread

_HIPPO = lazily(r"<!--\s*hippo\b[^>]*?\b(?:begin|start)\b[^>]*-->|<\s*hippo-(?:memor|context)[^>]*>", re.IGNORECASE)
_HIPPO_END = lazily(r"<!--\s*hippo\b[^>]*?\bend\b[^>]*-->|<\s*/\s*hippo-(?:memor|context)[^>]*>", re.IGNORECASE)
_COMMENT = lazily(r"<!--")
_COMMENT_END = lazily(r"-->")
#: A comment of Obsidian: closed on its line, or begun on a line of its own; elsewhere `%%` is a percent sign.
_PERCENT = lazily(r"%%(?=.*%%)|\A[ \t]*%%(?=\s|\Z)")
_PERCENT_END = lazily(r"%%")
_FENCE = lazily(r"[ \t>]*(?:[-*+] |\d+[.)] )?(`{3,}|~{3,})")
_OWN_HIT = lazily(r"[ \t]*(?:[-*+] |\d+[.)] )?[\[(`]?mem_[0-9a-f]{12}\b")
BY_HIPPO = "written by hippo"


def visible(lines: Iterable[tuple[int, str | None]]) -> Iterator[tuple[int, str] | LeftOut | Unread]:
    """The lines as a reader sees them; a block of hippo's is told once, by its first line."""
    from hippo.core.capture.turn import Unread

    sight = _Sight()
    for number, line in lines:
        if line is None:
            yield Unread(line=number, reason="longer than a line can be")
            continue
        was_in_block = sight.end is _HIPPO_END
        seen = sight.of(line)
        if sight.met_hippo and not was_in_block:
            yield LeftOut(line=number, reason=BY_HIPPO)
        if seen is not None:
            yield number, seen


class _Sight:
    """What is hidden at the moment: how deep in private parts, and the pattern that ends a hidden block."""

    def __init__(self) -> None:
        self.end: Callable[[], re.Pattern[str]] | None = None
        self.met_hippo = False
        self._depth = 0
        self._fence = ""

    def of(self, line: str) -> str | None:
        """What is seen of a line; None if it is hidden as a whole, which parts no paragraph."""
        self.met_hippo = False
        if not self._depth and self.end is None and "<" not in line and "%%" not in line and "mem_" not in line:
            self._note_fence(line)
            return line
        was_hidden = bool(self._depth) or self.end is not None
        public, self._depth = public_part(line, self._depth)
        seen = self._shown(public)
        self._note_fence(seen)
        if _OWN_HIT().match(seen) and not self._fence:
            self.met_hippo = True
            return None
        return None if not seen.strip() and (was_hidden or line.strip()) else seen

    def _shown(self, text: str) -> str:
        shown = ""
        while text or self.end is not None:
            if self.end is not None:
                found = self.end().search(text)
                if found is None:
                    return shown
                text, self.end = text[found.end() :], None
                continue
            begun = self._next_hidden(text)
            if begun is None:
                break
            found, self.end = begun
            self.met_hippo = self.met_hippo or self.end is _HIPPO_END
            shown, text = shown + text[: found.start()], text[found.end() :]
        return shown + text

    def _next_hidden(self, text: str) -> tuple[re.Match[str], Callable[[], re.Pattern[str]]] | None:
        """The first beginning of something hidden, and what ends it."""
        kinds = [(_HIPPO, _HIPPO_END)]
        if not self._fence:
            kinds += [(_COMMENT, _COMMENT_END), (_PERCENT, _PERCENT_END)]
        begun = [(found, end) for begin, end in kinds if (found := begin().search(text)) and not _is_code(text, found)]
        return min(begun, key=lambda each: each[0].start(), default=None)

    def _note_fence(self, line: str) -> None:
        mark = _FENCE().match(line) if "```" in line or "~~~" in line else None
        if mark is None:
            return
        if not self._fence:
            self._fence = "" if mark[1][0] in line[mark.end() :] else mark[1]
        elif mark[1].startswith(self._fence) and not line[mark.end() :].strip():
            self._fence = ""


def _is_code(text: str, found: re.Match[str]) -> bool:
    """Whether something stands in a span of code: an odd number of backticks before it, and one behind it."""
    return text.count("`", 0, found.start()) % 2 == 1 and "`" in text[found.end() :]
