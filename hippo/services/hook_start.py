"""The start of a session: what an agent should know before it begins, and what it has thereby been shown.

A session that begins anew (after a compaction, a clearing, or when it is taken up again) is shown everything afresh:
what it read before is gone, or stands far above. The same holds for the core pages, which otherwise stay as they were.

A program in which hippo is installed twice, as a plugin and in its settings, tells twice of one start: the second call
is answered with nothing.
"""

from __future__ import annotations

from datetime import timedelta

from hippo.adapters.git_branch import branch_of, is_in_repository
from hippo.core.budget import Allowance
from hippo.core.buffer import shown_scopes
from hippo.core.light_json import written
from hippo.errors import HippoError
from hippo.importers.hook_documents import answer_document
from hippo.services.context import context
from hippo.services.hook_run import WAIT_SECONDS, HookRun
from hippo.services.hooks import ANSWER_SECONDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hippo.importers.hook_documents import HookInput
    from hippo.services.context import Context
    from hippo.services.hooks import Call
    from hippo.services.occasion import Occasion
    from hippo.store.store import Store

#: The most that programs take of a hook, in characters (measured: one more, and Claude Code shows a preview and a path
#: instead; Codex cuts the middle out). What JSON adds to a text at most doubles it, so the second try always fits.
MOST_CHARACTERS = 10_000
_CHARACTERS, _FEWER_CHARACTERS = 9_000, 4_800
_FIRST = "startup"
#: Calls that tell of one start come so close upon each other: at once, or the second when the first has been answered
#: (chosen: twice as long as an answer may take). No program compacts or takes up a session so soon after another time.
ONE_START = timedelta(seconds=2 * ANSWER_SECONDS)


def at_start(call: Call, given: HookInput, place: str) -> str:
    """The context of a session that starts; empty if there is nothing to say."""
    with HookRun(call, given, place) as run:
        stores, occasion = run.stores(), run.occasion()
        task, branch = _task(place), branch_of(place)

        def shown(characters: int) -> Context:
            return context(
                stores,
                occasion=occasion,
                task=task,
                scopes=shown_scopes(run.session, branch),
                allowance=Allowance(tokens=occasion.settings.recall.context_budget_tokens, characters=characters),
                framing=occasion.settings.recall.framing,
                refresh=given.source not in ("", _FIRST),
            )

        told = shown(_CHARACTERS)
        if len(written(answer_document(given, told.text))) >= MOST_CHARACTERS:
            told = shown(_FEWER_CHARACTERS)
        if run.session and not _noted(stores, run.session, given.source, told, occasion):
            return ""
        return told.text


def _task(place: str) -> str:
    """What the working tree tells about the task; nothing outside a repository."""
    if not is_in_repository(place):
        return ""
    from hippo.adapters.git_state import task_of

    return task_of(place)


def _noted(stores: Sequence[Store], session: str, source: str, shown: Context, occasion: Occasion) -> bool:
    """Begin the talk with what it is shown; false if another call has just begun it in the same way.

    A store that cannot be written spoils no context.
    """
    for store in stores:
        ids = [each.memory.id for each in shown.entries if each.scope == store.scope]
        try:
            with store.transaction(wait_seconds=WAIT_SECONDS):
                if store.talks.has_begun(session, source, since=occasion.now - ONE_START):
                    return False
                store.talks.begin(session, source, now=occasion.now)
                store.talks.show(session, [store.memories.find(each).number for each in ids], now=occasion.now)
        except HippoError:
            continue
    return True
