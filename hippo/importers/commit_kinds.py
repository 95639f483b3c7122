"""What kind of change a commit message announces: one to learn from, or one of the many that teach nothing.

Read from the subject, since that is where people say it, and from the body where it names the trouble itself.
Precision counts: a chore among the lessons is worse than a lesson missed.
"""

from __future__ import annotations

import re
from enum import StrEnum

from hippo.importers.commit_message import says_why
from hippo.importers.commit_trifles import Reason, is_vague, labelled, mention, trifle


class Kind(StrEnum):
    """What a lesson came from."""

    FIX = "fix"
    HOTFIX = "hotfix"
    REGRESSION = "regression"
    REVERT = "revert"
    PERF = "perf"


#: What a label before the subject says: the type of a conventional commit, a word in brackets, a gitmoji.
_KINDS = {
    **dict.fromkeys(("fix", "fixes", "fixed", "bug", "bugs", "bugfix", "bugfixes", "security", "🐛", "🩹"), Kind.FIX),
    **dict.fromkeys(("hotfix", "ambulance", "🚑"), Kind.HOTFIX),
    **dict.fromkeys(("regression", "regressions"), Kind.REGRESSION),
    **dict.fromkeys(("perf", "performance", "zap", "⚡"), Kind.PERF),
    **dict.fromkeys(("revert", "reverts", "rewind", "⏪"), Kind.REVERT),
}
_LABEL = re.compile(
    r"""\[(?P<bracket>[^\]]{1,40})\]:?\s*
      | :(?P<gitmoji>[a-z0-9_+]+):\s*
      | (?P<emoji>[\u2190-\u2bff\U0001f000-\U0001faff])\ufe0f?\s*
      | (?:(?:\#|gh-|bpo-)\d+|(?-i:[A-Z][A-Z0-9]+-\d+))(?:\s*[:,.-]+\s*|\s+)
      | (?P<type>[\w./+-]{1,40})(?:\((?P<scope>[^()]*)\))?!?:\s+
    """,
    re.VERBOSE | re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"(?P<verb>fix|close|resolve)(?:e?[sd])?:?\s+(?:issues?\s+)?(?:\#|gh-|[A-Z][A-Z0-9]+-)\d+(?:\s*[:,.;–—-]+\s*|\s+|$)",
    re.IGNORECASE,
)
_REVERT = re.compile(
    r"(?:revert(?:s|ed|ing)?|back(?:s|ed|ing)?[ -]?out|undo(?:es|ing)?|undid|roll(?:s|ed|ing)?[ -]?back (?:to|the|commit))\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"(?:revert(?:s|ed)?|re-?apply):?\s+[\"“](?P<what>.*)", re.IGNORECASE)
_REAPPLIED = re.compile(r"re-?apply\b|revert(?:s|ed)?:?\s+[\"“]revert\b", re.IGNORECASE)
_FAILURES = (
    r"(?:crash\w*|dead-?lock\w*|hangs?|hanging|(?:memory |resource |fd |handle )?leaks?|leaking|seg-?faults?|race conditions?"
    r"|infinite (?:loop|recursion)s?|corrupt\w*|data loss|overflows?|panics?|(?-i:[A-Z]\w*(?:Error|Exception))|regressions?)"
)
_FAILURE = re.compile(rf"\b{_FAILURES}\b", re.IGNORECASE)
_FIX = re.compile(
    rf"""
        (?:(?:an?|small|minor|quick|another|more|attempt(?:ed)?\ to|try(?:ing)?\ to|really|actually|properly|also|hopefully)\s+)*
        (?:bug[- ]?)?fix(?:e[sd]|ing)?\b
      | bug\s(?:in|with|where|when)\b
      | (?:repair(?:s|ed|ing)?|correct(?:s|ed|ing|ly)?)\b
      | (?:add(?:s|ed)?\s+)?(?:a\s+)?work(?:s|ed|ing)?[- ]?arounds?\b
      | (?:avoid|prevent|do\ not|don['’]t|stop|never|guard\ against|protect\ against)\w*\b.*
        \b(?:{_FAILURES}|fail(?:s|ed|ing|ures?)?|errors?|exceptions?)\b
      | .*\bfix(?:e[sd]|ing)?\s+(?:[\w-]+\s+){{0,4}}(?:bugs?|issue\ where|{_FAILURES})\b
      | (?!(?:add|test|improve|implement|report|document|update|allow|support|show|log|print|move|rename|include|better|remove)\w*\b)
        .*\b(?:crash(?:es|ed|ing)?|deadlocks?|segfaults?|memory\ leaks?|race\ conditions?)\b
      | 修复|修正|バグ|исправ
    """,
    re.IGNORECASE | re.VERBOSE,
)
_PERF = re.compile(r"(?:speed(?:s|ed|ing)?[ -]?up|optimi[sz](?:e[sd]?|ing)|improve[sd]? performance)\s", re.IGNORECASE)
_HOTFIX = re.compile(r"\bhot-?\s?fix(?:e[sd])?\b", re.IGNORECASE)
_REGRESSION = re.compile(r"\bregress(?:ions?|ed|es)\b(?!\s+tests?\b)", re.IGNORECASE)
_BODY_FIX = re.compile(
    rf"""\broot\ cause\b | \bthe\ bug\ (?:is|was)\b 
      | \b(?:avoid|caus|fix|lead|prevent|result)\w*\b[^.\n]{0, 40}\b(?:race\ condition|deadlock|memory\ leak)
      | \b(?:fixe[sd]|fix\ for)\ (?:an?|the|two|several)\b[^.\n]{{0,60}}\b(?:bugs?|{_FAILURES})\b
      | \bworks?[- ]around\ (?:an?|the|this)\b[^.\n]{{0,60}}\b(?:bug|limitation|problem|issue)""",
    re.IGNORECASE | re.VERBOSE,
)
_BODY_REGRESSION = re.compile(
    r"\b(?:is|was|were) a regression\b|\bregress(?:ed|ion) (?:in|from|since|by|introduced)\b", re.IGNORECASE
)
_BODY_REVERT = re.compile(r"This (?:partially |partly )?reverts commit\b")


def judged(subject: str, prose: str, *, touches_program: bool) -> Kind | Reason:
    """The kind of lesson in a commit, or the reason why it is none.

    `prose` is the telling part of its body. `touches_program` says that a file other than tests and documents is
    known to have changed.
    """
    labels, summary = _unlabelled(subject)
    kind = _kind(labels, summary, prose)
    labels, matter = _unquoted(labels, summary or prose.partition("\n")[0])
    reason = labelled(labels) or trifle(matter)
    if kind and not reason and not touches_program and not _FAILURE.search(matter):
        reason = mention(matter)
    if reason is Reason.TESTS and kind and kind is not Kind.PERF and says_why(prose):
        reason = None
    if reason or kind is None:
        return reason or Reason.OTHER
    named = " ".join((*(label for label in labels if label not in _KINDS), matter))
    return Reason.VAGUE if is_vague(named) and not prose else kind


def is_revert(subject: str) -> bool:
    """Whether a subject says that something was taken back."""
    labels, summary = _unlabelled(subject)
    return _REVERT.match(summary) is not None or Kind.REVERT in _kinds(labels)


def is_reapplied(subject: str) -> bool:
    """Whether a subject says that a revert was taken back."""
    return _REAPPLIED.match(_unlabelled(subject)[1]) is not None


def _kind(labels: tuple[str, ...], summary: str, prose: str) -> Kind | None:
    if kinds := _kinds(labels):
        return kinds[0]
    if _REVERT.match(summary) or _BODY_REVERT.match(prose):
        return Kind.REVERT
    if _HOTFIX.search(summary):
        return Kind.HOTFIX
    if _FIX.match(summary):
        return Kind.REGRESSION if _REGRESSION.search(summary) else Kind.FIX
    if _PERF.match(summary) and prose:
        return Kind.PERF
    if _BODY_REGRESSION.search(prose):
        return Kind.REGRESSION
    return Kind.FIX if _BODY_FIX.search(prose) else None


def _kinds(labels: tuple[str, ...]) -> list[Kind]:
    return [_KINDS[label] for label in labels if label in _KINDS]


def _unlabelled(subject: str) -> tuple[tuple[str, ...], str]:
    """The labels before a subject in lower case, and what is left: `[3.12] gh-1: fix(io): Close it` is `Close it`."""
    labels: list[str] = []
    rest = subject
    while found := _NUMBERED.match(rest) or _LABEL.match(rest):
        labels += [label.lower() for label in found.groups() if label]
        rest = rest[found.end() :]
    return tuple(labels), rest


def _unquoted(labels: tuple[str, ...], summary: str) -> tuple[tuple[str, ...], str]:
    """Labels and summary of what a revert takes back, else those given."""
    while quoted := _QUOTED.match(summary):
        labels, summary = _unlabelled(quoted["what"].rstrip('"”'))
    return labels, summary
