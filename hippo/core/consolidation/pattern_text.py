"""The text of a pattern, made of the sources' own words: the sentence nearest to all, then clauses with missing facts.

Nothing is invented: every piece stands in a source as it is here. Measured on hand-made groups
(`scripts/bench consolidation`): all of their key facts arrive, at .44 of the length of the sources.
"""

from __future__ import annotations

import re

from hippo.core.consolidation.features import dot, features_of
from hippo.core.consolidation.statement import is_weak, read
from hippo.core.consolidation.values import ValueKind
from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from hippo.core.consolidation.features import Vector
    from hippo.core.consolidation.statement import Statement

#: A clause ends before these. The parts between are quoted whole.
_END = re.compile(
    r"(?<=[.!?]) | ?;+ ?|: |, (?:and |so |but )?| (?=because\b|since\b|until\b)| [-–—] | (?:so|but) (?!that\b)"
)
_TRIMMED = " \t\n.,;:-–—"
#: What a fact is worth: a value or name that must survive, and the most that an idea of several sources is worth.
HARD = 3.0
SOFT = 1.0
#: Worth that a clause without a missing value must bring for each character it adds (measured: from .01 to .06 the
#: figures hardly move).
LEAST_WORTH = 0.03
#: Share of the sources' length that clauses without a missing value may fill.
LONGEST = 0.45


@value
class Clause:
    """A piece of a source and the facts in it."""

    text: str
    facts: frozenset[str]


def pattern_text(sources: Sequence[Statement], vectors: Sequence[Vector]) -> str:
    """One text for several sources; the same whatever their order."""
    order = sorted(
        range(len(sources)), key=lambda at: (-_nearness(at, vectors), len(sources[at].text), sources[at].text)
    )
    worth = _worth(sources)
    first = _tidy(sources[order[0]].text)
    chosen = [first]
    missing = {fact: each for fact, each in worth.items() if fact not in facts_of(read(first))}
    room = LONGEST * sum(len(each.text) for each in sources)
    clauses = [clause for at in order[1:] for clause in clauses_of(sources[at].text)]
    while missing and clauses:
        best = max(clauses, key=lambda clause: _rank(clause, missing))
        gain = sum(missing.get(fact, 0.0) for fact in best.facts)
        length = len("; ".join([*chosen, best.text]))
        brings_value = any(missing.get(fact, 0.0) >= HARD for fact in best.facts)
        if not gain or not (brings_value or (gain >= LEAST_WORTH * len(best.text) and length <= room)):
            break
        chosen.append(best.text)
        missing = {fact: each for fact, each in missing.items() if fact not in best.facts}
    return "; ".join(chosen)


def _nearness(at: int, vectors: Sequence[Vector]) -> float:
    """How near a source is to all others, to nine decimals so that the order of a sum does not matter."""
    return round(sum(sorted(dot(vectors[at], other) for other in vectors)), 9)


def _worth(sources: Sequence[Statement]) -> dict[str, float]:
    """What each fact of the sources is worth: values and names in full, ideas by how many sources have them."""
    counts: dict[str, int] = {}
    for each in sources:
        for fact in facts_of(each):
            counts[fact] = counts.get(fact, 0) + 1
    return {
        fact: HARD if fact[0] == "=" else SOFT * count / len(sources)
        for fact, count in counts.items()
        if fact[0] == "=" or count >= 2
    }


def facts_of(statement: Statement) -> frozenset[str]:
    """The facts of a text: its values and names, which begin with `=`, and its ideas of weight."""
    hard = {
        f"={_plain(str(each.amount))}"
        for each in statement.values
        if each.kind is not ValueKind.NAME or _is_code(each.text)
    }
    names = {str(each.amount) for each in statement.values}
    return frozenset(hard | {name for name in features_of(statement).ideas if not is_weak(name) and name not in names})


def _plain(amount: str) -> str:
    return amount.removesuffix("()").lower()


def _is_code(name: str) -> bool:
    """Whether a name is an identifier and not a word with odd capitals: `get_user()`, not `GitHub`."""
    return "_" in name or "(" in name or any(letter.isdigit() for letter in name)


def clauses_of(text: str) -> list[Clause]:
    """The pieces of a text, and the text itself where no piece will do."""
    lines = (" ".join(line.split()) for line in text.splitlines())
    pieces = [_tidy(piece) for line in lines for piece in _END.split(line)]
    found = dict.fromkeys(piece for piece in (*pieces, _tidy(text)) if piece)
    return [Clause(text=piece, facts=facts_of(read(piece))) for piece in found]


def _rank(clause: Clause, missing: Mapping[str, float]) -> tuple[float, int, str]:
    gain = _sum(missing.get(fact, 0.0) for fact in clause.facts)
    return (gain / (len(clause.text) + 12), -len(clause.text), clause.text)


def _sum(weights: Iterable[float]) -> float:
    return round(sum(sorted(weights)), 9)


def _tidy(text: str) -> str:
    return " ".join(text.split()).strip(_TRIMMED)
