"""Values that three or more texts give in the same words: "shard 1 …", "the run took 31 s", one text for each day.

Two values of one thing contradict each other; three are an enumeration or a series of readings, and none is wrong.
"""

from __future__ import annotations

from hippo.core.consolidation.word_order import frame
from hippo.core.consolidation.wording import wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hippo.core.consolidation.statement import Statement

#: Values that make a series.
FEWEST = 3


def in_series(statements: Sequence[Statement], pairs: Iterable[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """Those pairs of places whose texts differ in one place, where three texts or more have each something else."""
    given = sorted(pairs)
    words = {at: wording(statements[at]) for pair in given for at in pair}
    pairs_of: dict[object, list[tuple[int, int]]] = {}
    values_of: dict[object, set[object]] = {}
    for one, other in given:
        found = frame(words[one], words[other])
        if found is not None:
            beside, ours, theirs = found
            pairs_of.setdefault(beside, []).append((one, other))
            values_of.setdefault(beside, set()).update((ours, theirs))
    return frozenset(
        pair for beside, members in pairs_of.items() if len(values_of[beside]) >= FEWEST for pair in members
    )
