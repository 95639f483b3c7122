"""When two texts say the same, so surely that one of them may be folded into the other.

Nothing that differs is folded: no value or name, no denial, no circumstance, no ticket, no order of words; what one
text says more is filling. When in doubt the two are related, and both stay.
"""

from __future__ import annotations

from hippo.core.consolidation.comparison import measured_alone, names_alone
from hippo.core.consolidation.kinds import Kind
from hippo.core.consolidation.lexicon import gradable
from hippo.core.consolidation.word_order import same_wording
from hippo.core.consolidation.wording import wording
from hippo.core.stopwords import STOP_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.core.consolidation.comparison import Comparison
    from hippo.core.consolidation.statement import Statement

#: Least similarity. Source: measured on hand-made pairs; a third more or less changes little.
DUPLICATE = 0.62


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
    if _reports_an_end(one) != _reports_an_end(other) or _speaks_as(one) != _speaks_as(other):
        return False
    return same_wording(wording(one), wording(other))


def _speaks_as(statement: Statement) -> bool:
    """Whether a text asks, supposes, or tells of former times."""
    return statement.kind in (Kind.OPEN, Kind.PAST)


def _reports_an_end(statement: Statement) -> bool:
    """Whether a text reports another change than how things are now."""
    return bool(frozenset(statement.changed.values()) - {"now"})


def _same_words(one: Statement, other: Statement) -> bool:
    """Whether two texts have the same words of meaning in the same order."""
    ours, theirs = (
        [token.stem for token in side.found if token.kind != "stop" and token.stem not in STOP_WORDS]
        for side in (one, other)
    )
    return ours == theirs


def _signs_agree(one: Statement, other: Statement, shared: frozenset[str]) -> bool:
    """Whether all that is denied in one text is denied in the other."""
    turned = any(one.ideas[name].sign * other.ideas[name].sign < 0 for name in shared)
    return one.denials == other.denials and not turned
