"""A handoff from what is known, for a session that is compacted or ends without saving one."""

from __future__ import annotations

from hippo.adapters.git_state import read_state
from hippo.core.handoff import Leaving, from_what_is_known
from hippo.core.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.store.store import Store


def known_leaving(store: Store, folder: str, *, scope: str, given: Leaving) -> Leaving:
    """What the buffer of a scope and the working tree tell, where nothing else was given."""
    state = read_state(folder)
    known = from_what_is_known(
        store.buffers.of(scope), branch=state.branch if state else "", files=state.files if state else ()
    )
    return replace(
        known,
        summary=given.summary or known.summary,
        task=given.task or known.task,
        next_steps=(*given.next_steps, *known.next_steps),
        artifacts=(*given.artifacts, *known.artifacts),
    )
