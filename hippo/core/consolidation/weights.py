"""How much an idea tells: the rarer in the store, the more."""

from __future__ import annotations

import math
from collections import Counter

from hippo.core.consolidation.statement import is_weak
from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from hippo.core.consolidation.statement import Statement

#: Documents that every store is thought to hold besides its own, so that a store of two still weighs (chosen).
PRIOR_DOCUMENTS = 100
#: What a word of everyday developer talk weighs against one that names a subject; the least an idea weighs.
WEAK = 0.3
LEAST = 0.05


@value
class Weights:
    """The document frequencies of a store; `known` keeps what each idea of the store weighs."""

    documents: int = 0
    frequency: Mapping[str, int] = {}
    known: Mapping[str, float] = {}

    def rarity(self, concept: str) -> float:
        """Inverse document frequency between 0 and 1: log((N + 100) / (n + 1)) / log(N + 100)."""
        documents = self.documents + PRIOR_DOCUMENTS
        return max(LEAST, math.log(documents / (self.frequency.get(concept, 0) + 1)) / math.log(documents))

    def of(self, concept: str) -> float:
        """What an idea weighs in a comparison."""
        weight = self.known.get(concept)
        if weight is not None:
            return weight
        rarity = self.rarity(concept)
        return WEAK * rarity if is_weak(concept) else rarity


def weights_of(statements: Iterable[Statement]) -> Weights:
    """The weights of a store."""
    frequency: Counter[str] = Counter()
    documents = 0
    for each in statements:
        frequency.update(each.features)
        documents += 1
    plain = Weights(documents=documents, frequency=frequency)
    return Weights(documents=documents, frequency=frequency, known={name: plain.of(name) for name in frequency})
