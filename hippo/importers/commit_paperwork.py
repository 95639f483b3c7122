"""What stands in a commit message but says nothing about the change: trailers, references, forms, generated text."""

from __future__ import annotations

import re

from hippo.importers.wordlists import any_of

_CONTROLS = re.compile(r"\x1b\[[0-9;]*[A-Za-z]|[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_CI_MARKERS = re.compile(r"\[(?:skip[ -]\w+|\w+[ -]skip|no[ -]ci)\]|\*\*\*\s?NO_CI\s?\*\*\*", re.IGNORECASE)
_HTML_COMMENTS = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_EMPTY_LINES = re.compile(r"\n\s*\n")
_REVERTING = re.compile(
    r"This reverts (?:commit|PR|pull request) \w+(?:, reversing\s+changes made to \w+)?\.?$|^Reverts \S*#\d+\.?$",
    re.MULTILINE,
)

_REFERENCE = any_of(r"""
    (?:[\w.-]+/[\w.-]+)?(?:\#|gh-)\d+ (?-i:[A-Z][A-Z0-9]+-\d+) <?https?://\S++ [0-9a-f]{7,40}\b
""")
_POINTING = any_of("""
    address(?:e[sd])? backport~of based~on bug cf\\.? close[sd]? depends~on fix(?:e[sd]|ing)?
    follow[-~]?up~(?:to|of|for) for~(?:more~information|details),?~see from introduced~(?:in|by) issues? link part~of
    pr pull~request ref(?:s|erences?)? relate[sd](?:~to)? relevant reported~(?:in|at|by) resolve[sd]? see(?:~also)?
    solve[sd]? source supersedes ticket
""")
_LEADING = r"(?:[-*(]\s?)?(?:(?:this|these|it|also|and|partly|partially)\s)*"
_TRAILER_KEY = any_of(r"""
    [\w-]+-by [\w-]+-(?:id|session|link|url|revision|on|version|trailer|queue|submit) (?-i:[A-Z]{2,}) bugs? cc
    changelog close[sd]? co-author\w* differential~revision fix(?:e[sd])? issues? jira links? no-[\w-]+ refs?
    references related release-notes? reviewers? see-also signed-off subscribers tags tasks? ticket
    upstream(?:-commit)?
""")
_PAPERWORK = re.compile(
    "|".join(
        (
            rf"{_TRAILER_KEY}(?:\s?:(?:\s.*)?|=.*)",
            rf"{_LEADING}{_POINTING}?[:\s(]*+(?:{_REFERENCE}(?:[\s,;.&)]|\band\b|\bor\b)*+)+",
            r"\[\^?\w+\]:? <?https?://.*",
            r"\(?cherry picked from commit .*",
            r"(?:[-*] )?\[[ x]\] .*",  # the boxes of a form
            r"[-=_*~+.\s]{3,}|\#{1,6}\s.*|\|.*\|",  # rules, headings, tables
            r"commit history before merge.*|squashed commit.*|conflicts:",
            r"(?:\S+ )?(?:auto(?:matically)?[- ]?)?generated (?:with|by)\b.*",
            r".*\bpre-commit\.ci\b.*|(?:\* )?apply (?:code |review )?suggestions.*",
            r"bumps .*\bfrom \S+ to .*|updates? \S+ from \S+ to .*|- \[(?:release notes|changelog|commits)\].*",
            r"updated-dependencies:|(?:- )?dependency-\w+:.*|update-type:.*",
            r"diff --git .*|index [0-9a-f]+\.\.[0-9a-f]+.*|@@ .*|(?:---|\+\+\+) .*",
        )
    ),
    re.IGNORECASE,
)
#: Characters above which a line is no paperwork (chosen: a link with a word before it may take a few hundred).
_LONGEST = 1000
#: How a paragraph begins that is about testing, reviewing or thanking.
_ASIDE = re.compile(
    r"(?:test(?:s|ed|ing)?(?: plan| done)?|how (?:was|has) this (?:been )?tested|checklist|screenshots?|to do|todo)\s*:"
    r"|(?:thanks|kudos|credits?) (?:to|for|goes)\b",
    re.IGNORECASE,
)


def cleaned(message: str, *, is_revert: bool = False) -> str:
    """A message without control characters, markers for build servers and comments; paragraphs are one line apart."""
    text = _CONTROLS.sub("", message.replace("\r\n", "\n").replace("\r", "\n"))
    text = _CI_MARKERS.sub("", _HTML_COMMENTS.sub("", text))
    if is_revert:
        text = _REVERTING.sub("", text)
    return _EMPTY_LINES.sub("\n\n", text).strip("\n")


def is_paperwork(line: str) -> bool:
    """Whether a line says nothing about the change."""
    return len(line) <= _LONGEST and _PAPERWORK.fullmatch(line.strip()) is not None


def is_aside(line: str) -> bool:
    """Whether a paragraph that begins with this line is about something else than the change."""
    return _ASIDE.match(line.strip()) is not None
