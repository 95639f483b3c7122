"""What a text speaks of, each idea once, with its sign: affirmed, denied, or merely quoted.

Words are taken by their stems through the lists of synonyms and opposites. A negator turns its whole clause, so
"cannot run offline" and "offline runs are forbidden" agree; two of them cancel out ("never skip"). A contrast
("instead of", "rather than") turns only what follows it. Words that have an opposite carry a polarity of their own;
what follows "without" has the polarity of what is lacking.
"""

from __future__ import annotations

from hippo.core.consolidation.lexicon import Sense, negators, senses
from hippo.core.stems import stem
from hippo.core.stopwords import STOP_WORDS
from hippo.core.value import replace, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from hippo.core.consolidation.lexicon import Phrase
    from hippo.core.consolidation.tokens import Token

#: Kinds of tokens that are ideas under their own name. Measured values are compared elsewhere.
NAMING = frozenset(("url", "host", "flag", "path", "file", "call", "name", "gram", "setting"))
#: A contrast ends here.
_PREPOSITIONS = frozenset("in on at for to when if during with within by from and".split())
_EMPTY = frozenset(
    "must should shall can could may might will would ought ca wo sha do does did always ever up out than more"
    " less".split()
)
_BEFORE_TOGGLE = frozenset(
    "be is are was were stay remain turn switch set toggle keep kept left leave now always not default".split()
)
_AFTER_TOGGLE = frozenset("in by for at during when if unless only and or until while as since because but now".split())
_BEFORE_ORDER = frozenset(
    "always never please do not must should you we to also and or just important note lesson".split()
)
_ENDING_VERBS = frozenset(("stop", "ceas", "quit"))
_NEGATED_ADJECTIVE = ("ed", "able", "ible", "safe", "sound", "fair", "clear", "even", "likely", "necessary", "aware")
TOGGLE = "enabl"


@value
class Concept:
    """An idea in a text: its sign by the negators around it (1, -1, or 0 when quoted) and its own polarity.

    `at` is the place of its first token, `length` how many it takes; `lacking` says that the polarity comes from
    "without".
    """

    name: str
    sign: int
    polarity: int = 0
    at: int = 0
    lacking: bool = False
    length: int = 1


def read_concepts(found: Sequence[Token], spent: frozenset[int]) -> tuple[list[Concept], frozenset[int]]:
    """The concepts of a text in order, those of conditions among them, and the places of its negators.

    `spent` are the places of words that belong to a number: its unit, what it is compared by ("no more than 2").
    """
    reader = _Reader(found, spent)
    reader.read()
    return reader.concepts, frozenset(reader.negating)


