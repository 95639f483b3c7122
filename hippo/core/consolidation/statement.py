"""A text read once: everything that comparing it with others needs."""

from __future__ import annotations

from hippo.core.consolidation.changes import changes_in
from hippo.core.consolidation.circumstances import label_of, memberships, places_of_versions
from hippo.core.consolidation.concepts import read_concepts
from hippo.core.consolidation.kinds import Kind, kind_of
from hippo.core.consolidation.lexicon import weak
from hippo.core.consolidation.quantities import read_values
from hippo.core.consolidation.tokens import tokens
from hippo.core.consolidation.values import MEASURED, Value, ValueKind
from hippo.core.value import replace, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from hippo.core.consolidation.concepts import Concept
    from hippo.core.consolidation.tokens import Token

#: Characters that are read for structure. A longer text is a document, not a statement: it is never judged to be
#: another's twin or rival, and takes part in patterns by what its beginning speaks of (chosen).
LONGEST_STATEMENT = 2_000


@value
class Statement:
    """A text in parts.

    `concepts` are its ideas in order, `conditions` those of its if- and when-clauses with the words that open them,
    `ideas` all of them by name, `values` what it measures or names, `places` the values that only say where it holds,
    `groups` the members of closed groups, `label` its topic before a colon, `changed` the places of the words that
    report a change, `denials` how many negators and denying words there are, `spent` the places of words that belong to
    a value; `whole` is false for a document.
    """

    text: str
    kind: Kind
    found: tuple[Token, ...]
    concepts: tuple[Concept, ...]
    conditions: tuple[Concept, ...]
    condition_words: frozenset[str]
    ideas: Mapping[str, Concept]
    values: tuple[Value, ...]
    places: frozenset[int]
    groups: Mapping[int, frozenset[int]]
    label: frozenset[str]
    changed: Mapping[int, str]
    denials: int
    spent: frozenset[int] = frozenset()
    whole: bool = True

    @property
    def features(self) -> frozenset[str]:
        """The names of all ideas."""
        return frozenset(self.ideas)


def read(text: str) -> Statement:
    """Read a text."""
    beginning = text[:LONGEST_STATEMENT]
    found = tokens(beginning)
    values, spent = read_values(found)
    concepts, negating = read_concepts(found, spent)
    values = _bounded(values, concepts, found)
    main = tuple(each for each in concepts if not found[each.at].condition)
    conditions = tuple(each for each in concepts if found[each.at].condition)
    return Statement(
        text=text,
        kind=kind_of(beginning, found),
        found=tuple(found),
        concepts=main,
        conditions=conditions,
        ideas=by_name((*main, *conditions)),
        condition_words=frozenset(token.condition for token in found if token.condition),
        values=values,
        places=places_of_versions(found, values),
        groups=memberships(found),
        label=label_of(beginning),
        changed=changes_in(found),
        denials=len(negating) + sum(each.polarity < 0 and not each.lacking for each in concepts),
        spent=spent,
        whole=len(text) <= LONGEST_STATEMENT,
    )


def by_name(concepts: Iterable[Concept]) -> dict[str, Concept]:
    """Each idea once, the first time it is named; what a text both affirms and denies has no sign."""
    found: dict[str, Concept] = {}
    for each in concepts:
        known = found.setdefault(each.name, each)
        if (known.sign, known.polarity) != (each.sign, each.polarity):
            found[each.name] = replace(
                known,
                sign=known.sign if known.sign == each.sign else 0,
                polarity=known.polarity if known.polarity == each.polarity else 0,
            )
    return found


def _bounded(values: tuple[Value, ...], concepts: list[Concept], found: list[Token]) -> tuple[Value, ...]:
    """The values of a clause that speaks of a limit as the bounds they are: "the limit is 5" is at most 5."""
    bounds = {found[each.at].clause: BOUNDS[each.name] for each in concepts if each.name in BOUNDS}
    return tuple(
        replace(each, comparator=bounds[found[each.at].clause])
        if each.kind is ValueKind.NUMBER and each.comparator == "=" and found[each.at].clause in bounds
        else each
        for each in values
    )


#: Ideas that make a number a bound.
BOUNDS = {"limit": "<=", "maximum": "<=", "minimum": ">="}


def is_weak(concept: str) -> bool:
    """Whether an idea says little about what a text is about."""
    return concept in weak()


def measured(values: tuple[Value, ...]) -> tuple[Value, ...]:
    """The values that are compared by amount."""
    return tuple(each for each in values if each.kind in MEASURED)
