"""Whether two texts say the same, contradict each other, or one replaces the other; with the rule and the reason."""

from __future__ import annotations

from enum import StrEnum

from hippo.core.consolidation.comparison import Comparison, compare, kinds_clashing, names_alone, telling
from hippo.core.consolidation.exchange import exchanged
from hippo.core.consolidation.kinds import STANDING, Kind
from hippo.core.consolidation.lexicon import gradable
from hippo.core.consolidation.statement import is_weak, read
from hippo.core.consolidation.updates import replacement
from hippo.core.consolidation.values import MEASURED, ValueKind
from hippo.core.consolidation.weights import Weights
from hippo.core.stopwords import STOP_WORDS
from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.core.consolidation.concepts import Concept
    from hippo.core.consolidation.statement import Statement
    from hippo.core.consolidation.values import Value

#: Least similarity of each verdict. Source: measured on hand-made pairs; a third more or less changes little.
CONTRADICTING = 0.45
CONTRADICTING_BY_WORD = 0.60
#: What happened may happen again otherwise; only a denial in the same words contradicts it.
CONTRADICTING_IN_TALES = 0.85
DUPLICATE = 0.62
DUPLICATE_WITH_MORE = 0.75
RELATED = 0.20
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
    """Compare two statements. The order of the two changes nothing but `newer` and the order of values in the reason."""
    comparison = compare(one, other, weights)
    similarity = comparison.similarity
    if not (one.whole and other.whole):
        return Verdict(relation=_nearness(similarity), similarity=similarity, apart=bool(comparison.clashing))
    found = _update(one, other, comparison, weights) or _contradiction(one, other, comparison)
    if found is not None:
        return found
    if _is_duplicate(one, other, comparison):
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
        if fact.kind is Kind.CHANGE and report.kind is Kind.CHANGE:
            continue
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
    if len(kinds) != 1 or comparison.opposed or _other_subject(comparison):
        return ""
    if comparison.similarity < CONTRADICTING or any(_names_subject(one, other, comparison)):
        return ""
    ours, theirs = comparison.clashing[0]
    return f"gives another {ours.kind.value}: {ours.text}, {theirs.text}"


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
    if comparison.opposed or comparison.clashing or any(_measured_alone(comparison)):
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


def _measured_alone(comparison: Comparison) -> tuple[bool, bool]:
    one, other = (any(each.kind in MEASURED for each in side) for side in comparison.values_alone)
    return one, other


def _is_duplicate(one: Statement, other: Statement, comparison: Comparison) -> bool:
    if comparison.similarity < DUPLICATE or comparison.opposed or comparison.flips != comparison.turned:
        return False
    if comparison.flipped & gradable() or (one.kind is Kind.LOG and all(comparison.rest)):
        return False
    if not comparison.same_circumstances or any(_measured_alone(comparison)) or any(names_alone(comparison)):
        return False
    if (one.kind in (Kind.OPEN, Kind.PAST)) != (other.kind in (Kind.OPEN, Kind.PAST)):
        return False
    if not comparison.turned and not (_same_words(one, other) or _signs_agree(one, other, comparison.shared)):
        return False
    if _cites(one) and _cites(other) and _cites(one) != _cites(other):
        return False
    if _reports_an_end(one) != _reports_an_end(other):
        return False
    if all(telling(side) for side in comparison.rest) or any(each.polarity < 0 for side in comparison.rest for each in side):
        return False
    return _adds_nothing(one, other, comparison)


def _cites(statement: Statement) -> frozenset[str]:
    """The tickets and hashes that a text cites."""
    return frozenset(token.stem for token in statement.found if token.kind in ("ticket", "hash"))


def _reports_an_end(statement: Statement) -> bool:
    """Whether a text reports another change than how things are now."""
    return bool(frozenset(statement.changed.values()) - {"now"})


def _adds_nothing(one: Statement, other: Statement, comparison: Comparison) -> bool:
    """Whether what one text has alone is at most one idea, and none that narrows another ("edge functions")."""
    for side, rest in zip((one, other), comparison.rest, strict=True):
        strong = [each for each in telling(rest) if not is_weak(each.name)]
        if len(strong) > 1 or (strong and comparison.similarity < DUPLICATE_WITH_MORE):
            return False
        if any(_matters(side, each, comparison.shared) for each in strong):
            return False
    return True


def _matters(side: Statement, idea: Concept, shared: frozenset[str]) -> bool:
    """Whether an idea that one text has alone changes it: it narrows the next, is a proper name, or one of a list."""
    if idea.at and side.found[idea.at].text[0].isupper():
        return True
    beside = side.found[max(0, idea.at - 1) : idea.at + 2]
    if any(token.text.lower() in ("and", "or", ",", "/") for token in beside):
        return True
    return any(each.at == idea.at + 1 and each.name in shared for each in side.ideas.values())


def _same_words(one: Statement, other: Statement) -> bool:
    """Whether two texts have the same words of meaning in the same order."""
    ours, theirs = (
        [token.stem for token in side.found if token.kind != "stop" and token.stem not in STOP_WORDS] for side in (one, other)
    )
    return ours == theirs


def _signs_agree(one: Statement, other: Statement, shared: frozenset[str]) -> bool:
    """Whether all that is denied in one text is denied in the other, and words with an opposite stand by the same."""
    if one.denials != other.denials or any(one.ideas[name].sign * other.ideas[name].sign < 0 for name in shared):
        return False
    denied = [name for name in shared if one.ideas[name].polarity < 0]
    return all(_beside(one, name) & _beside(other, name) or not _beside(one, name) for name in denied)


def _beside(side: Statement, name: str) -> frozenset[str]:
    """The ideas before and after one."""
    names = [each.name for each in (*side.concepts, *side.conditions)]
    at = names.index(name)
    return frozenset(names[max(0, at - 1) : at] + names[at + 1 : at + 2])
