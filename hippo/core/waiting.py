"""What waits for a person's word before it counts: doubtful texts, and, where approval is on, whatever writes itself.

Why a state and no list of its own: mirrors, exports, backups, `inspect` and purging work on memories, and what waits is
one that no search, no sleep and no context looks at. Why it stays until somebody says: to fade unseen would be to turn
it down without a word, and `hippo pending` and `hippo status` count what waits.

Why an approval does not travel: files of the store may come from a stranger's commit, so what they say of themselves
counts for nothing; in another clone the same text waits for that clone's person.
"""

from __future__ import annotations

from hippo.core.memory import State
from hippo.core.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.core.memory import Memory, Origin

#: How the flag of a doubtful text begins (`order_doubts`); other flags are sure.
_DOUBT = "perhaps "
#: Who and what writes when a person types `hippo remember`.
PERSON = "cli"


def is_doubtful(flag: str) -> bool:
    """Whether a flag is only a doubt."""
    return flag.startswith(_DOUBT)


def is_automatic(origin: Origin, writer: str) -> bool:
    """Whether a memory was written by an agent, or taken by hippo from a talk, a command, a history or a file."""
    return writer != PERSON or origin.kind != PERSON


def staged(memory: Memory) -> Memory:
    """A memory from a file as it may come in: a doubtful one waits, whatever the file says."""
    if memory.state is State.LIVE and is_doubtful(memory.flag):
        return replace(memory, state=State.WAITING)
    return memory


def still_waiting(before: Memory, after: Memory) -> Memory:
    """A memory that a file changes: only approval ends its wait, only a new text may make it wait.

    The flag of a text that stays is what it was, for a person may have taken it away.
    """
    if before.text == after.text:
        after = replace(after, flag=before.flag)
    if before.state is State.WAITING and after.state is State.LIVE:
        return replace(after, state=State.WAITING)
    if before.state is not State.WAITING and after.state is State.WAITING:
        return replace(after, state=before.state)
    return staged(after) if before.text != after.text else after


def why(memory: Memory) -> str:
    """What a waiting memory waits for."""
    return memory.flag or f"written by itself ({memory.origin.kind})"
