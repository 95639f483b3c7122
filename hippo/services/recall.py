"""Recall: fetch memories for use, within a budget, and strengthen what was returned for use."""

from __future__ import annotations

from hippo.core.budget import Allowance, cut
from hippo.core.humane import counted
from hippo.core.memory import State
from hippo.core.ordering import MOST_RETRIEVED, RETRIEVED_SHARE, Score
from hippo.core.public import public
from hippo.core.tokens import estimate_tokens
from hippo.core.value import replace, value
from hippo.core.waiting import PERSON
from hippo.errors import Busy, HippoError
from hippo.services.finding import find
from hippo.services.hit_text import beside_lines, headline, indented, outdented, why_lines
from hippo.services.keeping import use
from hippo.services.writing import writing
from hippo.store.events import RECALLED
from hippo.store.search import Scope
from hippo.store.spool import SpooledRecall

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from hippo.core.memory import Memory
    from hippo.core.rank import Ranked
    from hippo.services.finding import Findings, Found
    from hippo.services.meaning import Meaning
    from hippo.services.occasion import Occasion
    from hippo.store.store import Store

#: How long recall waits for another writer before it leaves its own bookkeeping out, in seconds.
BOOKKEEPING_WAIT_SECONDS = 0.25
#: Characters of a question that are kept with its recall (chosen: to see later what was asked, not to keep texts).
_LONGEST_NOTED = 1000
#: What is kept of a question that was private from end to end.
_PRIVATE = "(private)"
#: A hit that gets less than this many tokens of text is not worth its headline (chosen).
_FEWEST_TEXT_TOKENS = 8
#: Live hits are poor when the best holds less than this share of what the query asks for.
_POOR_SHARE = 0.5


@value
class Hit:
    """One memory of the answer.

    `lines` is what a reader gets of it, `text` what of its text is among them, `cut` whether that is not all of it;
    `retrieved` whether it counted as a retrieval.
    """

    memory: Memory
    scope: str
    score: float
    relevance: float
    strength: float
    why: Score
    parts: Ranked
    lines: str
    text: str
    tokens: int
    cut: bool
    retrieved: bool
    source_of: str = ""
    conflicts: tuple[str, ...] = ()


@value
class Recalled:
    """The answer, best first, with what else the asker should know; `matches` counts all, also beyond the budget."""

    hits: tuple[Hit, ...]
    matches: int = 0
    notes: tuple[str, ...] = ()


def recall(
    stores: Sequence[Store],
    query: str,
    *,
    occasion: Occasion,
    budget_tokens: int,
    limit: int,
    scope: Scope = Scope(),
    why: bool = False,
    around: Callable[[Memory], str] = lambda _: "",
    meaning: Meaning | None = None,
) -> Recalled:
    """What the stores know about a query; the hits returned for use grow stronger.

    `around` is what the caller will send around the text of a hit, which counts as printed too.
    """
    found = find(stores, query, scope=scope, now=occasion.now, limit=limit, meaning=meaning)
    findings, notes = _readable(found, occasion)
    hits = _within(findings.found, budget_tokens, occasion=occasion, why=why, around=around)
    used = _returned_for_use(findings, len(hits))
    after, troubles = _note_use(stores, query, used, occasion)
    notes += troubles
    notes += [f"{damage}: the memories were read one by one" for damage in findings.index_damage]
    if scope.live:
        notes += _archived_note(stores, query, findings, scope, occasion)
    return Recalled(hits=tuple(_updated(hit, after) for hit in hits), matches=len(findings.found), notes=tuple(notes))


def _readable(findings: Findings, occasion: Occasion) -> tuple[Findings, list[str]]:
    """What may be read out to whoever asks: a person gets everything, an agent nothing that could command it."""
    if occasion.actor.name == PERSON:
        return findings, []
    found = tuple(each for each in findings.found if not each.memory.flag)
    held = len(findings.found) - len(found)
    notes = [f"{counted(held, 'flagged memory')} left out: a person sees it with `hippo recall`"] if held else []
    return replace(findings, found=found), notes


def _within(
    found: Sequence[Found], budget_tokens: int, *, occasion: Occasion, why: bool, around: Callable[[Memory], str]
) -> list[Hit]:
    """As many hits as the budget holds; the first that does not fit is cut, and ends the list."""
    hits: list[Hit] = []
    left = Allowance(tokens=budget_tokens)
    for each in found:
        left = left.after(around(each.memory))
        hit = _hit(each, left, occasion=occasion, why=why)
        if hit is None:
            break
        hits.append(hit)
        left = left.after(hit.lines)
        if hit.cut:
            break
    return hits


