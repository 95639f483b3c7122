"""What a typed word that no memory holds may mean.

Two ways lead from a typed word to known ones: a slip of the finger (a letter too many, missing, wrong, or two in
the wrong order), and a name that was typed in part (`build_al` for `build_all.py`).
"""

from __future__ import annotations

from hippo.core.analysis import SHORTEST_SURFACE, Query, Term
from hippo.core.stems import stem
from hippo.core.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

#: How much a corrected or completed word counts against one typed right.
CORRECTED = 0.7
COMPLETED = 0.5


def trigrams(word: str) -> tuple[str, ...]:
    """The three-letter pieces by which a vocabulary is searched for words like this one."""
    return tuple(dict.fromkeys(word[at : at + 3] for at in range(len(word) - 2)))


def corrections(word: str, vocabulary: Iterable[str]) -> tuple[Term, ...]:
    """The known words that a typed one may stand for, as terms of a query, likeliest first."""
    known = tuple(vocabulary)
    slips = sorted(each for each in known if is_one_slip_apart(word, each))
    longer = sorted((each for each in known if word in each and each not in slips), key=lambda each: (len(each), each))
    return tuple(
        Term(text=stem(each), weight=weight, surface=each)
        for weight, found in ((CORRECTED, slips), (COMPLETED, longer))
        for each in found
    )


def corrected(query: Query, found: Mapping[str, Iterable[str]]) -> Query:
    """A query in which words that no memory holds stand beside the known ones they may mean."""
    terms = {term.text: term for term in query.terms}
    for term in query.terms:
        for each in corrections(term.surface, found.get(term.surface, ())):
            terms.setdefault(each.text, each)
    return replace(query, terms=tuple(terms.values()))


def is_one_slip_apart(typed: str, known: str) -> bool:
    """Whether one letter inserted, left out, replaced or exchanged with the next makes one word the other."""
    if typed == known or abs(len(typed) - len(known)) > 1 or len(typed) < SHORTEST_SURFACE:
        return False
    start = 0
    while start < min(len(typed), len(known)) and typed[start] == known[start]:
        start += 1
    a, b = typed[start:], known[start:]
    return a[1:] == b[1:] or a[1:] == b or a == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])
