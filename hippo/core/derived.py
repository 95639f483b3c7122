"""What is worked out of a memory once, when it is written: what it is found by, its fingerprint, its tokens."""

from __future__ import annotations

from hippo.core.analysis import Analysis, analyse
from hippo.core.identity import fingerprint
from hippo.core.tokens import estimate_tokens
from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.core.memory import Origin


@value
class Derived:
    """All that the store keeps of a memory beside the memory itself."""

    analysis: Analysis
    fingerprint: int
    token_count: int


def derived(text: str, *, tags: tuple[str, ...], origin: Origin) -> Derived:
    """Work it out of a text, its tags and where it came from."""
    return Derived(
        analysis=analyse(text, tags=tags, origin=origin),
        fingerprint=fingerprint(text),
        token_count=estimate_tokens(text),
    )
