"""From text to terms: what a memory is found by, and what a query asks for.

A text is folded (accents, wide letters), cut into words and names, each name yields itself and its parts,
words go to lower case and to their English stems; scripts without spaces yield characters and pairs of characters.
The same rules read memories and queries, so whatever was stored is found when it is typed again.
"""

from __future__ import annotations

from functools import lru_cache

from hippo.core.identifiers import CHUNK, parts
from hippo.core.memory import Origin
from hippo.core.scripts import fold, grams, is_unspaced, pairs, runs
from hippo.core.stems import stem, uncontracted
from hippo.core.stopwords import STOP_WORDS
from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from datetime import datetime

    Token = tuple[str, str]

#: Longest term in characters; hashes and encoded blobs are cut there, on both sides alike (chosen).
LONGEST_TERM = 64
#: A query is read up to this many characters and terms (chosen: no question is longer; the work stays bounded).
LONGEST_QUERY = 4096
MOST_QUERY_TERMS = 64
#: Surface words this short are neither corrected nor completed.
SHORTEST_SURFACE = 3

_MONTHS = (
    "january february march april may june july august september october november december"  # as a person asks
).split()


@value
class Analysis:
    """What a memory is found by.

    `terms` are the normalised terms in text order with one space between them, the first `head_count` of them from the
    first line. `meta` holds the terms of tags, author, files and date. `words` are the distinct lower-case words as
    they are written; corrections of typing errors are taken from them.
    """

    terms: str
    head_count: int
    term_count: int
    meta: str
    words: tuple[str, ...]


@value
class Term:
    """One term of a query: its normalised form, its weight, and the word it is the form of.

    `typed` is set when that word was not typed but may be what was meant.
    """

    text: str
    weight: float = 1.0
    surface: str = ""
    typed: str = ""


@value
class Query:
    """A question in terms; without stop words, unless it holds nothing else."""

    text: str
    terms: tuple[Term, ...]
    only_stop_words: bool = False


def analyse(text: str, *, tags: tuple[str, ...] = (), origin: Origin = Origin()) -> Analysis:
    """Everything the index keeps of a memory."""
    head, _, rest = _plain(text).strip().partition("\n")
    first, others = list(_tokens(head)), list(_tokens(rest))
    if any(surface not in STOP_WORDS for _, surface in (*first, *others)):
        first, others = _telling(first), _telling(others)
    terms = [term for term, _ in (*first, *others)]
    surfaces = dict.fromkeys(surface for _, surface in (*first, *others))
    return Analysis(
        terms=" ".join(terms),
        head_count=len(first),
        term_count=len(terms),
        meta=" ".join(_meta(tags, origin)),
        words=tuple(word for word in surfaces if _is_surface(word)),
    )


def analyse_query(text: str) -> Query:
    """The terms that a query asks for, each once. Any text is a query; a very long one is read in part."""
    tokens = list(_tokens(_plain(text[:LONGEST_QUERY]), pairs))
    telling = _telling(tokens)
    surfaces: dict[str, str] = {}
    for term, surface in telling or tokens:
        surfaces.setdefault(term, surface)
    terms = [Term(text=term, surface=surface) for term, surface in surfaces.items()]
    return Query(text=text, terms=tuple(terms[:MOST_QUERY_TERMS]), only_stop_words=bool(tokens) and not telling)


def _plain(text: str) -> str:
    return uncontracted(fold(text))


def _telling(tokens: list[Token]) -> list[Token]:
    return [token for token in tokens if token[1] not in STOP_WORDS]


def _tokens(folded: str, cut: Callable[[str], list[str]] = grams) -> Iterator[Token]:
    """Each term of a folded text with its surface; `cut` says what runs of scripts without spaces yield."""
    for chunk in CHUNK.findall(folded):
        for run in runs(chunk):
            if is_unspaced(run):
                yield from ((gram, gram) for gram in cut(run))
            else:
                yield from _expanded(run)


@lru_cache(maxsize=8192)
def _expanded(name: str) -> tuple[Token, ...]:
    """The terms of one word or name. Memories repeat their words: the cache saves two thirds of an import."""
    words = (part.casefold()[:LONGEST_TERM] for part in parts(name))
    return tuple((stem(word), word) for word in words)


def _meta(tags: Iterable[str], origin: Origin) -> Iterator[str]:
    named = " ".join((*tags, origin.author, *origin.files))
    yield from (term for term, _ in _tokens(_plain(named)))
    if origin.happened_at is not None:
        yield from _date(origin.happened_at)


def _date(moment: datetime) -> tuple[str, str, str]:
    """8 May 2023 as a person would ask for it."""
    return str(moment.day), stem(_MONTHS[moment.month - 1]), str(moment.year)


def _is_surface(word: str) -> bool:
    return len(word) >= SHORTEST_SURFACE and not word.isdigit() and not is_unspaced(word)
