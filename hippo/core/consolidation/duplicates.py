"""When two texts say the same, so surely that one of them may be folded into the other.

Nothing that differs is folded: no value or name, no denial, no circumstance, no ticket; what one text says more is
filling, or one idea that neither narrows another nor is a proper name.
"""

from __future__ import annotations

from hippo.core.consolidation.comparison import measured_alone, names_alone, telling
from hippo.core.consolidation.kinds import Kind
from hippo.core.consolidation.lexicon import gradable
from hippo.core.consolidation.statement import is_weak
from hippo.core.stopwords import STOP_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.core.consolidation.comparison import Comparison
    from hippo.core.consolidation.concepts import Concept
    from hippo.core.consolidation.statement import Statement

#: Least similarity, and that of texts of which one says one idea more. Source: measured on hand-made pairs; a third
#: more or less of the first changes little.
DUPLICATE = 0.62
DUPLICATE_WITH_MORE = 0.75


def is_duplicate(one: Statement, other: Statement, comparison: Comparison) -> bool:
    """Whether two texts say the same, so that one of them may be folded into the other."""
    if comparison.similarity < DUPLICATE or comparison.opposed or comparison.flips != comparison.turned:
        return False
    if comparison.flipped & gradable() or (one.kind is Kind.LOG and all(comparison.rest)):
        return False
    if not comparison.same_circumstances or any(measured_alone(comparison)) or any(names_alone(comparison)):
        return False
    if any(each.polarity < 0 for side in comparison.rest for each in side):
        return False
    if not comparison.turned and not (_same_words(one, other) or _signs_agree(one, other, comparison.shared)):
        return False
    if _small_words(one) != _small_words(other):
        return False
    if _cites(one) and _cites(other) and _cites(one) != _cites(other):
        return False
    if _reports_an_end(one) != _reports_an_end(other) or _speaks_as(one) != _speaks_as(other):
        return False
    return not all(telling(side) for side in comparison.rest) and _adds_nothing(one, other, comparison)


#: Words too common to tell what a text is about, of which each may turn what it says.
_TURNING = frozenset(
    "up down out even more less most least over under may might could few many much other same".split()
)
#: How far before a value such a word belongs to it: "no more than", "up to".
_BOUNDING = 3


def _small_words(statement: Statement) -> frozenset[str]:
    """The small words of a text that are not part of a value."""
    bounding = {at for each in statement.values for at in range(each.at - _BOUNDING, each.at + _BOUNDING + 1)}
    return frozenset(token.text.lower() for at, token in enumerate(statement.found) if at not in bounding) & _TURNING


def _speaks_as(statement: Statement) -> bool:
    """Whether a text asks, supposes, or tells of former times."""
    return statement.kind in (Kind.OPEN, Kind.PAST)


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
        [token.stem for token in side.found if token.kind != "stop" and token.stem not in STOP_WORDS]
        for side in (one, other)
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
