"""Two statements side by side: what they share, what each has alone, where they turn against each other."""

from __future__ import annotations

from math import fsum

from hippo.core.consolidation.circumstances import apart
from hippo.core.consolidation.lexicon import fillers
from hippo.core.consolidation.statement import is_weak, measured
from hippo.core.consolidation.values import MEASURED, ValueKind, exclude, same
from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from hippo.core.consolidation.concepts import Concept
    from hippo.core.consolidation.statement import Statement
    from hippo.core.consolidation.values import Value
    from hippo.core.consolidation.weights import Weights

#: What a value that both texts give counts for in their similarity (an idea that names a subject counts 1).
VALUE_WEIGHT = 0.8
#: Two conditions are one from this share of common ideas on (chosen: half).
SAME_CONDITION = 0.5


@value
class Comparison:
    """Two statements compared.

    `similarity` is shared / (shared + rest of one + rest of other) by weight; values that exclude each other are left
    out of it. `turned` says that one denies what the other affirms by a negator, `flipped` are the ideas of which they
    take opposite words (`flips` counts what "without" lacks as one), `clashing` the pairs of values that exclude each
    other.
    """

    similarity: float
    shared: frozenset[str]
    rest: tuple[tuple[Concept, ...], tuple[Concept, ...]]
    values_alone: tuple[tuple[Value, ...], tuple[Value, ...]]
    clashing: tuple[tuple[Value, Value], ...]
    turned: bool
    swapped: bool
    flipped: frozenset[str]
    flips: int
    same_circumstances: bool
    same_conditions: bool

    @property
    def strong_rest(self) -> tuple[frozenset[str], frozenset[str]]:
        """The ideas of weight that each has alone."""
        one, other = (frozenset(each.name for each in side if not is_weak(each.name)) for side in self.rest)
        return one, other

    @property
    def opposed(self) -> bool:
        """Whether one says the opposite: it turns once; "not disabled" and "enabled" agree, and more is a muddle."""
        return self.swapped or self.turned + self.flips == 1


def compare(one: Statement, other: Statement, weights: Weights) -> Comparison:
    """Put two statements side by side."""
    ours, theirs = one.ideas, other.ideas
    shared = ours.keys() & theirs.keys()
    alone = _values_alone(one.values, other.values)
    clashing = tuple((a, b) for a in alone[0] for b in alone[1] if a.kind in MEASURED and exclude(a, b))
    rest = (
        tuple(each for name, each in ours.items() if name not in shared),
        tuple(each for name, each in theirs.items() if name not in shared),
    )
    together = fsum(weights.of(name) for name in shared) + VALUE_WEIGHT * _values_shared(one, other)
    apart_weight = fsum(weights.of(each.name) for side in rest for each in side)
    met = {id(each) for pair in clashing for each in pair}
    apart_weight += VALUE_WEIGHT * sum(id(each) not in met for side in alone for each in measured(side))
    turned, swapped = _turns(_main(shared, one, other), ours, theirs, weights)
    flipped = {
        name
        for name in shared
        if _flips(ours[name], theirs[name]) and _is_offered(one, ours[name], other, theirs[name])
    }
    if _order_flips(one, other):
        flipped.add("before")
    same_conditions = _same_conditions(one, other, weights)
    return Comparison(
        similarity=together / (together + apart_weight) if together else 0.0,
        shared=frozenset(shared),
        rest=rest,
        values_alone=alone,
        clashing=clashing,
        turned=turned,
        swapped=swapped,
        flipped=frozenset(flipped),
        flips=_count(flipped, ours, theirs),
        same_circumstances=same_conditions and _same_place(one, other),
        same_conditions=same_conditions,
    )


def _values_alone(ours: Sequence[Value], theirs: Sequence[Value]) -> tuple[tuple[Value, ...], tuple[Value, ...]]:
    """The values of each side that the other does not give."""
    return (
        tuple(each for each in ours if not any(same(each, met) for met in theirs)),
        tuple(each for each in theirs if not any(same(each, met) for met in ours)),
    )


def _values_shared(one: Statement, other: Statement) -> int:
    theirs = measured(other.values)
    return len({each.key for each in measured(one.values) if any(same(each, met) for met in theirs)})


def _flips(ours: Concept, theirs: Concept) -> bool:
    if ours.polarity * theirs.polarity:
        return ours.polarity != theirs.polarity
    return ours.polarity < 0 or theirs.polarity < 0


