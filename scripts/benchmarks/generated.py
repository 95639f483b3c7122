"""Memories made up for measuring: the same ones at every run, as many as are asked for.

Two sentences of about thirty words. The words follow Zipf's law over a vocabulary of 50,000, as those of
natural texts do. The commonest are English, because common words are what makes a full-text index slow; the
others are invented, and every twelfth of them is an identifier, a path or a number.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import accumulate

VOCABULARY = 50_000
#: Exponent of Zipf's law: the word of rank r comes r ** -1 times as often as the first. Chosen: the classical value.
EXPONENT = 1.0
COMMON = (
    "the to a is of and in when it not for we with on if from be are that this was by must only before after use "
    "after no so set run test build error config file server port deploy cache needs fails because branch database "
    "default token request version timeout service which old new both never always every user query schema lock"
)
ONSETS = ("b", "br", "c", "ch", "d", "f", "fl", "g", "gr", "h", "k", "l", "m", "n", "p", "pl", "r", "s", "st", "t", "v")
VOWELS = ("a", "e", "i", "o", "u", "ai", "ea", "ou")
CODAS = ("", "", "l", "m", "n", "r", "s", "t", "x", "nd", "rk")
ENDINGS = ("", "", "", "s", "ed", "ing", "er", "ly", "ment")


def memories(seed: int = 0) -> Iterator[str]:
    """Texts without end. Another seed gives other texts over the same vocabulary."""
    words = vocabulary(random.Random(0))
    weights = list(accumulate((rank + 1.0) ** -EXPONENT for rank in range(len(words))))
    chance = random.Random(f"memories {seed}")
    while True:
        picked = chance.choices(words, cum_weights=weights, k=chance.randint(24, 36))
        middle = len(picked) // 2
        yield f"{sentence(picked[:middle])} {sentence(picked[middle:])}"


def sentence(words: list[str]) -> str:
    """Words as a sentence."""
    return f"{words[0][:1].upper()}{' '.join(words)[1:]}."


def vocabulary(chance: random.Random) -> list[str]:
    """All words, the commonest first."""
    found = dict.fromkeys(COMMON.split())
    while len(found) < VOCABULARY:
        found[special(chance) if len(found) % 12 == 0 else word(chance) + chance.choice(ENDINGS)] = None
    return list(found)


def special(chance: random.Random) -> str:
    """An identifier, a path or a number."""
    one, two = word(chance), word(chance)
    return chance.choice(
        (
            f"{one}_{two}",
            f"{one}{two.capitalize()}",
            f"src/{one}/{two}.py",
            f"--{one}-{two}",
            f"{one.upper()}_{two.upper()}={chance.randint(0, 999)}",
            str(chance.randint(1000, 65_535)),
            f"v{chance.randint(0, 9)}.{chance.randint(0, 30)}.{chance.randint(0, 9)}",
        )
    )


def word(chance: random.Random) -> str:
    """An invented word of one or two syllables."""
    syllables = chance.choice((1, 2, 2))
    return "".join(chance.choice(ONSETS) + chance.choice(VOWELS) + chance.choice(CODAS) for _ in range(syllables))
