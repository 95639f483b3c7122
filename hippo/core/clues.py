"""Which clues stand in a text, when there are hundreds of them and an ordinary text has hardly any.

To look for a clue takes .2 µs in a text of two hundred characters, to look for a character .03. So clues are filed
under the character of theirs that texts have most seldom, and most files stay closed: of the keys of providers, which
have signs and capital letters, two thirds to five sixths (19 µs became 5 to 8). Clues that are plain words (`ignor`)
have only common letters; but texts repeat their words, so those are looked for once in every word.

Either begins when a process has looked at a few texts: most commands look at one or two, and it takes as long as ten.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

#: Texts that are looked at in the plain way before.
_TEXTS_BEFORE = 10
#: Characters from the rarest to the commonest, in notes and messages of commits; all others are rarer still.
_COMMON = "~$[<=+_QZXJKVW@YUGHFBMNLDPRCOEIST:A'zqj/x-kvwb.ygpfmucdlhrsnoiat e"
#: Words that are remembered, and characters of the longest (chosen: a few megabytes).
_MOST_WORDS = 32_768
_LONGEST_WORD = 64


class Clues:
    """Things that are worth looking for where a clue of theirs stands; of several clues of one thing any will do."""

    def __init__(self, clues: Iterable[tuple[str, Any]]) -> None:
        self._clues = list(clues)
        self._asked = 0
        self._filed: dict[str, list[tuple[int, str, Any]]] = {}

    def seen(self, text: str) -> dict[Any, None]:
        """The things of which a clue stands in a text, each once and in their order."""
        if not self._filed:
            self._asked += 1
            if self._asked > _TEXTS_BEFORE:
                self._filed = _by_rarest(self._clues)
            return dict.fromkeys([thing for clue, thing in self._clues if clue in text])
        found = [
            each for character, filed in self._filed.items() if character in text for each in filed if each[1] in text
        ]
        if len(found) > 1:
            found.sort(key=lambda each: each[0])
        return dict.fromkeys([thing for _, _, thing in found])


def _by_rarest(clues: Iterable[tuple[str, Any]]) -> dict[str, list[tuple[int, str, Any]]]:
    """The clues with their places, under the rarest character of each."""
    filed: dict[str, list[tuple[int, str, Any]]] = {}
    for place, (clue, thing) in enumerate(clues):
        filed.setdefault(min(clue, key=_COMMON.find), []).append((place, clue, thing))
    return filed


class WordClues:
    """The same for clues of plain words with blanks between them, in texts whose words are parted by white space."""

    def __init__(self, clues: Iterable[tuple[str, Any]]) -> None:
        self._clues = list(clues)
        self._asked = 0
        self._words: _Words | None = None

    def seen(self, text: str) -> dict[Any, None]:
        """The things of which a clue stands in a text, each once and in their order."""
        self._asked += 1
        near = self._clues if self._asked <= _TEXTS_BEFORE else [self._clues[place] for place in self._near(text)]
        return dict.fromkeys([thing for clue, thing in near if clue in text])

    def _near(self, text: str) -> list[int]:
        """The places of the clues of which the longest word stands within a word of the text."""
        words = self._words
        if words is None or len(words) > _MOST_WORDS:
            words = _Words((max(clue.split(), key=len), place) for place, (clue, _) in enumerate(self._clues))
            self._words = words
        return sorted({place for places in set(map(words.__getitem__, text.split())) for place in places})


class _Words(dict[str, tuple[int, ...]]):
    """The places of the clues that stand in each word."""

    def __init__(self, clues: Iterable[tuple[str, int]]) -> None:
        super().__init__()
        self._clues = Clues(clues)

    def __missing__(self, word: str) -> tuple[int, ...]:
        places = tuple(self._clues.seen(word))
        if len(word) <= _LONGEST_WORD:
            self[word] = places
        return places
