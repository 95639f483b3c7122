"""English words under their stems: `deploying` and `deployed` are `deploy`, `went` is `go`, `doesn't` is `do not`.

Bringing irregular forms home gained .013 nDCG@10 on conversations, whose questions say `did go` where the answers say
`went`. British spellings, nouns of verbs (failure, choice) and of people who do (parser, painter) gained nothing.
"""

from __future__ import annotations

import Stemmer

from hippo.core.irregular import BASE_FORMS
from hippo.core.lazy_pattern import lazily

#: Snowball remembers no word: to stem one takes .9 µs, to remember and sort out rare ones 2.1, and whoever stems many
#: words has a cache of what becomes of whole names.
_SNOWBALL = Stemmer.Stemmer("english", 0)
_NOT = lazily(r"(?i)(?<=\w)n't\b")
_ENDING = lazily(r"(?i)(?<=\w)'(?:s|re|ve|ll|d|m)\b")


def stem(word: str) -> str:
    """The stem of a lower-case word; a name with anything but letters in it is its own stem."""
    return _SNOWBALL.stemWord(BASE_FORMS.get(word, word)) if word.isalpha() else word


def uncontracted(text: str) -> str:
    """A text with n't as a word of its own and without 's, 're, 've, 'll, 'd, 'm."""
    return _ENDING().sub("", _NOT().sub(" not", text)) if "'" in text else text
