"""A hit as a reader gets it: a line that names it, its text, and with `--why` what its score is made of.

Budgets count exactly these lines, so they are made here and printed as they are.
"""

from __future__ import annotations

from hippo.core.humane import ago, bar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from hippo.core.memory import Memory
    from hippo.services.finding import Found

INDENT = "  "


def headline(memory: Memory, *, strength: float, now: datetime, scope: str = "local") -> str:
    """Id, strength, confidence, age, flag, tags and, where it is not the project's, the store: one line."""
    parts = [memory.id, f"{bar(strength)} {strength:.2f}", f"[{memory.confidence}]", ago(memory.created_at, now)]
    parts += ["pattern" if memory.origin.kind == "sleep" else "semantic"] * (memory.layer == "semantic")
    parts += ["pinned"] * memory.pinned
    parts += [memory.state.value] * (memory.state != "live")
    parts += [f"flagged: {memory.flag}"] * bool(memory.flag)
    parts += [f"#{tag}" for tag in memory.tags]
    parts += [f"({scope})"] * (scope != "local")
    return "  ".join(parts)


def indented(text: str) -> str:
    """A text under its headline."""
    return "\n".join(f"{INDENT}{line}" if line else "" for line in text.split("\n"))


def outdented(text: str) -> str:
    """An indented text, or the beginning of one, as it was."""
    return "\n".join(line.removeprefix(INDENT) for line in text.split("\n"))


def beside_lines(found: Found) -> Iterator[str]:
    """What a reader must know beside the text: contradictions, and the pattern that speaks for it."""
    for conflict in found.conflicts:
        yield f"{INDENT}{conflict}"
    if found.source_of:
        yield f"{INDENT}source of {found.source_of}"


def why_lines(found: Found) -> Iterator[str]:
    """What the score of a hit is made of, in one line for the score and one for the relevance."""
    made = found.score
    yield (
        f"{INDENT}why: score {made.total:.3f} = relevance {made.relevance:.3f}"
        f" x (0.9 + 0.1 strength {made.strength:.2f} + 0.1 recency {made.recency:.2f})"
        f" x confidence {made.confidence:.2f} ({found.memory.confidence})"
    )
    parts = {
        "words": found.ranked.words,
        "first line": found.ranked.first_line,
        "spelling": found.ranked.spelling,
        "series": found.ranked.series,
        "neighbours": found.ranked.neighbours,
        "metadata": found.ranked.metadata,
        "meaning": found.ranked.meaning,
    }
    summed = " + ".join(f"{name} {share:.3f}" for name, share in parts.items() if share > 0)
    matched = ", ".join(found.ranked.matched) or "none of its own words"
    near = "" if found.ranked.cosine is None else f"; cosine {found.ranked.cosine:.3f}"
    yield f"{INDENT}     relevance = {summed}; matched: {matched}{near}"
