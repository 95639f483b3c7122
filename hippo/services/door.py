"""The door: the one place that every text passes before it is stored.

Private parts are dropped, the text is tidied and measured, secrets are refused or masked, and what could
command an agent is flagged: surely, or as a doubt, for which a memory waits (`core.waiting`).
"""

from __future__ import annotations

from hippo.core.hygiene import clean_text, fits, hidden_characters
from hippo.core.orders import gives_orders, may_give_orders
from hippo.core.private import without_private
from hippo.core.secrets import mask_secrets
from hippo.core.value import value
from hippo.core.waiting import is_doubtful
from hippo.errors import Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.core.settings import MemorySettings


@value
class Admitted:
    """A text as it may be stored, the flag it carries, and what was done to it."""

    text: str
    flag: str = ""
    notes: tuple[str, ...] = ()


class SecretRefused(Refused):
    """The text holds something that looks like a secret."""

    code = "secret"


def admit(text: str, *, mask: bool, settings: MemorySettings) -> Admitted:
    """Let a text in, or say why not.

    With `mask` a secret is replaced, without it the text is refused. Raises UsageError for a text that is
    empty or broken, Refused for one that is too long, SecretRefused.
    """
    public, was_private = without_private(text)
    fits(public, settings.text_limit_bytes)
    tidy = clean_text(public)
    masked, kinds = mask_secrets(tidy)
    if kinds and not mask:
        raise SecretRefused(
            f"the text holds a secret ({', '.join(kinds)}); nothing was stored",
            hint="take it out, or store the rest with --redact",
        )
    flag = _flag(masked)
    notes = [f"masked: {', '.join(kinds)}"] * bool(kinds)
    notes += ["a private part was left out"] * was_private
    if is_doubtful(flag):
        notes.append(f"doubtful ({flag}): it stays out of every context")
    elif flag:
        notes.append(f"flagged ({flag}): it is kept, but stays out of every context")
    return Admitted(text=masked, flag=flag, notes=tuple(notes))


def _flag(text: str) -> str:
    hidden = hidden_characters(text)
    return f"hidden characters: {', '.join(hidden)}" if hidden else gives_orders(text) or may_give_orders(text)
