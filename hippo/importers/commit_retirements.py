"""What a commit says its project has done with: migrations and removals, read from the subject.

Only what others may rely on counts: a tool, a version, an option, a part with a name of its own. That a test, a comment
or an unused import was removed teaches nobody anything.
"""

from __future__ import annotations

import re

from hippo.core.alternatives import is_tool, others_of
from hippo.core.retirement import Retirement, is_name
from hippo.importers.commit_kinds import is_reapplied, is_revert, unlabelled, unquoted
from hippo.importers.wordlists import any_of

#: Characters of a subject that are read: what it is about stands at its beginning.
_LONGEST = 300
#: Words of a name (chosen: "the redis session cache"); what is longer is a description.
_MOST_WORDS = 3

_MOVE = r"(?:migrat|mov|switch|port|convert|transition|chang)(?:e[sd]?|ing|ed|es)?"
_SOME_WORDS = r"(?:\s+(?!from\b|to\b)\S+){0,4}?"


def _form(pattern: str) -> re.Pattern[str]:
    """A form of subject; `GONE` and `NEW` stand for the names in it, a blank for any white space."""
    named = pattern.replace("GONE", r"(?P<gone>.+?)").replace("NEW", r"(?P<instead>.+?)")
    return re.compile(rf"(?:{named})\Z".replace(" ", r"\s+"), re.IGNORECASE)


_FROM_TO = _form(rf"{_MOVE}{_SOME_WORDS} (?:away )?from GONE (?:over )?(?:in)?to NEW")
_TO = _form(rf"{_MOVE}{_SOME_WORDS} (?:over )?to NEW")
_REMOVE = _form(
    r"(?:(?:drop|remov|delet|ditch|retir|abandon|kill|purg)(?:e[sd]?|ing|s|ped|ping|ed)?|get(?:s|ting)? rid of"
    r"|stop(?:s|ped)? (?:using|supporting)|no longer (?:use|support|need|require)s?) GONE"
)
_FORMS = (
    _FROM_TO,
    _form(r"(?:drop|remov|ditch|retir|deprecat|abandon)\w* GONE in favou?r of NEW"),
    _form(
        r"(?:replac|substitut|swap|exchang)(?:e[sd]?|ing|ped|ping)?(?: out)? GONE"
        r" (?:with|by|for|in favou?r of|->|→) NEW"
    ),
    _form(r"(?:us(?:e[sd]?|ing)|prefer|adopt(?:s|ed)?) NEW (?:instead of|rather than|in place of|over) GONE"),
    _form(rf"{_MOVE} (?:away|off)(?: from| of)? GONE"),
    _TO,
    _REMOVE,
)

#: Where the name of a thing ends.
_END = re.compile(
    r"\s*(?:[;:!?()\[\]|]|\.(?=\s|$)|,\s+(?!(?:and\b|or\b|v?\d))|\s(?:->|→|--?|–|—)\s|\b"
    + any_of("""
        for from in on at of when if because since as so that which to into with by after before during while across
        everywhere completely entirely altogether using via due until unless where throughout again instead per under
    """)
    + r"\b).*",
    re.IGNORECASE | re.DOTALL,
)
_LEAD = re.compile(
    any_of("""
        the an? our all any some remaining last old legacy deprecated support~(?:for|of)? uses?~of usages?~of using
        dependency~on (?:direct~)?references?~to compat(?:ibility)?~(?:with|for) bundled vendored custom own
        python~package
    """)
    + r"\s+",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"\s+"
    + any_of("""
        support dependenc(?:y|ies) compat(?:ibility)? usages? package library backend integration entirely completely
        it all
    """)
    + r"\Z",
    re.IGNORECASE,
)
#: What nobody relied on, or what is no thing of the project's.
_WORTHLESS = re.compile(
    r"\b"
    + any_of(r"""
        unused unneeded unnecessary unrequired needless redundant duplicated? superfluous obsolete dead stale useless
        leftover extra extraneous stray broken temporary temp debug(?:ging)? commented accidental(?:ly)? empty invalid
        tests? test-?case\w* comments? files? lines? code imports? variables? parameters? params? args? arguments?
        methods? functions? class(?:es)? typos? warnings? white-?space apis? versions? todos? fixmes? logs? logging
        prints? changelog docs? documentation readme sections? sentences? notes? links? badges? checks? asserts?
        assertions? calls? conditions? blocks? branch(?:es)? mentions? messages? names? words? hacks? workarounds?
        things? stuff it them
    """)
    + r"\b",
    re.IGNORECASE,
)
#: What is taken out of one place stays in the others, unless the place stands for all of the project.
_OUT_OF = re.compile(r"\s(?:from|in|on|at|(?P<of>of|for))\s+(?P<place>.+)", re.IGNORECASE)
_WHOLE = re.compile(
    r"(?:(?:the|our|all)\s+)*"
    + any_of("""
        ci (?:test~|build~)?matrix project repo(?:sitory)? code~?-?base stack tox builds? supported dependenc(?:y|ies)
        requirements everywhere tool~?chain
    """)
    + r"\b",
    re.IGNORECASE,
)
#: A file is moved, not migrated from.
_FILE = re.compile(r"/|\.[a-z]{1,4}\Z", re.IGNORECASE)
#: What names a thing by itself: `--legacy` in "the --legacy flag", a piece of code.
_IDENTIFIER = re.compile(r"`([^`\s]{2,})`|(?<!\S)(--[a-z][\w-]+)")
_AROUND = " \t.,'\""
_AND = re.compile(r"\s*(?:,|&|\+|/(?=\s)|\band\b|\bor\b)\s*", re.IGNORECASE)
_VERSION = re.compile(r"v?\d+(?:\.(?:\d+|x))*\+?\Z")


