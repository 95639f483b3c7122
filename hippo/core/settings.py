"""Every setting with its default and its range; `adapters.config` fills them from config.toml."""

from __future__ import annotations

from hippo.core.value import fields_of, replace, value
from hippo.errors import shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    Setting = bool | float | int | str

#: The most that a store can be told to take as one text (chosen: what is longer is a document).
LARGEST_TEXT_BYTES = 1024 * 1024
FRAMINGS = ("observe", "suggest", "assert")
#: Characters that a setting which is a free text may have (chosen: the longest path that systems take).
LONGEST_TEXT = 4096
BACKENDS = ("auto", "onnx", "sentence-transformers", "ollama", "server", "off")
FUSIONS = ("sum", "rrf")
LOADS = ("cheap", "always", "never")


@value
class MemorySettings:
    """How long memories live, in days, and how large one may be."""

    half_life_days: float = 7.0
    error_half_life_days: float = 14.0
    decision_half_life_days: float = 90.0
    retrieval_gain_days: float = 2.0
    longest_half_life_days: float = 180.0
    text_limit_bytes: int = 16 * 1024


@value
class SleepSettings:
    """When sleep archives, marks stale and removes for good."""

    stale_after_days: float = 30.0
    archive_half_lives: float = 2.0
    archive_below_strength: float = 0.05
    keep_archived_days: float = 180.0


@value
class RecallSettings:
    """What recall and context return when they are not told."""

    budget_tokens: int = 4000
    limit: int = 10
    context_budget_tokens: int = 1500
    framing: str = "observe"


@value
class BackupSettings:
    """How often sleep takes a backup, and how many of them are kept; 0 means never, or all."""

    every_days: float = 7.0
    keep: int = 5


@value
class CoreSettings:
    """How many characters the two core pages may have."""

    memory_characters: int = 2200
    user_characters: int = 1375


@value
class BufferSettings:
    """How many entries a scope has room for, and after how many hours without a push sleep clears it."""

    entries: int = 20
    idle_hours: float = 12.0


@value
class HandoffSettings:
    """How long a handoff is part of the context."""

    shown_days: float = 7.0


@value
class HookSettings:
    """How many memories one prompt brings at most; 0 means none."""

    prompt_memories: int = 3


@value
class EmbeddingSettings:
    """Which model makes vectors, how they count in a recall, and when a recall may load the model.

    What `weight` was measured to give stands in `core.fusion`. `load` says when a command of a second's life loads the
    model: `cheap` means by the onnx backend alone.
    """

    backend: str = "auto"
    model: str = ""
    url: str = ""
    weight: float = 1.0
    least_cosine: float = 0.25
    fusion: str = "sum"
    load: str = "cheap"
    wait_ms: int = 250
    resident: bool = False
    idle_minutes: float = 30.0


@value
class DoorSettings:
    """Whether every memory that writes itself waits until a person approves it."""

    write_approval: bool = False


@value
class Settings:
    """All of them, by section of config.toml."""

    memory: MemorySettings = MemorySettings()
    sleep: SleepSettings = SleepSettings()
    recall: RecallSettings = RecallSettings()
    backup: BackupSettings = BackupSettings()
    core: CoreSettings = CoreSettings()
    buffer: BufferSettings = BufferSettings()
    handoff: HandoffSettings = HandoffSettings()
    hooks: HookSettings = HookSettings()
    embeddings: EmbeddingSettings = EmbeddingSettings()
    door: DoorSettings = DoorSettings()


