"""From text to terms: what a memory is found by, and what a query asks for.

A text is folded (accents, wide letters), cut into words and names, each name yields itself and its parts,
words go to lower case and to their English stems; scripts without spaces yield characters and pairs of characters.
The same rules read memories and queries, so whatever was stored is found when it is typed again.
"""

from __future__ import annotations

from functools import lru_cache

from hippo.core.dates import date_terms, dates_in
from hippo.core.identifiers import chunks, is_chunk, parts
from hippo.core.memory import Origin
from hippo.core.scripts import fold, grams, is_unspaced, pairs, runs
from hippo.core.stems import stem, uncontracted
from hippo.core.stopwords import STOP_WORDS
from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import TypeVar

    Token = tuple[str, str]
    Ends = TypeVar("Ends", str, list["Term"])

#: Longest term in characters; hashes and encoded blobs are cut there, on both sides alike (chosen).
LONGEST_TERM = 64
#: A query is read up to this many characters and terms (chosen: no question is longer; the work stays bounded).
LONGEST_QUERY = 4096
MOST_QUERY_TERMS = 64
#: What is written as only names are: longer than `S3` and `API`, which are words by now, and joined by signs that join
#: nothing in a sentence; `pre-release` and `and/or` are no names (chosen).
_SHORTEST_NAME = 4
_LONGEST_ABBREVIATION = 4
_JOINTS_OF_NAMES = frozenset("_.:@")
#: Surface words this short are neither corrected nor completed.
SHORTEST_SURFACE = 3


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
    first, others = _tokens(head), _tokens(rest)
    telling = _telling(first), _telling(others)
    if any(telling):
        first, others = telling
    tokens = first + others
    surfaces = dict.fromkeys([surface for _, surface in tokens])
    return Analysis(
        terms=" ".join([term for term, _ in tokens]),
        head_count=len(first),
        term_count=len(tokens),
        meta=_meta(tags, origin),
        words=tuple(filter(_is_surface, surfaces)),
    )


def analyse_query(text: str) -> Query:
    """The terms that a query asks for, each once. Any text is a query; of a very long one, both ends are read."""
    read = _ends(text, LONGEST_QUERY)
    tokens = _tokens(_plain(read), pairs)
    telling = _telling(tokens)
    surfaces: dict[str, str] = {}
    for term, surface in telling or tokens:
        surfaces.setdefault(term, surface)
    words = _ends([Term(text=term, surface=surface) for term, surface in surfaces.items()], MOST_QUERY_TERMS)
    dates = [Term(text=date) for date in dates_in(read)]
    return Query(text=text, terms=(*words, *dates), only_stop_words=bool(tokens) and not telling)


def written_names(text: str) -> frozenset[str]:
    """The terms of a query that are written as only names are: `ECONNRESET`, `getUserName`, `max_age`, `v2.1`, `a.py`.

    Where everything is in capitals, they say nothing.
    """
    read = _plain(_ends(text, LONGEST_QUERY))
    named = (part for chunk in set(chunks(read)) if _is_name(chunk) for part in parts(chunk) if _is_name(part))
    return frozenset(term for term, _ in _forms(named)) if any(map(str.islower, read)) else frozenset()


def _is_name(word: str) -> bool:
    if len(word) < _SHORTEST_NAME or word.isdigit():
        return False
    if word.isupper() and word.isalpha():
        return len(word) > _LONGEST_ABBREVIATION
    has_signs = any(map(str.isdigit, word)) or not _JOINTS_OF_NAMES.isdisjoint(word)
    return has_signs or any(map(str.isupper, word[1:]))


def _ends(whole: Ends, most: int) -> Ends:
    """The beginning and the end of what is too long; of a pasted error both tell more than the middle."""
    return whole if len(whole) <= most else whole[: most // 2] + whole[-(most // 2) :]


def _plain(text: str) -> str:
    return uncontracted(fold(text))


def _telling(tokens: list[Token]) -> list[Token]:
    return [token for token in tokens if token[1] not in STOP_WORDS]


def _tokens(folded: str, cut: Callable[[str], list[str]] = grams) -> list[Token]:
    """Each term of a folded text with its surface; `cut` says what runs of scripts without spaces yield."""
    found: list[Token] = []
    for chunk in chunks(folded):
        if len(chunk) <= LONGEST_TERM and chunk.isascii():
            found += _expanded(chunk)
            continue
        for run in runs(chunk):
            if is_unspaced(run):
                found += [(gram, gram) for gram in cut(run)]
            elif len(run) <= LONGEST_TERM:
                found += _expanded(run)
            else:
                found += _forms(parts(run))
    return found


@lru_cache(maxsize=32768)
def _expanded(name: str) -> tuple[Token, ...]:
    """The terms of one word or name; most are plain words, which have no parts to look for.

    Memories repeat their words: the cache saves two thirds of an import.
    """
    if name.isascii() and name.isalpha() and (name.islower() or name.isupper()):
        word = name.lower()[:LONGEST_TERM]
        return ((stem(word), word),)
    return tuple(_forms(parts(name)))


def _forms(names: Iterable[str]) -> Iterator[Token]:
    for name in names:
        word = name.casefold()[:LONGEST_TERM]
        if any(map(str.isalnum, word)):
            yield stem(word), word


def _meta(tags: tuple[str, ...], origin: Origin) -> str:
    dates = date_terms(origin.happened_at) if origin.happened_at is not None else ()
    return " ".join((*_names(tags, origin.author, origin.files), *dates))


@lru_cache(maxsize=256)
def _names(tags: tuple[str, ...], author: str, files: tuple[str, ...]) -> tuple[str, ...]:
    """The terms of names beside the text. Many memories of one source have the same: the cache saves most of it."""
    named = _tokens(_plain(" ".join((*tags, author))))
    steps = [token for file in files for step in _steps(fold(file)) for token in _step_tokens(step)]
    return tuple(dict.fromkeys(term for term, _ in (*named, *steps)))


def _steps(path: str) -> Iterator[str]:
    """A path, its folders, its file and that without the ending. Not their parts: a third of all files hold `test`."""
    *folders, file = path.split("/")
    return (step for step in (path, *folders, file, file.partition(".")[0]))


def _step_tokens(step: str) -> Iterable[Token]:
    return _forms([step]) if step.isascii() and is_chunk(step) else _tokens(step)


@lru_cache(maxsize=32768)
def _is_surface(word: str) -> bool:
    return len(word) >= SHORTEST_SURFACE and not word.isdigit() and not is_unspaced(word)
