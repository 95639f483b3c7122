"""The word lists of consolidation, read when first needed and kept.

Words are looked up by their stems. A phrase is a tuple of stems; the longest phrase that begins at a word wins.
"""

from __future__ import annotations

from functools import cache

from hippo.core.stems import stem
from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any, TypeVar

    Phrase = tuple[str, ...]
    T = TypeVar("T")

#: The folder of this module, with its separator.
_HERE = __file__.removesuffix("lexicon.py")


@value
class Sense:
    """What a word or phrase stands for: an idea, and whether it affirms (1) or denies (-1) it; 0 has no opposite."""

    concept: str
    polarity: int = 0


@value
class Unit:
    """A unit of measurement: its dimension and how many base units it is."""

    dimension: str
    factor: float


def lines(name: str) -> Iterator[str]:
    """The lines of a word list without comments and blank ones."""
    for line in _content(f"words/{name}.txt").decode().splitlines():
        if line.strip() and not line.startswith("#"):
            yield line.strip()


def _content(name: str) -> bytes:
    """What a file beside this module holds.

    What loaded the module reads it, as pkgutil would ask it to; importing that costs a third of a bare start.
    """
    loader: Any = __spec__.loader
    content: bytes = loader.get_data(_HERE + name)
    return content


def phrase(words: str) -> Phrase:
    """The stems of a word, or of words joined by `_` or hyphens; a word after `=` stands for that form only."""
    lowered = words.lower()
    if lowered.startswith("="):
        return (lowered,)
    if lowered.isalpha():
        return (stem(lowered),)
    plain = lowered if lowered.startswith("non-") else lowered.replace("-", "_")
    return tuple(stem(word) for word in plain.split("_"))


@cache
def senses() -> Mapping[str, tuple[tuple[Phrase, Sense], ...]]:
    """Synonyms and opposites under the first stem of each phrase, longest first."""
    found: dict[Phrase, Sense] = {}
    for line in lines("synonyms"):
        head, _, others = line.partition(":")
        sense = Sense(concept=" ".join(phrase(head)))
        for words in (head, *others.split()):
            found[phrase(words)] = sense
    synonyms = dict(found)
    for line in lines("opposites"):
        head, _, sides = line.removeprefix("~").partition(":")
        affirming, _, denying = sides.partition("|")
        concept = " ".join(phrase(head))
        for polarity, group in ((1, [head, *affirming.split()]), (-1, denying.split())):
            sense = Sense(concept=concept, polarity=polarity)
            for words in group:
                found[phrase(words)] = sense
    # A synonym of a word that has an opposite has it too.
    for form, sense in synonyms.items():
        opposed = found.get(tuple(sense.concept.split()))
        if opposed is not None and found[form] is sense:
            found[form] = opposed
    return _by_first(found)


@cache
def gradable() -> frozenset[str]:
    """Ideas between whose opposites there is a middle: what is not slow need not be fast."""
    return frozenset(" ".join(phrase(line[1:].partition(":")[0])) for line in lines("opposites") if line[0] == "~")


@cache
def negators() -> Mapping[str, tuple[tuple[Phrase, str], ...]]:
    """Negating phrases under their first stem: what they do is the section that lists them."""
    return _by_first({phrase(word): section for section, word in _sections("negators")})


@cache
def changes() -> Mapping[str, tuple[tuple[Phrase, str], ...]]:
    """Phrases that report a change, and of which sort: `now`, `moved`, `raised`, `ended`, `fixed`, `renewed`."""
    return _by_first({phrase(word): section for section, word in _sections("changes")})


@cache
def predicates(section: str) -> frozenset[str]:
    """Stems of the predicates that give one value."""
    return frozenset(stem(word) for found, word in _sections("predicates") if found == section)


@cache
def weak() -> frozenset[str]:
    """Stems and concepts that say little."""
    found: set[str] = set()
    for line in lines("weak"):
        for word in line.split():
            found.add(stem(word))
            found |= {sense.concept for form, sense in senses().get(stem(word), ()) if len(form) == 1}
    return frozenset(found)


@cache
def fillers() -> frozenset[str]:
    """Concepts that change nothing of what a text says."""
    words = [stem(word) for line in lines("fillers") for word in line.split()]
    return frozenset(words).union(*map(_concepts, words))


def _concepts(word: str) -> frozenset[str]:
    """The concepts that a stem stands for."""
    return frozenset(sense.concept for form, sense in senses().get(word, ()) if len(form) == 1)


@cache
def binders() -> Mapping[str, str]:
    """Small words that bind to what follows them, each with the name of its class."""
    found = {}
    for line in lines("binders"):
        name, _, others = line.partition(":")
        found.update(dict.fromkeys((name, *others.split()), name))
    return found


@cache
def groups(name: str) -> Mapping[str, tuple[tuple[int, int], ...]]:
    """Of each stem of a list of groups: the groups it is in, and which member it is."""
    found: dict[str, list[tuple[int, int]]] = {}
    for group, line in enumerate(lines(name)):
        for member, names in enumerate(line.split()):
            for each in names.split("/"):
                places = found.setdefault(each if each.isupper() or each[0] == "=" else " ".join(phrase(each)), [])
                places.append((group, member))
    return {key: tuple(places) for key, places in found.items()}


@cache
def units() -> Mapping[str, Unit]:
    """Units by their lower-case names."""
    found = {}
    for line in lines("units"):
        dimension, factor, *names = line.split()
        found.update({name: Unit(dimension=dimension, factor=float(factor)) for name in names})
    return found


def _sections(name: str) -> Iterator[tuple[str, str]]:
    section = ""
    for line in lines(name):
        if line.startswith("["):
            section = line.strip("[]")
        else:
            yield from ((section, word) for word in line.split())


def _by_first(found: dict[Phrase, T]) -> Mapping[str, tuple[tuple[Phrase, T], ...]]:
    grouped: dict[str, list[tuple[Phrase, T]]] = {}
    for form, meaning in found.items():
        grouped.setdefault(form[0], []).append((form, meaning))
    for forms in grouped.values():
        if len(forms) > 1:
            forms.sort(key=lambda each: -len(each[0]))
    return {first: tuple(forms) for first, forms in grouped.items()}
