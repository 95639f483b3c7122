"""The outline of a text: texts of one outline say nearly the same, in other words of no weight, order or case."""

from __future__ import annotations

import re

from hippo.core.lazy_pattern import lazily
from hippo.core.stopwords import STOP_WORDS

_WORDS = lazily(r"\w+")


def outline(text: str) -> int:
    """A number that holds within this process, equal for texts of the same telling words.

    Numbers, names and negations are telling: texts that differ in one have other outlines.
    """
    words = set(re.findall(_WORDS(), text.casefold()))
    return hash(frozenset(words - STOP_WORDS or words))
