"""Two wordings side by side: whether they say the same, the same the other way round, or the same of another value."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hippo.core.consolidation.wording import Word

    Names = tuple[str, ...]
    Frame = tuple[Names, Names]

#: Binders between two things whose exchange turns a statement into what it excludes.
_ONE_WAY = frozenset(("before", "after", "not", "than"))
#: Words in which two members of a series may differ (chosen: a name of two words, as in an exchange).
MOST_DIFFERING = 2


def same_wording(ours: Sequence[Word], theirs: Sequence[Word]) -> bool:
    """Whether two texts say the same word by word, but for one phrase of circumstance that leads one of them."""
    if [each.meaning for each in ours] == [each.meaning for each in theirs]:
        return True
    return _is_moved(ours, theirs) or _is_moved(theirs, ours)


def _is_moved(leading: Sequence[Word], other: Sequence[Word]) -> bool:
    """Whether the phrase that leads one text stands, opened and closed alike, further behind in the other."""
    if len(leading) != len(other):
        return False
    ours, theirs = [each.meaning for each in leading], [each.meaning for each in other]
    for start in range(1, len(theirs)):
        if not leading[0].opens & other[start].opens:
            continue
        for end in range(start + 1, len(theirs) + 1):
            closes = end == len(theirs) or bool(other[end].opens or other[end].bound) or "ly" in other[start].opens
            if closes and ours == theirs[start:end] + theirs[:start] + theirs[end:]:
                return True
    return False


def turned_round(ours: Sequence[Word], theirs: Sequence[Word]) -> bool:
    """Whether two things stand in each other's place in two texts that are else one, and only one way can hold.

    "A before B", "17, not 21", "faster than"; a copy from A to B is no denial of one from B to A.
    """
    if len(ours) != len(theirs) or any(one.bound != other.bound for one, other in zip(ours, theirs, strict=True)):
        return False
    differing = [at for at, one in enumerate(ours) if one.name != theirs[at].name]
    if len(differing) != 2:
        return False
    first, second = differing
    if (ours[first].name, ours[second].name) != (theirs[second].name, theirs[first].name):
        return False
    return any(each.bound & _ONE_WAY for each in ours[first : second + 1])


def frame(ours: Sequence[Word], theirs: Sequence[Word]) -> tuple[Frame, Names, Names] | None:
    """What two texts have in common around the one place where they differ, and what stands there in each."""
    left = 0
    while left < min(len(ours), len(theirs)) and ours[left].meaning == theirs[left].meaning:
        left += 1
    right = 0
    while right < min(len(ours), len(theirs)) - left and ours[-1 - right].meaning == theirs[-1 - right].meaning:
        right += 1
    if not left + right or max(len(ours), len(theirs)) - left - right > MOST_DIFFERING:
        return None
    beside = _names(ours[:left]), _names(ours[len(ours) - right :])
    return beside, _names(ours[left : len(ours) - right]), _names(theirs[left : len(theirs) - right])


def _names(words: Sequence[Word]) -> Names:
    return tuple(each.name for each in words)
