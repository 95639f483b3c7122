"""Fixes that teach nothing: of a typing error, of white space, of a link, of a version number.

Judged by what is fixed: the noun after the verb. "Fix formatting in the parser" is a trifle, "Fix formatting of
trailing commas" may be what the program is for.
"""

from __future__ import annotations

import re
from enum import StrEnum


class Reason(StrEnum):
    """Why a commit is no lesson."""

    MERGE = "merge"
    BOT = "by a bot"
    UNFINISHED = "fixup or work in progress"
    RELEASE = "release or version bump"
    DEPENDENCIES = "dependencies"
    TYPO = "typo or wording"
    FORMATTING = "formatting or lint"
    DOCUMENTATION = "documentation only"
    TESTS = "tests or build, without a reason"
    UPKEEP = "upkeep"
    VAGUE = "too vague to help"
    OTHER = "no fix, revert or performance work"


#: What a label before the subject says, or the scope in its brackets: `docs: …`, `fix(ci): …`, `[typo] …`.
_LABELS = {
    **dict.fromkeys(
        ("doc", "docs", "documentation", "readme", "changelog", "website", "license", "faq", "memo"),
        Reason.DOCUMENTATION,
    ),
    **dict.fromkeys(("style", "lint", "format", "fmt", "typing", "types", "art", "🎨"), Reason.FORMATTING),
    **dict.fromkeys(("typo", "typos", "pencil2", "✏"), Reason.TYPO),
    **dict.fromkeys(("dep", "deps", "deps-dev", "dependencies"), Reason.DEPENDENCIES),
    **dict.fromkeys(("release", "version", "bump", "bookmark"), Reason.RELEASE),
    **dict.fromkeys(("wip", "fixup", "squash", "amend"), Reason.UNFINISHED),
    **dict.fromkeys(("chore", "refactor", "cleanup", "meta"), Reason.UPKEEP),
    **dict.fromkeys(("ci", "build", "test", "tests", "tox", "workflow", "workflows", "actions", "e2e"), Reason.TESTS),
    **dict.fromkeys(("feat", "feature"), Reason.OTHER),
}
_VERB = r"(?:(?:(?:attempt(?:ed)?|try(?:ing)?) to )?(?:fix(?:e[sd]|ing|up)?|correct(?:s|ed|ing)?|repair(?:s|ed)?|update[sd]?|tweak(?:s|ed)?|clean(?:s|ed)?|revert(?:s|ed)?)(?:\s+up)?\s+)?"
_FILLERS = (
    r"(?:(?:an?|the|some|few|more|another|several|various|all|any|one|two|three|\d+|multiple|many|small|little|minor|tiny|simple"
    r"|silly|stupid|obvious|last|remaining|new|old|random|other|my|our|broken|wrong|bad|incorrect|invalid|missing|dead|failing|flaky|up"
    r"|of|couple|code|python|pep ?8|markdown|rst|sphinx|and|&|\+|bunch)\s+)*"
)
_ADJECTIVES = (
    r"(?:(?!(?:in|on|of|for|from|to|with|when|if|after|by|at|not|that|where|during|using|as)\b)[\w'’`./-]+\s+){0,3}?"
)
_MATTER = r"(?:\s+(?:errors?|findings?|imports?|issues?|problems?|violations?|failures?|mistakes?|complaints?|checks?|fixes|stuff|config\w*|ci|names?))*"
_END = (
    r"(?=\s*(?:$|[.,;:!(\[]|->|→|(?:and|in|on|for|from|after|by|across|throughout|due|reported|with|to|at|again|so)\b))"
)


def _fixing(nouns: str, *, adjectives: str = "", end: str = _END) -> re.Pattern[str]:
    """A subject whose verb has one of these nouns as its object."""
    listed = rf"(?:{nouns})(?:\s*(?:,|&|\+|\band\b|/)\s*(?:{nouns}))*"
    return re.compile(_VERB + _FILLERS + adjectives + listed + _MATTER + end, re.IGNORECASE)


