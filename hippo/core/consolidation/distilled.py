"""The text of a pattern over given sources, as a sleep would write it."""

from __future__ import annotations

from hippo.core.consolidation.features import frequencies as feature_frequencies
from hippo.core.consolidation.features import vectors
from hippo.core.consolidation.pattern_text import pattern_text
from hippo.core.consolidation.texts import Texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from hippo.core.memory import Memory


def distilled_text(sources: Iterable[Memory]) -> str:
    """What one pattern says of its sources, in their own words; it depends on them alone."""
    texts = Texts(sources, ())
    own = vectors(texts.features, feature_frequencies(texts.features))
    return pattern_text(texts.statements, own)
