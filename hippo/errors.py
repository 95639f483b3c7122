"""What can go wrong, and the exit status of each kind.

0 done, 1 a bug, 2 usage, 3 not found or ambiguous, 4 refused by a rule, 5 store unusable,
6 done in part, 75 busy (EX_TEMPFAIL of sysexits.h), 130 interrupted.
"""

from __future__ import annotations


class HippoError(Exception):
    """Anything a person can put right; the message says what happened, the hint what to do."""

    code = "error"
    exit_code = 4

    def __init__(self, message: str, *, hint: str = "", **details: object) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.details = details


class UsageError(HippoError):
    """What was typed is not what the command takes."""

    code = "usage"
    exit_code = 2


class NotFound(HippoError):
    """Nothing, or more than one thing, has the given name."""

    code = "not-found"
    exit_code = 3


class MemoryNotFound(NotFound):
    """No memory has the given id."""

    code = "memory-not-found"

    def __init__(self, memory_id: str) -> None:
        super().__init__(f"no memory has the id {shortened(memory_id)!r}", hint="see `hippo list --all` for the ids")


class AmbiguousId(NotFound):
    """Several memories have ids that begin like this."""

    code = "ambiguous-id"

    def __init__(self, prefix: str, candidates: tuple[str, ...]) -> None:
        super().__init__(
            f"{shortened(prefix)!r} is the beginning of several ids: {', '.join(candidates)}",
            hint="type a few more characters",
            candidates=list(candidates),
        )


class Refused(HippoError):
    """A rule forbids it."""

    code = "refused"
    exit_code = 4


class StoreError(HippoError):
    """The store cannot be used."""

    code = "store-unusable"
    exit_code = 5


class SystemTrouble(StoreError):
    """The system refused to read or write: a full disk, a folder without rights, a closed terminal."""

    code = "system"

    def __init__(self, error: OSError) -> None:
        where = f": {error.filename}" if error.filename else ""
        super().__init__(f"{error.strerror or error}{where}", hint="check the room on the disk and the rights")


class NoStore(StoreError):
    """There is no store here or in any folder above."""

    code = "no-store"

    def __init__(self, where: str, *, hint: str = "run `hippo init` in your project first") -> None:
        super().__init__(f"no hippo store in {where} or above it", hint=hint)


class NewerStore(StoreError):
    """The store was written by a hippo that knows more than this one."""

    code = "newer-store"

    def __init__(self, path: str, *, found: int, known: int) -> None:
        super().__init__(
            f"{path} has schema {found}, this hippo knows schemas up to {known}",
            hint="upgrade hippo; nothing was written",
        )


class PartlyDone(HippoError):
    """Some of it was done, some was not."""

    code = "done-in-part"
    exit_code = 6


class Interrupted(HippoError):
    """Somebody has ended it; `kept` says what of it stays."""

    code = "interrupted"
    exit_code = 130

    def __init__(self, kept: str = "") -> None:
        super().__init__(f"interrupted: {kept}" if kept else "interrupted")


class Busy(HippoError):
    """Another process held the store for too long."""

    code = "busy"
    exit_code = 75

    def __init__(self, path: str) -> None:
        super().__init__(f"the store {path} is busy: another process is writing", hint="try again in a moment")


def shortened(text: str, limit: int = 80) -> str:
    """A text short enough for one line of a message."""
    return text if len(text) <= limit else text[: limit - 1] + "…"
