"""English words under their stems."""

from __future__ import annotations

import Stemmer

#: Snowball keeps the last ten thousand words it saw (PyStemmer's own bound, stated here).
_SNOWBALL = Stemmer.Stemmer("english", 10_000)


def stem(word: str) -> str:
    """The stem of a lower-case word; a name with anything but letters in it is its own stem."""
    return _SNOWBALL.stemWord(word) if word.isalpha() else word
