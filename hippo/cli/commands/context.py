"""hippo context"""

from __future__ import annotations

from hippo.adapters.git_branch import branch_of
from hippo.cli.declare import Command, Words, choice, flag, number
from hippo.cli.inputs import joined
from hippo.core.budget import Allowance
from hippo.core.buffer import shown_scopes
from hippo.core.settings import FRAMINGS
from hippo.services import context as service

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.cli.app import App


def context(
    app: App,
    query: tuple[str, ...],
    auto: bool,
    budget: int | None,
    max_chars: int | None,
    max_bytes: int | None,
    refresh: bool,
    framing: str | None,
    form: str,
    lexical: bool,
) -> None:
    """Print what an agent should know before it starts.

    The core pages, what the last session left, the working memory, then memories: with a QUERY those that are relevant
    to it, without one the strongest, with --auto those first that fit the work at hand. Nothing is strengthened, and
    where there is nothing to say nothing is printed. In one session the core pages stay as they were first shown.
    """
    if form == "json":
        app.output.json = True
    stores = app.stores()
    occasion = app.occasion()
    settings = occasion.settings.recall
    shown = service.context(
        stores,
        occasion=occasion,
        query=joined(query),
        task=_task(app.folder) if auto else "",
        scopes=shown_scopes(occasion.actor.session, branch_of(app.folder)),
        allowance=Allowance(
            tokens=settings.context_budget_tokens if budget is None else budget,
            characters=max_chars,
            utf8_bytes=max_bytes,
        ),
        framing=framing or settings.framing,
        refresh=refresh,
        meaning=None if lexical else app.meaning,
    )
    app.output.show(shown, shown.text.splitlines(), notes=shown.notes)


def _task(folder: str) -> str:
    from hippo.adapters.git_state import task_of

    return task_of(folder)


COMMAND = Command(
    handler=context,
    words=(Words(name="query", required=False),),
    options=(
        flag("--auto", "auto", "Take the task from git: branch, changed files, last commits."),
        number("--budget", "budget", "Print at most so many tokens (1500).", low=0, metavar="TOKENS"),
        number("--max-chars", "max_chars", "Print at most so many characters.", low=0),
        number("--max-bytes", "max_bytes", "Print at most so many bytes of UTF-8.", low=0),
        flag("--refresh", "refresh", "Show the core pages as they are now, from here on."),
        choice("--framing", "framing", "Speak of notes, of advice, or of facts.", FRAMINGS),
        choice("--format", "form", "A block to read (the default), or JSON.", ("markdown", "json"), default="markdown"),
        flag("--lexical", "lexical", "Go by words alone, also where memories have vectors."),
    ),
)
