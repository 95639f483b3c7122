"""Sharing a budget between the parts of a text."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def allotted(total: int, wants: Sequence[int], shares: Sequence[float]) -> list[int]:
    """How much each part gets of a total: what it wants up to its share, then, in order, of what the others left.

    Nothing is given beyond a want, and all that is wanted is given where the total allows it.
    """
    total = max(0, total)
    given = [min(want, int(total * share)) for want, share in zip(wants, shares, strict=True)]
    left = total - sum(given)
    for number, want in enumerate(wants):
        more = min(want - given[number], left)
        given[number] += more
        left -= more
    return given
