"""Fixes that teach nothing: of a typing error, of white space, of a link, of a version number.

Judged by what is fixed: the noun after the verb. "Fix formatting in the parser" is a trifle, "Fix formatting of
trailing commas" may be what the program is for.
"""

from __future__ import annotations

import re
from enum import StrEnum

from hippo.importers.wordlists import any_of


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
    label: reason
    for reason, labels in (
        (Reason.DOCUMENTATION, "doc docs documentation readme changelog website license faq memo"),
        (Reason.FORMATTING, "style lint format fmt typing types art 🎨"),
        (Reason.TYPO, "typo typos pencil2 ✏"),
        (Reason.DEPENDENCIES, "dep deps dependencies"),
        (Reason.RELEASE, "release version bump bookmark"),
        (Reason.UNFINISHED, "wip fixup squash amend"),
        (Reason.UPKEEP, "chore cleanup meta"),
        (Reason.TESTS, "ci build test tests tox workflow workflows actions e2e"),
        (Reason.OTHER, "feat feature refactor"),
    )
    for label in labels.split()
}

_VERBS = any_of("""
    fix(?:e[sd]|ing|up)? correct(?:s|ed|ing)? repair(?:s|ed)? update[sd]? tweak(?:s|ed)? clean(?:s|ed)?
    revert(?:s|ed)?
""")
_FILLERS = any_of(r"""
    an? the some few more another several various all any one two three \d+ multiple many small little minor tiny
    simple silly stupid obvious last remaining new old random other my our broken wrong bad incorrect invalid missing
    dead failing flaky up of couple bunch code python js pep~?8 markdown rst sphinx and & \+
""")
_PREPOSITIONS = any_of("in on of for from to with not when if after by at that where during using as")
#: What follows the noun without making it another matter: "fix lint errors".
_MATTERS = any_of("""
    errors? findings? imports? issues? problems? violations? failures? mistakes? complaints? checks? fixes stuff
    config\\w* ci names?
""")
_FOLLOWING = "and in on for from after by across throughout due reported with to at again so"

_VERB = rf"(?:(?:(?:attempt(?:ed)?|try(?:ing)?) to )?{_VERBS}(?:\s+up)?\s+)?(?:{_FILLERS}\s+)*"
_ADJECTIVES = rf"(?:(?!{_PREPOSITIONS}\b)[\w'’`./-]+\s+){{0,3}}?"


def _object(nouns: str, *, adjectives: str = "", of: str = "of about") -> re.Pattern[str]:
    """A subject whose verb has one of these nouns as its object, and no longer a compound of it.

    With `of=""` "formatting of commas" is another matter than "formatting".
    """
    noun = any_of(nouns)
    end = rf"(?=\s*(?:$|[.,;:!(\[]|->|→|{any_of(_FOLLOWING + ' ' + of)}\b))"
    joined = rf"{noun}(?:\s*(?:,|&|\+|\band\b|/)\s*{noun})*(?:\s+{_MATTERS})*"
    return re.compile(_VERB + adjectives + joined + end, re.IGNORECASE)


def _start(words: str) -> re.Pattern[str]:
    """A subject that begins with one of these."""
    return re.compile(any_of(words), re.IGNORECASE)


def _anywhere(words: str) -> re.Pattern[str]:
    """A subject that holds one of these as a word of its own."""
    return re.compile(rf".*?(?<![\w/.-]){any_of(words)}(?![\w-])", re.IGNORECASE)


