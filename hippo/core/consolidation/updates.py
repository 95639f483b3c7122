"""Reports of a change, and the facts that they replace."""

from __future__ import annotations

from math import fsum

from hippo.core.consolidation.comparison import compare
from hippo.core.consolidation.kinds import Kind
from hippo.core.consolidation.statement import is_weak
from hippo.core.consolidation.values import MEASURED
from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from hippo.core.consolidation.comparison import Comparison
    from hippo.core.consolidation.concepts import Concept
    from hippo.core.consolidation.statement import Statement
    from hippo.core.consolidation.weights import Weights

#: Share of the older fact that the report must speak of (chosen in the middle of a plateau).
COVERED = 0.5
#: The same where the report names what goes away.
COVERED_BY_NAME = 0.3
#: Similarity from which "now", "moved" and the like with another object replace a fact.
CHANGED = 0.3
COVERED_ALONE = 0.75
_ALTERING = frozenset(("now", "moved", "renewed", "raised"))
_UNTIL_NEW = frozenset("to with by in into and as".split())
_CHANGED = frozenset(("upgrad", "downgrad", "reschedul", "instead", "now", "new", "deprec", "longer", "releas", "version"))


@value
class Replacement:
    """That a report replaces a fact, and how that is known."""

    rule: str
    reason: str


def replacement(report: Statement, fact: Statement, weights: Weights) -> Replacement | None:
    """How a report of a change meets an older fact, if it does."""
    if report.kind is not Kind.CHANGE or fact.kind not in (Kind.CLAIM, Kind.CHANGE, Kind.EVENT):
        return None
    comparison = compare(report, fact, weights)
    covered = _covered(comparison, fact, weights)
    sections = frozenset(report.changed.values())
    gone = _gone(report)
    named = {each for each in gone if each in fact.features and not is_weak(each)}
    old_values = _old_values(report)
    fact_values = {each.key[1] for each in fact.values if each.kind in MEASURED}
    if old_values & fact_values and covered >= COVERED_BY_NAME:
        return Replacement(rule="replaced", reason="names the old value as past")
    if named and covered >= COVERED_BY_NAME:
        return Replacement(rule="replaced", reason=f"says that {min(named)} is gone")
    if not comparison.same_conditions and "now" not in sections:
        return None
    if comparison.opposed and covered >= COVERED and not comparison.clashing:
        return Replacement(rule="ended", reason="says that it no longer holds")
    if comparison.clashing and covered >= COVERED:
        ours, theirs = comparison.clashing[0]
        return Replacement(rule="new value", reason=f"gives a new {ours.kind.value}: {theirs.text}, now {ours.text}")
    if "fixed" in sections and covered >= COVERED and _tells_of_failure(fact):
        return Replacement(rule="fixed", reason="says that it is fixed")
    if _exchanges(comparison) and sections & _ALTERING and _speaks_of(comparison, covered):
        return Replacement(rule="changed", reason="says what it is now")
    return None


def _speaks_of(comparison: Comparison, covered: float) -> bool:
    """Whether a report is about the fact: it is like it, or says nearly all of it but for the value."""
    if comparison.similarity >= CHANGED:
        return covered >= COVERED
    return covered >= COVERED_ALONE and any(not is_weak(name) for name in comparison.shared)


def _covered(comparison: Comparison, fact: Statement, weights: Weights) -> float:
    """Share of what an older fact speaks of, besides its value, that the report speaks of too."""
    met = {str(each.amount) for each in comparison.values_alone[1]}
    names = {name for name in fact.features if name not in met}
    whole = fsum(weights.of(name) for name in names)
    return fsum(weights.of(name) for name in names & comparison.shared) / whole if whole else 0.0


def _gone(report: Statement) -> frozenset[str]:
    """What a report says is gone: X in "from X to Y", "replaced X with Y", "X was removed", "instead of X"."""
    places: set[int] = set()
    for at, section in report.changed.items():
        if section == "ended":
            places |= _after(report, at) if _is_active(report, at) else _before(report, at)
        stem = report.found[at].stem
        if stem in ("replac", "supersed", "renam"):
            passive = any(token.text.lower() == "by" for token in report.found[at : at + 3])
            places |= _before(report, at) if passive else _after(report, at)
    for at, token in enumerate(report.found):
        if token.text.lower() == "from" and report.changed and any(
            each.text.lower() in ("to", "into") for each in report.found[at : at + 6]
        ):
            places |= _after(report, at)
    names = {each.name for each in report.concepts if each.at in places}
    return frozenset(names | {each.name for each in report.concepts if each.sign < 0 and _contrasted(report, each)})


def _is_active(report: Statement, at: int) -> bool:
    """Whether a verb has its object behind it: "we dropped X", "removed X"."""
    return at == 0 or report.found[at - 1].text.lower() in ("we", "they", "i", "have", "has", "team", "just")


def _contrasted(report: Statement, concept: Concept) -> bool:
    """Whether an idea follows "instead of" or "rather than"."""
    before = [token.text.lower() for token in report.found[max(0, concept.at - 4) : concept.at]]
    return "instead" in before or "rather" in before


def _before(report: Statement, at: int) -> set[int]:
    clause = report.found[at].clause
    return {place for place in range(at) if report.found[place].clause == clause}


def _after(report: Statement, at: int) -> set[int]:
    places: set[int] = set()
    for place in range(at + 1, len(report.found)):
        token = report.found[place]
        if token.clause != report.found[at].clause or token.text.lower() in _UNTIL_NEW:
            break
        places.add(place)
    return places


def _old_values(report: Statement) -> frozenset[float | str]:
    """The values after "from"."""
    return frozenset(
        each.amount
        for each in report.values
        if each.kind in MEASURED and each.at and report.found[each.at - 1].text.lower() == "from"
    )


def _exchanges(comparison: Comparison) -> bool:
    """Whether each side has something of its own."""
    return all(_telling(side) for side in comparison.rest) or bool(comparison.clashing)


def _telling(rest: Iterable[Concept]) -> bool:
    return any(not is_weak(each.name) and each.name not in _CHANGED for each in rest)


def _tells_of_failure(fact: Statement) -> bool:
    return any(each.polarity < 0 or each.sign < 0 for each in fact.concepts) or any(
        token.stem in _FAILURES for token in fact.found
    )


_FAILURES = frozenset("crash fail break hang leak freez timeout error bug wrong miss slow corrupt deadlock flaki lose stall".split())
