"""What a text is about, as a vector: each idea and each part of a name once, weighed by its rarity in the store.

Measured on hand-made groups with distractors, each its own store and all in one store, pairwise P / R / F1: .91 / .90
/ .91 either way. Against it, one at a time and before the last refinements (.91 / .85 / .88): relatedness by rank-bm25
(`get_batch_scores` on the neighbours of a text, against its own score, the mean of both ways) loses .02 F1 to the
cosine, and groups cannot be summed; a word that no other text has weighing in full .88 / .80 / .84; the logarithm
itself instead of its root .87 F1, at a cut that does not fit both sizes of store; a compound noun ("load balancer")
counting as two shared ideas .82 / .90 / .86, for every note about the balancer then joins.
"""

from __future__ import annotations

import math

from hippo.core.consolidation.statement import is_weak
from hippo.core.consolidation.values import MEASURED
from hippo.core.identifiers import parts
from hippo.core.stems import stem
from hippo.core.stopwords import STOP_WORDS
from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from hippo.core.consolidation.statement import Statement

    Vector = Mapping[str, float]

#: What a part of a name, a word of everyday developer talk, and a word of one text only weigh (measured, see above).
PART = 0.5
WEAK = 0.35
ALONE = 0.7
#: Documents that every store is thought to hold besides its own; from 30 to 300 nothing changes.
PRIOR_DOCUMENTS = 100
#: Features that a text may have; of a longer one the rarest are taken (chosen: a page of text).
MOST_FEATURES = 120


@value
class Features:
    """What a text is about: its ideas with the places of their words, and the parts of its names."""

    ideas: Mapping[str, int]
    parts: Mapping[str, int]

    @property
    def names(self) -> frozenset[str]:
        """All of them."""
        return frozenset((*self.ideas, *self.parts))


def features_of(statement: Statement) -> Features:
    """The features of a text. A measured value is a feature too; its name begins with `=`."""
    ideas: dict[str, int] = {}
    for idea in (*statement.concepts, *statement.conditions):
        ideas.setdefault(idea.name, idea.at)
    pieces: dict[str, int] = {}
    for each in statement.values:
        if each.kind in MEASURED:
            pieces.setdefault(f"={each.kind}:{each.amount}:{each.unit}", each.at)
        if each.kind not in MEASURED or each.kind == "setting":
            for part in parts(str(each.amount))[1:]:
                if len(part) > 1 and part.lower() not in STOP_WORDS:
                    pieces.setdefault(stem(part.lower()), each.at)
    return Features(ideas=ideas, parts={name: at for name, at in pieces.items() if name not in ideas})


def subjects_shared(one: Features, other: Features) -> int:
    """How many things of weight two texts both speak of; a compound noun is one, and so is a name with its parts."""
    found: set[tuple[int, int]] = set()
    ours, theirs = {**one.parts, **one.ideas}, {**other.parts, **other.ideas}
    for name, at in ours.items():
        if name in theirs and not is_weak(name) and name[0] != "=":
            found.add((at, theirs[name]))
    compounds = sum((at + 1, their_at + 1) in found for at, their_at in found)
    return min(len({at for at, _ in found}), len({at for _, at in found})) - compounds


def frequencies(texts: Iterable[Features]) -> dict[str, int]:
    """In how many texts each feature is."""
    found: dict[str, int] = {}
    for each in texts:
        for name in each.names:
            found[name] = found.get(name, 0) + 1
    return found


def vectors(texts: Sequence[Features], frequency: Mapping[str, int]) -> list[Vector]:
    """Unit vectors over the features; a dot product of two is their cosine.

    weight = sqrt(ln(1 + (N + 100) / n)) · kind of feature
    """
    documents = len(texts) + PRIOR_DOCUMENTS
    rarity = {
        name: math.sqrt(math.log(1.0 + documents / count)) * _scale(name, count) for name, count in frequency.items()
    }
    return [_unit(each, rarity) for each in texts]


def _scale(name: str, count: int) -> float:
    return (WEAK if is_weak(name) else 1.0) * (ALONE if count == 1 else 1.0)


def _unit(features: Features, rarity: Mapping[str, float]) -> Vector:
    weights = {name: rarity[name] * (1.0 if name in features.ideas else PART) for name in sorted(features.names)}
    if len(weights) > MOST_FEATURES:
        weights = dict(sorted(weights.items(), key=lambda each: (-each[1], each[0]))[:MOST_FEATURES])
    length = math.sqrt(sum(weight * weight for weight in weights.values())) or 1.0
    return {name: weight / length for name, weight in weights.items()}


def dot(one: Vector, other: Vector) -> float:
    """The dot product of two vectors."""
    if len(other) < len(one):
        one, other = other, one
    return sum([weight * other[name] for name, weight in one.items() if name in other])
