"""hippo embed"""

from __future__ import annotations

from hippo.cli.declare import Command, flag
from hippo.core.humane import counted
from hippo.errors import UsageError
from hippo.services import embed_status as service
from hippo.services.embed_all import embed_all
from hippo.services.fetching import fetch_missing
from hippo.services.opening import addressed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from hippo.cli.app import App


def embed(app: App, show_status: bool, rebuild: bool) -> None:
    """Make the vectors by which recall finds what is meant, not only said.

    Of every live memory that has none by the model in use; what was made so far is kept when it is interrupted. A model
    that is not on this machine is downloaded, which is said before with its size.
    """
    if show_status and rebuild:
        raise UsageError("--status and --rebuild exclude each other")
    store = app.existing_store()
    embedding = app.embedding()
    if show_status:
        found = service.status(store, embedding)
    else:
        fetch_missing(embedding, announce=app.output.note, progress=app.output.progress)
        with app.output.progress("embedding") as progress:
            found = embed_all(store, embedding, rebuild=rebuild, progress=progress)
    app.output.show(found, lines(found, is_status=show_status))


def lines(found: service.Embedded, *, is_status: bool) -> Iterator[str]:
    command = addressed("hippo embed", found.scope)
    if not is_status:
        yield f"embedded {counted(found.made, 'memory')}"
    if found.trouble:
        yield f"no model: {found.trouble}"
    else:
        dimension = f", {found.dimension} components" if found.dimension else ""
        yield f"{'model':<9}{found.model}{dimension}"
    if found.resident:
        yield f"{'resident':<9}a process keeps the model in memory"
    yield f"{'vectors':<9}{found.current:,} of {counted(found.live, 'live memory')}"
    if found.pending:
        yield f"{'pending':<9}{found.pending:,}; `{command}` makes them"
    if found.stale:
        of = f"of another model, {found.other_model}" if found.other_model else "of an earlier text or another model"
        yield f"{'stale':<9}{found.stale:,} {of}; `{command}` makes them anew"
    if found.to_rebuild:
        yield f"{'rebuild':<9}{found.to_rebuild:,} still to be made anew; `{command}` goes on"


def serve(app: App) -> None:
    """Keep the model in memory, so that recalls need not load it.

    One process for a store; it leaves when nobody has asked for embeddings.idle_minutes, or when the store goes. With
    embeddings.resident the first recall starts it.
    """
    from hippo.services.resident import Resident

    folder, embedding = app.existing_store().folder, app.embedding()
    served = Resident(folder, embedding).serve(
        idle_seconds=60 * embedding.settings.idle_minutes,
        ready=lambda: app.output.note(f"{embedding.choice.name} is in memory; an interrupt ends it"),
    )
    app.output.show(served, [f"left: {served.reason}; answered {counted(served.questions, 'question')}"])


SERVE = Command(handler=serve)
COMMAND = Command(
    handler=embed,
    options=(
        flag("--status", "show_status", "Say how far the vectors are, and make none."),
        flag("--rebuild", "rebuild", "Make all vectors anew; one that was interrupted goes on."),
    ),
)
