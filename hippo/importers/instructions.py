"""Instruction files of agents: CLAUDE.md and rule folders, AGENTS.md, GEMINI.md, and those of other agents.

Each list item and each section is a rule. Rules stand: the file says them at every start, so they are semantic
memories, which do not fade while nobody asks for them, and only a person takes them back. A rule that holds for some
files alone says so, since an agent that reads it elsewhere would otherwise follow it there.
"""

from __future__ import annotations

import re

from hippo.core.lazy_pattern import lazily
from hippo.core.value import replace
from hippo.importers.entries import LeftOut
from hippo.importers.markdown import Document, item_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.importers.entries import Source
    from hippo.importers.markdown import Found
    from hippo.importers.notes_head import Head

TAG = "rule"
_FILES = lazily(
    r"(?:claude(?:\.local)?|agents(?:\.override)?|gemini|copilot-instructions|[\w.-]+\.instructions|soul|conventions)\.md\Z"
    r"|(?:[\w-]*\.|dot-)?(?:cursorrules|windsurfrules|clinerules|goosehints)\Z|[^/]+\.mdc\Z",
    re.IGNORECASE,
)
_FOLDERS = lazily(
    r"(?:\A|/)(?:\.?claude/rules|\.?claude-code/rules|\.?cursor/rules|\.?windsurf/rules|\.clinerules|\.roo/rules[\w-]*"
    r"|\.github/instructions|copilot/instructions)/.*\.(?:md|mdc|txt)\Z"
)
CURSOR_FILES = lazily(r"(?:[\w-]*\.|dot-)?cursorrules\Z|[^/]+\.mdc\Z", re.IGNORECASE)
#: A line that stands for another file.
_IMPORT = lazily(r"@[~./\w][^\s]*\Z")
_TRIGGER = lazily(r"---\r?\n(?:[^\n]*\n)*?(?:paths|globs|applyTo|alwaysApply|trigger):[^\n]*\n(?:[^\n]*\n)*?---")
_SCOPES = ("globs", "paths", "applyTo")
_EVERYWHERE = frozenset(("*", "**", "**/*"))


def claims(name: str, head: str = "") -> bool:
    """Whether a file of this path is read by an agent as its instructions, or says itself when it is to be read."""
    if _FILES().match(name.rpartition("/")[2]) or _FOLDERS().search(name):
        return True
    return name.endswith(".md") and head.startswith("---") and bool(_TRIGGER().match(head))


def claims_cursor(name: str) -> bool:
    """Whether a file of this path is one of Cursor's."""
    return bool(CURSOR_FILES().match(name.rpartition("/")[2]))


def read(source: Source) -> Found:
    """The rules in a file."""
    document = Document(source.lines())
    if document.head.is_open:
        yield LeftOut(line=1, reason="a front matter without an end")
    scope = _scope(document.head)
    for section in document.sections():
        text = "\n".join(line for line in section.text.split("\n") if not _IMPORT().match(line.strip()))
        if not text.strip():
            yield LeftOut(line=section.line, reason="it only names another file")
            continue
        item = item_of(section, tags=(TAG,), is_standing=True)
        yield replace(item, text=f"{text.strip()}{_for(text, scope)}", files=scope)
    yield from document.passed


def _scope(head: Head) -> tuple[str, ...]:
    """The files for which the rules hold; none when they hold everywhere."""
    if head.text("alwaysApply").lower() == "true":
        return ()
    globs = (glob for key in _SCOPES for glob in head.texts(key))
    return tuple(glob for glob in globs if glob not in _EVERYWHERE)


def _for(text: str, scope: tuple[str, ...]) -> str:
    if not scope:
        return ""
    place = f"(for {', '.join(scope)})"
    return f"\n\n{place}" if "\n" in text.strip() else f" {place}"
