"""The table of commands tells the truth about each of them."""

from __future__ import annotations

import pytest

from hippo.cli import table
from hippo.cli.declare import Command
from hippo.cli.table import COMMANDS, Entry, load, named, verbs_of
from tests.cli.calls import NAMES

#: A table with a verb that is a command, one that only heads others, and one alone.
SMALL = {
    "backup": Entry(module="backup", summary="Back up."),
    "backup list": Entry(module="backup", attribute="LIST", summary="List."),
    "hook": Entry(module="", summary="Hooks."),
    "hook show": Entry(module="hook", summary="Show."),
    "recall": Entry(module="recall", summary="Recall."),
}


def test_the_table_is_sorted_and_every_second_word_has_a_first() -> None:
    assert list(COMMANDS) == sorted(COMMANDS)
    assert all(name.partition(" ")[0] in COMMANDS for name in COMMANDS)


@pytest.mark.parametrize("name", NAMES)
def test_a_commands_line_is_the_first_of_its_docstring(name: str) -> None:
    command = load(name)
    assert isinstance(command, Command)
    assert command.help.partition("\n")[0] == COMMANDS[name].summary
    assert COMMANDS[name].summary.endswith(".")
    assert len(COMMANDS[name].summary) <= 80


@pytest.mark.parametrize(
    ("call", "name", "rest"),
    [
        (["recall", "list"], "recall", ["list"]),
        (["backup"], "backup", []),
        (["backup", "list", "x"], "backup list", ["x"]),
        (["backup", "--json", "list"], "backup", ["--json", "list"]),
        (["hook", "show"], "hook show", []),
        (["hook"], "", ["hook"]),
        (["hook", "x"], "", ["hook", "x"]),
        (["backup list"], "backup list", []),
        (["recal"], "", ["recal"]),
        (["--json", "recall"], "", ["--json", "recall"]),
        ([], "", []),
    ],
)
def test_a_call_names_a_command_by_two_words_or_by_one(
    call: list[str], name: str, rest: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "COMMANDS", SMALL)
    assert named(call) == (name, rest)


def test_the_verbs_below_a_verb_are_known_by_their_last_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "COMMANDS", SMALL)
    assert list(verbs_of("")) == ["backup", "hook", "recall"]
    assert verbs_of("backup") == {"list": SMALL["backup list"]}
    assert verbs_of("recall") == verbs_of("back") == {}
