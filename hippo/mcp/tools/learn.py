"""learn: lessons from the project's own history."""

from __future__ import annotations

from datetime import timedelta

from hippo.mcp.parameters import Kind, Parameter
from hippo.mcp.shapes import FLAG, MEMORY, TEXT, WHOLE, listed, maybe, record
from hippo.mcp.tool import Answer, Tool
from hippo.services import learn as service

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.mcp.desk import Desk

_ORDINARY_DAYS = 7
#: The longest look back, in days: what is longer than a thousand years leaves the calendar.
_MOST_DAYS = 365_000


def learn(desk: Desk, days: int, dry_run: bool) -> Answer:
    store = desk.store()
    occasion = desk.occasion()
    since = occasion.now - timedelta(days=min(days, _MOST_DAYS))
    learnt = service.learn_from_git(store, [desk.folder], occasion=occasion, since=since, dry_run=dry_run)
    return Answer(data=learnt, notes=learnt.notes)


LEARN = Tool(
    name="learn",
    title="Learn from the git history",
    description=(
        "Take lessons from the fix, revert and performance commits of this project's repository. Call it after "
        "pulling, or when a project is new to the memory (days=90). Nothing is learnt twice."
    ),
    parameters=(
        Parameter(name="days", kind=Kind.WHOLE, description="Look back so many days.", default=_ORDINARY_DAYS),
        Parameter(name="dry_run", kind=Kind.FLAG, description="Say what would be learnt, and do nothing."),
    ),
    call=learn,
    shape=record(
        repositories=listed(
            record(
                name=TEXT,
                root=TEXT,
                read=WHOLE,
                lessons=listed(record(text=TEXT, tags=listed(TEXT), commit=TEXT, memory=maybe(MEMORY))),
                known=WHOLE,
                skipped=listed(record(reason=TEXT, count=WHOLE)),
                partial=FLAG,
                trouble=TEXT,
            )
        ),
        dry_run=FLAG,
        notes=listed(TEXT),
    ),
    repeatable=True,
)
