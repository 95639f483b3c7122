"""What kind of change a commit message announces: one to learn from, or one of the many that teach nothing.

Read from the subject, since that is where people say it, and from the body where it names the trouble itself.
Precision counts: a chore among the lessons is worse than a lesson missed.
"""

from __future__ import annotations

import re
from enum import StrEnum

from hippo.importers.commit_message import says_why
from hippo.importers.commit_trifles import Reason, is_vague, labelled, mention, trifle
from hippo.importers.wordlists import any_of


class Kind(StrEnum):
    """What a lesson came from."""

    FIX = "fix"
    HOTFIX = "hotfix"
    REGRESSION = "regression"
    REVERT = "revert"
    PERF = "perf"


#: What a label before the subject says: the type of a conventional commit, a word in brackets, a gitmoji.
_KINDS = {
    label: kind
    for kind, labels in (
        (Kind.FIX, "fix fixes fixed bug bugs bugfix bugfixes security 🐛 🩹"),
        (Kind.HOTFIX, "hotfix ambulance 🚑"),
        (Kind.REGRESSION, "regression regressions"),
        (Kind.PERF, "perf performance zap ⚡"),
        (Kind.REVERT, "revert reverts rewind ⏪"),
    )
    for label in labels.split()
}
_TICKET = r"(?:(?:\#|gh-|bpo-)\d+|(?-i:[A-Z][A-Z0-9]+-\d+))"
_LABEL = re.compile(
    rf"""\[(?P<bracket>[^\]]{{1,40}})\]:?\s*
      | :(?P<gitmoji>[a-z0-9_+]+):\s*
      | (?P<emoji>[\u2190-\u2bff\U0001f000-\U0001faff])\ufe0f?\s*
      | {_TICKET}(?:\s*[:,.-]+\s*|\s+)
      | (?P<type>[\w./+-]{{1,40}})(?:\((?P<scope>[^()]*)\))?!?:\s+
    """,
    re.VERBOSE | re.IGNORECASE,
)
_NUMBERED = re.compile(
    rf"(?P<verb>fix|close|resolve)(?:e?[sd])?:?\s+(?:issues?\s+)?{_TICKET}(?:\s*[:,.;–—-]+\s*|\s+|$)", re.IGNORECASE
)
_REVERT = re.compile(
    r"(?:revert(?:s(?! of\b)|ed|ing)?\b|re-?apply [\"“]|back(?:s|ed|ing)?[ -]?out\b|undo(?:es|ing)?\b|undid\b"
    r"|roll(?:s|ed)?[ -]?back (?:to|the)\b)",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"(?:revert(?:s|ed)?|re-?apply):?\s+[\"“](?P<what>.*)", re.IGNORECASE)
_REAPPLIED = re.compile(r"re-?apply\b|revert(?:s|ed)?:?\s+[\"“]revert\b", re.IGNORECASE)

_GRAVE = "crash(?:es|ed|ing)? dead-?locks? seg-?faults? memory~leaks? race~conditions?"
_FAILURES = any_of(rf"""
    {_GRAVE} crash\w* dead-?lock\w* hangs? hanging leaks? leaking infinite~(?:loop|recursion)s? corrupt\w* data~loss
    overflows? panics? (?-i:[A-Z]\w*(?:Error|Exception)) regressions?
""")
_HEDGES = any_of(
    "an? small minor quick another more attempt(?:ed)?~to try(?:ing)?~to really actually properly also hopefully"
)
_PREVENTING = any_of("avoid prevent do~not don['’]t stop never guard~against protect~against")
#: With these a failure is not what was repaired, but what a feature or a test is about.
_BUILDING = any_of("""
    add allow better document implement improve include log move print remove rename report show support test update
""")
_FIX = re.compile(
    "|".join(
        (
            rf"(?:{_HEDGES}\s+)*(?:bug[- ]?)?fix(?:e[sd]|ing)?\b",
            r"(?:bug\s(?:in|with|where|when)|repair(?:s|ed|ing)?|correct(?:s|ed|ing|ly)?)\b",
            r"(?:add(?:s|ed)?\s+)?(?:a\s+)?work(?:s|ed|ing)?[- ]?arounds?\b",
            rf"{_PREVENTING}\w*\b.*\b(?:{_FAILURES}|fail(?:s|ed|ing|ures?)?|errors?|exceptions?)\b",
            rf".*\bfix(?:e[sd]|ing)?\s+(?:[\w-]+\s+){{0,4}}(?:bugs?|issue\swhere|{_FAILURES})\b",
            rf"(?!{_BUILDING}\w*\b).*\b{any_of(_GRAVE)}\b",
            "修复|修正|バグ|исправ",
        )
    ),
    re.IGNORECASE,
)
_HOTFIX = re.compile(r"\bhot-?\s?fix(?:e[sd])?\b", re.IGNORECASE)
_REGRESSION = re.compile(r"\bregress(?:ions?|ed|es)\b(?!\s+tests?\b)", re.IGNORECASE)
_PERF = re.compile(r"(?:speed(?:s|ed|ing)?[ -]?up|optimi[sz](?:e[sd]?|ing)|improve[sd]? performance)\s", re.IGNORECASE)
_FAILURE = re.compile(rf"\b{_FAILURES}\b", re.IGNORECASE)

