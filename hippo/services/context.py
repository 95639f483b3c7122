"""Context: what an agent reads at its start. Shown, not used: nothing here strengthens a memory.

The core pages come first and get a share of the budget that depends on nothing else, so that they stay the same bytes
whatever stands behind them. What they leave is shared between the handoff, the working memory, the memories and what
waits; what one part leaves goes to the others.
"""

from __future__ import annotations

from hippo.core.budget import Allowance
from hippo.core.decay import strength
from hippo.core.shares import allotted
from hippo.core.tokens import estimate_tokens
from hippo.core.value import replace, value
from hippo.services.context_block import CLOSING, OPENING, Fitted, Part, fitted, left_out_line
from hippo.services.context_core import core_parts
from hippo.services.context_memories import candidates, memory_part
from hippo.services.context_thread import buffer_part, handoff_part, waiting_part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from hippo.core.memory import Memory
    from hippo.services.context_memories import Candidate
    from hippo.services.meaning import Meaning
    from hippo.services.occasion import Occasion
    from hippo.store.store import Store

#: What is said before everything, by framing. None of it tells an agent to obey a memory.
FRAMES = {
    "observe": "Notes from earlier work here, for information. They may be out of date; check before relying on them.",
    "suggest": "Advice from earlier work here. Prefer it unless what you see now speaks against it.",
    "assert": "What is known from earlier work here. Take it as given unless what you see now contradicts it.",
}
#: The core pages' share of the budget (measured: two full pages of real rules of agents take .63 to .67 of the usual
#: one, 200 samples; they fit whole).
_CORE_SHARE = 0.7
#: The shares of the handoff, the buffer, the memories and what waits in what the core pages leave (chosen).
_SHARES = (0.3, 0.2, 0.4, 0.1)
_MEMORIES = 2


@value
class Entry:
    """One memory of the context with its strength now, and whether its text is cut in the printed block."""

    memory: Memory
    scope: str
    strength: float
    cut: bool


@value
class Context:
    """The block as it is printed, empty if there is nothing to say.

    `entries` are its memories, `left_out` counts what did not fit, of memories and all the rest.
    """

    text: str
    entries: tuple[Entry, ...]
    framing: str
    core: tuple[str, ...] = ()
    handoff: tuple[str, ...] = ()
    buffer: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    left_out: int = 0
    notes: tuple[str, ...] = ()


@value
class _Block:
    """The parts as far as they fit, and the whole text."""

    text: str
    core: tuple[Fitted, ...]
    others: tuple[Fitted, ...]

    @property
    def parts(self) -> tuple[Fitted, ...]:
        return (*self.core, *self.others)


def context(
    stores: Sequence[Store],
    *,
    occasion: Occasion,
    query: str = "",
    task: str = "",
    scopes: Sequence[str] = (),
    allowance: Allowance,
    framing: str = "observe",
    refresh: bool = False,
    meaning: Meaning | None = None,
) -> Context:
    """The block for a query, for a task (what the working tree tells: relevant ones first), or the strongest memories.

    A query is answered by words, and with `meaning` by vectors too.

    `scopes` are those of the working memory that belong to it. It never passes the allowance, marks and fences
    included, and is empty rather than filled up. `refresh` shows the core pages as they are now.
    """
    if not allowance.holds(f"{OPENING}\n{CLOSING}\n"):
        return Context(text="", entries=(), framing=framing)
    notes: list[str] = []
    memories = candidates(stores, query=query, task=task, now=occasion.now, notes=notes, meaning=meaning)
    thread = stores[0]
    core = core_parts(stores, occasion, refresh=refresh)
    others = [
        handoff_part(thread, occasion),
        buffer_part(thread, scopes),
        memory_part(memories, occasion.now),
        Part(name="waiting item", items=()) if query else waiting_part(stores),
    ]
    if core or any(part.items for part in (*others[:_MEMORIES], *others[_MEMORIES + 1 :])):
        others[_MEMORIES] = replace(others[_MEMORIES], heading="Memories:")
    block = _best_block(core, others, allowance, framing)
    return _told(block, memories, occasion, framing, notes)


def _best_block(core: Sequence[Part], others: Sequence[Part], allowance: Allowance, framing: str) -> _Block:
    """The block with a line about what was left out, if there is room for that and for anything else."""
    block = _block(core, others, allowance, framing)
    line = left_out_line(block.parts)
    if not line:
        return block
    with_line = _block(core, others, allowance, framing, spare=f"{line}0000")
    return with_line if any(part.lines for part in with_line.parts) else block


