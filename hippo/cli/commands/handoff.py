"""hippo handoff"""

from __future__ import annotations

from hippo.adapters.git_branch import branch_of
from hippo.cli.declare import Command, Words, flag, repeated, text
from hippo.core.handoff import Leaving
from hippo.core.humane import ago
from hippo.errors import UsageError, shortened
from hippo.services import handoff as service
from hippo.store.handoffs import LATEST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from hippo.cli.app import App
    from hippo.core.handoff import Handoff


def save(
    app: App,
    summary: str | None,
    task: str | None,
    next_steps: tuple[str, ...],
    artifacts: tuple[str, ...],
    auto: bool,
    redact: bool,
) -> None:
    """Leave what the next session needs to go on.

    How things stand, the next steps, files worth a look: it opens the next context here, for seven days or until a
    newer one about the same task or branch. With --auto what is not said is taken from the buffer and from git.
    """
    store = app.store()
    occasion = app.occasion()
    branch = branch_of(app.folder)
    leaving = Leaving(summary=summary or "", task=task or "", next_steps=next_steps, artifacts=artifacts)
    if auto:
        from hippo.services.buffer import scope_of
        from hippo.services.handoff_making import known_leaving

        scope = scope_of(None, session=occasion.actor.session, branch=branch)
        leaving = known_leaving(store, app.folder, scope=scope, given=leaving)
    elif not leaving.summary:
        raise UsageError("say with --summary how things stand, or let --auto gather what is known")
    done = service.save(store, leaving, occasion=occasion, branch=branch, folder=app.folder, redact=redact)
    app.output.show(done, [f"saved {done.handoff.id}", *body_lines(done)], notes=done.notes)


def show(app: App, name: str | None) -> None:
    """Show a handoff, the latest unless you name one."""
    found = _found(app, name)
    now = app.occasion().now
    app.output.show(found, [] if found is None else shown_lines(found, now))


def list_handoffs(app: App) -> None:
    """List the handoffs, the newest first."""
    found = service.list_handoffs(app.store())
    app.output.show(found, list_lines(found, app.occasion().now))


def resume(app: App, name: str | None) -> None:
    """Go on with a handoff: show it, and note who took it up."""
    done = service.resume(app.store(), name or LATEST, occasion=app.occasion())
    app.output.show(done, shown_lines(done, app.occasion().now))


def shown_lines(found: service.Shown, now: datetime) -> Iterator[str]:
    yield headline(found.handoff, now)
    yield from body_lines(found)


def list_lines(found: Sequence[Handoff], now: datetime) -> Iterator[str]:
    for each in found:
        yield headline(each, now)
        yield f"  {shortened(' '.join(each.leaving.summary.split()))}"


def headline(handoff: Handoff, now: datetime) -> str:
    """Id, age, who left it and on which branch, who took it up: one line."""
    parts = [handoff.id, ago(handoff.at, now), f"from {handoff.actor}"]
    parts += [f"on {handoff.branch}"] * bool(handoff.branch)
    parts += [f"taken up by {handoff.resumed_by}"] * bool(handoff.resumed_by)
    parts += [f"[out of context: {handoff.flag}]"] * bool(handoff.flag)
    return "  ".join(parts)


def body_lines(found: service.Shown) -> Iterator[str]:
    leaving = found.handoff.leaving
    if leaving.task:
        yield f"  task: {leaving.task}"
    yield from (f"  {line}" for line in leaving.summary.split("\n"))
    for step in leaving.next_steps:
        yield f"  next: {step}"
    for each in found.artifacts:
        yield f"  file: {each.path}{'' if each.exists else '  (it is not there)'}"


def _found(app: App, name: str | None) -> service.Shown | None:
    """The handoff that is meant; no handoff at all is an answer, an unknown id is not."""
    store = app.store()
    if name is None and not service.list_handoffs(store):
        return None
    return service.show(store, name or LATEST)


_NAME = (Words(name="name", metavar="[ID|latest]", required=False, many=False),)

SAVE = Command(
    handler=save,
    options=(
        text("--summary", "summary", "How things stand."),
        text("--task", "task", "What it is about; a newer handoff of the same task covers this one."),
        repeated("--next", "next_steps", "A next step; may be repeated.", "STEP"),
        repeated("--artifact", "artifacts", "A file worth a look; may be repeated.", "PATH"),
        flag("--auto", "auto", "Take what is not said from the buffer and from git."),
        flag("--redact", "redact", "Mask secrets in it instead of refusing it."),
    ),
)
SHOW = Command(handler=show, words=_NAME)
LIST = Command(handler=list_handoffs)
RESUME = Command(handler=resume, words=_NAME)
