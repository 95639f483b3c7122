"""Whether two texts say the same, contradict each other, or one replaces the other; with the rule and the reason."""

from __future__ import annotations

from enum import StrEnum

from hippo.core.consolidation.comparison import (
    Comparison,
    compare,
    kinds_clashing,
    measured_alone,
    names_alone,
    telling,
)
from hippo.core.consolidation.duplicates import is_duplicate
from hippo.core.consolidation.exchange import exchanged
from hippo.core.consolidation.kinds import STANDING, Kind
from hippo.core.consolidation.statement import read
from hippo.core.consolidation.updates import replacement
from hippo.core.consolidation.values import ValueKind
from hippo.core.consolidation.weights import Weights
from hippo.core.consolidation.word_order import turned_round
from hippo.core.consolidation.wording import wording
from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.core.consolidation.statement import Statement
    from hippo.core.consolidation.values import Value

#: Least similarity of each verdict. Source: measured on hand-made pairs; a third more or less changes little.
CONTRADICTING = 0.45
CONTRADICTING_BY_WORD = 0.60
#: What happened may happen again otherwise; only a denial in the same words contradicts it.
CONTRADICTING_IN_TALES = 0.85
RELATED = 0.20
#: The idea of failing: what fails may fail in many ways, so no value of a failure excludes another.
FAILING = "succeed"
#: From this similarity on, texts whose values differ are look-alikes, which no pattern may mix.
ALIKE = 0.60


class Relation(StrEnum):
    """What two texts are to each other."""

    UPDATE = "update"
    CONTRADICTION = "contradiction"
    DUPLICATE = "duplicate"
    RELATED = "related"
    UNRELATED = "unrelated"


@value
class Verdict:
    """What two texts are to each other.

    `rule` names what was found, `reason` says it to a person. For an update `newer` is 0 or 1, the side that reports
    the change. `apart` says that the two must not stand in one pattern.
    """

    relation: Relation
    similarity: float
    rule: str = ""
    reason: str = ""
    newer: int | None = None
    apart: bool = False


def judge(one: Statement, other: Statement, weights: Weights) -> Verdict:
    """Compare two statements. Their order changes nothing but `newer` and the order of values in the reason."""
    comparison = compare(one, other, weights)
    similarity = comparison.similarity
    if not (one.whole and other.whole):
        return Verdict(relation=_nearness(similarity), similarity=similarity, apart=bool(comparison.clashing))
    found = (
        _update(one, other, comparison, weights)
        or _turned_round(one, other, comparison)
        or _contradiction(one, other, comparison)
    )
    if found is not None:
        return found
    if is_duplicate(one, other, comparison):
        return Verdict(relation=Relation.DUPLICATE, similarity=similarity, rule="same", reason="says the same")
    return Verdict(relation=_nearness(similarity), similarity=similarity, apart=_look_alike(one, other, comparison))


def conflict_between(text: str, known: str) -> Verdict | None:
    """The verdict on a new text and a known one if they cannot both hold: a contradiction or an update."""
    verdict = judge(read(text), read(known), Weights())
    return verdict if verdict.relation in (Relation.CONTRADICTION, Relation.UPDATE) else None


def _nearness(similarity: float) -> Relation:
    return Relation.RELATED if similarity >= RELATED else Relation.UNRELATED


def _look_alike(one: Statement, other: Statement, comparison: Comparison) -> bool:
    """Whether two texts say nearly the same of different values, or the opposite of each other."""
    if comparison.similarity < ALIKE:
        return False
    standing = one.kind in STANDING and other.kind in STANDING
    if _are_numbered_apart(comparison) or (standing and (comparison.opposed or comparison.flipped)):
        return True
    return any(_in_one_slot(one, ours.at, other, theirs.at) for ours, theirs in comparison.clashing)


def _in_one_slot(one: Statement, at: int, other: Statement, their_at: int) -> bool:
    """Whether two values stand after the same word."""
    return at > 0 and their_at > 0 and one.found[at - 1].stem == other.found[their_at - 1].stem


def _update(one: Statement, other: Statement, comparison: Comparison, weights: Weights) -> Verdict | None:
    for newer, (report, fact) in enumerate(((one, other), (other, one))):
        found = replacement(report, fact, weights)
        if found is not None:
            return Verdict(
                relation=Relation.UPDATE,
                similarity=comparison.similarity,
                rule=found.rule,
                reason=found.reason,
                newer=newer,
                apart=True,
            )
    return None