def _is_offered(one: Statement, ours: Concept, other: Statement, theirs: Concept) -> bool:
    """Whether what one text does "without" is what the other does "with", needs or uses."""
    if ours.lacking == theirs.lacking:
        return True
    lacking, without = (one, ours) if ours.lacking else (other, theirs)
    statement, concept = (other, theirs) if ours.lacking else (one, ours)
    does_without = any(token.stem in _OPERATING for token in lacking.found[max(0, without.at - 5) : without.at])
    before = {token.stem for token in statement.found[max(0, concept.at - 3) : concept.at]}
    return "with" in before or (does_without and bool(before & _OFFERING))


#: "It runs without X" says that X is not needed; "calls without X hang" does not.
_OPERATING = frozenset("run work start build deploy instal pass use go launch compil ship test".split())
_OFFERING = frozenset("need requir use pass set add includ have enabl".split())


def _main(shared: Iterable[str], one: Statement, other: Statement) -> list[str]:
    """What both say outside their conditions; everything, if that is nothing."""
    main = {each.name for each in one.concepts} & {each.name for each in other.concepts}
    return sorted(main or shared)


def _count(flipped: Iterable[str], ours: Mapping[str, Concept], theirs: Mapping[str, Concept]) -> int:
    lacking = {name for name in flipped if name in ours and (ours[name].lacking or theirs[name].lacking)}
    return len(set(flipped) - lacking) + bool(lacking)


def _turns(
    shared: Iterable[str], ours: Mapping[str, Concept], theirs: Mapping[str, Concept], weights: Weights
) -> tuple[bool, bool]:
    """Whether most of what is shared has the other sign, and whether two ideas exchanged their signs."""
    agreement, signs = 0.0, set()
    for name in shared:
        a, b = ours[name].sign, theirs[name].sign
        agreement += a * b * weights.of(name)
        if a * b < 0 and not is_weak(name):
            signs.add((a, b))
    return agreement < 0, len(signs) == 2


def _order_flips(one: Statement, other: Statement) -> bool:
    """Whether one says before what the other says after."""
    orders = (one.condition_words & {"before", "after"}, other.condition_words & {"before", "after"})
    return bool(orders[0] and orders[1] and not orders[0] & orders[1])


def _same_conditions(one: Statement, other: Statement, weights: Weights) -> bool:
    if one.condition_words == other.condition_words and _say_alike(one, other):
        return True
    ours, theirs = ({each.name: each for each in side.conditions} for side in (one, other))
    if not ours and not theirs:
        return True
    if not ours or not theirs or ("unless" in one.condition_words) != ("unless" in other.condition_words):
        return False
    shared = ours.keys() & theirs.keys()
    if any(ours[name].sign * theirs[name].sign < 0 or _flips(ours[name], theirs[name]) for name in shared):
        return False
    alike = fsum(weights.of(name) for name in shared)
    return alike >= SAME_CONDITION * fsum(weights.of(name) for name in ours.keys() | theirs.keys())


def _say_alike(one: Statement, other: Statement) -> bool:
    """Whether two texts have the same ideas with the same signs, though a condition may begin and end elsewhere."""
    return one.ideas.keys() == other.ideas.keys() and all(
        (each.sign, each.polarity) == (other.ideas[name].sign, other.ideas[name].polarity)
        for name, each in one.ideas.items()
    )


def _same_place(one: Statement, other: Statement) -> bool:
    if apart(one.groups, other.groups):
        return False
    if one.label and other.label and not one.label & other.label:
        return False
    ours, theirs = ({side.values[at].key for at in side.places} for side in (one, other))
    return ours == theirs or not (ours and theirs)


def telling(rest: Iterable[Concept]) -> list[Concept]:
    """Of what one text has alone, that which is more than filling; a denial ("remove") always is."""
    return [each for each in rest if each.name not in fillers() or each.polarity < 0]


def names_alone(comparison: Comparison) -> tuple[frozenset[str], frozenset[str]]:
    """The named things that each side has alone: flags, paths, addresses, identifiers."""
    one, other = (
        frozenset(str(each.amount) for each in side if each.kind not in MEASURED) for side in comparison.values_alone
    )
    return one, other


def kinds_clashing(comparison: Comparison) -> frozenset[tuple[ValueKind, str]]:
    """The sorts of values that exclude each other."""
    return frozenset((ours.kind, ours.unit or theirs.unit) for ours, theirs in comparison.clashing)


def measured_alone(comparison: Comparison) -> tuple[bool, bool]:
    """Whether each side gives measured values that the other does not give."""
    one, other = (any(each.kind in MEASURED for each in side) for side in comparison.values_alone)
    return one, other
