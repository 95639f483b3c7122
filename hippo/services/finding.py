"""Finding what answers a query, in one store or several together: what `recall` and `context` share.

Nothing here strengthens anything.
"""

from __future__ import annotations

from hippo.core.analysis import analyse_query
from hippo.core.ordering import Score, score
from hippo.core.rank import NEIGHBOURS, Ranked, Statistics, rank
from hippo.core.stems import stem
from hippo.core.typos import MOST_COMPLETIONS, SHORTEST_BEGINNING, corrected, spellings
from hippo.core.value import value
from hippo.services.arranging import arranged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from hippo.core.analysis import Query
    from hippo.core.memory import Memory
    from hippo.services.meaning import Meaning
    from hippo.store.rows import Stored
    from hippo.store.search import Scope, Search
    from hippo.store.store import Store

#: How far a memory's neighbours in its series are drawn in: as far as they count.
NEIGHBOUR_REACH = max(NEIGHBOURS)
#: Words of one query that are corrected (chosen: more is no slip but a text pasted from elsewhere).
MOST_CORRECTED = 8
#: Known words that one slip may have been meant as. One to five are alike; a memory that holds many of them by chance
#: must not come before one that holds another word as it was typed.
MOST_SLIPS = 3
#: A memory with less than this share of another's relevance cannot come before it: `ordering.score` keeps all other
#: factors together within .8 and 1.2.
_REACH = 0.8 / 1.2
#: Memories read in full for each hit that is wanted, at most (chosen: so many near-equals are as good as each other).
_SPARE = 3
_FEWEST_READ = 50
#: Hits behind the last wanted one that are looked at, too: one may be the pattern of a better one (chosen).
_BEYOND = 10


@value
class Found:
    """A memory that answers the query: where it is, how well it answers, and its place among the others.

    `source_of` is the pattern in the same answer that was made of it, `repeats` says that the pattern answers with
    the same words; `conflicts` tells of the contradictions that wait for a word.
    """

    store: Store
    number: int
    memory: Memory
    ranked: Ranked
    score: Score
    source_of: str = ""
    repeats: bool = False
    conflicts: tuple[str, ...] = ()


@value
class Findings:
    """All that was found, best first, for the query as it was understood, and how common its words are."""

    found: tuple[Found, ...]
    query: Query
    statistics: Statistics
    index_damage: tuple[str, ...] = ()


def find(
    stores: Sequence[Store],
    text: str,
    *,
    scope: Scope,
    now: datetime,
    limit: int,
    meaning: Meaning | None = None,
) -> Findings:
    """The memories of all stores that answer a query, in one order, at most `limit`.

    By words, and with `meaning` also by vectors where memories have them; those that are no longer live keep theirs.
    """
    searches = [store.index.search(scope, place=place) for place, store in enumerate(stores)]
    query = _understood(analyse_query(text), stores, searches)
    gathered = [search.candidates(query, neighbour_reach=NEIGHBOUR_REACH) for search in searches]
    statistics = _pooled([each.statistics for each in gathered])
    near = meaning(stores, text) if meaning and _has_vectors(stores, query) else None
    ranked = None
    if near is not None:
        from hippo.services.nearness import ranked_by_both

        ranked = ranked_by_both(near, query, gathered, searches, _pooled)
    if ranked is None:
        ranked = rank(query, [document for each in gathered for document in each.documents], statistics)
    return Findings(
        found=tuple(arranged(stores, _ordered(stores, ranked, now=now, limit=limit + _BEYOND))[:limit]),
        query=query,
        statistics=statistics,
        index_damage=tuple(each.index_damage for each in gathered if each.index_damage),
    )


def _has_vectors(stores: Sequence[Store], query: Query) -> bool:
    """Whether meaning has a say: nobody asks for stop words."""
    return not query.only_stop_words and any(store.vectors_mark() for store in stores)


def _understood(query: Query, stores: Sequence[Store], searches: Sequence[Search]) -> Query:
    """The query with what else the words may mean that no memory of any store holds.

    Turned down: doing the same for words that one or two memories hold (-.002 recall@10 with and without slips).
    """
    rows = _rows(searches, [term.text for term in query.terms])
    unknown = [term.surface for term in query.terms if not rows[term.text]][:MOST_CORRECTED]
    return corrected(query, {word: _known_words_like(stores, searches, word) for word in unknown}) if unknown else query


def _known_words_like(stores: Sequence[Store], searches: Sequence[Search], word: str) -> list[str]:
    """The words of the stores that one slip or a missing end turns into this one.

    Of the slips, those that leave the first letter come first, then those that turn a common word into this one.
    """
    spelt = spellings(word)
    slips = {known for store in stores for known in store.vocabulary.among(spelt)}
    rows = _rows(searches, [stem(known) for known in slips])
    likeliest = sorted(slips, key=lambda known: (known[0] != word[0], -rows[stem(known)], known))[:MOST_SLIPS]
    longer = (
        {known for store in stores for known in store.vocabulary.beginning_with(word, MOST_COMPLETIONS)}
        if len(word) >= SHORTEST_BEGINNING
        else set()
    )
    return [*likeliest, *sorted(longer)]


def _rows(searches: Sequence[Search], terms: Sequence[str]) -> dict[str, int]:
    """How many memories of all stores hold each of the terms."""
    return _summed(search.rows(terms) for search in searches)


def _pooled(statistics: Sequence[Statistics]) -> Statistics:
    """One statistic for several stores, so that their hits compare."""
    documents = sum(each.documents for each in statistics)
    terms = sum(each.average_terms * each.documents for each in statistics)
    return Statistics(
        documents=documents,
        average_terms=terms / documents if documents else 0.0,
        document_frequency=_summed(each.document_frequency for each in statistics),
        meta_frequency=_summed(each.meta_frequency for each in statistics),
        series_count=sum(each.series_count for each in statistics),
        series_terms={name: terms for each in statistics for name, terms in each.series_terms.items()},
    )


def _summed(counts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    total: dict[str, int] = {}
    for each in counts:
        for term, count in each.items():
            total[term] = total.get(term, 0) + count
    return total


def _ordered(stores: Sequence[Store], ranked: Sequence[Ranked], *, now: datetime, limit: int) -> list[Found]:
    """The best of the ranked documents as memories, in the order of their scores."""
    wanted = _worth_reading(ranked, limit)
    memories = _read(stores, wanted)
    found = [
        Found(
            store=stores[place],
            number=number,
            memory=memories[place, number].memory,
            ranked=each,
            score=score(memories[place, number].memory, each.relevance, now),
        )
        for each in wanted
        for place, number in (each.key,)
        if (place, number) in memories
    ]
    return sorted(found, key=lambda each: (-each.score.total, each.ranked.key))[:limit]


def _worth_reading(ranked: Sequence[Ranked], limit: int) -> Sequence[Ranked]:
    """Those that may stand among the first so many, whatever their age, use and confidence."""
    if not 0 < limit < len(ranked):
        return ranked[:limit]
    least = _REACH * ranked[limit - 1].relevance
    return [each for each in ranked[: max(_SPARE * limit, _FEWEST_READ)] if each.relevance >= least]


def _read(stores: Sequence[Store], ranked: Sequence[Ranked]) -> dict[tuple[int, int], Stored]:
    return {
        (place, stored.number): stored
        for place, store in enumerate(stores)
        for stored in store.memories.by_numbers([each.key[1] for each in ranked if each.key[0] == place])
    }
