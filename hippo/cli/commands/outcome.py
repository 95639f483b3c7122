"""hippo outcome"""

from __future__ import annotations

import click

from hippo.cli.command import command
from hippo.services import outcome as service

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from hippo.cli.app import App


@command(short_help="Say whether what was recalled helped or misled.")
@click.option("--good", "verdict", flag_value="good", help="It helped: it will live longer.")
@click.option("--bad", "verdict", flag_value="bad", help="It misled: it will fade sooner.")
@click.option("--id", "memory_ids", multiple=True, metavar="ID", help="Judge this memory; may be repeated.")
@click.pass_obj
def outcome(app: App, verdict: str | None, memory_ids: tuple[str, ...]) -> None:
    """Say whether what was recalled helped or misled.

    The verdict is for what the last recall of this session returned (without a session: the last recall of the store),
    or for the memories named with --id. A recall has one vote; a second verdict replaces the first.
    """
    if verdict is None:
        raise click.UsageError("say --good or --bad")
    stores = app.stores()
    judged = service.outcome(stores, good=verdict == "good", memory_ids=memory_ids, occasion=app.occasion())
    app.output.show(judged, lines(judged))


def lines(judged: tuple[service.Judged, ...]) -> Iterator[str]:
    for each in judged:
        memory = each.memory
        votes = f"{memory.good} good, {memory.bad} bad"
        change = "" if each.changed else "  (no change: it has this vote already)"
        yield f"{memory.id}  {votes}; half-life now {each.effective_half_life_days:.1f} days{change}"
