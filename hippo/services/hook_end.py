"""What a session leaves when it is compacted or ends: lessons from its transcript, a handoff, a sleep if one is due.

Nobody waits for it: a process of its own does it. Each part is done whatever becomes of the others.
"""

from __future__ import annotations

import os
from datetime import timedelta
from itertools import islice

from hippo.adapters.git_branch import branch_of
from hippo.adapters.long_lines import numbered_lines
from hippo.adapters.transcript_file import HEAD_LINES, GrowingFile, last_lines
from hippo.core.handoff import Leaving
from hippo.core.value import replace
from hippo.importers.tool_calls import failures
from hippo.importers.transcripts import Format, known_format
from hippo.importers.work_left import WorkLeft, work_left
from hippo.services.capture import capture
from hippo.services.handoff import save
from hippo.services.handoff_making import known_leaving
from hippo.services.hook_failure import learn
from hippo.services.hook_run import HookRun
from hippo.services.hooks import tell
from hippo.services.sleep import sleep
from hippo.services.writing import writing
from hippo.store.talks import ReadSoFar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import BinaryIO

    from hippo.importers.hook_documents import HookInput
    from hippo.importers.transcripts import Reader
    from hippo.services.hooks import Call

#: A handoff that the session has left itself is as good as one made for it, for so long (chosen).
_OWN_HANDOFF_HOURS = 1.0
#: How long ago the last sleep must be (chosen: twice a day at most).
SLEEP_AFTER = timedelta(hours=12)
#: Why a session ends that goes on: another one is taken up.
_GOES_ON = "resume"
_MOST_FILES = 12


def keep_session(call: Call, given: HookInput, place: str) -> None:
    """Do all that is to be done when a session is compacted or ends; troubles go to the log."""
    try:
        with HookRun(call, given, place) as run:
            run.store()
            is_end = call.event == "session-end"
            _attempt(call, place, lambda: _learn_failures(run, given.transcript, call.environ))
            _attempt(call, place, lambda: _capture(run, given.transcript))
            _attempt(call, place, lambda: _hand_off(run, given.transcript))
            if is_end:
                ended = () if given.source == _GOES_ON or not run.session else (run.session,)
                _attempt(
                    call, place, lambda: sleep(run.store(), occasion=run.occasion(), if_due=SLEEP_AFTER, ended=ended)
                )
    except Exception as error:  # noqa: BLE001 - nobody is there to be told
        tell(call, place, error)


def _attempt(call: Call, place: str, part: Callable[[], object]) -> None:
    try:
        part()
    except Exception as error:  # noqa: BLE001 - the other parts are still to be done
        tell(call, place, error)


def _learn_failures(run: HookRun, transcript: str, environ: Mapping[str, str]) -> None:
    """Learn from the commands that failed in what is new in a transcript of Codex.

    What Codex tells a hook of a command does not always hold its exit code.
    """
    if not os.path.isfile(transcript):
        return
    with open(transcript, "rb") as file:
        if _format_of(file)[0] is not Format.CODEX:
            return
        read = run.store().talks.read_so_far(run.session)
        growing = GrowingFile(file, known_lines=read.lines, known_bytes=read.bytes)
        for call_id, failure in failures(line for _, line in numbered_lines(growing) if line):
            learn(run, failure, environ=environ, call_id=call_id)


def _capture(run: HookRun, transcript: str) -> None:
    """Take the lessons from what is new in a transcript of a known format."""
    if not os.path.isfile(transcript):
        return
    store, occasion = run.store(), run.occasion()
    with open(transcript, "rb") as file:
        if _format_of(file)[0] is Format.PLAIN:
            return
        read = store.talks.read_so_far(run.session) if run.session else ReadSoFar()
        growing = GrowingFile(file, known_lines=read.lines, known_bytes=read.bytes)
        capture(store, growing, os.path.basename(transcript), occasion=occasion)
    if run.session:
        with writing(store, occasion):
            now_read = ReadSoFar(bytes=growing.bytes, lines=growing.lines)
            store.talks.note_read(run.session, now_read, now=occasion.now)


def _hand_off(run: HookRun, transcript: str) -> None:
    """Leave a handoff made of what is known, unless the session has left one itself or there is nothing to leave."""
    store, occasion = run.store(), run.occasion()
    since = occasion.now - timedelta(hours=_OWN_HANDOFF_HOURS)
    left = _work_left(transcript)
    is_left = any(
        each.session == run.session and not each.is_made for each in store.handoffs.since(since, limit=HEAD_LINES)
    )
    if is_left or (left.is_nothing and not store.buffers.of(run.session)):
        return
    files = tuple(reversed(left.files))[:_MOST_FILES]
    known = known_leaving(
        store, run.place, scope=run.session, given=Leaving(summary="", next_steps=left.steps, artifacts=files)
    )
    told = [f"asked last: {left.asked}"] * bool(left.asked) + [f"said last: {left.said}"] * bool(left.said)
    told += [f"failing: {left.failing}"] * bool(left.failing)
    leaving = replace(known, summary="\n".join([known.summary, *told]))
    save(store, leaving, occasion=occasion, branch=branch_of(run.place), folder=run.place, redact=True)


def _work_left(transcript: str) -> WorkLeft:
    if not os.path.isfile(transcript):
        return WorkLeft()
    with open(transcript, "rb") as file:
        form, reader = _format_of(file)
        return WorkLeft() if form is Format.PLAIN else work_left(last_lines(file), reader)


def _format_of(file: BinaryIO) -> tuple[Format, Reader]:
    """The format of a transcript and what reads it, PLAIN for one that nobody knows. The file is left at its start."""
    first = [line for _, line in islice(numbered_lines(file), HEAD_LINES) if line]
    file.seek(0)
    return known_format(first)
