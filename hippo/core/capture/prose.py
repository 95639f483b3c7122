"""The prose of a message: what its writer says, without what they paste and what programs put in.

Left out are fenced code, quoted lines, tables, headings, logs and prompts of a shell, and the blocks that hippo and the
agents insert: a memory that reads its own words again would believe itself more every night.
"""

from __future__ import annotations

import re

from hippo.core.capture.cues import is_labelled
from hippo.core.lazy_pattern import lazily

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

#: What hippo puts into a prompt or an instruction file, and the elements in which agents wrap what no person said;
#: one that is not closed goes on to the end.
_INSERTED = lazily(
    r"<\s*hippo[\w-]*\b[^>]*>.*?(?:<\s*/\s*hippo[\w-]*\s*>|\Z)"
    r"|<!--\s*hippo\b[^>]*?(?:begin|start)[^>]*-->.*?(?:<!--\s*hippo\b[^>]*?end[^>]*-->|\Z)"
    r"|^[ \t]*<(?P<name>[a-z]+(?:[-_][a-z]+)+|INSTRUCTIONS|thinking|stdout|stderr|tool|result|file|document)\b[^>\n]*>"
    r".*?(?:</(?P=name)\s*>|\Z)",
    re.DOTALL | re.MULTILINE,
)
#: The first line of a hit as hippo prints it; what is indented below it is the memory.
_HIT = lazily(r"([ \t]*)(?:[a-z][a-z ]{0,20} )?mem_[0-9a-f]{12}\b")
_FENCE = lazily(r"[ \t>]*(?:[-*+] |\d+[.)] )?(`{3,}|~{3,})")
_ITEM = lazily(r"[ \t]*(?:[-*+•]|\d{1,3}[.)]|\[[ xX]\])[ \t]+(?:\[[ xX]\][ \t]+)?")
#: Lines that nobody says: quoted, tables, headings, prompts of a shell, diffs, logs, data, frames of a stack, a hit of
#: hippo's own.
_PASTED = lazily(
    r"[ \t]*(?:>|\||#{1,6}[ \t]|\$ |>>> |\.\.\. |@@ |\+\+\+ |--- |diff --git|={3,}|-{3,}|\*{3,}|[{}\[\]]\s*$)"
    r"|[ \t]*(?:[{\[]\"|<[!/?\w])"
    r"|[ \t]*\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|[ \t]*\[?\d\d:\d\d:\d\d|\s+at \S+ ?\(|\s*File \"|(?:\t| {8,})\S"
    r"|\+(?![\d\s])|[ \t]*(?:(?:remote: |\S{1,40}:\d+(?::\d+)?: )?(?:(?:error|fatal|panic)(?:\[\w+\])?: "
    r"|\w*(?:Error|Exception): |npm (?:ERR!|error) ))"
    r"|.*\bmem_[0-9a-f]{12}\b|[ \t]*\[(?:INFO|WARN|ERROR|DEBUG)|(?:INFO|WARN(?:ING)?|ERROR|DEBUG|FATAL)[: ]"
)


def paragraphs(text: str) -> Iterator[str]:
    """The paragraphs and list items of a message, each on one line."""
    if "<" in text:
        text = _INSERTED().sub("\n", text)
    if "mem_" in text:
        text = "\n".join(_without_hits(text.split("\n")))
    fence = ""
    lines: list[str] = []
    for line in text.split("\n"):
        mark = _FENCE().match(line)
        if mark and (not fence or mark[1].startswith(fence)):
            fence = "" if fence else mark[1]
            yield from _joined(lines)
            continue
        if fence:
            continue
        item = _ITEM().match(line)
        if is_labelled(line):
            yield from _joined(lines)
        if item or not line.strip() or _PASTED().match(line):
            yield from _joined(lines)
            if item and not _PASTED().match(line[item.end() :]):
                lines.append(line[item.end() :])
        else:
            lines.append(line)
    yield from _joined(lines)


def _without_hits(lines: list[str]) -> Iterator[str]:
    """The lines without those of hits that hippo has printed, an empty one in the place of each."""
    margin = ""
    inside = False
    for line in lines:
        hit = _HIT().match(line)
        if hit:
            margin, inside = f"{hit[1]} ", True
        elif line.strip() and not line.startswith(margin):
            inside = False
        yield "" if inside else line


def _joined(lines: list[str]) -> Iterator[str]:
    """The lines as one, and none are left."""
    text = " ".join(" ".join(lines).split())
    lines.clear()
    if text:
        yield text