class _Reader:
    __slots__ = ("clause_signs", "concepts", "contrast", "found", "lacking", "negating", "pending", "spent")

    def __init__(self, found: Sequence[Token], spent: frozenset[int]) -> None:
        self.found = found
        self.spent = spent
        self.clause_signs: dict[int, int] = {}
        self.contrast: int | None = None
        self.lacking = False
        self.pending: list[Concept] = []
        self.negating: set[int] = set()
        self.concepts: list[Concept] = []

    def read(self) -> None:
        at = 0
        while at < len(self.found):
            at += self._step(at)
        for each in self.pending:
            token = self.found[each.at]
            turned = 0 if token.quoted else self.clause_signs.get(token.clause, 1)
            self.concepts.append(replace(each, sign=each.sign * turned))

    def _step(self, at: int) -> int:
        """Read what begins at a place; how many tokens it took."""
        token = self.found[at]
        if self.contrast is not None and (token.clause != self.contrast or token.stem in _PREPOSITIONS):
            self.contrast = None
        if token.kind in NAMING:
            self._add(_name(token), 0, at)
            return 1
        if token.kind != "word" or at in self.spent or token.text.lower() == token.condition:
            return 1
        if not token.quoted and not token.code and not self._is_phrase(at) and (length := self._negator(at)):
            return length
        return self._word(at)

    def _is_phrase(self, at: int) -> bool:
        """Whether a phrase of several words begins here, such as "no network"."""
        meaning = _match(self.found, at, senses())
        return meaning is not None and len(meaning[0]) > 1

    def _negator(self, at: int) -> int:
        stem = self.found[at].stem
        if stem in _ENDING_VERBS and at + 1 < len(self.found) and self.found[at + 1].text.endswith("ing"):
            return self._turn(at, 1)
        meaning = _match(self.found, at, negators())
        if meaning is None:
            return 0
        phrase, section = meaning
        if section == "imperative" and not self._is_order(at):
            return 0
        if section in ("clause", "forbidding", "imperative"):
            return self._turn(at, len(phrase))
        if section in ("phrase", "lacking"):
            if stem == "over" and not self._is_preference(at):
                return 0
            self.negating.add(at)
            self.contrast, self.lacking = self.found[at].clause, section == "lacking"
        return len(phrase)

    def _is_order(self, at: int) -> bool:
        """Whether a verb is an order, "avoid", "never skip", and not told of something, "it skips"."""
        if self.found[at].text.lower().endswith(("s", "ed", "ing")):
            return False
        clause = self.found[at].clause
        before = {token.text.lower() for token in self.found[max(0, at - 6) : at] if token.clause == clause}
        return before <= _BEFORE_ORDER

    def _turn(self, at: int, length: int) -> int:
        clause = self.found[at].clause
        self.clause_signs[clause] = -self.clause_signs.get(clause, 1)
        self.negating.add(at)
        return length

    def _is_preference(self, at: int) -> bool:
        """Whether "over" means "rather than": only after "prefer" and its like."""
        clause = self.found[at].clause
        return any(
            token.clause == clause and token.stem in ("prefer", "choos", "favor", "favour") for token in self.found[:at]
        )

    def _word(self, at: int) -> int:
        token = self.found[at]
        lowered = token.text.lower()
        if lowered in ("on", "off"):
            if lowered == "off" or self._is_toggle(at):
                self._add(TOGGLE, 1 if lowered == "on" else -1, at)
            return 1
        meaning = _match(self.found, at, senses())
        if meaning is not None:
            phrase, sense = meaning
            if len(phrase) > 1 or lowered not in STOP_WORDS:
                self._add(sense.concept, sense.polarity, at, len(phrase))
                return len(phrase)
        if lowered in STOP_WORDS or lowered in _EMPTY:
            return 1
        if rest := _denied(lowered):
            self._add(sense_of(rest).concept, -1, at)
            return 1
        self._add(token.stem, 0, at)
        return 1

    def _is_toggle(self, at: int) -> bool:
        before = self.found[at - 1].text.lower() if at else ""
        if before not in _BEFORE_TOGGLE and (not at or self.found[at - 1].stem not in _BEFORE_TOGGLE):
            return False
        following = self.found[at + 1] if at + 1 < len(self.found) else None
        return following is None or following.kind == "stop" or following.text.lower() in _AFTER_TOGGLE

    def _add(self, name: str, polarity: int, at: int, length: int = 1) -> None:
        sign = -1 if self.contrast is not None and not self.lacking else 1
        lacking = self.contrast is not None and self.lacking
        polarity = -(polarity or 1) if lacking else polarity
        self.pending.append(Concept(name=name, sign=sign, polarity=polarity, at=at, lacking=lacking, length=length))


def _name(token: Token) -> str:
    """A name as an idea: of a setting its key, of a folder the path without its last slash."""
    return token.text.partition("=")[0] if token.kind == "setting" else token.text.rstrip("/") or token.text


def sense_of(word: str) -> Sense:
    """The sense of a single word; its own stem if the lists do not know it."""
    stemmed = stem(word)
    known = (sense for phrase, sense in senses().get(stemmed, ()) if len(phrase) == 1)
    return next(known, Sense(concept=stemmed))


def _denied(word: str) -> str:
    """What `un-` and `non-` deny: `unsigned` denies signed, `non-blocking` blocking; nothing for `until` or `unit`."""
    if word.startswith("non-") and len(word) > 6:
        return word[4:]
    if word.startswith("un") and len(word) > 6 and word.endswith(_NEGATED_ADJECTIVE):
        return word[2:]
    return ""


def _match(found: Sequence[Token], at: int, table: Mapping[str, Iterable[tuple[Phrase, T]]]) -> tuple[Phrase, T] | None:
    """The longest phrase of a table that begins at a place; a word that stands for its form only comes first."""
    for _, meaning in table.get(f"={found[at].text.lower()}", ()):
        return (found[at].stem,), meaning
    for phrase, meaning in table.get(found[at].stem, ()):
        if len(phrase) == 1 or tuple(token.stem for token in found[at : at + len(phrase)]) == phrase:
            return phrase, meaning
    return None


if TYPE_CHECKING:
    from typing import TypeVar

    T = TypeVar("T")
