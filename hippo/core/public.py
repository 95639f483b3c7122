"""What stands beside a memory as it may be stored: a question, a name, a place, a reason.

These are no texts that anybody is to read, so a secret in them is masked without a word, and nothing is flagged.
"""

from __future__ import annotations

from functools import lru_cache

from hippo.core.private import without_private
from hippo.core.secrets import mask_secrets
from hippo.core.value import changed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hippo.core.memory import Origin


#: What an origin says in words, besides the files.
_NAMES = ("kind", "reference", "author", "series")
#: Stands for a character that cannot be shown.
_STAND_IN = "\ufffd"


@lru_cache(maxsize=1024)
def public(text: str) -> str:
    """A text without its private parts, with its secrets masked and its halves of characters replaced.

    Many memories have one source: the cache saves an import three of four looks.
    """
    if not text or text.isalpha():
        return text
    return mask_secrets(without_private(_whole(text))[0])[0]


def public_origin(origin: Origin) -> Origin:
    """Where a memory came from: a file can be called after a key, or by bytes that are no text."""
    shown: dict[str, Any] = {name: public(plain_name(getattr(origin, name))) for name in _NAMES}
    shown["files"] = tuple([public(plain_name(each)) for each in origin.files])
    return changed(origin, shown)


def plain_name(name: str) -> str:
    """A name as it may be shown: what no terminal shows as it is, such as a line's end, becomes U+FFFD."""
    if name.isprintable():
        return name
    from unicodedata import category

    return "".join(each if each.isprintable() or category(each) == "Zs" else _STAND_IN for each in name)


def _whole(text: str) -> str:
    """A text that is UTF-8: names of files may hold other bytes, which Python reads as halves of characters."""
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
