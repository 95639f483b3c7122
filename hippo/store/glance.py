"""A glance at a store: whether there is anything to say at all, before what would say it is even imported.

A hook is called at every prompt, and mostly has nothing to say. Opening a store, reading the prompt as a query and
ranking what it finds costs four times the start of a bare interpreter; a glance costs two thirds of one. It only reads,
and never says no where a whole look would find something. What it cannot read is for a whole look to judge.
"""

from __future__ import annotations

from hippo.core.stems import stem, uncontracted
from hippo.core.telling import FEWEST_HELD, needed, shares, worth
from hippo.core.value import value
from hippo.store.content import asked
from hippo.store.full_text import LIVE, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping, Sequence

#: Rows that are looked up word by word (5 ms); what more rows hold is taken to stand in all of them.
_MOST_ROWS = 5_000
#: Characters of a prompt that is read word by word here: of a longer one, both ends are analysed.
_LONGEST_PROMPT = 400
_PUNCTUATION = ".,:;!?'\"`()[]{}<>*"

#: Signs within a word that make it a name with parts.
_JOINTS = frozenset("._/#:@+\\")

_VOCABULARY = (
    "PRAGMA temp_store = MEMORY",
    "CREATE VIRTUAL TABLE temp.live_terms USING fts5vocab (main, live_words, col)",
)
_COUNT = "SELECT documents FROM corpus WHERE live = 1"
_ROWS_HOLDING = "SELECT term, doc FROM live_terms WHERE col = 'terms' AND term IN ({marks})"
_HOLDING = f"SELECT rowid FROM {LIVE.words} WHERE {LIVE.words} MATCH ?"
_SHOWN = "SELECT memory FROM shown WHERE session = ?"


@value
class _Word:
    """A word of a prompt: whether it surely is one, as a whole look reads it, and how much it counts."""

    is_sure: bool
    share: float


def may_bear_on(paths: Sequence[str], prompt: str, *, session: str) -> bool:
    """Whether a live memory in one of some databases may be shown for a prompt in a session.

    It holds enough of the prompt, and was not shown.
    """
    words = _words(prompt)
    if len(words) < FEWEST_HELD or all(word.share < 1.0 for word in words.values()):
        return False
    return asked(paths, lambda stores: _some_row_holds_enough(stores, words, session))


def _words(prompt: str) -> dict[str, _Word]:
    """The words of a prompt by their stems."""
    plain = _plain_words(prompt) if prompt.isascii() and len(prompt) <= _LONGEST_PROMPT else None
    return _analysed_words(prompt) if plain is None else plain


def _plain_words(prompt: str) -> dict[str, _Word] | None:
    """The words of a plain prompt; None for one that holds names with parts.

    Of `follow-up` the parts are taken as well as the whole: some of these are words of the prompt.
    """
    words: dict[str, bool] = {}
    for chunk in uncontracted(prompt).split():
        bare = chunk.strip(_PUNCTUATION)
        pieces = "".join(each if each.isalnum() else " " for each in bare).split()
        if not _JOINTS.isdisjoint(bare) or not all(map(_is_plain, pieces)):
            return None
        for each in (bare, *pieces) if len(pieces) > 1 else pieces:
            words[each.lower()] = words.get(each.lower(), False) or len(pieces) == 1
    stems = {word: stem(word) for word in words}
    return {stems[word]: _Word(is_sure=words[word], share=share) for word, share in shares(stems.items()).items()}


def _analysed_words(prompt: str) -> dict[str, _Word]:
    """The words as a whole look reads them: names with their parts, letters beyond ASCII, both ends of a long prompt.

    What reads them costs half a bare start to import, a whole look more than three times that.
    """
    from hippo.core.analysis import analyse_query

    terms = {term.surface: term.text for term in analyse_query(prompt).terms if term.surface}
    return {terms[word]: _Word(is_sure=True, share=share) for word, share in shares(terms.items()).items()}


def _is_plain(word: str) -> bool:
    """Whether a word is no name that has parts (`getUserName`, `py3`)."""
    return word.isdigit() or (word.isalpha() and (word.islower() or word.isupper() or word.istitle()))


def _some_row_holds_enough(stores: Sequence[sqlite3.Connection], words: Mapping[str, _Word], session: str) -> bool:
    holding = [_rows_holding(store, words) for store in stores]
    documents = sum(int(store.execute(_COUNT).fetchone()[0]) for store in stores)
    rows = {word: sum(each.get(word, 0) for each in holding) for each in holding for word in each}
    worths = {word: words[word].share * worth(documents, count) for word, count in rows.items()}
    unknown = [each.share * worth(documents, 0) for word, each in words.items() if each.is_sure and word not in worths]
    enough = needed([*worths.values(), *unknown])
    if len(worths) < FEWEST_HELD or sum(worths.values()) < enough:
        return False
    return any(_a_row_holds(enough, worths, *each, session) for each in zip(stores, holding, strict=True))


def _a_row_holds(
    enough: float, worths: Mapping[str, float], store: sqlite3.Connection, holding: Mapping[str, int], session: str
) -> bool:
    """Whether a row that the session was not shown holds enough; of very common words, every row may."""
    held: dict[int, tuple[int, float]] = {0: (0, 0.0)}
    everywhere, count, left = 0.0, 0, _MOST_ROWS
    for word in sorted(holding, key=lambda each: holding[each]):
        left -= holding[word]
        if left < 0:
            everywhere, count = everywhere + worths[word], count + 1
            continue
        for (row,) in store.execute(_HOLDING, (quoted(word),)):
            words_there, worth_there = held.get(row, (0, 0.0))
            held[row] = words_there + 1, worth_there + worths[word]
    for (row,) in store.execute(_SHOWN, (session,)):
        held.pop(row, None)
    return any(number + count >= FEWEST_HELD and total + everywhere >= enough for number, total in held.values())


def _rows_holding(store: sqlite3.Connection, words: Iterable[str]) -> dict[str, int]:
    """How many live memories hold each word that any of them holds."""
    for statement in _VOCABULARY:
        store.execute(statement)
    wanted = sorted(words)
    marks = ", ".join("?" * len(wanted))
    return dict(store.execute(_ROWS_HOLDING.format(marks=marks), wanted))
