"""From what was said to what is kept of it.

A lesson is a whole sentence in the speaker's own words. A sentence that only points back (`It must be closed first.`)
brings the one before it, and one that gives the reason (`Otherwise …`) comes with the one it is the reason of.
"""

from __future__ import annotations

import re

from hippo.core.capture.cues import Kind, find_cue
from hippo.core.capture.doubts import Doubt, doubt
from hippo.core.capture.plain import plain, without_opening
from hippo.core.capture.prose import paragraphs
from hippo.core.capture.sentences import sentences
from hippo.core.lazy_pattern import lazily
from hippo.core.private import without_private
from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hippo.core.capture.cues import Cue
    from hippo.core.capture.turn import Turn

#: Words of a sentence that can be a lesson (chosen: `Call me Sam.`); scripts without spaces have no count.
FEWEST_WORDS = 3
#: A sentence that begins so speaks of the one before it, or gives its reason.
_POINTS_BACK = lazily(
    r"(?:it|this|that|they|these|those|he|she|there)(?:'s|'re)?\b"
    r"(?! (?:is|was) (?:forbidden|required|mandatory|not allowed|best|important|better)| turn(?:s|ed) out| decided)"
)
_GIVES_REASON = lazily(r"(?:otherwise|because|or else|the reason|why:|reason:|since)\b")


@value
class Lesson:
    """What is kept: the words, what they are, why they were taken, and the line and turn they stand in."""

    text: str
    kind: Kind
    reason: str
    line: int
    turn: Turn


@value
class LeftOut:
    """A sentence that sounds like a lesson and is none, and why."""

    text: str
    doubt: Doubt
    line: int


def judge(sentence: str, turn: Turn) -> Cue | Doubt | None:
    """What a sentence is; None if it does not even sound like a lesson."""
    text = without_opening(plain(sentence))
    if text.isascii() and text.count(" ") < FEWEST_WORDS - 1:
        return None
    cue = find_cue(text, turn.speaker)
    if cue is None:
        return None
    return doubt(text, cue, turn.speaker) or cue


def lessons(turn: Turn) -> Iterator[Lesson | LeftOut]:
    """The lessons of a turn in its order, and what is left out though it sounds like one."""
    text, _ = without_private(turn.text)
    places = _Places(turn)
    for paragraph in paragraphs(text):
        found = list(sentences(paragraph))
        for number, sentence in enumerate(found):
            judged = judge(sentence, turn)
            if judged is None:
                continue
            line = places.line_of(sentence)
            whole = None if isinstance(judged, Doubt) else _whole(found, number)
            if isinstance(judged, Doubt) or whole is None:
                missing = judged if isinstance(judged, Doubt) else Doubt.UNCLEAR
                yield LeftOut(text=sentence, doubt=missing, line=line)
            else:
                yield Lesson(text=whole, kind=judged.kind, reason=judged.reason, line=line, turn=turn)


def _whole(found: Sequence[str], number: int) -> str | None:
    """A sentence with the one that it points back to and the one that gives its reason; None if it only points."""
    first, last = number, number + 1
    if _POINTS_BACK().match(without_opening(plain(found[number]))):
        if not number or found[number - 1].rstrip().endswith("?"):
            return None
        first -= 1
    if last < len(found) and _GIVES_REASON().match(plain(found[last])):
        last += 1
    return " ".join(found[first:last])


class _Places:
    """Where the sentences of a turn stand in its file."""

    def __init__(self, turn: Turn) -> None:
        self._turn = turn
        self._at = 0

    def line_of(self, sentence: str) -> int:
        """The line of the next place at which a sentence begins."""
        if not self._turn.has_own_lines:
            return self._turn.line
        beginning = r"\s+".join(map(re.escape, sentence.split()[:6]))
        found = re.compile(beginning).search(self._turn.text, self._at)
        if found:
            self._at = found.start()
        return self._turn.line + self._turn.text.count("\n", 0, self._at)
