"""What a watched command leaves in the store: the memory of its failure, and by what that was fixed."""

from __future__ import annotations

from hippo.adapters.git_head import changed_files, read_head, subjects_between
from hippo.core import failure_text
from hippo.core.failure import public_lines, telling_lines
from hippo.core.failure_text import FIXED_TAG
from hippo.core.humane import day
from hippo.core.value import replace
from hippo.services.door import admit
from hippo.services.failure_keys import key_of, open_failures
from hippo.services.failures import FailedCommand, learn_failure, write_changed
from hippo.services.watch import WATCH_TAG
from hippo.services.writing import writing
from hippo.store.mirrors import write_mirrors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hippo.adapters import watched
    from hippo.adapters.git_head import Head
    from hippo.services.occasion import Occasion
    from hippo.services.watch import Run, Watched
    from hippo.store.rows import Stored
    from hippo.store.store import Store

#: How long a busy store is waited for (chosen: somebody waits for the command to return).
_WAIT_SECONDS = 5.0


def failed(
    store: Store, run: Run, ended: watched.Ended, outcome: Watched, *, occasion: Occasion, tags: Sequence[str]
) -> Watched:
    """Learn from a failure."""
    standard, errors = list(ended.standard.lines()), list(ended.errors.lines())
    failed = FailedCommand(
        command=run.command,
        folder=run.folder,
        environ=run.environ,
        status=ended.status,
        lines=telling_lines(standard, errors),
    )
    is_private = any(public_lines(said) != said for said in (standard, errors))
    tags = [*tags, WATCH_TAG]
    learnt = learn_failure(store, failed, occasion=occasion, tags=tags, kind=WATCH_TAG, wait_seconds=_WAIT_SECONDS)
    return replace(
        outcome,
        memory=learnt.memory,
        keeping=learnt.keeping,
        came_back=learnt.came_back,
        notes=(*outcome.notes, *learnt.notes, *("a private part was left out",) * is_private),
    )


def passed(store: Store, run: Run, outcome: Watched, occasion: Occasion) -> Watched:
    """Tell the open failures of a command that it passes now."""
    head = read_head(run.folder)
    beginning = key_of(store, run.command, run.folder, head)
    with writing(store, occasion, wait_seconds=_WAIT_SECONDS):
        fixed = [_fix(store, each, run.folder, head, occasion) for each in open_failures(store, beginning)]
    troubles = write_mirrors(store, [each.number for each in fixed])
    notes = (*outcome.notes, *map(str, troubles))
    return replace(outcome, fixed=tuple(each.memory for each in fixed), notes=notes)


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
