"""A tool that failed: its error becomes a memory, once."""

from __future__ import annotations

from hippo.core.command_text import one_line
from hippo.core.error_lines import is_strong, is_weak
from hippo.core.expected_failures import is_expected
from hippo.core.failure import telling_lines
from hippo.core.terminal_text import lines_of
from hippo.services.failures import FailedCommand, learn_failure
from hippo.services.hook_run import HookRun

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.importers.hook_documents import HookInput
    from hippo.importers.hook_failures import ToolFailure
    from hippo.services.hooks import Call

TAG = "tool"
_KIND = "hook"
#: How long a busy store is waited for, in seconds: an agent waits (chosen).
_WAIT_SECONDS = 1.0


def learn_tool_failure(call: Call, given: HookInput, place: str, failure: ToolFailure) -> None:
    """Remember a failure that tells something. Raises what the door and the store raise."""
    lines = lines_of(failure.said.encode("utf-8", "replace"))
    if not lines or is_expected(failure.command, failure.status, has_errors=any(map(_speaks_of_error, lines))):
        return
    with HookRun(call, given, place) as run:
        failed = FailedCommand(
            command=one_line(failure.command),
            folder=place,
            environ=call.environ,
            status=failure.status,
            lines=telling_lines(lines, ()),
        )
        learn_failure(run.store(), failed, occasion=run.occasion(), tags=[TAG], kind=_KIND, wait_seconds=_WAIT_SECONDS)


def _speaks_of_error(line: str) -> bool:
    return is_strong(line) or is_weak(line)
