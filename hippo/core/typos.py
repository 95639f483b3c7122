"""What a typed word that no memory holds may mean.

Two ways lead from it to known words: a slip of the finger, and a name that was typed in part (`build_al` for
`build_all.py`). Only words that no memory holds are looked at, so a query of known words stays as it is.

Why every spelling is written out: there are 54 per letter that are one slip away, and an ordered vocabulary of 200,000
words tells in .3 ms which of the 441 of `paymentx` it holds. Turned down: a trigram index, which proposes hundreds of
words that merely end alike and misses short ones, whose trigrams one slip destroys.
"""

from __future__ import annotations

from hippo.core.analysis import SHORTEST_SURFACE, Query, Term
from hippo.core.stems import stem
from hippo.core.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

#: What a corrected word counts against one that was typed right; .7 to 1 are alike within .004 nDCG@10.
CORRECTED = 0.9
#: What a completed word counts (chosen: it says less than was known).
COMPLETED = 0.5
#: Longer words are not corrected: nobody types them, and their spellings run into thousands.
LONGEST = 32
#: A beginning must have so many letters (chosen), and so many completions of it are taken, the shortest first.
SHORTEST_BEGINNING = 4
MOST_COMPLETIONS = 8

_ALPHABETS = ("abcdefghijklmnopqrstuvwxyz", "абвгдежзийклмнопрстуфхцчшщъыьэюя", "αβγδεζηθικλμνξοπρστυφχψω")


def spellings(word: str) -> tuple[str, ...]:
    """Every word that one slip turns into this one: a letter too many, missing, wrong, or two in the wrong order.

    Digits are taken as they are typed: port 7001 is not port 7002.
    """
    if not SHORTEST_SURFACE <= len(word) <= LONGEST:
        return ()
    return tuple(sorted(set(_spellings(word)) - {word}))


def _spellings(word: str) -> Iterator[str]:
    letters = next((alphabet for alphabet in _ALPHABETS if any(letter in alphabet for letter in word)), "")
    for at in range(len(word) + 1):
        before, after = word[:at], word[at:]
        yield from (before + letter + after for letter in letters)
        if after and not after[0].isdigit():
            yield before + after[1:]
            yield from (before + letter + after[1:] for letter in letters)
            if not after[1:2].isdigit():
                yield before + after[1::-1] + after[2:]


def corrections(word: str, known: Iterable[str]) -> tuple[Term, ...]:
    """The known words that a typed one may stand for, as terms of a query: slips, then what it is the beginning of."""
    slips = set(spellings(word))
    words = sorted(set(known), key=lambda each: (len(each), each))
    found = [(each, CORRECTED) for each in words if each in slips]
    if len(word) >= SHORTEST_BEGINNING:
        longer = [each for each in words if each.startswith(word) and each not in slips]
        found += [(each, COMPLETED) for each in longer[:MOST_COMPLETIONS]]
    return tuple(Term(text=stem(each), weight=weight, surface=each, typed=word) for each, weight in found)


def corrected(query: Query, known: Mapping[str, Iterable[str]]) -> Query:
    """A query with the known words that a typed one may mean in its place; `known` says what was found for which."""
    terms: dict[str, Term] = {}
    for term in query.terms:
        for each in corrections(term.surface, known.get(term.surface, ())) or (term,):
            terms.setdefault(each.text, each)
    return replace(query, terms=tuple(terms.values()))
