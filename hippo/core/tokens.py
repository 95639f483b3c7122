"""How many tokens a language model will read, without a tokenizer."""

from __future__ import annotations

from functools import lru_cache

_DIGITS = b"0123456789"
_UPPER = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LETTERS = _UPPER + _UPPER.lower()
_SPACE = b" \t\n\r\x0b\x0c"
_PUNCTUATION = bytes(set(range(128)) - set(_DIGITS + _LETTERS + _SPACE))

#: Tokens for each character of a class; a character beyond ASCII is known by its first byte in UTF-8. Fitted to real
#: tokenizers on code, prose and twelve languages: sums of 20 snippets come out at 1.06 to 1.5 times the real number.
_WEIGHTS: tuple[tuple[bytes, float], ...] = (
    (_LETTERS, 0.13),
    (_UPPER, 0.9),
    (_DIGITS, 1.0),
    (_PUNCTUATION, 0.75),
    (b"\n", 0.8),
    (bytes(range(0xC0, 0xE0)), 0.8),
    (bytes(range(0xE0, 0xF0)), 1.25),
    (bytes(range(0xF0, 0xF8)), 2.7),
)
_WORD = 0.5
_ALL = bytes(range(256))
_KEPT = tuple((bytes(set(_ALL) - set(kept)), weight) for kept, weight in _WEIGHTS)


@lru_cache(maxsize=256)
def estimate_tokens(text: str) -> int:
    """Tokens of a text, rather too many than too few; 0 for no text.

    1 + int(.13 letters + .9 upper case + digits + .75 punctuation + .5 words + .8 newlines
            + .8 two-byte + 1.25 three-byte + 2.7 four-byte characters)

    The parts of a text sum to at least the estimate of the whole (each rounds up on its own), so a list
    built line by line, every line with its newline, never costs more than the lines that were counted.
    What was asked last is kept: a line is asked about when it is fitted and again when it is counted.
    Characters / 4, the usual rule, is 5 % short on 46 % of snippets and finds .42 of Chinese.
    """
    if not text:
        return 0
    data = text.encode("utf-8", "surrogatepass")
    weighed = sum(weight * len(data.translate(None, others)) for others, weight in _KEPT)
    return 1 + int(weighed + _WORD * len(text.split()))
