"""A tool that failed: its error becomes a memory, once."""

from __future__ import annotations

import os

from hippo.core.command_text import after_cd, one_line
from hippo.core.error_lines import is_strong, is_weak
from hippo.core.expected_failures import is_expected
from hippo.core.failure import telling_lines
from hippo.core.public import public
from hippo.core.terminal_text import lines_of
from hippo.services.failures import FailedCommand, learn_failure
from hippo.services.hook_run import HookRun
from hippo.services.writing import writing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from hippo.importers.hook_documents import HookInput
    from hippo.importers.hook_failures import ToolFailure
    from hippo.services.hooks import Call
    from hippo.services.occasion import Occasion
    from hippo.store.store import Store

TAG = "tool"
_KIND = "hook"
#: How long a busy store is waited for, in seconds: an agent waits (chosen).
_WAIT_SECONDS = 1.0


def learn_tool_failure(call: Call, given: HookInput, place: str, failure: ToolFailure) -> None:
    """Remember the failure that a program tells of. Raises what the door and the store raise."""
    with HookRun(call, given, place) as run:
        learn(run, failure, environ=call.environ, call_id=str(given.document.get("tool_use_id", "")))


def learn(run: HookRun, failure: ToolFailure, *, environ: Mapping[str, str], call_id: str) -> None:
    """Remember a failure that tells something, each call of a session once.

    Codex tells of a call when it has run, and again in its transcript, which always has the exit code; a program in
    which hippo is installed twice tells of it twice at once. So the call is noted before anything is learnt of it.
    """
    lines = lines_of(failure.said.encode("utf-8", "replace"))
    if not lines or is_expected(failure.command, failure.status, has_errors=any(map(_speaks_of_error, lines))):
        return
    store, occasion = run.store(), run.occasion()
    key = f"{_KIND}:{run.session}:{public(call_id)}" if call_id else ""
    if key and not _is_first(store, occasion, key):
        return
    command, folder = _placed(store, one_line(failure.command), run.place)
    failed = FailedCommand(
        command=command,
        folder=folder,
        environ=environ,
        status=failure.status,
        lines=telling_lines(lines, ()),
    )
    learn_failure(store, failed, occasion=occasion, tags=[TAG], kind=_KIND, wait_seconds=_WAIT_SECONDS)


def _placed(store: Store, command: str, folder: str) -> tuple[str, str]:
    """What ran, and where: agents go to a folder of the project first, where a person is already."""
    below, rest = after_cd(command)
    there = os.path.realpath(os.path.join(folder, below))
    project = os.path.realpath(os.path.dirname(store.folder))
    is_inside = os.path.join(there, "").startswith(os.path.join(project, ""))
    return (rest, there) if below and is_inside and os.path.isdir(there) else (command, folder)


def _is_first(store: Store, occasion: Occasion, key: str) -> bool:
    """Note a call that failed; false if it is known."""
    with writing(store, occasion, wait_seconds=_WAIT_SECONDS):
        if store.memories.is_learnt(key):
            return False
        store.memories.mark_learnt(key)
        return True


def _speaks_of_error(line: str) -> bool:
    return is_strong(line) or is_weak(line)
