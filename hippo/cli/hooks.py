"""`hippo hook EVENT` as programs call it: read and answered before the rest of the command line is even imported.

Whatever happens, the status is 0 and standard output holds an answer or nothing: by another status some programs drop
the prompt that they asked about.
"""

from __future__ import annotations

import os

from hippo.services.hooks import (
    ANSWER_SECONDS,
    DETACHED_SECONDS,
    EVENTS,
    INPUT_SECONDS,
    MOST_INPUT_BYTES,
    OFF,
    Call,
    answer,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

_STANDARD_INPUT, _STANDARD_OUTPUT = 0, 1
#: The events whose answer is waited for.
_ANSWERED = ("session-start", "prompt", "tool-failure")
_AGENT = "--agent"


def run(arguments: Sequence[str]) -> int:
    """Run `hippo hook …` and return its status; whatever is no plain call of an event goes the usual way."""
    is_event = len(arguments) > 1 and arguments[1] in EVENTS
    if is_event and arguments[1] in _ANSWERED and OFF not in os.environ:
        _end_in_time()
    plain = _plain(arguments)
    if plain is None:
        from hippo.cli.main import run as run_any

        status = run_any(arguments)
        return 0 if is_event else status
    event, agent = plain
    call = Call(event=event, agent=agent, environ=os.environ, folder=os.getcwd, now=_now, new_id=_new_id, detach=detach)
    respond(call, _write)
    return 0


def respond(call: Call, write: Callable[[str], object]) -> None:
    """Read standard input and write the answer, if there is one."""
    if call.is_off:
        return
    try:
        said = answer(call, read_input())
        if said:
            write(said)
    except OSError:  # whoever asked has gone
        return


def read_input() -> bytes | None:
    """What a program writes to standard input; None for what no program would."""
    from hippo.adapters.bounded_input import read_bounded

    return read_bounded(_STANDARD_INPUT, most_bytes=MOST_INPUT_BYTES, seconds=INPUT_SECONDS)


def detach(work: Callable[[], object]) -> None:
    """Do some work in a process of its own."""
    from hippo.adapters.detached import run_detached

    run_detached(work, most_seconds=DETACHED_SECONDS)


def _plain(arguments: Sequence[str]) -> tuple[str, str] | None:
    """The event and the program's name in `hook EVENT [--agent NAME]`; None for any other call."""
    _, *rest = arguments
    if not rest or rest[0] not in EVENTS:
        return None
    if len(rest) == 1:
        return rest[0], ""
    if len(rest) == 3 and rest[1] == _AGENT:
        return rest[0], rest[2]
    if len(rest) == 2 and rest[1].startswith(f"{_AGENT}="):
        return rest[0], rest[1].partition("=")[2]
    return None


def _write(text: str) -> None:
    left = memoryview(text.encode("utf-8", "replace"))
    while left:
        left = left[os.write(_STANDARD_OUTPUT, left) :]


def _end_in_time() -> None:
    from hippo.adapters.detached import end_after

    end_after(ANSWER_SECONDS)


def _now() -> datetime:
    from hippo.clock import now

    return now()


def _new_id() -> str:
    from hippo.services.occasion import random_id

    return random_id()
