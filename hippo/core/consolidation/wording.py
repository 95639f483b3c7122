"""What a text says word by word: its ideas and values in order, each with the small words that bind to it.

A bag of ideas is not a meaning: "only admins approve" says more than "admins approve", and who reviews whom stands in
the order alone. Passive clauses are read as active ones, and a name as if it stood before its noun ("the bucket
media-1"), so that what says the same comes out the same.
"""

from __future__ import annotations

from hippo.core.consolidation.binders import binder, opener
from hippo.core.consolidation.concepts import NAMING, TOGGLE
from hippo.core.consolidation.silent import is_silent
from hippo.core.consolidation.statement import BOUNDS
from hippo.core.consolidation.values import MEASURED, ValueKind
from hippo.core.consolidation.voice import TIMES, active_order
from hippo.core.value import replace, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hippo.core.consolidation.concepts import Concept
    from hippo.core.consolidation.statement import Statement
    from hippo.core.consolidation.values import Value

    Ties = tuple[frozenset[str], frozenset[str]]

_NOTHING: frozenset[str] = frozenset()
#: What is stored is kept.
_KEPT = "keep +1"


@value
class Word:
    """An idea or a value in its place: `bound` are the classes of its binders, `opens` what phrase begins with it.

    `at` is the place of its first token and `length` how many it takes; `unit` tells names apart, and what a hyphen
    joins; 0 is no name.
    """

    name: str
    bound: frozenset[str] = _NOTHING
    opens: frozenset[str] = _NOTHING
    is_value: bool = False
    unit: int = 0
    at: int = 0
    length: int = 1

    @property
    def meaning(self) -> tuple[str, frozenset[str]]:
        """What two words must have in common to say the same."""
        return self.name, self.bound


def wording(statement: Statement) -> tuple[Word, ...]:
    """The words of a text in the order of an active sentence, without fillers; binders at its end stand alone."""
    words = _all_words(statement)
    ties, left = _ties(statement, words)
    found: list[Word] = []
    condition: set[str] = set()
    for at in active_order(statement.found):
        token = statement.found[at]
        if token.condition and token.text.lower() == token.condition:
            condition.add(opener(statement.found, at))
        elif at in words:
            bound, opens = ties[at]
            found.append(_tied(words[at], bound | condition, opens | condition))
            condition = set()
    return (*_led_by_names(_plain_genitives(found), statement), *([Word(name="", bound=left)] if left else []))


def _all_words(statement: Statement) -> dict[int, Word]:
    """The ideas and values of a text by their places."""
    found: dict[int, Word] = {}
    for idea in (*statement.concepts, *statement.conditions):
        is_binder = idea.length == 1 and idea.name != TOGGLE and binder(statement.found, idea.at)
        if not is_binder and not _says_nothing(statement, idea):
            found[idea.at] = _word(statement, idea)
    bounding = not BOUNDS.keys().isdisjoint(statement.ideas)
    for each in statement.values:
        if each.kind in MEASURED or statement.found[each.at].kind not in NAMING:
            found[each.at] = Word(name=_amount(each, bounding=bounding), is_value=True, at=each.at, length=each.length)
            if each.kind in (ValueKind.PORT, ValueKind.VERSION) and _names_its_sort(statement, each):
                found.pop(each.at - 1, None)
    for at, token in enumerate(statement.found):
        if token.kind in ("ticket", "hash"):
            found[at] = Word(name=token.stem, at=at)
        if at - 1 in found and at in found and f"{statement.found[at - 1].text}-{token.text}" in statement.text:
            unit = found[at - 1].unit or at
            found |= {at - 1: replace(found[at - 1], unit=unit), at: replace(found[at], unit=unit)}
    return found


def _says_nothing(statement: Statement, idea: Concept) -> bool:
    """Whether other words tell an idea: "impossible" and "not possible" deny what follows, "due to" is "because"."""
    if idea.name == "possibl":
        return idea.sign * idea.polarity < 0
    return is_silent(statement.found, idea) or opener(statement.found, idea.at) == "because"