#: The smallest and the largest sensible number of each setting.
RANGES: Mapping[str, tuple[float, float]] = {
    "memory.half_life_days": (0.01, 36_500),
    "memory.error_half_life_days": (0.01, 36_500),
    "memory.decision_half_life_days": (0.01, 36_500),
    "memory.retrieval_gain_days": (0, 365),
    "memory.longest_half_life_days": (1, 36_500),
    "memory.text_limit_bytes": (256, LARGEST_TEXT_BYTES),
    "sleep.stale_after_days": (0.01, 36_500),
    "sleep.archive_half_lives": (0.1, 1000),
    "sleep.archive_below_strength": (0.0001, 0.999),
    "sleep.keep_archived_days": (0, 36_500),
    "recall.budget_tokens": (0, 1_000_000),
    "recall.limit": (1, 1000),
    "recall.context_budget_tokens": (0, 1_000_000),
    "backup.every_days": (0, 36_500),
    "backup.keep": (0, 10_000),
    "core.memory_characters": (100, 100_000),
    "core.user_characters": (100, 100_000),
    "buffer.entries": (1, 1000),
    "buffer.idle_hours": (0, 8760),
    "handoff.shown_days": (0, 36_500),
    "hooks.prompt_memories": (0, 20),
    "embeddings.weight": (0, 10),
    "embeddings.least_cosine": (0, 1),
    "embeddings.wait_ms": (0, 60_000),
    "embeddings.idle_minutes": (0.01, 10_080),
}
CHOICES: Mapping[str, tuple[str, ...]] = {
    "recall.framing": FRAMINGS,
    "embeddings.backend": BACKENDS,
    "embeddings.fusion": FUSIONS,
    "embeddings.load": LOADS,
}
#: What is true or false, and what is a text of one line.
SWITCHES = frozenset({"embeddings.resident", "door.write_approval"})
TEXTS = frozenset({"embeddings.model", "embeddings.url"})
#: Texts that are addresses, unless they are empty.
ADDRESSES = frozenset({"embeddings.url"})


class BadSetting(ValueError):
    """A setting that does not exist, or a content it cannot have; the message names what is accepted."""


def entries(settings: Settings) -> Iterator[tuple[str, Setting]]:
    """Every setting as `section.name` with its content."""
    for section, group in fields_of(settings):
        for name, content in fields_of(group):
            yield f"{section}.{name}", content


def changed(settings: Settings, key: str, content: object) -> Settings:
    """The settings with one of them changed.

    Raises BadSetting.
    """
    known = dict(entries(settings))
    if key not in known:
        raise BadSetting(f"there is no setting {shortened(key)!r}; there are {', '.join(known)}")
    section, _, name = key.partition(".")
    group = replace(getattr(settings, section), **{name: _checked(key, content, known[key])})
    return replace(settings, **{section: group})


def _checked(key: str, content: object, default: Setting) -> Setting:
    given = shortened(repr(content))
    if key in CHOICES:
        if content not in CHOICES[key]:
            raise BadSetting(f"{key} must be one of {', '.join(CHOICES[key])}, not {given}")
        return str(content)
    if key in SWITCHES:
        if isinstance(content, bool) or content in ("true", "false"):
            return content in (True, "true")
        raise BadSetting(f"{key} must be true or false, not {given}")
    if key in TEXTS:
        if not isinstance(content, str) or len(content) > LONGEST_TEXT or not content.isprintable():
            raise BadSetting(f"{key} must be a text of one line, not {given}")
        if "@" in content.partition("://")[2].partition("/")[0]:
            raise BadSetting(f"{key} must not hold a login; the key of a server belongs in HIPPO_EMBEDDINGS_KEY")
        if key in ADDRESSES and content and not _is_address(content):
            raise BadSetting(f"{key} must be an address that begins with http:// or https://, not {given}")
        return content
    return _checked_number(key, content, default)


def _is_address(text: str) -> bool:
    """Whether a text names a host to be asked by HTTP; what else may be wrong with it is found when it is asked."""
    scheme, _, rest = text.partition("://")
    host = rest.partition("/")[0].partition("?")[0].partition("#")[0]
    return scheme in ("http", "https") and bool(host) and " " not in text


def _checked_number(key: str, content: object, default: Setting) -> Setting:
    given = shortened(repr(content))
    low, high = RANGES[key]
    if isinstance(content, bool) or not isinstance(content, int | float) or not low <= content <= high:
        raise BadSetting(f"{key} must be a number from {low:,} to {high:,}, not {given}")
    if isinstance(default, int):
        if content != int(content):
            raise BadSetting(f"{key} must be a whole number, not {given}")
        return int(content)
    return float(content)
