"""Passive clauses in the order of active ones: "releases are approved by Dana" is "Dana approve releases"."""

from __future__ import annotations

from hippo.core.consolidation.binders import LEADING_PREPOSITIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hippo.core.consolidation.tokens import Token

_BE = frozenset("is are was were be been being get gets got".split())
_PARTICIPLES = frozenset(
    "run kept written read built sent set made done taken held found put shown known given hidden chosen drawn cut lost"
    " bound split caught driven thrown stored begun broken frozen grown led left paid sold spent taught told".split()
)
_BETWEEN = frozenset("not never always also only just already still now be been being to automatically".split())
_DETERMINERS = frozenset("the a an our its your their this that each every all any no".split())
#: How far a participle may stand behind its "be".
_REACH = 3


def active_order(found: Sequence[Token]) -> list[int]:
    """The places of a text's tokens, each passive clause as agent, verb, subject, rest."""
    order: list[int] = []
    start = 0
    while start < len(found):
        end = start
        while end < len(found) and found[end].clause == found[start].clause:
            end += 1
        order += _clause(found, start, end)
        start = end
    return order


def _clause(found: Sequence[Token], start: int, end: int) -> list[int]:
    passive = _passive(found, start, end)
    subject = None if passive is None else _subject(found, start, passive[0])
    if passive is None or subject is None:
        return list(range(start, end))
    verb = passive[1]
    agent, after = _agent(found, verb, end)
    return [*range(start, subject), *range(agent, after), *range(passive[0], verb + 1), *range(subject, passive[0])] + [
        at for at in range(verb + 1, end) if not agent <= at < after
    ]


def _passive(found: Sequence[Token], start: int, end: int) -> tuple[int, int] | None:
    """The places of a "be" and its participle."""
    for at in range(start, end):
        if found[at].text.lower() not in _BE:
            continue
        for verb in range(at + 1, min(end, at + 1 + _REACH)):
            lowered = found[verb].text.lower()
            if found[verb].kind == "word" and (lowered.endswith("ed") or lowered in _PARTICIPLES):
                return at, verb
            if lowered not in _BETWEEN and not lowered.endswith("ly"):
                break
    return None


def _subject(found: Sequence[Token], start: int, verb: int) -> int | None:
    """Where the subject before a verb begins; behind "In CI" only a determiner tells."""
    first = start
    while first < verb and (found[first].kind == "stop" or _opens_clause(found[first])):
        first += 1
    if found[first].text.lower() not in LEADING_PREPOSITIONS and not _is_time(found, first):
        return first
    later = [at for at in range(first + 2, verb) if found[at].text.lower() in _DETERMINERS]
    return later[-1] if later else None


def _opens_clause(token: Token) -> bool:
    """Whether a word opens a whole clause: "after" in "after it is edited", but not "during"."""
    lowered = token.text.lower()
    return lowered == token.condition and lowered not in LEADING_PREPOSITIONS


def _agent(found: Sequence[Token], verb: int, end: int) -> tuple[int, int]:
    """The places of "by …" behind a verb; none if it is not told who acts."""
    for at in range(verb + 1, end - 1):
        if found[at].text.lower() == "by" and found[at + 1].text.lower() not in ("hand", "default"):
            after = at + 1
            while after < end and found[after].text.lower() not in LEADING_PREPOSITIONS:
                after += 1
            return at, after
    return end, end


def _is_time(found: Sequence[Token], at: int) -> bool:
    return found[at].text.lower() in ("every", "each") and at + 1 < len(found) and found[at + 1].stem in TIMES


#: Nouns that make "every …" tell when.
TIMES = frozenset("second minut hour day night morn even noon week month quarter year sprint friday monday".split())
