"""What gives a lesson away, why, and where in the sentence it shows."""

from __future__ import annotations

from enum import StrEnum
from itertools import groupby

from hippo.core.capture import forms, tongues
from hippo.core.capture.plain import plain
from hippo.core.capture.turn import Speaker
from hippo.core.lazy_pattern import lazily
from hippo.core.value import value


class Kind(StrEnum):
    """What a lesson is; each is a tag of its memory."""

    DECISION = "decision"
    RULE = "rule"
    PREFERENCE = "preference"
    ERROR = "error"


@value
class Cue:
    """What a sentence seems to be, why, and where in it that shows.

    `is_label` says that the speaker named it so (`Rule: …`), which holds in any language.
    """

    kind: Kind
    reason: str
    at: int
    is_label: bool = False

    @property
    def is_order(self) -> bool:
        """Whether the sentence begins with what must be done."""
        return self.kind is Kind.RULE and self.at == 0


_NAMES = {
    Kind.DECISION: "decision decided agreed",
    Kind.PREFERENCE: "preference",
    Kind.RULE: "rule convention policy guideline remember reminder keep_in_mind note_to_self don't_forget"
    " do_not_forget",
    Kind.ERROR: "lesson lessons lesson_learned lesson_learnt lessons_learned lessons_learnt gotcha pitfall caveat"
    " workaround root_cause cause fix fixed solution til",
}
_LABELS = {name.replace("_", " "): kind for kind, names in _NAMES.items() for name in names.split()}
_LABEL = lazily(rf"(?:the )?({'|'.join(sorted(_LABELS, reverse=True))})\s?[:–—-]\s+\S")
#: In this order: a remedy that says `must` is a remedy, an order that says what fails otherwise is an order.
_GROUPS = (
    (Kind.PREFERENCE, "says what somebody prefers", forms.PREFERENCES),
    (Kind.DECISION, "states a decision", forms.DECISIONS),
    (Kind.ERROR, "tells a cause or a remedy", forms.REMEDIES),
    (Kind.RULE, "says what must or must not be done", forms.RULES),
    (Kind.ERROR, "tells under which circumstances something fails", forms.FAILURES),
)
_FORMS = tuple((group, form) for group, (_, _, each) in enumerate(_GROUPS) for form in each)
_ELSEWHERE = tuple(
    (kind, next(reason for each, reason, _ in _GROUPS if each is kind), pattern)
    for kind, pattern in (
        (Kind.DECISION, tongues.DECISIONS),
        (Kind.PREFERENCE, tongues.PREFERENCES),
        (Kind.RULE, tongues.RULES),
    )
)
#: With one of these a sentence is English.
_ENGLISH = (" the ", " this ", " that ", " and ", " you ", " with ")
#: Letters by which a word is known to begin a clue.
_HEAD = 3
#: What may stand before a word without a blank.
_BARE = str.maketrans(dict.fromkeys('()[]{}<>*-–—/;,:.…"“”«»', " "))


def _head_of(clue: str) -> str:
    """How a word begins at which a clue may stand; "" for one that stands within or between words."""
    word = clue.strip(" ,").partition(" ")[0]
    starts_word = clue.strip(" ,")[:1].isalpha() and not word.startswith("n't")
    return word[:_HEAD] if starts_word and (len(word) >= _HEAD or " " in clue.strip(",").lstrip()) else ""


def _by_head() -> dict[str, list[tuple[str, int]]]:
    """Each clue with the place of its form, by the head of the word it begins."""
    found: dict[str, list[tuple[str, int]]] = {}
    for place, (_, form) in enumerate(_FORMS):
        for clue in form.clues:
            found.setdefault(_head_of(clue), []).append((clue, place))
    return found


_CLUES = _by_head()


def is_labelled(line: str) -> bool:
    """Whether a line begins with a label in the way of one that states something anew: `Rule: …`, `**Decision:** …`."""
    begun = line.lstrip(" \t*_")
    return begun[:1].isupper() and _LABEL().match(plain(begun)) is not None


def find_cue(text: str, speaker: Speaker) -> Cue | None:
    """What a plain sentence without its opening seems to be; None if nothing in it sounds like a lesson."""
    label = _LABEL().match(text)
    if label:
        return Cue(kind=_LABELS[label[1]], reason=f"calls it: {label[1]}", at=0, is_label=True)
    for group, places in groupby(_places_in(text), key=_group_of):
        kind, reason, _ = _GROUPS[group]
        if _is_agents_wish(kind, text, speaker):
            continue
        matches = [_FORMS[place][1].pattern().search(text) for place in places]
        starts = [match.start() for match in matches if match]
        if starts:
            return Cue(kind=kind, reason=reason, at=min(starts))
    return _in_another_language(text)


def _in_another_language(text: str) -> Cue | None:
    if any(word in text for word in _ENGLISH) or not any(clue in text for clue in tongues.CLUES):
        return None
    for kind, reason, pattern in _ELSEWHERE:
        if pattern().search(text):
            return None if tongues.GUESSES().search(text) else Cue(kind=kind, reason=reason, at=0)
    return None


def _places_in(text: str) -> list[int]:
    """The places of the forms of which a clue stands in a text, in order.

    Why by heads: to look for every clue in every sentence takes four times as long.
    """
    heads = {word[:_HEAD] for word in text.translate(_BARE).split()}
    near = [each for head in heads if head in _CLUES for each in _CLUES[head]]
    return sorted({place for clue, place in (*near, *_CLUES[""]) if clue in text})


def _group_of(place: int) -> int:
    return _FORMS[place][0]


def _is_agents_wish(kind: Kind, text: str, speaker: Speaker) -> bool:
    """Whether an agent says what it would like itself."""
    return kind is Kind.PREFERENCE and speaker is Speaker.AGENT and text.startswith(("i ", "i'"))
