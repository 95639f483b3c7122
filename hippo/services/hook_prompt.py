"""A prompt: the memories that bear on it and that the session has not been shown, a few lines or nothing.

Being shown unasked is no retrieval: the memories grow no stronger, or what hippo brings by itself would live for ever
whether it helps or not. An agent that uses one recalls it, or votes for it.

What is shown is noted first. If it cannot be noted, nothing is shown: the next prompt would bring it again. Nor is it
when another call has noted it meanwhile: a program in which hippo is installed twice calls twice at once.
"""

from __future__ import annotations

from hippo.core.analysis import analyse_query
from hippo.core.budget import Allowance
from hippo.core.identity import identity
from hippo.core.ordering import RETRIEVED_SHARE
from hippo.core.telling import bears_on, shares, worth
from hippo.services.context_block import CLOSING, OPENING, Part, fitted
from hippo.services.context_memories import Candidate
from hippo.services.finding import find
from hippo.services.hook_run import WAIT_SECONDS, HookRun
from hippo.store.search import Scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hippo.importers.hook_documents import HookInput
    from hippo.services.finding import Found
    from hippo.services.hooks import Call
    from hippo.services.occasion import Occasion
    from hippo.store.store import Store

_FRAME = "Notes from earlier work here that may bear on this. They may be out of date; check before relying on them."
#: Memories that are looked at; those that were shown stand among the best.
_LOOKED_AT = 20
#: Tokens of an answer (chosen: a few lines; a tenth of what a recall may print).
_BUDGET_TOKENS = 400


def for_prompt(call: Call, given: HookInput, place: str) -> str:
    """The block for a prompt; empty if nothing bears on it that the session does not know."""
    with HookRun(call, given, place) as run:
        stores = run.stores()
        occasion = run.occasion()
        most = occasion.settings.hooks.prompt_memories
        found = _new_to(run.session, stores, bearing(stores, given.prompt, occasion))[:most]
        return _shown(found, run.session, stores, occasion) if found else ""


def bearing(stores: Sequence[Store], prompt: str, occasion: Occasion) -> list[Found]:
    """What bears on a prompt, the best first; nothing that is half as relevant as the best."""
    findings = find(stores, prompt, scope=Scope(), now=occasion.now, limit=_LOOKED_AT)
    if findings.query.only_stop_words or not findings.found:
        return []
    stems = {term.surface: term.text for term in analyse_query(prompt).terms if term.surface}
    counting = shares(stems.items())
    known = findings.statistics
    worths = {
        word: share * worth(known.documents, known.document_frequency.get(stems[word], 0))
        for word, share in counting.items()
    }
    least = RETRIEVED_SHARE * max(each.ranked.relevance for each in findings.found)
    return [
        each
        for each in findings.found
        if each.ranked.relevance >= least
        and not each.repeats
        and not each.memory.flag
        and bears_on(each.ranked.matched, worths, counting)
    ]


def _new_to(session: str, stores: Sequence[Store], found: Sequence[Found]) -> list[Found]:
    """What a session has not been shown, neither as a memory nor on a core page."""
    pages = {identity(entry.text) for store in stores for entry in store.core_pages.entries()} if found else set()
    return [
        each
        for each in found
        if identity(each.memory.text) not in pages and not each.store.talks.was_shown(session, each.number, each.memory)
    ]


def _shown(found: Sequence[Found], session: str, stores: Sequence[Store], occasion: Occasion) -> str:
    """The block with as many as fit. Raises what noting them raises."""
    head, foot = f"{OPENING}\n{_FRAME}\n", f"{CLOSING}\n"
    items = (
        Candidate(memory=each.memory, scope=each.store.scope, conflicts=each.conflicts).item(occasion.now)
        for each in found
    )
    part = fitted(Part(name="memory", items=tuple(items)), Allowance(tokens=_BUDGET_TOKENS).after(head).after(foot))
    kept = [found[line.place] for line in part.lines]
    for store in stores:
        own = [each for each in kept if each.store is store]
        if own:
            with store.transaction(wait_seconds=WAIT_SECONDS):
                if any(store.talks.was_shown(session, each.number, each.memory) for each in own):
                    return ""
                store.talks.show(session, [each.number for each in own], now=occasion.now)
    return f"{head}{part.text}{foot}" if part.text else ""
