"""What stands beside a memory as it may be stored: a question, a name, a place, a reason.

These are no texts that anybody is to read, so a secret in them is masked without a word, and nothing is flagged.
"""

from __future__ import annotations

from hippo.core.private import without_private
from hippo.core.secrets import mask_secrets
from hippo.core.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.core.memory import Origin


def public(text: str) -> str:
    """A text without its private parts and with its secrets masked."""
    return text if not text or text.isalpha() else mask_secrets(without_private(text)[0])[0]


def public_origin(origin: Origin) -> Origin:
    """Where a memory came from: a file can be called after a key."""
    names = {name: public(getattr(origin, name)) for name in ("kind", "reference", "author", "series")}
    return replace(origin, **names, files=tuple(map(public, origin.files)))
