"""Reports of a change, and the facts that they replace."""

from __future__ import annotations

from math import fsum

from hippo.core.consolidation.comparison import compare
from hippo.core.consolidation.kinds import Kind
from hippo.core.consolidation.statement import by_name, is_weak, measured
from hippo.core.consolidation.values import MEASURED
from hippo.core.value import replace, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from hippo.core.consolidation.comparison import Comparison
    from hippo.core.consolidation.concepts import Concept
    from hippo.core.consolidation.statement import Statement
    from hippo.core.consolidation.weights import Weights

#: Least similarity of a report and a fact: where the report names an identifier that is gone; where it names what is
#: gone in words, gives a new value or says the opposite; where it only says "now"; where it says "raised". COVERED is
#: the share of the fact that the report must speak of. Source: hand-made reports lie above, commits that share a word
#: with a fact lie below.
BY_NAME = 0.15
BY_WORDS = 0.28
BY_NOW = 0.28
BY_RAISING = 0.20
COVERED = 0.5
#: Ideas that "now" may bring in place of one (chosen: a name of two words and a date); with more it speaks of something
#: else.
MOST_NEW = 3
COVERED_BY_NAME = 0.35
_BE = frozenset("is are was were been be being got".split())
_ALTERING = frozenset(("now", "moved", "renewed", "raised"))
_UNTIL_NEW = frozenset("to with by in into and as from".split())
_CHANGED = frozenset(
    ("upgrad", "downgrad", "reschedul", "instead", "now", "new", "deprec", "longer", "releas", "version")
)


@value
class Replacement:
    """That a report replaces a fact, and how that is known."""

    rule: str
    reason: str


def replacement(report: Statement, fact: Statement, weights: Weights) -> Replacement | None:
    """How a report of a change meets an older fact, if it does."""
    if report.kind is not Kind.CHANGE or fact.kind not in (Kind.CLAIM, Kind.CHANGE):
        return None
    comparison = compare(_without_change(report), fact, weights)
    covered = _covered(comparison, fact, weights)
    if comparison.similarity < BY_NAME or covered < COVERED_BY_NAME:
        return None
    if fact.kind is Kind.CHANGE:
        return _continues(report, fact, comparison)
    found = _names_what_is_gone(report, fact, comparison)
    if found is None and covered >= COVERED and comparison.similarity >= BY_WORDS:
        found = _gives_another(report, fact, comparison)
    if found is None and covered >= _share_needed(report, comparison):
        found = _says_now(report, comparison)
    return found


def _continues(report: Statement, fact: Statement, comparison: Comparison) -> Replacement | None:
    """The report begins where another report ended: raised from 5 to 20, then from 20 to 60."""
    reached = {each.amount for each in measured(fact.values)} - _old_values(fact)
    if _old_values(report) & reached and comparison.similarity >= BY_WORDS:
        return Replacement(rule="replaced", reason="names the old value as past")
    return None


def _share_needed(report: Statement, comparison: Comparison) -> float:
    """Less of a fact need be told where the report says outright that its subject moved, and all but one of it."""
    told = not frozenset(report.changed.values()) <= {"now"}
    return COVERED_BY_NAME if told and len(comparison.strong_rest[1]) == 1 else COVERED


def _without_change(report: Statement) -> Statement:
    """A report without the words that only say that something changed."""
    told = {
        place for at in report.changed for place in (at, at + 1) if place == at or report.found[at].text.lower() == "no"
    }
    kept = [each for each in report.concepts if each.at not in told and each.name not in _CHANGED]
    return replace(report, concepts=tuple(kept), ideas=by_name((*kept, *report.conditions)))


def _names_what_is_gone(report: Statement, fact: Statement, comparison: Comparison) -> Replacement | None:
    """The report calls the fact's value or a thing in it past."""
    if _old_values(report) & {each.amount for each in measured(fact.values)}:
        return Replacement(rule="replaced", reason="names the old value as past")
    gone = {name for name in _gone(report) if not is_weak(name)}
    named = gone & fact.features
    identifiers = {str(each.amount) for each in fact.values if each.kind not in MEASURED}
    enough = comparison.similarity >= BY_WORDS and 2 * len(named) >= len(gone)
    if named and (enough or named & identifiers):
        return Replacement(rule="replaced", reason=f"says that {min(named)} is gone")
    return None


def _gives_another(report: Statement, fact: Statement, comparison: Comparison) -> Replacement | None:
    """The report gives another value, says the opposite, or says that a failure is no more."""
    sections = frozenset(report.changed.values())
    if not comparison.same_conditions and "now" not in sections:
        return None
    old = _old_values(report)
    new = [(ours, theirs) for ours, theirs in comparison.clashing if ours.amount not in old]
    if new:
        ours, theirs = new[0]
        return Replacement(rule="new value", reason=f"gives a new {ours.kind.value}: {theirs.text}, now {ours.text}")
    if comparison.opposed:
        return Replacement(rule="ended", reason="says that it no longer holds")
    if "fixed" in sections and _tells_of_failure(fact):
        return Replacement(rule="fixed", reason="says that it is fixed")
    return None


def _says_now(report: Statement, comparison: Comparison) -> Replacement | None:
    """The report gives the fact's subject something else: "mails now go through Postmark"."""
    sections = frozenset(report.changed.values())
    theirs, facts = (len(rest) for rest in comparison.strong_rest)
    if sections == {"now"} and (theirs > MOST_NEW or facts > 1):
        return None
    least = BY_RAISING if sections & {"renewed", "raised"} else BY_NOW
    if sections & _ALTERING and comparison.similarity >= least and _exchanges(comparison):
        return Replacement(rule="changed", reason="says what it is now")
    return None


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
            places |= (_is_active(report, at) and _after(report, at)) or _before(report, at)
        stem = report.found[at].stem
        if stem in ("replac", "supersed", "renam"):
            passive = at and report.found[at - 1].text.lower() in _BE
            places |= _before(report, at) if passive else _after(report, at)
    for at, token in enumerate(report.found):
        if token.text.lower() in ("from", "off") and _leaves(report, at):
            places |= _after(report, at)
    kept = {each.name for each in report.concepts if each.at not in places}
    names = {each.name for each in report.concepts if each.at in places} - kept
    return frozenset(names | {each.name for each in report.concepts if each.sign < 0 and _contrasted(report, each)})


def _leaves(report: Statement, at: int) -> bool:
    """Whether a "from" belongs to a change: "from X to Y", "moved from X", "took over from X"."""
    if any(each.text.lower() in ("to", "into") for each in report.found[at : at + 6]):
        return bool(report.changed)
    return any(section == "moved" and at - 3 <= place < at for place, section in report.changed.items())


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


_FAILURES = frozenset(
    "crash fail break hang leak freez timeout error bug wrong miss slow corrupt deadlock flaki lose stall".split()
)
