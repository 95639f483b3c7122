"""What a number is compared by: "at least", "up to", "no more than", ">"."""

from __future__ import annotations

from hippo.core.lazy_pattern import lazily

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hippo.core.consolidation.tokens import Token

_AT_LEAST = lazily(
    r"(?:at least|minimum(?: of)?|min(?: of)?|no (?:less|fewer) than|not (?:less|fewer) than"
    r"|or (?:more|newer|later|higher)|from|>=|≥|starting at|and (?:later|newer|above|up|higher))$"
)
_AT_MOST = lazily(
    r"(?:at most|up to|maximum(?: of)?|max(?: of)?|no (?:more|later|longer|greater) than|not (?:more|exceed)(?: than)?"
    r"|never (?:exceed|more than)|within|<=|≤)$"
)
_ABOVE = lazily(
    r"(?:more than|above|over|exceeds?|exceeding|beyond|greater than|older than|longer than|larger than"
    r"|bigger than|higher than|newer than|>)$"
)
_BELOW = lazily(
    r"(?:less than|fewer than|below|under|younger than|shorter than|smaller than|lower than|older than version|<)$"
)
_OR_MORE = lazily(r"(?:or|and) (?:more|newer|later|higher|above|up|over|longer|older)\b|at least\b")
_OR_LESS = lazily(r"(?:or|and) (?:less|fewer|older|lower|below|earlier|under|shorter)\b|at most\b")
#: How what matches one of these ends or begins: most numbers are compared by nothing, and no pattern is needed then.
_ENDS_BEFORE = tuple(
    "least minimum min of than more newer later higher from >= ≥ at above up most to maximum max exceed exceeds"
    " exceeding within <= ≤ over beyond > below under version <".split()
)
_BEGINNINGS_AFTER = ("or ", "and ", "at ")


def comparator(found: Sequence[Token], at: int) -> tuple[str, set[int]]:
    """What a number is compared by, and the places of the words that say so."""
    if found[at].kind not in ("number", "word", "version", "name"):
        return "=", set()
    first = max(0, at - 3)
    before = " ".join(token.text.lower() for token in found[first:at])
    sign, words = "=", 0
    patterns = ((_AT_LEAST, ">="), (_AT_MOST, "<="), (_BELOW, "<"), (_ABOVE, ">"))
    for pattern, meaning in patterns if before.endswith(_ENDS_BEFORE) else ():
        if matched := pattern().search(before):
            sign, words = meaning, len(matched[0].split())
            break
    if sign == "=" or before.endswith("from"):
        after = " ".join(token.text.lower() for token in found[at + 1 : at + 5])
        sign = _bound_after(after) or _bound_after(after.partition(" ")[2]) or "="
    places = set(range(at - words, at)) if sign != "=" else set()
    negators = {
        place
        for place in range(max(0, at - 6), at)
        if found[place].clause == found[at].clause and found[place].stem in ("never", "not", "no")
    }
    if sign in ("<", ">") and negators:
        return {"<": ">=", ">": "<="}[sign], places | negators
    return sign, places


def _bound_after(text: str) -> str:
    if not text.startswith(_BEGINNINGS_AFTER):
        return ""
    return ">=" if _OR_MORE().match(text) else "<=" if _OR_LESS().match(text) else ""
