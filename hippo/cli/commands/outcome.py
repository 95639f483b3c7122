"""hippo outcome"""

from __future__ import annotations

from hippo.cli.declare import Command, flag, repeated
from hippo.errors import UsageError
from hippo.services import outcome as service

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from hippo.cli.app import App


def outcome(app: App, good: bool, bad: bool, memory_ids: tuple[str, ...]) -> None:
    """Say whether what was recalled helped or misled.

    The verdict is for what the last recall of this session returned (without a session: the last recall of the store),
    or for the memories named with --id. A recall has one vote; a second verdict replaces the first.
    """
    if good == bad:
        raise UsageError("say either --good or --bad", hint="`hippo outcome --help` shows what it takes")
    stores = app.stores()
    judged = service.outcome(stores, good=good, memory_ids=memory_ids, occasion=app.occasion())
    app.output.show(judged, lines(judged))


def lines(judged: tuple[service.Judged, ...]) -> Iterator[str]:
    for each in judged:
        memory = each.memory
        votes = f"{memory.good} good, {memory.bad} bad"
        change = "" if each.changed else "  (no change: it has this vote already)"
        yield f"{memory.id}  {votes}; half-life now {each.effective_half_life_days:.1f} days{change}"


COMMAND = Command(
    handler=outcome,
    options=(
        flag("--good", "good", "It helped: it will live longer."),
        flag("--bad", "bad", "It misled: it will fade sooner."),
        repeated("--id", "memory_ids", "Judge this memory; may be repeated.", "ID"),
    ),
)
