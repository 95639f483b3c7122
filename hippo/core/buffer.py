"""Working memory: a few entries for each scope, of which the least important makes room for a new one.

Nothing here fades; what is left when nobody pushes any more is looked at once by sleep.
"""

from __future__ import annotations

from hippo.core.choice import Choice
from hippo.core.lazy_pattern import lazily
from hippo.core.value import replace, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

ID_PREFIX = "buf_"
#: The scope where there is neither a session nor a branch.
PROJECT = "project"
#: Share of words from which two entries may be copies (chosen: one word of five may differ).
_NEAR = 0.8
#: An entry from this importance on is worth an episode (chosen: a note must hold a fact for it, all else is above).
WORTH_KEEPING = 0.5
_FOR_FACTS = 0.1
_FOR_NEWS = 0.2

#: What looks like a fact: code, and a flag, something with a digit, a path or dotted name, a name in camel or
#: snake case.
_CODE = lazily(r"`([^`]+)`")
_FACT = lazily(r"(?<!\S)--?[A-Za-z][\w-]*|\w*\d[\w.:%-]*|[\w~.-]*/[\w./-]+|\w+(?:[._]\w+)+|\w*[a-z][A-Z]\w*")
#: Characters of a word that are looked at (chosen: no name is longer, and the pattern's time grows with their square).
_LONGEST_WORD = 100
_NO = lazily(r"(?i)\b(?:not|no|never|none|without|cannot)\b|n't\b")


class Kind(Choice):
    """What an entry is about."""

    NOTE = "note"
    FACT = "fact"
    TASK = "task"
    DECISION = "decision"
    ERROR = "error"


#: Importance by kind alone, from 0 to 1 (chosen: what went wrong or was settled is asked for again, a note seldom).
_BY_KIND = {Kind.NOTE: 0.2, Kind.FACT: 0.4, Kind.TASK: 0.4, Kind.DECISION: 0.6, Kind.ERROR: 0.6}


@value
class BufferEntry:
    """One entry. Of two that were pushed at one moment the larger `turn` came later."""

    id: str
    scope: str
    kind: Kind
    text: str
    importance: float
    pushed_at: datetime
    turn: int
    flag: str = ""

    @property
    def is_worth_keeping(self) -> bool:
        """Whether it deserves to be an episode: it is important, or it holds a fact."""
        return self.importance >= WORTH_KEEPING or bool(facts_in(self.text))


@value
class Pushed:
    """What a push did: the entry as it is now, whether it took the place of a near copy, and what had to go."""

    entry: BufferEntry
    refreshed: bool
    evicted: tuple[BufferEntry, ...]


def pushed(entries: Sequence[BufferEntry], newcomer: BufferEntry, *, room: int) -> Pushed:
    """Put an entry into a scope.

    A near copy is refreshed: it takes the new text and moment and the larger importance. Else, when there are more
    than there is room for, the least important go, of equals the oldest, be it the newcomer.
    """
    twin = _twin(entries, newcomer.text)
    if twin is not None:
        importance = max(twin.importance, newcomer.importance)
        return Pushed(entry=replace(newcomer, id=twin.id, importance=importance), refreshed=True, evicted=())
    everything = sorted((*entries, newcomer), key=lambda each: (each.importance, each.pushed_at, each.turn))
    return Pushed(entry=newcomer, refreshed=False, evicted=tuple(everything[: max(0, len(everything) - room)]))


def shown_scopes(session: str, branch: str) -> list[str]:
    """The scopes that belong into a context: the session's own, and that of the branch, which is everybody's."""
    return [*([session] if session else []), branch or PROJECT]


def importance_of(text: str, kind: Kind, entries: Sequence[BufferEntry]) -> float:
    """How important a new entry is, from 0 to 1.

    importance = kind + .1 if it holds a fact + .2 (1 - likeness to the nearest entry of the scope)
    """
    words = _words(text)
    likeness = max((_shared(words, _words(each.text)) for each in entries), default=0.0)
    return round(_BY_KIND[kind] + _FOR_FACTS * bool(facts_in(text)) + _FOR_NEWS * (1 - likeness), 2)


def facts_in(text: str) -> frozenset[str]:
    """What a text holds that another text cannot say in other words."""
    words = (word[:_LONGEST_WORD] for word in _CODE().sub(" ", text).split())
    found = (*_CODE().findall(text), *(fact for word in words for fact in _FACT().findall(word)))
    return frozenset(fact.strip(".:-").lower() for fact in found)


def is_near_copy(one: str, other: str) -> bool:
    """Whether two texts say nearly the same: most words shared, the same facts, and denied as often."""
    if facts_in(one) != facts_in(other) or len(_NO().findall(one)) != len(_NO().findall(other)):
        return False
    return _shared(_words(one), _words(other)) >= _NEAR


def _twin(entries: Sequence[BufferEntry], text: str) -> BufferEntry | None:
    words = _words(text)
    copies = [each for each in entries if is_near_copy(each.text, text)]
    return max(copies, key=lambda each: _shared(words, _words(each.text)), default=None)


def _words(text: str) -> frozenset[str]:
    from hippo.core.analysis import analyse

    return frozenset(analyse(text).terms.split())


def _shared(one: frozenset[str], other: frozenset[str]) -> float:
    """Jaccard's share of two sets."""
    return len(one & other) / len(one | other) if one | other else 1.0
