"""Under what circumstances a text speaks: on staging, for reading, on Python 3.8, "Frontend: …".

Texts about different circumstances do not contradict each other and are not one.
"""

from __future__ import annotations

import re

from hippo.core.consolidation.lexicon import groups
from hippo.core.lazy_pattern import lazily
from hippo.core.stems import stem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hippo.core.consolidation.tokens import Token
    from hippo.core.consolidation.values import Value

    Table = Mapping[str, tuple[tuple[int, int], ...]]
    Members = Mapping[int, frozenset[int]]

_LABEL = lazily(r"^\W{0,3}([^\W\d_][\w ./+-]{0,40}?):\s")
#: Labels that say what sort of note it is, not what it is about.
_NEUTRAL_LABELS = frozenset(
    "note important lesson learned warning tip reminder rule fact info gotcha caution remember convention decision hint"
    " fixed fix update policy always never beware attention heads fyi ps nb summary result".split()
)
#: A number after these words is where the text holds, not what it says.
_PLACES = frozenset("on in with for under from since as".split())


def memberships(found: Sequence[Token]) -> dict[int, frozenset[int]]:
    """Of each closed group that a text speaks of, the members it names."""
    table = groups("groups")
    named: dict[int, set[int]] = {}
    for token in found:
        if token.kind == "word" and not token.quoted:
            for group, member in _members(table, token):
                named.setdefault(group, set()).add(member)
    return {group: frozenset(members) for group, members in named.items()}


def _members(table: Table, token: Token) -> tuple[tuple[int, int], ...]:
    return table.get(token.text) or table.get(f"={token.text.lower()}") or table.get(token.stem, ())


def apart(one: Members, other: Members) -> bool:
    """Whether two texts speak of different members of one group."""
    return any(group in other and not members & other[group] for group, members in one.items())


def label_of(text: str) -> frozenset[str]:
    """The stems of the label that a text begins with, unless it only says what sort of note it is."""
    found = _LABEL().match(text) if ":" in text else None
    if found is None:
        return frozenset()
    words = re.findall(r"[^\W\d_]\w*", found[1].lower())
    if len(words) > 4 or all(word in _NEUTRAL_LABELS for word in words):
        return frozenset()
    return frozenset(stem(word) for word in words)


def places_of_versions(found: Sequence[Token], values: Sequence[Value]) -> frozenset[int]:
    """Which values say where a text holds: `On Python 3.8 use typing.List`."""
    return frozenset(
        index
        for index, each in enumerate(values)
        if each.kind == "version"
        and each.unit
        and each.at >= 2
        and found[each.at - 2].text.lower() in _PLACES
        and each.at <= 3
    )