def _hit(found: Found, left: Allowance, *, occasion: Occasion, why: bool) -> Hit | None:
    """A hit as it is printed, or None when not even a beginning of its text fits."""
    memory, strength = found.memory, found.score.strength
    head = headline(memory, strength=strength, now=occasion.now, scope=found.store.scope)
    tail = "".join(f"\n{line}" for line in (*beside_lines(found), *(why_lines(found) if why else ()))) + "\n"
    body = "" if found.repeats else f"\n{indented(memory.text)}"
    lines, shown = head + body + tail, body
    is_cut = not left.holds(lines)
    if is_cut:
        room = left.after(head).after(tail)
        shown = cut(body, room) if room.tokens >= _FEWEST_TEXT_TOKENS else ""
        lines = head + shown + tail
        if not shown or not left.holds(lines):
            return None
    return Hit(
        memory=memory,
        scope=found.store.scope,
        score=found.score.total,
        relevance=found.ranked.relevance,
        strength=strength,
        why=found.score,
        parts=found.ranked,
        lines=lines,
        text=outdented(shown.removeprefix("\n")),
        tokens=estimate_tokens(lines),
        cut=is_cut,
        retrieved=False,
        source_of=found.source_of,
        conflicts=found.conflicts,
    )


def _returned_for_use(findings: Findings, shown: int) -> list[Found]:
    """The hits that count as retrieved: the good ones, without sources that their pattern speaks for.

    None for a query of stop words alone.
    """
    if findings.query.only_stop_words:
        return []
    best = max((each.ranked.relevance for each in findings.found), default=0.0)
    return [
        each for each in findings.found[:shown] if each.ranked.relevance >= RETRIEVED_SHARE * best and not each.repeats
    ][:MOST_RETRIEVED]


def _note_use(
    stores: Sequence[Store], query: str, used: Sequence[Found], occasion: Occasion
) -> tuple[dict[str, Memory], list[str]]:
    """Strengthen what was returned for use, store by store; trouble with that never takes the answer away."""
    after: dict[str, Memory] = {}
    notes: list[str] = []
    asked = public(query.encode("utf-8", "replace").decode()[: 4 * _LONGEST_NOTED])[:_LONGEST_NOTED] or _PRIVATE
    for store in stores:
        own = [each for each in used if each.store is store]
        try:
            if own:
                after |= _strengthen(store, asked, own, occasion)
        except Busy:
            notes += _spool(store, asked, own, occasion)
        except HippoError as error:
            notes.append(f"this recall was not counted: {error.message}")
    return after, notes


def _strengthen(store: Store, asked: str, used: Sequence[Found], occasion: Occasion) -> dict[str, Memory]:
    with writing(store, occasion, wait_seconds=BOOKKEEPING_WAIT_SECONDS):
        fresh = store.memories.by_numbers([each.number for each in used])
        store.recalls.add(asked, [each.number for each in fresh], session=occasion.actor.session, now=occasion.now)
        return {each.memory.id: use(store, each, RECALLED, occasion) for each in fresh}


def _spool(store: Store, asked: str, used: Sequence[Found], occasion: Occasion) -> list[str]:
    """Leave the counting to the next writer."""
    ids = tuple(each.memory.id for each in used)
    try:
        store.spool.put(SpooledRecall(at=occasion.now, query=asked, actor=occasion.actor, memory_ids=ids))
    except (OSError, HippoError) as error:
        return [f"this recall was not counted: {error}"]
    return ["the store is busy: this recall is counted by the next command that writes"]


def _updated(hit: Hit, after: dict[str, Memory]) -> Hit:
    if hit.memory.id not in after:
        return hit
    return replace(hit, memory=after[hit.memory.id], retrieved=True)


def _archived_note(
    stores: Sequence[Store], query: str, findings: Findings, scope: Scope, occasion: Occasion
) -> list[str]:
    """How many forgotten memories answer better than the live ones, if those answer poorly."""
    best = max((each.ranked.words for each in findings.found), default=0.0)
    if best >= _POOR_SHARE or findings.query.only_stop_words:
        return []
    gone = find(stores, query, scope=replace(scope, state=State.ARCHIVED), now=occasion.now, limit=100).found
    count = sum(each.ranked.words > best for each in gone)
    if not count:
        return []
    matches = "1 archived memory matches" if count == 1 else f"{count} archived memories match"
    return [f"{matches} better; add --archived to see what was forgotten"]


def as_data(hit: Hit, *, why: bool) -> dict[str, Any]:
    """A hit for programs: the memory whole, and what the score is made of if that was asked for."""
    shown = {
        "memory": hit.memory,
        "scope": hit.scope,
        "score": hit.score,
        "relevance": hit.relevance,
        "strength": hit.strength,
        "tokens": hit.tokens,
        "cut": hit.cut,
        "retrieved": hit.retrieved,
        "source_of": hit.source_of,
        "conflicts": hit.conflicts,
    }
    return shown | {"why": hit.why, "parts": hit.parts} if why else shown
