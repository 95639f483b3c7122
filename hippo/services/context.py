"""Context: what an agent reads at its start. Shown, not used: nothing here strengthens a memory."""

from __future__ import annotations

import re

from hippo.core.budget import Allowance, cut
from hippo.core.decay import strength
from hippo.core.humane import ago
from hippo.core.memory import Confidence
from hippo.core.value import value
from hippo.services.arranging import conflict_lines, patterns_of
from hippo.services.finding import find
from hippo.store.search import Scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime

    from hippo.core.memory import Memory
    from hippo.services.occasion import Occasion
    from hippo.store.store import Store

OPENING = "<hippo-memory>"
CLOSING = "</hippo-memory>"
#: What is said before the memories, by framing. None of it tells an agent to obey a memory.
FRAMES = {
    "observe": "Notes from earlier work here, for information. They may be out of date; check before relying on them.",
    "suggest": "Advice from earlier work here. Prefer it unless what you see now speaks against it.",
    "assert": "What is known from earlier work here. Take it as given unless what you see now contradicts it.",
}
#: A memory is worth showing from this share of the best one's relevance (chosen: half of what counts as retrieved).
_RELEVANT_SHARE = 0.25
#: Memories looked at for one context, and shown at most.
_MOST = 50
#: An entry that gets less than this many tokens is not worth its line.
_FEWEST_TEXT_TOKENS = 8
_FENCE = re.compile(r"<(?=\s*/?\s*hippo-memory)", re.IGNORECASE)


@value
class Entry:
    """One memory of the context with its strength now, and whether its text is cut in the printed block."""

    memory: Memory
    scope: str
    strength: float
    cut: bool


@value
class Context:
    """The block as it is printed, empty if there is nothing to say; `left_out` counts what did not fit."""

    text: str
    entries: tuple[Entry, ...]
    framing: str
    left_out: int = 0
    notes: tuple[str, ...] = ()


@value
class _Candidate:
    """A memory that may go into the context, with the contradictions it takes part in."""

    memory: Memory
    scope: str
    conflicts: tuple[str, ...] = ()


def context(
    stores: Sequence[Store],
    *,
    occasion: Occasion,
    query: str = "",
    task: str = "",
    budget_tokens: int,
    most_characters: int | None = None,
    framing: str = "observe",
) -> Context:
    """The block for a query, for a task (what the working tree tells: relevant ones first), or the strongest memories.

    It never passes the budget, marks and fences included, and is empty rather than filled up.
    """
    allowance = Allowance(tokens=budget_tokens, characters=most_characters)
    notes: list[str] = []
    candidates: list[_Candidate] = []
    if query or task:
        candidates += _relevant(stores, query or task, occasion.now, notes)
    if not query:
        candidates += _strongest(stores, occasion.now)
    chosen: dict[str, _Candidate] = {}
    for each in candidates:
        if not each.memory.flag:
            chosen.setdefault(each.memory.id, each)
    return _block(list(chosen.values()), allowance, framing, occasion.now, notes)


def _relevant(stores: Sequence[Store], text: str, now: datetime, notes: list[str]) -> list[_Candidate]:
    findings = find(stores, text, scope=Scope(), now=now, limit=_MOST)
    notes += [f"{damage}: the memories were read one by one" for damage in findings.index_damage]
    if findings.query.only_stop_words:
        return []
    best = max((each.ranked.relevance for each in findings.found), default=0.0)
    return [
        _Candidate(memory=each.memory, scope=each.store.scope, conflicts=each.conflicts)
        for each in findings.found
        if each.ranked.relevance >= _RELEVANT_SHARE * best and not each.repeats
    ]


def _strongest(stores: Sequence[Store], now: datetime) -> list[_Candidate]:
    """The strongest memories, what is in doubt last; of equals the newest first. Sources yield to their pattern."""
    found = [each for store in stores for each in _strongest_of(store)]
    found.sort(key=lambda each: each.memory.id)
    found.sort(key=lambda each: each.memory.created_at, reverse=True)
    found.sort(key=lambda each: (each.memory.confidence is Confidence.STALE, -strength(each.memory, now)))
    return found[:_MOST]


def _strongest_of(store: Store) -> Iterator[_Candidate]:
    strongest = store.memories.strongest(_MOST)
    numbers = [each.number for each in strongest]
    sources = patterns_of(store, numbers)
    conflicts = conflict_lines(store, numbers)
    for each in strongest:
        if each.number not in sources:
            yield _Candidate(memory=each.memory, scope=store.scope, conflicts=conflicts.get(each.number, ()))


def _block(
    candidates: Sequence[_Candidate], allowance: Allowance, framing: str, now: datetime, notes: Sequence[str]
) -> Context:
    head, foot = f"{OPENING}\n{FRAMES[framing]}\n", f"{CLOSING}\n"
    left = allowance.after(head).after(foot)
    lines: list[str] = []
    entries: list[Entry] = []
    for each in candidates:
        line = _line(each, now)
        shown = line if left.holds(line) else _cut_line(each, left, now)
        if not shown:
            break
        lines.append(shown)
        entries.append(
            Entry(memory=each.memory, scope=each.scope, strength=strength(each.memory, now), cut=shown != line)
        )
        left = left.after(shown)
        if shown != line:
            break
    text = "".join((head, *lines, foot)) if lines else ""
    if not allowance.holds(text):
        text, entries = "", []
    return Context(
        text=text,
        entries=tuple(entries),
        framing=framing,
        left_out=len(candidates) - len(entries),
        notes=tuple(notes),
    )


def _line(each: _Candidate, now: datetime, text: str | None = None) -> str:
    """One entry of the list: its text, then in brackets what one needs to judge and to name it."""
    memory = each.memory
    facts: Iterable[str] = (
        memory.id,
        memory.confidence,
        ago(memory.created_at, now),
        *(f"#{tag}" for tag in memory.tags),
        *([each.scope] if each.scope != "local" else []),
        *each.conflicts,
    )
    body = _FENCE.sub("‹", memory.text if text is None else text).replace("\n", "\n  ")
    return f"- {body} ({', '.join(facts)})\n"


def _cut_line(each: _Candidate, left: Allowance, now: datetime) -> str:
    room = left.after(_line(each, now, text=""))
    if room.tokens < _FEWEST_TEXT_TOKENS:
        return ""
    shown = cut(each.memory.text, room)
    line = _line(each, now, text=shown)
    return line if shown and left.holds(line) else ""
