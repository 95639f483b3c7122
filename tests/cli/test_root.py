"""The group of all commands."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from click.testing import CliRunner

from hippo import __version__
from hippo.cli import root as module
from hippo.cli import table
from hippo.cli.declare import Command, flag
from hippo.cli.main import run
from hippo.cli.output import Output
from hippo.cli.root import Verbs, root
from hippo.cli.table import COMMANDS, Entry, verbs_of
from tests.cli.calls import app

#: A verb that is a command and heads another one, and a verb that only heads one.
SMALL = {
    "backup": Entry(module="x", summary="Back up."),
    "backup list": Entry(module="x", attribute="LIST", summary="List."),
    "hook": Entry(module="", summary="Hooks."),
    "hook show": Entry(module="x", attribute="SHOW", summary="Show."),
}


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """A small table of commands that note how they are called."""
    got: list[Any] = []

    def load(name: str) -> Command:
        def handler(app: Any, **values: Any) -> None:
            """Do it."""
            got.append((name, app.output.json, app.session, values))

        return Command(handler=handler, options=(flag("--keep", "keep", "Keep."),))

    monkeypatch.setattr(table, "COMMANDS", SMALL)
    monkeypatch.setattr(module, "COMMANDS", SMALL)
    monkeypatch.setattr(module, "load", load)
    monkeypatch.setattr("hippo.cli.main.load", load)
    return got


def shown(*arguments: str) -> str:
    result = CliRunner().invoke(root, list(arguments), obj=app())
    assert result.exit_code == 0
    return result.output


def test_help_lists_every_command_with_its_line_and_says_where_to_begin() -> None:
    for option in ("--help", "-h"):
        text = " ".join(shown(option).split())
        assert all(f"{name} {entry.summary}" in text for name, entry in verbs_of("").items())
        assert text.endswith("every command explains itself with --help.")


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_explains_itself(name: str) -> None:
    text = shown(*name.split(), "--help")
    assert text.startswith(f"Usage: {root.name} {name} ")
    assert COMMANDS[name].summary in " ".join(text.split())


def test_the_version_is_told_among_other_options_too() -> None:
    assert shown("--quiet", "--version") == f"hippo {__version__}\n"


def test_a_verb_with_verbs_below_it_is_called_alone_or_by_two_words(called: list[Any]) -> None:
    for arguments in (["backup"], ["backup", "--keep"], ["backup", "list"], ["--quiet", "backup", "list", "--keep"]):
        assert run(arguments, app()) == 0
    assert [(name, values) for name, _, _, values in called] == [
        ("backup", {"keep": False}),
        ("backup", {"keep": True}),
        ("backup list", {"keep": False}),
        ("backup list", {"keep": True}),
    ]


@pytest.mark.parametrize(
    "arguments",
    [
        ["--session", "s", "backup", "list", "--json"],
        ["backup", "--session", "s", "--json", "list"],
        ["--json", "hook", "--session=s", "show"],
        ["hook", "--json", "show", "--session", "s"],
        ["--json", "backup", "--session", "s"],
    ],
)
def test_common_options_stand_before_between_and_behind_the_words(arguments: list[str], called: list[Any]) -> None:
    assert run(arguments, app()) == 0
    ((_, as_json, session, values),) = called
    assert (as_json, session, values) == (True, "s", {"keep": False})


def test_the_help_of_a_verb_shows_the_verbs_below_it(called: list[Any]) -> None:
    assert "list  List." in shown("backup", "--help")
    assert "--keep" in shown("backup", "--help")
    assert "show  Show." in shown("hook", "--help")
    assert shown("backup", "list", "--help").startswith("Usage: hippo backup list ")
    assert called == []


@pytest.mark.parametrize("arguments", [["backup", "lst"], ["hook", "lst"], ["hook"], ["lst"], ["backup", "list", "x"]])
def test_a_verb_that_is_none_is_a_usage_error(arguments: list[str], called: list[Any]) -> None:
    assert run(arguments, app()) == 2
    assert called == []


def test_a_verb_that_only_heads_others_asks_for_one(called: list[Any], capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["hook"], ["hook", "--quiet"]):
        assert run(arguments) == 2
        assert capsys.readouterr().err == "hippo: Missing command.\n  hint: `hippo hook --help` shows what it takes\n"


def test_commands_of_the_group_are_those_of_the_table() -> None:
    with root.make_context("hippo", ["status"], obj=app()) as context:
        assert root.list_commands(context) == [name for name in COMMANDS if " " not in name]
        assert root.get_command(context, "nothing") is None
        assert isinstance(root.get_command(context, "backup"), Verbs)


@pytest.mark.parametrize("words", [["--keep", "list"], ["--json", "--keep", "list"], ["--keep", "list", "--json"]])
def test_an_option_of_the_verb_above_is_refused_not_passed_over(called: list[Any], words: list[str]) -> None:
    assert "--keep stands behind the verb that takes it: `hippo backup list --keep`" in refused("backup", *words)
    assert called == []


def test_an_option_that_the_verb_below_does_not_take_either_is_told_so() -> None:
    told = refused("buffer", "--promote", "x", "show")
    assert "`hippo buffer show` does not take --promote" in told
    assert "`hippo buffer show --help` shows what it takes" in told


def refused(*words: str) -> str:
    """What a usage error says."""
    running, said = app(), StringIO()
    running.output = Output(stdout=said, stderr=said)
    assert run(words, running) == 2
    return said.getvalue()
