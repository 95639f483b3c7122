"""A text read once: everything that comparing it with others needs."""

from __future__ import annotations

from hippo.core.consolidation.circumstances import label_of, memberships, places_of_versions
from hippo.core.consolidation.concepts import read_concepts
from hippo.core.consolidation.kinds import Kind, changes_in, kind_of
from hippo.core.consolidation.lexicon import weak
from hippo.core.consolidation.tokens import tokens
from hippo.core.consolidation.values import MEASURED, Value, ValueKind, read_values
from hippo.core.value import replace, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from hippo.core.consolidation.concepts import Concept
    from hippo.core.consolidation.tokens import Token

#: Characters that are read for structure. A longer text is a document, not a statement: it is never judged to be
#: another's twin or rival, and takes part in patterns by what its beginning speaks of (chosen).
LONGEST_STATEMENT = 2_000


@value
class Statement:
    """A text in parts.

    `concepts` are its ideas in order, `conditions` those of its if- and when-clauses with the word that opens them,
    `values` what it measures or names, `places` the values that only say where it holds, `groups` the members of
    closed groups, `label` its topic before a colon, `changed` the places of the words that report a change.
    """

    text: str
    kind: Kind
    found: tuple[Token, ...]
    concepts: tuple[Concept, ...]
    conditions: tuple[Concept, ...]
    condition_words: frozenset[str]
    values: tuple[Value, ...]
    places: frozenset[int]
    groups: Mapping[int, frozenset[int]]
    label: frozenset[str]
    changed: Mapping[int, str]
    whole: bool = True

    @property
    def features(self) -> frozenset[str]:
        """All ideas, conditions among them."""
        return frozenset(each.name for each in (*self.concepts, *self.conditions))


def read(text: str) -> Statement:
    """Read a text."""
    beginning = text[:LONGEST_STATEMENT]
    found = tokens(beginning)
    values, spent = read_values(found)
    concepts, _ = read_concepts(found, spent)
    values = _bounded(values, concepts, found)
    return Statement(
        text=text,
        kind=kind_of(beginning, found),
        found=tuple(found),
        concepts=tuple(each for each in concepts if not found[each.at].condition),
        conditions=tuple(each for each in concepts if found[each.at].condition),
        condition_words=frozenset(token.condition for token in found if token.condition),
        values=values,
        places=places_of_versions(found, values),
        groups=memberships(found),
        label=label_of(beginning),
        changed=changes_in(found),
        whole=len(text) <= LONGEST_STATEMENT,
    )


def _bounded(values: tuple[Value, ...], concepts: list[Concept], found: list[Token]) -> tuple[Value, ...]:
    """The values of a clause that speaks of a limit as the bounds they are: "the limit is 5" is at most 5."""
    bounds = {found[each.at].clause: _BOUNDS[each.name] for each in concepts if each.name in _BOUNDS}
    return tuple(
        replace(each, comparator=bounds[found[each.at].clause])
        if each.kind is ValueKind.NUMBER and each.comparator == "=" and found[each.at].clause in bounds
        else each
        for each in values
    )


#: Ideas that make a number a bound.
_BOUNDS = {"limit": "<=", "maximum": "<=", "minimum": ">="}


def is_weak(concept: str) -> bool:
    """Whether an idea says little about what a text is about."""
    return concept in weak()


def measured(values: tuple[Value, ...]) -> tuple[Value, ...]:
    """The values that are compared by amount."""
    return tuple(each for each in values if each.kind in MEASURED)
