"""A sentence in the form that cues are looked for in.

Small letters, straight apostrophes, one word for every piece of code and for every quotation (what stands in them is
not said by the speaker), without marks of emphasis, and without a name or label before it that says nothing.
"""

from __future__ import annotations

from functools import lru_cache

from hippo.core.lazy_pattern import lazily

_CODE = lazily(r"`[^`]+`")
_QUOTED = lazily(r"\"[^\"]{2,}\"|“[^”]{2,}”|«[^»]{2,}»|(?<![\w])'[^']{3,}'(?![\w])|‘[^’]{3,}’(?!\w)")
_EMPHASIS = lazily(r"\*+|(?<!\w)_+|_+(?!\w)")
#: Characters of sentences that hold neither a quotation nor emphasis.
_WORDS_ONLY = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,;:!?()-/")
#: What people begin with: it belongs to the sentence and changes nothing.
_OPENING = lazily(
    r"(?:(?:please|pls|also|and|but|so|ok|okay|yes|no|yeah|well|hey|again|then|good|great|right|sure|thanks|btw|fyi"
    r"|important|note|attention|reminder|warning|hint|tip|in general|generally|as always|one more thing)"
    r"(?:[,:!.;]\s+|\s+(?=\w))(?:that\s+)?|[-–—]\s+)+"
)


@lru_cache(maxsize=256)
def plain(sentence: str) -> str:
    """The sentence with all that is no cue made alike; it is asked again for as a neighbour of the next one."""
    text = sentence
    if "`" in text:
        text = _CODE().sub("CODE", text)
    if not _WORDS_ONLY.issuperset(text):
        text = _EMPHASIS().sub("", _QUOTED().sub("QUOTE", text)).replace("’", "'")
    return " ".join(text.lower().split())


def without_opening(text: str) -> str:
    """A plain sentence without the words that people begin with; a `no` that forbids something stays."""
    found = None if text.startswith("no ") else _OPENING().match(text)
    return text[found.end() :] if found else text
