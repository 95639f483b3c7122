"""The words of a text that report a change of how things were."""

from __future__ import annotations

from hippo.core.consolidation.lexicon import changes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hippo.core.consolidation.tokens import Token


def changes_in(found: Sequence[Token]) -> dict[int, str]:
    """The places of the words that report a change, and the sort of change: the section of the list."""
    told: dict[int, str] = {}
    for at, token in enumerate(found):
        if token.kind != "word" or token.quoted or token.code or token.condition:
            continue
        for phrase, section in changes().get(token.stem, ()):
            if tuple(each.stem for each in found[at : at + len(phrase)]) == phrase and _reports(found, at, section):
                told[at] = section
                break
    return told


def _reports(found: Sequence[Token], at: int, section: str) -> bool:
    """Whether a verb of change is told of, not asked for: "was raised to 5", "moved to uv", not "raise an error"."""
    if section == "now":
        return True
    lowered = found[at].text.lower()
    before = found[at - 1].text.lower() if at else ""
    is_past = lowered.endswith("ed") or lowered in ("took", "taken")
    if section == "ended" and at + 1 < len(found) and found[at + 1].text.endswith("ing"):
        return is_past
    if not is_past:
        return lowered in ("replaces", "supersedes") and section == "moved"
    if before in _MUST_BE or (before == "be" and at >= 2 and found[at - 2].text.lower() in (*_MUST_BE, "to")):
        return False
    if at == 0 or before in _BEFORE_REPORT:
        return True
    if before in ("is", "are", "be"):
        return section == "ended" and lowered in ("deprecated", "removed", "discontinued", "retired", "sunset")
    if section == "ended" and at and (at + 1 == len(found) or found[at + 1].kind == "stop"):
        return before not in _MUST_BE
    following = {each.text.lower() for each in found[at + 1 : at + 9] if each.clause == found[at].clause}
    return bool(following & {"to", "from", "with", "into", "by"}) and section in ("moved", "raised")


_BEFORE_REPORT = frozenset("was were been got we they has have i team just recently being".split())
_MUST_BE = frozenset(("must", "should", "can", "may", "not", "never", "always", "when", "if"))
