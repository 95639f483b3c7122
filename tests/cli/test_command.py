"""Declared commands as click commands."""

from __future__ import annotations

from io import StringIO
from typing import Any

import click
import pytest
from click.testing import CliRunner

from hippo.cli.app import App
from hippo.cli.command import Reader, as_click, as_click_option
from hippo.cli.declare import COMMON, Command, Words, choice, flag, number, repeated
from hippo.cli.output import Output

GOT: list[Any] = []


def handler(app: App, **values: Any) -> int:
    """Do the thing.

    At length, in a second paragraph.
    """
    GOT.append((app.output.json, values))
    return 6


COMMAND = Command(
    handler=handler,
    words=(Words(name="query", metavar="QUERY...", required=False),),
    options=(
        flag("--why", "why", "Explain."),
        number("--limit", "limit", "At most so many.", low=1, default=10, metavar="N"),
        repeated("--tag", "tags", "With a tag.", "TAG"),
        choice("--form", "form", "In a form.", ("long", "short"), default="long"),
    ),
)
CLICK = as_click("thing", COMMAND, "Do the thing.")


def call(*arguments: str) -> Any:
    """What the handler got from click, and what it returned."""
    app = App(environ={}, folder="/", output=Output(stdout=StringIO(), stderr=StringIO()))
    GOT.clear()
    with CLICK.make_context("thing", list(arguments), obj=app) as context:
        status = CLICK.invoke(context)
    return (*GOT[0], status)


def test_a_handler_gets_the_app_its_own_values_and_gives_a_status() -> None:
    ordinary = {"query": (), "why": False, "limit": 10, "tags": (), "form": "long"}
    assert call() == (False, ordinary, 6)
    given = call("a", "--limit", "3", "--why", "--tag", "x", "b", "--tag=y", "--form", "short", "--json")
    assert given == (True, {"query": ("a", "b"), "why": True, "limit": 3, "tags": ("x", "y"), "form": "short"}, 6)


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_shows_the_docstring_and_every_option(option: str) -> None:
    shown = CliRunner().invoke(CLICK, [option])
    assert shown.exit_code == 0
    first, *rest = shown.output.split("\n")
    assert first == "Usage: thing [OPTIONS] QUERY..."
    text = "\n".join(rest)
    assert "  Do the thing.\n\n  At length, in a second paragraph.\n" in text
    for each in (*COMMAND.options, *COMMON.values()):
        assert each.flag in text
        assert each.help in text
    assert "--limit N" in text
    assert "--form [long|short]" in text


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--limit", "0"], "Invalid value for '--limit': '0' is not a whole number from 1 to 1,000,000,000"),
        (["--form", "odd"], "Invalid value for '--form': 'odd' is not one of 'long', 'short'."),
        (["--unknown"], "No such option"),
        (["--limit"], "Option '--limit' requires an argument."),
        (["--why=1"], "Option '--why' does not take a value."),
    ],
)
def test_a_mistake_is_told_with_what_is_accepted(arguments: list[str], complaint: str) -> None:
    with pytest.raises(click.UsageError) as refused:
        call(*arguments)
    assert refused.value.format_message().startswith(complaint)


def test_words_that_are_needed_are_missed() -> None:
    needy = as_click("thing", Command(handler=handler, words=(Words(name="memory_id", metavar="ID", many=False),)), "")
    with pytest.raises(click.UsageError) as refused:
        needy.make_context("thing", [])
    assert refused.value.format_message() == "Missing argument 'ID'."


def test_a_reader_leaves_alone_what_is_read_already() -> None:
    option = COMMAND.options[1]
    assert Reader(option).convert(10, None, None) == 10
    assert Reader(option).name == "n"
    assert as_click_option(option).default == 10
