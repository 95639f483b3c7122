"""Config: look at the settings and change them."""

from __future__ import annotations

from hippo.adapters import config as adapter
from hippo.core.settings import Settings, entries
from hippo.core.value import value
from hippo.errors import StoreError, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.core.settings import Setting
    from hippo.store.store import Store


@value
class Shown:
    """A setting with its content and its default."""

    key: str
    content: Setting
    default: Setting

    @property
    def is_default(self) -> bool:
        return self.content == self.default


def show(settings: Settings, key: str | None = None) -> list[Shown]:
    """All settings, or the one asked for.

    Raises UsageError for one that does not exist.
    """
    defaults = dict(entries(Settings()))
    found = [Shown(key=name, content=content, default=defaults[name]) for name, content in entries(settings)]
    if key is None:
        return found
    if key not in defaults:
        raise UsageError(f"there is no setting {key!r}", hint=f"there are {', '.join(defaults)}")
    return [each for each in found if each.key == key]


def lifts_approval(settings: Settings, key: str, content: str) -> bool:
    """Whether a change would let in what waits for a person's word as long as it is not made."""
    return (key, content) == ("door.write_approval", "false") and settings.door.write_approval


def change(store: Store, key: str, content: str) -> Shown:
    """Write one setting.

    Raises UsageError for a setting or content that is none, StoreError when the file cannot be written.
    """
    show(Settings(), key)
    try:
        settings = adapter.save(store.folder, key, content)
    except OSError as error:
        raise StoreError(f"config.toml was not written: {error.strerror}") from error
    return show(settings, key)[0]
