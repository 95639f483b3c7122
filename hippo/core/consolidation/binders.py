"""The small words that bind to an idea: how many, from where, before or after what, which of two."""

from __future__ import annotations

from hippo.core.consolidation.lexicon import binders

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hippo.core.consolidation.tokens import Token

#: Words that open a phrase of circumstance, by what they say; the phrase may lead a text or end it.
LEADING_PREPOSITIONS = {
    **{word: word for word in "in on at for with during from within per via through under of to into".split()},
    "because": "because",
    "due": "because",
}
#: "X, not Y" and "X instead of Y" say the same.
CONTRAST = "not"
_AUXILIARIES = frozenset(
    "is are was were be been do does did have has had must should shall will would can could may might need ought"
    " ca wo sha please always you we to and but or also just".split()
)


def binder(found: Sequence[Token], at: int) -> str:
    """The class of a word that binds to what follows it; nothing for any other word."""
    token = found[at]
    lowered = token.text.lower()
    if token.kind == "compare":
        return lowered
    if token.kind != "word":
        return ""
    before = found[at - 1].text.lower() if at else ""
    following = found[at + 1].text.lower() if at + 1 < len(found) else ""
    if lowered == "instead" or (lowered == "rather" and following == "than"):
        return CONTRAST
    if lowered == "than" and before == "rather":
        return ""
    if lowered == "not":
        return CONTRAST if at and (before == "," or _is_content(found[at - 1])) else ""
    if lowered in ("most", "least") and before == "at" and _is_behind_number(found, at):
        return ""
    if lowered in ("can", "could", "may", "might") and following in ("not", "never"):
        return ""
    return binders().get(lowered, "")


def _is_content(token: Token) -> bool:
    return token.kind != "stop" and token.text.lower() not in _AUXILIARIES


def _is_behind_number(found: Sequence[Token], at: int) -> bool:
    """Whether "at most" bounds a number before it: "10 rows at most"."""
    return any(each.kind == "number" for each in found[max(0, at - 4) : at])


def opener(found: Sequence[Token], at: int) -> str:
    """What a word opens: a phrase that says where, when or with what; nothing for any other word."""
    lowered = found[at].text.lower()
    if lowered == found[at].condition:
        return binders().get(lowered, lowered)
    return LEADING_PREPOSITIONS.get(lowered, "")