def retirements(subject: str) -> tuple[Retirement, ...]:
    """What the project has done with, by a commit's subject.

    A revert of a migration turns it round; a revert of a removal brings back what others may rely on again, and is
    none.
    """
    is_back = is_revert(subject) and not is_reapplied(subject)
    _, summary = unquoted(*unlabelled(subject[:_LONGEST]))
    found = next((match for match in (form.match(summary) for form in _FORMS) if match), None)
    if found is None:
        return ()
    told = found.groupdict()
    gone = _names(told.get("gone") or "")
    instead = next(iter(_names(told.get("instead") or "")), "")
    if is_back:
        gone, instead = ([instead], gone[0]) if gone and instead else ([], "")
    if gone:
        return tuple(Retirement(gone=(name,), instead=instead) for name in gone if _is_told(name, found))
    others = others_of(instead.lower()) if found.re is _TO and not is_back else ()
    return (Retirement(gone=others, instead=instead, named=False),) if others else ()


def _is_told(name: str, found: re.Match[str]) -> bool:
    """Whether a form tells enough of a name: an everyday word is one only in a migration or as a part of its own."""
    if found.re is _REMOVE:
        out_of = _OUT_OF.search(_led(found["gone"]))
        if out_of and not _WHOLE.match(out_of["place"]) and not (out_of["of"] and is_name(name)):
            return False
        return is_name(name) or name[:1].isupper() or " " in name
    if found.re is _FROM_TO:
        return is_tool(name.lower()) or not _FILE.search(name)
    return is_name(name) or name[:1].isupper()


def _names(told: str) -> list[str]:
    """The names in a list such as `Python 3.8 and 3.9`, each whole; none if it is no list of names."""
    names: list[str] = []
    for part in filter(None, map(_bare, _AND.split(_END.sub("", _led(told))))):
        is_version = _VERSION.match(part) is not None
        if (is_version and not names) or len(part.split()) > _MOST_WORDS or _WORTHLESS.search(part):
            return []
        names.append(f"{_unversioned(names[-1])} {part}" if is_version else part)
    return [name.rstrip("+") for name in names]


def _unversioned(name: str) -> str:
    """A name without the version behind it."""
    words = name.split()
    return " ".join(words[:-1]) if len(words) > 1 and _VERSION.match(words[-1]) else name


def _bare(part: str) -> str:
    """A name without the words around it that say nothing."""
    if identifier := _IDENTIFIER.search(part):
        return identifier[1] or identifier[2]
    rest = _led(part)
    while found := _TAIL.search(rest):
        rest = rest[: found.start()]
    return rest.strip(_AROUND)


def _led(part: str) -> str:
    """A text without the words that lead to a name."""
    rest = part.strip(_AROUND)
    while found := _LEAD.match(rest):
        rest = rest[found.end() :]
    return rest
