"""Hooks: what programs call at the events of a session, and what they are answered.

    session-start   the context, afresh after a compaction
    prompt          memories that bear on the prompt and that the session has not been shown
    tool-failure    nothing; the failure becomes a memory
    pre-compact     nothing; the transcript is read, and a handoff is left, by a process of its own
    session-end     the same, and a sleep if one is due
    stop            nothing: all that is known then is known at the end of the session as well

A hook never stops anybody's work: whatever goes wrong, the answer is silence. Here is the cheap part, which is all that
most calls need; the rest is imported when there may be something to say.
"""

from __future__ import annotations

import os

from hippo.adapters.agents import agent_name, session_of
from hippo.adapters.hook_log import note_trouble
from hippo.adapters.places import global_folder, local_folder, same_folder
from hippo.core.light_json import parsed, written
from hippo.core.value import value
from hippo.errors import NoStore
from hippo.importers.hook_documents import NAMES, answer_document, is_question, read_hook

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime

    from hippo.importers.hook_documents import HookInput

EVENTS = tuple(NAMES)
#: The switch that turns every hook off.
OFF = "HIPPO_DISABLE"
#: What a hook reads at most, and how long it waits for it and for its own answer (chosen: a pasted file fits; programs
#: wait for seconds, people do not).
MOST_INPUT_BYTES = 8 * 1024 * 1024
INPUT_SECONDS = 1.0
ANSWER_SECONDS = 2.5
#: How long the work goes on that nobody waits for (chosen: a sleep over ten thousand memories takes 25 s).
DETACHED_SECONDS = 120.0
_DATABASE = "hippo.db"


@value
class Call:
    """A call of a hook: the event, the program that an option names, and the circumstances."""

    event: str
    agent: str
    environ: Mapping[str, str]
    folder: Callable[[], str]
    now: Callable[[], datetime]
    new_id: Callable[[], str]
    detach: Callable[[Callable[[], object]], object]
    named_store: str = ""
    session: str = ""

    @property
    def is_off(self) -> bool:
        """Whether hippo is told to do nothing at all."""
        return self.environ.get(OFF, "") not in ("", "0")


def answer(call: Call, written_to_it: bytes | None) -> str:
    """What a program is answered; an empty text for nothing, also for every trouble, which the log tells."""
    if call.is_off:
        return ""
    place = ""
    try:
        given = _given(call, written_to_it)
        if call.event == "stop" or (given.is_subagent and call.event != "tool-failure"):
            return ""
        place = given.folder if os.path.isabs(given.folder) and os.path.isdir(given.folder) else call.folder()
        context = _context(call, given, place)
        return f"{written(answer_document(given, context))}\n" if context else ""
    except NoStore:
        return ""
    except Exception as error:  # noqa: BLE001 - a hook is silent on every trouble
        tell(call, place, error)
        return ""


def tell(call: Call, place: str, trouble: Exception | str) -> None:
    """Note some trouble in the log of the store, else in that of hippo's home."""
    told = trouble if isinstance(trouble, str) else f"{type(trouble).__name__}: {trouble}"
    note_trouble((_store_folder(call, place), _home(call)), call.event, told)


def databases(call: Call, place: str) -> list[str]:
    """The databases that are read together: the project's, and the user's if there is one. Raises NoStore."""
    own = os.path.join(global_folder(call.environ), _DATABASE)
    try:
        folder = local_folder(place, call.environ, named=call.named_store)
    except NoStore:
        if call.named_store or call.environ.get("HIPPO_DIR") or not os.path.isfile(own):
            raise
        return [own]
    local = os.path.join(folder, _DATABASE)
    has_own = os.path.isfile(own) and not same_folder(os.path.dirname(own), folder)
    return [local, own] if has_own else [local]


def _given(call: Call, written_to_it: bytes | None) -> HookInput:
    """The event. Raises ValueError for what is no event."""
    if written_to_it is None:
        raise ValueError("the input is too long, or did not end")
    document = parsed(written_to_it.decode("utf-8", "replace").removeprefix("\ufeff"))
    if not isinstance(document, dict):
        raise ValueError("the input is no JSON object")
    caller = agent_name(call.environ)
    given = read_hook(document, call.event, agent=call.agent, surroundings="" if caller == "cli" else caller)
    return given.in_session(given.session or session_of(call.environ, call.session))


def _context(call: Call, given: HookInput, place: str) -> str:
    """What is put into the program's context."""
    if call.event == "session-start":
        from hippo.store.content import has_content

        if not has_content(databases(call, place)):
            return ""
        from hippo.services.hook_start import at_start

        return at_start(call, given, place)
    if call.event == "prompt":
        return _for_prompt(call, given, place)
    if call.event == "tool-failure":
        _learn(call, given, place)
    else:
        local_folder(place, call.environ, named=call.named_store)
        call.detach(lambda: _keep(call, given, place))
    return ""


def _for_prompt(call: Call, given: HookInput, place: str) -> str:
    if not given.session or not is_question(given.prompt):
        return ""
    from hippo.store.glance import may_bear_on

    if not may_bear_on(databases(call, place), given.prompt, session=given.session):
        return ""
    from hippo.services.hook_prompt import for_prompt

    return for_prompt(call, given, place)


def _learn(call: Call, given: HookInput, place: str) -> None:
    """Make a memory of a tool's failure; programs that tell of every tool mostly tell of a success."""
    from hippo.importers.hook_failures import failure_in

    failure = failure_in(given.document)
    if failure is not None:
        local_folder(place, call.environ, named=call.named_store)
        from hippo.services.hook_failure import learn_tool_failure

        learn_tool_failure(call, given, place, failure)


def _keep(call: Call, given: HookInput, place: str) -> None:
    """What is left to do when a session is compacted or ends, imported by the process that does it."""
    from hippo.services.hook_end import keep_session

    keep_session(call, given, place)


def _store_folder(call: Call, place: str) -> str:
    try:
        return local_folder(place or call.folder(), call.environ, named=call.named_store)
    except Exception:  # noqa: BLE001 - there is no store to tell it to
        return ""


def _home(call: Call) -> str:
    try:
        return global_folder(call.environ)
    except Exception:  # noqa: BLE001 - nor a home
        return ""