_BODY_FIX = re.compile(
    "|".join(
        (
            r"\broot cause\b|\bthe bug (?:is|was)\b",
            r"\b(?:avoid|caus|fix|lead|prevent|result)\w*\b[^.\n]{0,40}\b(?:race condition|deadlock|memory leak)",
            rf"\b(?:fixe[sd]|fix for) (?:an?|the|two|several)\b[^.\n]{{0,60}}\b(?:bugs?|{_FAILURES})\b",
            r"\bworks?[- ]around (?:an?|the|this)\b[^.\n]{0,60}\b(?:bug|limitation|problem|issue)",
        )
    ),
    re.IGNORECASE,
)
_BODY_REGRESSION = re.compile(
    r"\b(?:is|was|were) a regression\b|\bregress(?:ed|ion) (?:in|from|since|by|introduced)\b", re.IGNORECASE
)
_BODY_REVERT = re.compile(r"This (?:partially |partly )?reverts commit\b")
#: Trifles that count after all if the body says why.
_EXCUSED = {
    Kind.FIX: (Reason.TESTS,),
    Kind.HOTFIX: (Reason.TESTS,),
    Kind.REGRESSION: (Reason.TESTS,),
    Kind.REVERT: (Reason.TESTS, Reason.DEPENDENCIES, Reason.RELEASE, Reason.UPKEEP),
}
#: Characters of a subject that are judged: what it is about stands at its beginning.
_SUBJECT_LIMIT = 300


def judged(subject: str, prose: str, *, touches_program: bool | None) -> Kind | Reason:
    """The kind of lesson in a commit, or the reason why it is none.

    `prose` is the telling part of its body. `touches_program` says whether a file changed that is neither test nor
    document; None if that is not known.
    """
    labels, summary = unlabelled(subject[:_SUBJECT_LIMIT])
    kind = _kind(labels, summary, prose)
    labels, matter = unquoted(labels, summary or prose.partition("\n")[0])
    reason = labelled(labels) or trifle(matter)
    if kind is None:
        return reason or Reason.OTHER
    if reason is Reason.OTHER and kind is Kind.REVERT:
        reason = None  # that a feature was taken back is worth knowing
    if reason is None and not touches_program and not _FAILURE.search(matter):
        reason = mention(matter) or (Reason.TESTS if touches_program is False else None)
    if reason in _EXCUSED.get(kind, ()) and says_why(prose):
        reason = None
    named = " ".join((*(label for label in labels if label not in _KINDS), matter))
    if reason is None and is_vague(named) and not prose:
        reason = Reason.VAGUE
    return reason or kind


def is_revert(subject: str) -> bool:
    """Whether a subject says that something was taken back."""
    labels, summary = unlabelled(subject)
    return _REVERT.match(summary) is not None or Kind.REVERT in _kinds(labels)


def is_reapplied(subject: str) -> bool:
    """Whether a subject says that a revert was taken back."""
    return _REAPPLIED.match(unlabelled(subject)[1]) is not None


def _kind(labels: tuple[str, ...], summary: str, prose: str) -> Kind | None:
    if kinds := _kinds(labels):
        return kinds[0]
    told = {
        Kind.REVERT: _REVERT.match(summary) or _BODY_REVERT.match(prose),
        Kind.HOTFIX: _HOTFIX.search(summary),
        Kind.REGRESSION: (_FIX.match(summary) and _REGRESSION.search(summary)) or _BODY_REGRESSION.search(prose),
        Kind.FIX: _FIX.match(summary) or _BODY_FIX.search(prose),
        Kind.PERF: _PERF.match(summary) and prose,
    }
    return next((kind for kind, sign in told.items() if sign), None)


def _kinds(labels: tuple[str, ...]) -> list[Kind]:
    return [_KINDS[label] for label in labels if label in _KINDS]


def unlabelled(subject: str) -> tuple[tuple[str, ...], str]:
    """The labels before a subject in lower case, and what is left: `[3.12] gh-1: fix(io): Close it` is `Close it`."""
    labels: list[str] = []
    rest = subject
    while found := _NUMBERED.match(rest) or _LABEL.match(rest):
        labels += [label.lower() for label in found.groups() if label]
        rest = rest[found.end() :]
    return tuple(labels), rest


def unquoted(labels: tuple[str, ...], summary: str) -> tuple[tuple[str, ...], str]:
    """Labels and summary of what a revert takes back, else those given."""
    while quoted := _QUOTED.match(summary):
        labels, summary = unlabelled(quoted["what"].rstrip('"”'))
    return labels, summary
