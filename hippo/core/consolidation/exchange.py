"""Texts that are equal but for one short span: `run with jest` and `run with vitest`."""

from __future__ import annotations

from hippo.core.consolidation.comparison import telling
from hippo.core.consolidation.concepts import NAMING
from hippo.core.consolidation.lexicon import groups, phrase, predicates
from hippo.core.consolidation.statement import is_weak
from hippo.core.stopwords import STOP_WORDS
from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hippo.core.consolidation.comparison import Comparison
    from hippo.core.consolidation.concepts import Concept
    from hippo.core.consolidation.statement import Statement

#: Words that an exchanged span may have (chosen: a name of two words).
LONGEST_SPAN = 2
#: How far the words of a span, and its predicate before it, may stand apart: "is done with", "AWS Secrets Manager".
REACH = 3
#: Least similarity of texts that are not equal word for word.
LIKE = 0.35
#: What happens on one of these may happen on another too, unless a predicate puts it there: "are sent on Friday".
_CALENDAR = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august"
    " september october november december".split()
)
_ARTICLES = frozenset("a an the our its your their".split())


@value
class Exchange:
    """What stands in one text where the other has something else."""

    ours: str
    theirs: str


def exchanged(one: Statement, other: Statement, comparison: Comparison) -> Exchange | None:
    """The one span that differs, if it stands where a predicate gives its value in both texts.

    Two rivals, of which a project chooses one, exclude each other wherever they stand. Of anything else the texts must
    leave room for one only: they are equal word for word with a subject of their own, or share two ideas of weight.
    """
    spans = [_span(side, rest) for side, rest in zip((one, other), comparison.rest, strict=True)]
    if spans[0] is None or spans[1] is None or any(each.sign < 0 for side in comparison.rest for each in side):
        return None
    (start, end), (their_start, their_end) = spans[0], spans[1]
    ours, theirs = _text(one, start, end), _text(other, their_start, their_end)
    strong = sum(not is_weak(name) for name in comparison.shared)
    equal = _around(one, start, end) == _around(other, their_start, their_end)
    if are_rivals(ours, theirs):
        if _is_additive(one, start) or _is_additive(other, their_start):
            return None
        if ours.lower() in _CALENDAR and not (_is_value(one, start) and _is_value(other, their_start)):
            return None
        like = equal or (strong and comparison.similarity >= LIKE)
        return Exchange(ours=ours, theirs=theirs) if like and start and their_start else None
    if _is_flag(one, start, end) != _is_flag(other, their_start, their_end):
        return None
    if not equal and comparison.similarity < LIKE:
        return None
    named = all(side.found[at].kind in NAMING for side, at in ((one, start), (other, their_start)))
    if equal and named and _has_subject(one, start):
        return Exchange(ours=ours, theirs=theirs)
    if not all(_is_value(side, at, alone=equal) for side, at in ((one, start), (other, their_start))):
        return None
    if strong >= 2 or (equal and comparison.shared and _has_subject(one, start)):
        return Exchange(ours=ours, theirs=theirs)
    return None


def are_rivals(one: str, other: str) -> bool:
    """Whether two names are choices of which a project makes one."""
    table = groups("rivals")
    ours, theirs = table.get(_key(one), ()), table.get(_key(other), ())
    return any(a == b and left != right for a, left in ours for b, right in theirs)


def _key(name: str) -> str:
    return " ".join(phrase(name.replace(" ", "_")))


def _span(statement: Statement, rest: Sequence[Concept]) -> tuple[int, int] | None:
    """The places of the first and the last word that one text has alone, if they stand together in its main clause."""
    words = telling(rest)
    if not 1 <= len(words) <= LONGEST_SPAN:
        return None
    places = sorted(each.at for each in words)
    between = statement.found[places[0] : places[-1] + 1]
    if len(between) > REACH + 1 or any(token.condition or token.text.lower() in STOP_WORDS for token in between):
        return None
    return places[0], places[-1]


def _text(statement: Statement, start: int, end: int) -> str:
    return " ".join(token.text for token in statement.found[start : end + 1])


def _around(statement: Statement, start: int, end: int) -> list[str]:
    """The stems of a text without a span."""
    rest = [*statement.found[:start], *statement.found[end + 1 :]]
    return [token.stem for token in rest if token.text.lower() not in _ARTICLES and token.kind != "stop"]


def _is_flag(statement: Statement, start: int, end: int) -> bool:
    return any(token.kind == "flag" for token in statement.found[start : end + 1])


def _is_value(statement: Statement, start: int, *, alone: bool = False) -> bool:
    """Whether a span is what a predicate gives: it follows the predicate, or its preposition.

    "Is used in" leaves room for others; with `alone`, when nothing else differs, it is no such predicate.
    """
    at = start - 1
    while at >= 0 and statement.found[at].text.lower() in _ARTICLES:
        at -= 1
    if at < 0 or statement.found[at].kind != "word":
        return False
    before = statement.found[at]
    if before.text.lower() in ("is", "are"):
        return True
    giving = predicates("value") - ({"use"} if alone else frozenset())
    if before.text.lower() in predicates("preposition"):
        verbs = statement.found[max(0, at - REACH) : at]
        governing = [token for token in verbs if token.stem in giving or token.text.lower() not in STOP_WORDS][-1:]
        return any(token.stem in giving and not _is_noun(token.text) for token in governing)
    return before.stem in predicates("value") and not _is_noun(before.text)


def _is_additive(statement: Statement, start: int) -> bool:
    """Whether a span is the object of a verb that may have several: "handles UTF-8"."""
    return any(token.stem in predicates("additive") for token in statement.found[max(0, start - 2) : start])


def _is_noun(word: str) -> bool:
    return word.lower().endswith(("ment", "tion", "er", "ing"))


def _has_subject(statement: Statement, start: int) -> bool:
    """Whether the predicate of a span has a subject before it, so that the sentence is no order."""
    before = [token for token in statement.found[:start] if token.kind != "stop"]
    verb = max(
        (at for at, token in enumerate(before) if token.text.lower() in _VERBS or token.stem in _GIVING), default=0
    )
    return any(token.text.lower() not in STOP_WORDS for token in before[:verb])


_VERBS = frozenset("is are default defaults must should".split())
_GIVING = frozenset("run come live listen belong".split())
