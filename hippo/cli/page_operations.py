"""The operations of `hippo core apply`, read from JSON; what is not understood is named by its place."""

from __future__ import annotations

import json

from hippo.core.page_edits import Operation, Verb
from hippo.core.pages import Page
from hippo.errors import UsageError, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

#: What each operation needs, and what it may have besides.
_NEEDED = {Verb.ADD: ("text",), Verb.REPLACE: ("match", "text"), Verb.REMOVE: ("match",)}
_ALLOWED = {Verb.ADD: ("page",), Verb.REPLACE: ("page", "sub"), Verb.REMOVE: ("page",)}


def operations_in(content: str) -> list[Operation]:
    """The operations of a document.

    Raises UsageError.
    """
    try:
        found = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"the operations are not JSON: {shortened(str(error))}") from error
    if not isinstance(found, list) or not found:
        raise UsageError('expected a JSON list such as [{"do": "add", "text": "..."}]')
    return [_operation(each, number) for number, each in enumerate(found, start=1)]


def _operation(found: Any, number: int) -> Operation:
    where = f"operation {number}"
    if not isinstance(found, dict) or found.get("do") not in {*Verb}:
        raise UsageError(f"{where}: expected an object whose `do` is one of {', '.join(Verb)}")
    verb = Verb(found.pop("do"))
    missing = [name for name in _NEEDED[verb] if name not in found]
    unknown = [name for name in found if name not in (*_NEEDED[verb], *_ALLOWED[verb])]
    wrong = [name for name, content in found.items() if not isinstance(content, str)]
    if missing or unknown or wrong:
        parts = [f"{verb} needs {', '.join(missing)}"] * bool(missing)
        parts += [f"{verb} does not take {shortened(', '.join(unknown))}"] * bool(unknown)
        parts += [f"{shortened(', '.join(wrong))} must be text"] * bool(wrong)
        raise UsageError(f"{where}: {'; '.join(parts)}")
    page = found.get("page")
    if page is not None and page not in {*Page}:
        raise UsageError(f"{where}: the page {shortened(page)!r} is not one of {', '.join(Page)}")
    return Operation(
        verb=verb,
        text=found.get("text", ""),
        match=found.get("match", ""),
        part=found.get("sub"),
        page=Page(page) if page else None,
    )