def _word(statement: Statement, idea: Concept) -> Word:
    token = statement.found[idea.at]
    side = idea.sign * idea.polarity
    is_adverb = token.text.endswith("ly") or token.text.lower() == "by"
    return Word(
        name=_KEPT if idea.name == "store" else f"{idea.name} {side:+}" if idea.polarity else idea.name,
        opens=frozenset(("ly",)) if is_adverb else _NOTHING,
        unit=idea.at + 1 if token.kind in NAMING and token.kind != "gram" and _is_code(token.text) else 0,
        at=idea.at,
        length=idea.length,
    )


def _is_code(text: str) -> bool:
    """Whether a name is one that programs use, and no word of capitals and digits such as S3."""
    return text != text.upper() or "_" in text or "-" in text


def _names_its_sort(statement: Statement, each: Value) -> bool:
    """Whether the word before a value only names its sort."""
    return each.at > 0 and statement.found[each.at - 1].text.lower() in ("port", "version")


def _amount(each: Value, *, bounding: bool) -> str:
    """A value in base units, with its bound unless another word tells that; a bare decimal number as it is written.

    Why: 1.20 may be a version.
    """
    is_bare = each.kind is ValueKind.NUMBER and not each.unit and "." in each.text
    key = f"{each.unit}=" if each.kind is ValueKind.SETTING else ""
    sign = "=" if bounding and each.comparator in ("<=", ">=") else each.comparator
    return f"{sign}{key}{each.text if is_bare else each.amount}"


def _ties(statement: Statement, words: Mapping[int, Word]) -> tuple[dict[int, Ties], frozenset[str]]:
    """What binds to each word and what it opens; and the binders behind the last word."""
    found: dict[int, Ties] = {}
    covered = {place for each in words.values() for place in range(each.at + 1, each.at + each.length)}
    bound: set[str] = set()
    opens: set[str] = set()
    for at, token in enumerate(statement.found):
        if at in words:
            found[at] = frozenset(bound) - {""}, frozenset(opens) - {""}
            bound, opens = set(), set()
        elif at not in covered and at not in statement.spent and token.condition != token.text.lower():
            bound.add(binder(statement.found, at))
            opens.add(opener(statement.found, at))
    return found, frozenset(bound) - {""}


def _tied(word: Word, bound: frozenset[str], opens: frozenset[str]) -> Word:
    if word.is_value:
        bound -= {"every", "per"}
    elif "every" in bound and word.name in TIMES:
        opens |= {"every"}
    return replace(word, bound=bound, opens=word.opens | opens)


def _plain_genitives(words: Sequence[Word]) -> list[Word]:
    """The words with "versions of dependencies" as "dependency versions"."""
    found: list[Word] = []
    for each in words:
        if found and each.opens == {"of"} and not each.bound:
            found[-1:] = _exchanged(found[-1], each)
        else:
            found.append(each)
    return found


def _exchanged(one: Word, other: Word) -> list[Word]:
    """Two words in the other order; what tied the first ties the one that now is first."""
    return [replace(other, bound=one.bound, opens=one.opens), replace(one, bound=other.bound, opens=_NOTHING)]


def _led_by_names(words: Sequence[Word], statement: Statement) -> list[Word]:
    """The words with the one name of each unbroken run of words before the others of the run."""
    found: list[Word] = []
    run: list[Word] = []
    for each in words:
        if run and not _goes_on(run[-1], each, statement):
            found += _led_by_name(run)
            run = []
        run.append(each)
    return found + _led_by_name(run)


def _goes_on(one: Word, other: Word, statement: Statement) -> bool:
    """Whether nothing but a colon or a bracket stands between two words."""
    between = statement.found[one.at + one.length : other.at]
    return one.at < other.at and all(token.text in (":", "(") for token in between)


def _led_by_name(run: list[Word]) -> list[Word]:
    if len({each.unit for each in run if each.unit}) != 1:
        return run
    order = sorted(run, key=lambda each: not each.unit)
    return [replace(each, bound=old.bound, opens=old.opens) for each, old in zip(order, run, strict=True)]
