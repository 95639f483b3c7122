"""Watch: run a command; a failure becomes an error memory, and a later success tells it how it was fixed.

The store is opened after the command has ended, and waited for as long only as somebody waits for a prompt: whatever
is wrong with it, the command runs and its status stands.
"""

from __future__ import annotations

from hippo.adapters import watched
from hippo.adapters.git_head import changed_files, read_head, subjects_between
from hippo.core import failure_text
from hippo.core.command_text import line_of, one_line, without_variables
from hippo.core.failure import telling_lines
from hippo.core.humane import day
from hippo.core.memory import State
from hippo.core.value import replace, value
from hippo.errors import HippoError, NoStore
from hippo.services.door import admit
from hippo.services.failures import FIXED_TAG, FailedCommand, key_of, learn_failure, write_changed
from hippo.services.writing import writing
from hippo.store.mirrors import write_mirrors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from hippo.adapters.git_head import Head
    from hippo.core.memory import Memory
    from hippo.services.keeping import Keeping
    from hippo.services.occasion import Occasion
    from hippo.store.rows import Stored
    from hippo.store.store import Store

WATCH_TAG = "watch"
#: What runs a line: the shell of every system, as `make` and `npm` do it, whatever shell somebody types in.
SHELL = ("/bin/sh", "-c")
#: How long a busy store is waited for (chosen: somebody waits for the command to return).
_WAIT_SECONDS = 5.0


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
        if ended.status == 0:
            return _passed(store, run, outcome, occasion())
        return _failed(store, run, ended, outcome, occasion=occasion(), tags=tags)
    except NoStore as error:
        told = (f"not remembered: {error.message}; {error.hint}",) * bool(ended.status)
    except HippoError as error:
        told = (f"not remembered: {error.message}",)
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - whatever it is, the command's status stands
        told = (f"not remembered: {type(error).__name__} {error}".rstrip(),)
    return replace(outcome, notes=(*left, *told))


def _failed(
    store: Store, run: Run, ended: watched.Ended, outcome: Watched, *, occasion: Occasion, tags: Sequence[str]
) -> Watched:
    failed = FailedCommand(
        command=run.command,
        folder=run.folder,
        environ=run.environ,
        status=ended.status,
        lines=telling_lines(ended.standard.lines(), ended.errors.lines()),
    )
    tags = [*tags, WATCH_TAG]
    learnt = learn_failure(store, failed, occasion=occasion, tags=tags, kind=WATCH_TAG, wait_seconds=_WAIT_SECONDS)
    return replace(
        outcome,
        memory=learnt.memory,
        keeping=learnt.keeping,
        came_back=learnt.came_back,
        notes=(*outcome.notes, *learnt.notes),
    )


def _passed(store: Store, run: Run, outcome: Watched, occasion: Occasion) -> Watched:
    """Tell the open failures of a command that it passes now."""
    head = read_head(run.folder)
    beginning = key_of(store, run.command, run.folder, head)
    if not _open_failures(store, beginning):
        return outcome
    with writing(store, occasion, wait_seconds=_WAIT_SECONDS):
        fixed = [_fix(store, each, run.folder, head, occasion) for each in _open_failures(store, beginning)]
    troubles = write_mirrors(store, [each.number for each in fixed])
    notes = (*outcome.notes, *map(str, troubles))
    return replace(outcome, fixed=tuple(each.memory for each in fixed), notes=notes)


def _open_failures(store: Store, beginning: str) -> list[Stored]:
    """The live failures of a command of which nobody knows that they are fixed."""
    found = store.memories.with_key(beginning)
    return [each for each in found if each.memory.state is State.LIVE and FIXED_TAG not in each.memory.tags]


def _fix(store: Store, found: Stored, folder: str, head: Head | None, occasion: Occasion) -> Stored:
    """Let the memory of a failure learn by what it was fixed."""
    memory = found.memory
    before = failure_text.failed_again_at(memory.text) or memory.origin.reference
    after = head.commit if head else ""
    is_same = bool(before) and after.startswith(before)
    ending = failure_text.fixed(
        before,
        after,
        subjects=subjects_between(folder, before, after) if before and after and not is_same else (),
        changed_files=changed_files(folder) if is_same else (),
        day=day(occasion.now),
    )
    text = failure_text.with_ending(memory.text, ending)
    admitted = admit(text, mask=True, settings=occasion.settings.memory)
    fixed = replace(
        memory,
        text=admitted.text,
        flag=admitted.flag,
        tags=tuple(sorted({*memory.tags, FIXED_TAG})),
        updated_at=occasion.now,
    )
    write_changed(store, found, fixed, "fixed", occasion)
    return replace(found, memory=fixed)
