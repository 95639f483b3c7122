"""Watch: run a command; a failure becomes an error memory, and a later success tells it how it was fixed.

The store is opened after the command has ended, and waited for as long only as somebody waits for a prompt: whatever
is wrong with it, the command runs and its status stands. What it takes to write a memory is imported when there is one
to write, for most commands pass.
"""

from __future__ import annotations

from hippo.adapters import watched
from hippo.adapters.git_head import read_head
from hippo.core.command_text import line_of, one_line, without_variables
from hippo.core.value import replace, value
from hippo.errors import HippoError, NoStore
from hippo.services.failure_keys import key_of, open_failures

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from hippo.core.memory import Memory
    from hippo.services.keeping import Keeping
    from hippo.services.occasion import Occasion
    from hippo.store.store import Store

WATCH_TAG = "watch"
#: What runs a line: the shell of every system, as `make` and `npm` do it, whatever shell somebody types in.
SHELL = ("/bin/sh", "-c")


@value
class Run:
    """A command to watch: the program with its arguments, its folder and environment, and where its outputs go."""

    program: tuple[str, ...]
    folder: str
    environ: Mapping[str, str]
    out: int = watched.STANDARD_OUTPUT
    err: int = watched.STANDARD_ERROR

    @property
    def command(self) -> str:
        """The command as it was typed, on one line."""
        is_line = len(self.program) == len(SHELL) + 1 and self.program[:-1] == SHELL
        return one_line(self.program[-1]) if is_line else line_of(self.program)


@value
class Watched:
    """How a command ended, and what was learnt.

    `memory` is that of its failure, with what was done; `fixed` are the memories of earlier failures that learnt by
    what they were fixed.
    """

    command: str
    status: int
    memory: Memory | None = None
    keeping: Keeping | None = None
    came_back: bool = False
    fixed: tuple[Memory, ...] = ()
    notes: tuple[str, ...] = ()


def watch(
    run: Run, *, open_store: Callable[[], Store], occasion: Callable[[], Occasion], tags: Sequence[str] = ()
) -> Watched:
    """Run a command to its end and learn from how it ended; a command that somebody stopped teaches nothing."""
    ended = watched.run(run.program, folder=run.folder, environ=run.environ, out=run.out, err=run.err)
    left = ("it left processes running, which were ended",) * ended.left_running
    outcome = Watched(command=without_variables(run.command), status=ended.status, notes=left)
    if ended.interrupted:
        return outcome
    try:
        store = open_store()
        if ended.status == 0 and not _failed_before(store, run):
            return outcome
        from hippo.services import watch_lessons

        if ended.status == 0:
            return watch_lessons.passed(store, run, outcome, occasion())
        return watch_lessons.failed(store, run, ended, outcome, occasion=occasion(), tags=tags)
    except NoStore as error:
        told = (f"not remembered: {error.message}; {error.hint}",) * bool(ended.status)
    except HippoError as error:
        told = (f"not remembered: {error.message}",)
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - whatever it is, the command's status stands
        told = (f"not remembered: {type(error).__name__} {error}".rstrip(),)
    return replace(outcome, notes=(*left, *told))


def _failed_before(store: Store, run: Run) -> bool:
    """Whether the command has failures of which nobody knows that they are fixed; git is asked only if any has."""
    if not open_failures(store):
        return False
    return bool(open_failures(store, key_of(store, run.command, run.folder, read_head(run.folder))))