#: Told by what was fixed; the first that matches counts.
_TRIFLES = (
    (Reason.UNFINISHED, _start(r"(?:fixup|squash|amend)! wip\b")),
    (
        Reason.UNFINISHED,
        _anywhere("bad~merge merge~(?:conflict|error|mistake)s? (?:prev(?:ious)?|last)~(?:commit|change|merge)s?"),
    ),
    (
        Reason.RELEASE,
        _start(
            r"bump(?:s|ed|ing)?\b release[ds]?\b releasing\b version\b prepar\w+~(?:for~)?(?:the~)?(?:release|v?\d)"
        ),
    ),
    (Reason.RELEASE, _start(r"v?\d+\.\d+\S*$ (?:start|begin|cut|tag)(?:s|ed)?~(?:version~|release~)?v?\d")),
    (Reason.RELEASE, _object("release(?:~(?:date|notes?|script|version))?s? version(?:~(?:number|string))?s?")),
    (
        Reason.DEPENDENCIES,
        _start(r"(?:update|upgrade|pin|unpin)\w*\b.*\b(?:dependenc(?:y|ies)|requirements|lock-?~?file|to~v?\d+\.\d+)"),
    ),
    (
        Reason.DEPENDENCIES,
        _object(r"dependenc(?:y|ies) deps requirements(?:\.txt)? (?:\S+[.-])?lock(?:~?file)?s?(?:\.\w+)?", of=""),
    ),
    (
        Reason.TYPO,
        _anywhere(r"""
            typos?(?!~(?:toleran|correct|detect|suggest)) typographical misspell\w* mis-?spelt spelling(?!~correct)
            grammatical wording punctuation capitali[sz]ation reword\w* rephras\w* proofread\w*
        """),
    ),
    (
        Reason.TYPO,
        _object(r"""
            (?:\S+~)?grammar english language sentence words? phrasing text back-?ticks? article
            (?:extra~|stray~)?(?:comma|period|dot|bracket)s? paren\w* hyphens?
            (?:\S+~)?(?:var\w*|param\w*|arg\w*|kwargs?)~names? name~of~(?:var|param|arg|kwarg)\w*
        """),
    ),
    (
        Reason.FORMATTING,
        _object(
            r"""
            format(?:ting)? lint(?:er|ing|s)? flake8 bugbear pep~?8 pycodestyle pyflakes pylint codespell eslint
            tslint jshint prettier black isort ruff rubocop gofmt clippy checkstyle mypy pyright white-?~?spaces?
            (?:mis-?)?indent(?:ation|ing)?s? trailing~(?:white-?~?space|newline)s?
            import(?:s|ing)?~(?:order|sort)(?:ing)? sort(?:ed)?~imports unused~\w+ (?:code~|coding~)?style nits?
            line~(?:length|endings?) blank~lines? new-?lines?~at~(?:the~)?(?:end|eof) review(?:~comments?)?
            \S+\.\w+~white-?space (?:\S+~)?nits
            (?:\S+~){0,2}(?:typing|warnings|type~hints?|(?:type~)?annotations?)
            """,
            of="",
        ),
    ),
    (Reason.DOCUMENTATION, _start(r"(?:docs?|document(?:s|ed|ing)?|documentation|readme|changelog|comments?)\b")),
    (Reason.UPKEEP, _start(r"(?:remov|delet|drop)\w*~(?:an?~|the~)?(?:obsolete|unused|unneeded|redundant|dead)\b")),
    (
        Reason.DOCUMENTATION,
        _object(
            r"""
            docs? documentation doc-?strings? read-?me(?:\.\w+)? change-?~?log(?:\.\w+)? changes\.\w+ history\.\w+
            release~notes? copyright\w* licen[cs]e\w* contributing(?:\.\w+)? cross[-~]?ref\w* intersphinx toctree
            issue~template \S+\.(?:md|rst|adoc)
            """,
            adjectives=_ADJECTIVES,
        ),
    ),
    (Reason.DOCUMENTATION, _object(r"comments?(?!~on) (?:broken|dead|docs?)~(?:link|url|anchor|reference)s?")),
    (
        Reason.TESTS,
        _object(
            r"""
            tests?(?:~(?:case|suite|runner)s?)? test-?(?:case|suite)s? doctests? ci travis\S* app-?veyor circle-?ci
            codecov github~actions? tox(?:\.ini)? nox\S* karma\S* makefile pre-?commit\S* netlify\S* rtd
            read-?the-?docs\S* setup\.(?:py|cfg) pyproject\S* package\.json \.?git-?ignore \.?editorconfig
            """,
            adjectives=_ADJECTIVES,
        ),
    ),
)
#: Told by a place or a tool that the subject names, or by a noun that may also be what the program is about.
_MENTIONS = (
    (
        Reason.DOCUMENTATION,
        _anywhere(r"""
            docs? documentation read-?me change-?~?log tutorials? quick-?start release~notes? faq copyright licen[cs]e
            contributing sphinx autodoc rst markdown toctree badges? code~blocks? in~\S+~docstring
            docs/\S+ \S+\.(?:md|rst|adoc)
            (?:in|of)~(?:the~)?(?:\S+~)?(?:docstrings?|comments?)$ (?:in|of)~(?:the~)?(?:\S+~){0,3}examples?
        """),
    ),
    (
        Reason.DOCUMENTATION,
        _object(r"""
            (?:[^\s:]+~){0,3}(?:examples?|badges?|contributors?|sponsors?|backers?|web-?site) authors anchors? e-?mails?
            (?:\S+~)?example~usages? sample~code (?:\S+~){0,2}(?:hyper)?links?
            (?:(?:\S+~){0,2}(?:web-?)?site~)?urls? refer[ea]nces? explanations?
            instructions? descriptions?
        """),
    ),
    (
        Reason.DEPENDENCIES,
        _anywhere(r"""
            pipfile(?:\.lock)? package-lock\S* npm-shrinkwrap\S* poetry\.lock yarn\.lock pnpm-lock\S* cargo\.lock
            uv\.lock requirements\S*\.txt pip-compile pip-tools
        """),
    ),
    (Reason.DEPENDENCIES, _object("(?:\\S+~)?versions?$")),
    (Reason.FORMATTING, _anywhere("lint(?:er|ing|-staged)? mypy pyright flake8 pylint eslint ruff type~hints?")),
    (
        Reason.TESTS,
        _anywhere(r"""
            tests? test-?(?:case|suite)s? specs? test\w*_\w+ \S+[._](?:spec|test)\.\w+ pytest ci travis app-?veyor
            workflows? (?:gh|github)~actions? pre-?commit karma coverage nyc wallabyjs tox docker(?:file)? fixtures?
            (?:release|publish)~scripts? read-?the-?docs netlify
        """),
    ),
    (
        Reason.TESTS,
        _object("mocks? benchmarks? pipelines? builds? docker\\S* manifest\\S*", adjectives=_ADJECTIVES),
    ),
)
_WORD = re.compile(r"[^\W\d_][\w.'’-]*|(?<![#\w])\d{3,}")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
#: Words that name no matter: "fix a small bug again".
_EMPTY_WORDS = frozenset(
    """
    a address addresses addressed addressing again all also an and another any at bit bug bugs by case cases change
    changes close closes closed code comment
    comments commit correct corrected dumb error errors few file files fix fixed fixes fixing for from in into is issue
    issues it last little merge mess minor mistake mistakes more my not of on one oops or other our out previous problem
    problems properly quick really ref refs resolves review revert reverted small some something stuff that the them
    things this to too try up with work working wrong
    """.split()
)
#: Chosen: with one word ("fix unicode") nobody knows what was wrong.
_FEWEST_WORDS = 2


def labelled(labels: tuple[str, ...]) -> Reason | None:
    """The reason that a label before the subject gives; `docs-next` and `docs/api.rst` count as `docs`."""
    beginnings = (re.split(r"[-/.]", label)[0] for label in labels)
    return next((_LABELS[beginning] for beginning in beginnings if beginning in _LABELS), None)


def trifle(summary: str) -> Reason | None:
    """The reason that lies in what a subject says was fixed. The subject comes without its labels."""
    return _first(_TRIFLES, summary)


def mention(summary: str) -> Reason | None:
    """The reason that lies in the place a subject names; whoever knows of a change to the program should not ask."""
    return _first(_MENTIONS, summary)


def is_vague(summary: str) -> bool:
    """Whether a subject names less than two things: "fix it", "fix unicode"."""
    words = [word for word in _WORD.findall(summary.lower()) if word not in _EMPTY_WORDS]
    return len(words) + len(_UNSPACED.findall(summary)) // 2 < _FEWEST_WORDS


def _first(table: tuple[tuple[Reason, re.Pattern[str]], ...], summary: str) -> Reason | None:
    return next((reason for reason, pattern in table if pattern.match(summary)), None)
