"""Words that add nothing to what a text says where they stand: "please", the "run" of "run the linter".

By their place and not by their stem: "use" is silent in "use tabs" and tells in "in use"; "generated files" are not all
files, "the live key" is not any key, and the write timeout is not the timeout.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hippo.core.consolidation.concepts import Concept
    from hippo.core.consolidation.tokens import Token

_COURTESIES = frozenset("always simply please now currently".split())
#: What a text may begin with.
_BEGINNINGS = frozenset("note lesson remember reminder".split())
#: "Made with", "runs in": what follows says it all.
_VERBS = frozenset(("use", "implement", "run"))
_NOUN_FOLLOWS = frozenset(
    "the a an our its your their this that these those no all any every each some in on at of by per under".split()
)
_BE = frozenset("is are was were be been being get gets got".split())
_GERUND_FOLLOWS = frozenset("before after by when while for of on in to without avoid".split())
#: How far a participle may stand behind its "be".
_REACH = 3


def is_silent(found: Sequence[Token], idea: Concept) -> bool:
    """Whether an idea adds nothing where it stands."""
    token = found[idea.at]
    lowered = token.text.lower()
    before = found[idea.at - 1].text.lower() if idea.at else ""
    end = idea.at + idea.length
    following = found[end].text.lower() if end < len(found) else ""
    if lowered in _COURTESIES or (lowered in _BEGINNINGS and idea.at == 0):
        return True
    if idea.length > 1:
        return lowered in ("make", "making") and found[idea.at + 1].text.lower() == "sure"
    if idea.name == "need":
        return following == "to" and idea.sign > 0
    if idea.name == "get":
        return following.endswith("ed")
    if idea.name == "locat":
        return following in ("in", "at", "on", "under")
    return idea.name in _VERBS and _is_verb(found, idea.at, before)


def _is_verb(found: Sequence[Token], at: int, before: str) -> bool:
    lowered = found[at].text.lower()
    if lowered.endswith("ing"):
        return before in _GERUND_FOLLOWS
    if lowered.endswith("ed"):
        return any(token.text.lower() in _BE for token in found[max(0, at - _REACH) : at])
    return before not in _NOUN_FOLLOWS
