"""Calls of declared commands: strategies for what is typed, and what each of the two readers makes of it."""

from __future__ import annotations

from io import StringIO
from typing import Any

import click
import pytest
from hypothesis import strategies as st

from hippo.cli import quick
from hippo.cli import root as click_side
from hippo.cli.app import App, take_common
from hippo.cli.declare import COMMON, Option
from hippo.cli.output import Output
from hippo.cli.table import COMMANDS, load
from hippo.core.value import replace
from hippo.errors import UsageError

NAMES = sorted(name for name, entry in COMMANDS.items() if entry.module)
#: Texts of which every option takes some and refuses some.
TEXTS = (
    "7",
    "0",
    "1",
    "-1",
    "12h",
    "2w",
    "2031-03-03",
    "3:30",
    "",
    " ",
    "-",
    "--",
    "--json",
    "-x",
    "a b",
    "日本",
    "=",
    "x=y",
    "\ud800",
)


def options_of(name: str) -> list[Option]:
    """All options of a command, the common ones among them."""
    return [*load(name).options, *COMMON.values()]


def takes(option: Option, text: str) -> bool:
    """Whether an option takes a text as its content."""
    assert option.read is not None
    try:
        option.read(text)
    except ValueError:
        return False
    return True


def given_as(option: Option, texts: st.SearchStrategy[str]) -> st.SearchStrategy[list[str]]:
    """An option as it may be typed: `--flag`, `--option text` or `--option=text`."""
    if option.read is None:
        return st.just([option.flag])
    return texts.flatmap(lambda text: st.sampled_from([[option.flag, text], [f"{option.flag}={text}"]]))


def well_formed(name: str) -> st.SearchStrategy[list[str]]:
    """Calls that a command takes: fitting options and words in any order, perhaps with `--` before the last words."""
    words = load(name).words
    fewest = sum(each.required for each in words)
    most = 4 if any(each.many for each in words) else len(words)
    fitting = [
        given_as(option, st.sampled_from([text for text in (*option.choices, *TEXTS) if takes(option, text)]))
        if option.read
        else given_as(option, st.nothing())
        for option in options_of(name)
    ]
    plain = st.sampled_from([text for text in TEXTS if text == "-" or not text.startswith("-")])

    @st.composite
    def calls(draw: st.DrawFn) -> list[str]:
        typed = draw(st.lists(plain, min_size=fewest, max_size=most))
        behind = draw(st.integers(0, len(typed)))
        pieces = [[word] for word in typed[behind:]] + draw(st.lists(st.one_of(fitting), max_size=4))
        call = [part for piece in draw(st.permutations(pieces)) for part in piece]
        if not behind:
            return call
        odd = st.sampled_from(TEXTS)
        return [*call, "--", *(draw(odd) for _ in range(behind))]

    return calls()


def anything(name: str) -> st.SearchStrategy[list[str]]:
    """Whatever may be typed after a command: its options with right and wrong contents, halves of them, odd words."""
    texts = st.one_of(st.sampled_from(TEXTS), st.text(max_size=4))
    pieces = [given_as(option, texts) for option in options_of(name)]
    halves = [st.sampled_from([[option.flag], [option.flag[:-1]], [f"{option.flag}="]]) for option in options_of(name)]
    words = texts.map(lambda text: [text])
    odd = st.sampled_from([["--help"], ["-h"], ["--version"], ["--unknown"], ["--"]])
    lists = st.lists(st.one_of(words, words, odd, *pieces, *halves), max_size=5)
    return lists.map(lambda found: [part for piece in found for part in piece])


def app() -> App:
    """An app that prints nowhere."""
    return App(environ={}, folder="/", output=Output(stdout=StringIO(), stderr=StringIO()))


def by_quick(name: str, arguments: list[str]) -> Any:
    """What the quick reader makes of a call: what the command gets; None if it leaves the call to click."""
    values = quick.read(load(name), arguments)
    if values is None:
        return None
    run = app()
    try:
        take_common(run, values)
    except UsageError as error:
        return error.message
    return values, state(run)


def by_click(name: str, arguments: list[str], patch: pytest.MonkeyPatch) -> Any:
    """What click makes of a call: what the command gets; None if it refuses the call or only prints help."""
    got: dict[str, Any] = {}

    def handler(app: App, **values: Any) -> None:
        got.update(called=True, values=values, state=state(app))

    patch.setattr(click_side, "load", lambda full: replace(load(full), handler=handler))
    try:
        with click_side.root.make_context("hippo", [*name.split(), *arguments], obj=app()) as context:
            click_side.root.invoke(context)
    except (click.UsageError, click.exceptions.Exit):
        return None
    except UsageError as error:
        return error.message
    return (got["values"], got["state"]) if got else None


def state(run: App) -> tuple[Any, ...]:
    """What the common options of a call have set."""
    output = run.output
    return run.store_path, run.use_global, run.session, output.json, output.quiet, output.color
