"""One call of a tool from arguments to answer; whatever goes wrong is an answer too."""

from __future__ import annotations

from hippo.core.value import value
from hippo.errors import HippoError, SystemTrouble
from hippo.mcp.desk import Desk
from hippo.mcp.parameters import read
from hippo.services.plain import document
from hippo.store.connection import Damaged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, TypeVar

    from hippo.mcp.desk import Surroundings
    from hippo.mcp.tool import Answer, Tool

    T = TypeVar("T")

_NOTHING: tuple[object, ...] = (None, "", [], {})


@value
class Outcome:
    """What a call came to: a text, and the document of a success; a failure has none."""

    text: str
    document: dict[str, Any] | None = None


def call(
    tool: Tool, arguments: Mapping[str, Any], surroundings: Surroundings, *, folder: str, client: str = ""
) -> Outcome:
    """Call a tool. Raises nothing but for a bug."""

    def act(desk: Desk) -> Outcome:
        return _told(tool.call(desk, **values), desk)

    try:
        values = read(tool.name, tool.parameters, arguments)
        return acting(surroundings, act, folder=folder, client=client)
    except HippoError as error:
        return Outcome(text=failure(error))


def acting(surroundings: Surroundings, act: Callable[[Desk], T], *, folder: str, client: str = "") -> T:
    """Act at a desk of its own; an index, which is a cache, that turns out to be damaged is made anew, once.

    Raises HippoError, for what the system refuses as well.
    """
    try:
        with Desk(surroundings, folder=folder, client=client) as desk:
            try:
                return act(desk)
            except Damaged:
                if not desk.mend_indexes():
                    raise
            return act(desk)
    except OSError as error:
        raise SystemTrouble(error) from error


def failure(error: HippoError) -> str:
    """What went wrong and what to do about it, as an agent reads it."""
    hint = f"\nhint: {error.hint}" if error.hint else ""
    return f"{error.code}: {error.message}{hint}"


def lean(thing: Any) -> Any:
    """Plain data without nulls, empty texts and empty lists: clients show it to a model, which pays for every word."""
    if isinstance(thing, dict):
        kept = {key: lean(content) for key, content in thing.items()}
        return {key: content for key, content in kept.items() if content not in _NOTHING}
    return [lean(each) for each in thing] if isinstance(thing, list) else thing


def _told(answer: Answer, desk: Desk) -> Outcome:
    import json

    whole = document(answer.data, [*dict.fromkeys((*desk.notes, *answer.notes))])
    whole["data"] = lean(whole["data"])
    if answer.text is None:
        return Outcome(text=json.dumps(whole, ensure_ascii=False), document=whole)
    notes = "".join(f"note: {note}\n" for note in whole["notes"])
    return Outcome(text=answer.text + notes, document=whole)
