"""From what importers find to drafts of memories: every text passes the door, and each draft knows where it is from.

A memory begins its life with the import, whatever day its source tells, for it would fade at once otherwise; the
day is kept beside it (`happened_at`), and recall finds it by that. What stands in the file of rules or in another
memory's list of facts becomes a semantic memory: it does not fade, turns stale when nobody asks for it for long, and
only a person takes it back. Notes and lessons of talks are episodes like any other.
"""

from __future__ import annotations

from functools import lru_cache

from hippo.core.capture.lessons import Lesson, lessons
from hippo.core.capture.turn import Speaker, Turn
from hippo.core.digest import digest
from hippo.core.encode import birth_half_life_days, clean_tags
from hippo.core.identity import identity
from hippo.core.long_text import parts
from hippo.core.memory import Confidence, Draft, Layer, Origin
from hippo.core.value import value
from hippo.errors import HippoError
from hippo.services.capture import key_of
from hippo.services.door import admit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hippo.importers.entries import Item
    from hippo.services.occasion import Occasion

#: The way in of everything that is imported.
KIND = "import"
_KEY = "import"
#: Tags of one memory (chosen: more tell nothing).
_MOST_TAGS = 16


@value
class Drafted:
    """A draft with its line and what the door did to it; `lesson` is set for one that was said in a talk."""

    draft: Draft
    line: int
    notes: tuple[str, ...] = ()
    lesson: Lesson | None = None


@value
class Refusal:
    """What the door did not let in, its line, and why."""

    line: int
    reason: str


@value
class Doubtful:
    """A sentence of a talk that sounds like a lesson and is none, and why."""

    line: int
    reason: str


def drafts_of(
    entry: Item | Turn, place: str, occasion: Occasion, tags: Sequence[str]
) -> Iterator[Drafted | Refusal | Doubtful]:
    """What becomes of an entry of the file that is called `place`."""
    if isinstance(entry, Turn):
        yield from _lessons(entry, place, occasion, tags)
        return
    for text in parts(entry.text, occasion.settings.memory.text_limit_bytes):
        try:
            yield _drafted(entry, text, place, occasion, tags)
        except HippoError as error:
            yield Refusal(line=entry.line, reason=error.message)


def _drafted(item: Item, text: str, place: str, occasion: Occasion, tags: Sequence[str]) -> Drafted:
    settings = occasion.settings.memory
    passed = admit(text, mask=True, settings=settings)
    names = usable_tags((*tags, *item.tags))
    draft = Draft(
        text=passed.text,
        layer=Layer.SEMANTIC if item.is_standing else Layer.EPISODIC,
        tags=names,
        half_life_days=birth_half_life_days(names, settings),
        flag=passed.flag,
        origin=Origin(
            kind=KIND,
            reference=f"{place}:{item.line}",
            key=_key_of(passed.text),
            happened_at=item.happened_at,
            files=item.files,
        ),
    )
    return Drafted(draft=draft, line=item.line, notes=passed.notes)


def _lessons(turn: Turn, place: str, occasion: Occasion, tags: Sequence[str]) -> Iterator[Drafted | Refusal | Doubtful]:
    settings = occasion.settings.memory
    for found in lessons(turn):
        if not isinstance(found, Lesson):
            yield Doubtful(line=found.line, reason=str(found.doubt))
            continue
        try:
            passed = admit(found.text, mask=True, settings=settings)
        except HippoError as error:
            yield Refusal(line=found.line, reason=error.message)
            continue
        names = usable_tags((*tags, str(found.kind)))
        where = f"{place}#{turn.session}" if turn.session else f"{place}:{found.line}"
        draft = Draft(
            text=passed.text,
            confidence=Confidence.OBSERVED if turn.speaker is Speaker.PERSON else Confidence.INFERRED,
            tags=names,
            half_life_days=birth_half_life_days(names, settings),
            flag=passed.flag,
            origin=Origin(kind=KIND, reference=where, key=key_of(found, place), happened_at=turn.said_at),
        )
        yield Drafted(draft=draft, line=found.line, notes=passed.notes, lesson=found)


@lru_cache(maxsize=1024)
def usable_tags(tags: tuple[str, ...]) -> tuple[str, ...]:
    """Those of some tags that can be tags: a heading may be too long, or hold a secret."""
    usable: list[str] = []
    for tag in tags:
        try:
            usable += clean_tags((tag,))
        except HippoError:
            continue
    return tuple(sorted(dict.fromkeys(usable[:_MOST_TAGS])))


def _key_of(text: str) -> str:
    """The identity of what was imported: its words, in whatever file they stand."""
    return f"{_KEY}:{digest(identity(text))}"