_END_OR_OF = _END.replace("and|", "and|of|about|", 1)
_DOCUMENTS = (
    r"docs?|documentation|doc-?strings?|read-?me(?:\.\w+)?|change-?\s?log(?:\.\w+)?|changes\.\w+|history\.\w+|faq|tutorials?|release notes?"
    r"|copyright\w*|licen[cs]e\w*|badges?|web-?site|contributing(?:\.\w+)?|contributors?|authors|cross[- ]?ref\w*|intersphinx|toctree"
    r"|sponsors?|backers?|issue template|\S+\.(?:md|rst|adoc)"
)
_TRIFLES = (
    (
        Reason.UNFINISHED,
        re.compile(
            r"(?:fixup|squash|amend)! |wip\b|.*\b(?:bad merge|merge (?:conflict|error|mistake)s?|(?:prev(?:ious)?|last) (?:commit|change|merge)\w*)",
            re.IGNORECASE,
        ),
    ),
    (
        Reason.RELEASE,
        re.compile(
            r"(?:bump(?:s|ed|ing)?|release[ds]?|releasing|version|prepar\w+ (?:for )?(?:the )?(?:release|v?\d)|v?\d+\.\d+\S*$)\b"
            r"|(?:start|begin|cut|tag)(?:s|ed)?\s+(?:version\s+|release\s+)?v?\d",
            re.IGNORECASE,
        ),
    ),
    (
        Reason.RELEASE,
        _fixing(r"release(?: (?:date|notes?|script|version))?s?|version(?: (?:number|string))?s?", end=_END_OR_OF),
    ),
    (
        Reason.DEPENDENCIES,
        re.compile(
            r"(?:update|upgrade|pin|unpin)\w*\b.*\b(?:dependenc(?:y|ies)|requirements|lock-?\s?file|to v?\d+\.\d+)",
            re.IGNORECASE,
        ),
    ),
    (
        Reason.DEPENDENCIES,
        _fixing(r"dependenc(?:y|ies)|deps|requirements(?:\.txt)?|(?:\S+[.-])?lock(?:\s?file)?s?(?:\.\w+)?"),
    ),
    (
        Reason.TYPO,
        re.compile(
            r".*\b(?:typos?|typographical|misspell\w*|mis-?spelt|spelling|grammatical|wording|punctuation|capitali[sz]ation|reword\w*"
            r"|rephras\w*|proofread\w*)\b(?!-|\s+(?:toleran|correct|detect|suggest))",
            re.IGNORECASE,
        ),
    ),
    (
        Reason.TYPO,
        _fixing(
            r"grammar|english|language|sentence|words?|phrasing|text|back-?ticks?|article|(?:\S+ )?(?:var\w*|param\w*|arg\w*|kwargs?) names?"
            r"|name of (?:var|param|arg|kwarg)\w*(?: \w+)?|(?:extra |stray )?(?:commas?|periods?|dots?|paren\w*|brackets?|hyphens?)",
            end=_END_OR_OF,
        ),
    ),
    (
        Reason.FORMATTING,
        _fixing(
            r"format(?:ting)?|lint(?:er|ing|s)?|flake8|pep ?8|pycodestyle|pyflakes|pylint|eslint|tslint|jshint|prettier|black|isort|ruff"
            r"|rubocop|gofmt|clippy|checkstyle|white-?\s?spaces?|(?:mis-?)?indent(?:ation|ing)?s?|trailing (?:white-?\s?space|newline)s?"
            r"|import(?:s|ing)? (?:order|sort)(?:ing)?|sort(?:ed)? imports|unused \w+|(?:code |coding )?style|nits?|typing|mypy|pyright|line (?:length|endings?)"
            r"|blank lines?|new-?lines? at (?:the )?(?:end|eof)|review comments?|review|bugbear|codespell"
            r"|(?:\S+ ){0,2}(?:typing|warnings|type hints?|(?:type )?annotations?)",
        ),
    ),
    (
        Reason.DOCUMENTATION,
        re.compile(
            r"(?:docs?|documentation|readme|changelog|typing|comments?)\b(?! (?:string|comment))", re.IGNORECASE
        ),
    ),
    (Reason.DOCUMENTATION, _fixing(_DOCUMENTS, adjectives=_ADJECTIVES, end=_END_OR_OF)),
    (
        Reason.DOCUMENTATION,
        _fixing(
            r"comments?|(?:[^\s:]+ ){0,3}examples?|(?:\S+ )?example usages?|sample code|(?:\S+ ){0,2}(?:hyper)?links?|urls?|refer[ea]nces?|explanations?|instructions?"
            r"|descriptions?",
            end=_END_OR_OF,
        ),
    ),
    (
        Reason.TESTS,
        _fixing(
            r"tests?(?: (?:case|suite|runner)s?)?|specs?|ci|travis\S*|app-?veyor|circle-?ci|github actions?|workflows?|pipelines?|builds?"
            r"|coverage|codecov|tox(?:\.ini)?|makefile|pre-?commit\S*|benchmarks?|fixtures?|mocks?|netlify\S*|rtd|read-?the-?docs\S*"
            r"|docker\S*|setup\.(?:py|cfg)|pyproject\S*|package\.json|manifest\S*|\.?git-?ignore|\.?editorconfig|doctests?|nox\S*|karma\S*",
            adjectives=_ADJECTIVES,
            end=_END_OR_OF,
        ),
    ),
)
#: Places that are named where the program itself is left alone.
_MENTIONS = (
    (
        Reason.DOCUMENTATION,
        re.compile(
            r"(?<![\w/.-])(?:docs?|documentation|read-?me|change-?\s?log|tutorials?|release notes?|faq|copyright|licen[cs]e|badges?|contributing"
            r"|sphinx|rst|toctree|(?:in|of) (?:the )?(?:\S+ )?(?:docstrings?|comments?)$|docs/\S+|\S+\.(?:md|rst|adoc)"
            r"|(?:in|of) (?:the )?(?:\S+ ){0,3}examples?)(?![\w-])",
            re.IGNORECASE,
        ),
    ),
    (
        Reason.FORMATTING,
        re.compile(
            r"(?<![\w/.-])(?:lint(?:er|ing|-staged)?|mypy|pyright|flake8|pylint|eslint|ruff|type hints?)(?![\w-])",
            re.IGNORECASE,
        ),
    ),
    (
        Reason.TESTS,
        re.compile(
            r"(?<![\w/.-])(?:tests?|specs?|test\w*_\w+|\S+[._](?:spec|test)\.\w+|pytest|ci|travis|app-?veyor|workflows?|(?:gh|github) actions?"
            r"|pre-?commit|karma|coverage|nyc|wallabyjs|tox|docker(?:file)?|fixtures?|read-?the-?docs|netlify)(?![\w-])",
            re.IGNORECASE,
        ),
    ),
)
_WORD = re.compile(r"[^\W_][\w.'’-]*")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
#: Words that name no matter: "fix a small bug again".
_EMPTY_WORDS = frozenset(
    """a again all also an and another any at bit bug bugs by case cases change changes close closes closed code comment comments commit correct corrected
    dumb error errors few file files fix fixed fixes fixing for from in into is issue issues it last little merge mess minor mistake
    mistakes more my not of on one oops or other our out previous problem problems properly quick really ref refs resolves review revert reverted small
    some something stuff that the them things this to too try up with work working wrong""".split()
)
_FEWEST_WORDS = 2


def labelled(labels: tuple[str, ...]) -> Reason | None:
    """The reason that a label before the subject gives; `docs-next` and `docs/api.rst` count as `docs`."""
    beginnings = (re.split(r"[-/.]", label)[0] for label in labels)
    return next((_LABELS[beginning] for beginning in beginnings if beginning in _LABELS), None)


def trifle(summary: str) -> Reason | None:
    """The reason that lies in what a subject says was fixed. The subject comes without its labels."""
    return next((reason for reason, pattern in _TRIFLES if pattern.match(summary)), None)


def mention(summary: str) -> Reason | None:
    """The reason that lies in the place a subject names; whoever knows of a change to the program should not ask."""
    return next((reason for reason, pattern in _MENTIONS if pattern.search(summary)), None)


def is_vague(summary: str) -> bool:
    """Whether a subject names less than two things: "fix it", "fix unicode"."""
    words = [word for word in _WORD.findall(summary.lower()) if word not in _EMPTY_WORDS and not word.isdigit()]
    return len(words) + len(_UNSPACED.findall(summary)) // 2 < _FEWEST_WORDS