def _block(
    core: Sequence[Part], others: Sequence[Part], allowance: Allowance, framing: str, *, spare: str = ""
) -> _Block:
    """Everything as far as it fits, with `spare` kept for the line about what does not."""
    head, foot = f"{OPENING}\n{FRAMES[framing]}\n", f"{CLOSING}\n"
    left = allowance.after(head).after(foot)
    pages: list[Fitted] = []
    room = _share(left, _CORE_SHARE)
    for part in core:
        pages.append(fitted(part, room))
        room = room.after(pages[-1].text)
    left = left.after("".join(page.text for page in pages)).after(spare)
    rest = _shared_out(others, left)
    told = left_out_line((*pages, *rest)) if spare else ""
    body = "".join(part.text for part in (*pages, *rest))
    text = f"{head}{body}{told}{foot}" if body else ""
    if not allowance.holds(text):
        return _Block(text="", core=_nothing(pages), others=_nothing(rest))
    return _Block(text=text, core=tuple(pages), others=tuple(rest))


def _shared_out(parts: Sequence[Part], left: Allowance) -> list[Fitted]:
    """Each part within its share; then, in order, those that are not whole get what nobody used."""
    shown = [fitted(part, grant) for part, grant in zip(parts, _grants(parts, left), strict=True)]
    for number, each in enumerate(shown):
        if each.left_out:
            beside = "".join(other.text for other in shown if other is not each)
            shown[number] = fitted(each.part, left.after(beside))
    return shown


def _nothing(parts: Sequence[Fitted]) -> tuple[Fitted, ...]:
    return tuple(replace(part, lines=()) for part in parts)


def _share(allowance: Allowance, share: float) -> Allowance:
    """A part of what may be printed."""
    characters, utf8_bytes = allowance.characters, allowance.utf8_bytes
    return Allowance(
        tokens=int(allowance.tokens * share),
        characters=None if characters is None else int(characters * share),
        utf8_bytes=None if utf8_bytes is None else int(utf8_bytes * share),
    )


def _grants(parts: Sequence[Part], left: Allowance) -> list[Allowance]:
    """What each part may print, in every unit that is limited."""
    tokens = _shared(left.tokens, parts, estimate_tokens)
    characters = None if left.characters is None else _shared(left.characters, parts, len)
    sizes = None if left.utf8_bytes is None else _shared(left.utf8_bytes, parts, _size)
    return [
        Allowance(
            tokens=tokens[number],
            characters=None if characters is None else characters[number],
            utf8_bytes=None if sizes is None else sizes[number],
        )
        for number in range(len(parts))
    ]


def _shared(total: int, parts: Sequence[Part], cost: Callable[[str], int]) -> list[int]:
    """What each part gets of one unit; entry by entry, as they are fitted, a part costs a little more than at once."""
    return allotted(total, [_want(part, total, cost) for part in parts], _SHARES)


def _want(part: Part, most: int, cost: Callable[[str], int]) -> int:
    """What a part costs, counted until it is more than there is: of fifty memories few are looked at."""
    want = 0
    for line in _lines(part):
        want += cost(line)
        if want > most:
            break
    return want


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _lines(part: Part) -> Iterator[str]:
    if part.heading and part.items:
        yield f"{part.heading}\n"
    for item in part.items:
        yield item.line()


def _told(
    block: _Block, memories: Sequence[Candidate], occasion: Occasion, framing: str, notes: Sequence[str]
) -> Context:
    handoff, buffer, fitted_memories, waiting = block.others
    entries = tuple(
        Entry(
            memory=memories[line.place].memory,
            scope=memories[line.place].scope,
            strength=strength(memories[line.place].memory, occasion.now),
            cut=line.is_cut,
        )
        for line in fitted_memories.lines
    )
    return Context(
        text=block.text,
        entries=entries,
        framing=framing,
        core=tuple(text for page in block.core for text in _texts(page)),
        handoff=tuple(_texts(handoff)),
        buffer=tuple(_texts(buffer)),
        waiting=tuple(_texts(waiting)),
        left_out=sum(part.left_out for part in block.parts),
        notes=tuple(notes),
    )


def _texts(part: Fitted) -> list[str]:
    return [part.part.items[line.place].text for line in part.lines]