def _turned_round(one: Statement, other: Statement, comparison: Comparison) -> Verdict | None:
    """Two orders of the same things: A before B, B before A. Their if- and when-clauses are part of what differs."""
    if one.kind not in STANDING or other.kind not in STANDING or any(map(telling, comparison.rest)):
        return None
    if comparison.opposed or not turned_round(wording(one), wording(other)):
        return None
    return Verdict(
        relation=Relation.CONTRADICTION,
        similarity=comparison.similarity,
        rule="order",
        reason="says it the other way round",
        apart=True,
    )


def _contradiction(one: Statement, other: Statement, comparison: Comparison) -> Verdict | None:
    if not comparison.same_circumstances:
        return None
    told = one.kind is Kind.NARRATED and other.kind is Kind.NARRATED and comparison.similarity >= CONTRADICTING_IN_TALES
    if not told and not (one.kind in STANDING and other.kind in STANDING):
        return None
    for rule in (_by_polarity,) if told else (_by_polarity, _by_value, _by_exchange):
        reason = rule(one, other, comparison)
        if reason:
            return Verdict(
                relation=Relation.CONTRADICTION,
                similarity=comparison.similarity,
                rule=rule.__name__.removeprefix("_by_"),
                reason=reason,
                apart=True,
            )
    return None


def _by_polarity(one: Statement, other: Statement, comparison: Comparison) -> str:
    if not comparison.opposed or comparison.clashing or _other_subject(comparison):
        return ""
    by_word = not comparison.turned and not comparison.swapped
    if comparison.similarity < (CONTRADICTING_BY_WORD if by_word else CONTRADICTING):
        return ""
    return "says the opposite" if not by_word else f"says the opposite: {_words(one, other, comparison)}"


def _words(one: Statement, other: Statement, comparison: Comparison) -> str:
    """The opposite words as they are written."""
    flipped = min(comparison.flipped)
    if flipped == "before" and not any(each.name == flipped for each in one.concepts):
        return "before, after"
    words = [
        next((side.found[each.at].text for each in (*side.concepts, *side.conditions) if each.name == flipped), flipped)
        for side in (one, other)
    ]
    return ", ".join(words)


def _by_value(one: Statement, other: Statement, comparison: Comparison) -> str:
    kinds = kinds_clashing(comparison)
    if len(kinds) != 1 or comparison.opposed or _other_subject(comparison) or _tells_of_failing(one, comparison):
        return ""
    if comparison.similarity < CONTRADICTING or any(_names_subject(one, other, comparison)):
        return ""
    ours, theirs = comparison.clashing[0]
    return f"gives another {ours.kind.value}: {ours.text}, {theirs.text}"


def _tells_of_failing(one: Statement, comparison: Comparison) -> bool:
    """Whether both say that something fails; a "failed task" is spoken of, and does not fail here."""
    return FAILING in comparison.shared and not one.found[one.ideas[FAILING].at].text.endswith("ed")


def _names_subject(one: Statement, other: Statement, comparison: Comparison) -> tuple[bool, bool]:
    """Whether a clashing value is part of what the text speaks of: `Port 7001 is open`, `Python 3.8 builds fail`."""
    return (
        any(_in_subject(one, pair[0]) for pair in comparison.clashing),
        any(_in_subject(other, pair[1]) for pair in comparison.clashing),
    )


def _in_subject(statement: Statement, each: Value) -> bool:
    """Whether a number at the head of a text belongs to the noun before it."""
    return each.kind in (ValueKind.VERSION, ValueKind.PORT) and each.at == 1 and len(statement.found) > 2


def _by_exchange(one: Statement, other: Statement, comparison: Comparison) -> str:
    if comparison.opposed or comparison.clashing or any(measured_alone(comparison)):
        return ""
    if _tells_of_failing(one, comparison):
        return ""
    found = exchanged(one, other, comparison)
    if found is None:
        return ""
    return f"names another: {found.ours}, {found.theirs}"


def _other_subject(comparison: Comparison) -> bool:
    """Whether each text speaks of something that the other does not, one of them of something of weight."""
    if _are_numbered_apart(comparison):
        return True
    return all(telling(side) for side in comparison.rest) and any(comparison.strong_rest)


def _are_numbered_apart(comparison: Comparison) -> bool:
    """Whether each text speaks of another one of things that are told apart by number: step 1, step 2."""
    return all(any(" " in name for name in names) for names in names_alone(comparison))
