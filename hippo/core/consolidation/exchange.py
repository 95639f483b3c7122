"""Texts that are equal but for one short span: `run with jest` and `run with vitest`."""

from __future__ import annotations

from hippo.core.consolidation.lexicon import groups, predicates
from hippo.core.consolidation.statement import is_weak
from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hippo.core.consolidation.comparison import Comparison
    from hippo.core.consolidation.concepts import Concept
    from hippo.core.consolidation.statement import Statement

#: Ideas that an exchanged span may have (chosen: a name of two words and its article).
LONGEST_SPAN = 2
_ARTICLES = frozenset("a an the our its your their".split())


@value
class Exchange:
    """What stands in one text where the other has something else; `rivals` if a project chooses one of the two."""

    ours: str
    theirs: str
    rivals: bool


def exchanged(one: Statement, other: Statement, comparison: Comparison) -> Exchange | None:
    """The one span that differs, if it stands where a predicate gives its value in both texts."""
    spans = [_span(side, rest) for side, rest in zip((one, other), comparison.rest, strict=True)]
    if spans[0] is None or spans[1] is None:
        return None
    (start, end), (their_start, their_end) = spans[0], spans[1]
    ours = _text(one, start, end)
    theirs = _text(other, their_start, their_end)
    rivals = are_rivals(ours, theirs)
    if _sort(one, start, end) != _sort(other, their_start, their_end):
        return None
    if any(each.sign < 0 for side in comparison.rest for each in side):
        return None
    if not (_in_value_position(one, start, rivals) and _in_value_position(other, their_start, rivals)):
        return None
    return Exchange(ours=ours, theirs=theirs, rivals=rivals)


def are_rivals(one: str, other: str) -> bool:
    """Whether two names are choices of which a project makes one."""
    table = groups("rivals")
    ours, theirs = table.get(_key(one), ()), table.get(_key(other), ())
    return any(a == b and left != right for a, left in ours for b, right in theirs)


def _key(name: str) -> str:
    from hippo.core.consolidation.lexicon import phrase

    return " ".join(phrase(name.replace(" ", "_"))) if not name.isupper() else " ".join(phrase(name))


def _span(statement: Statement, rest: Sequence[Concept]) -> tuple[int, int] | None:
    """The places of the first and the last word that one text has alone, if they stand together in its main clause."""
    telling = [each for each in rest if not is_weak(each.name)] or list(rest)
    if not 1 <= len(telling) <= LONGEST_SPAN or len(rest) > len(telling) + 1:
        return None
    places = sorted(each.at for each in telling)
    if places[-1] - places[0] >= LONGEST_SPAN or any(statement.found[at].condition for at in places):
        return None
    return places[0], places[-1]


def _text(statement: Statement, start: int, end: int) -> str:
    return " ".join(token.text for token in statement.found[start : end + 1])


def _sort(statement: Statement, start: int, end: int) -> str:
    """What sort of thing a span is: a flag, a place, or a word or name."""
    kinds = {token.kind for token in statement.found[start : end + 1]}
    return "flag" if "flag" in kinds else "place" if kinds & {"path", "file", "url", "host"} else "name"


def _in_value_position(statement: Statement, start: int, rivals: bool) -> bool:
    """Whether a span follows a predicate or preposition that gives one value."""
    at = start - 1
    while at >= 0 and statement.found[at].text.lower() in _ARTICLES:
        at -= 1
    if at < 0:
        return False
    before = statement.found[at]
    if before.kind != "word":
        return False
    if rivals:
        return True
    if before.text.lower() in predicates("preposition"):
        return any(token.stem in predicates("value") for token in statement.found[:at])
    return before.stem in predicates("value") or before.text.lower() in ("is", "are")
