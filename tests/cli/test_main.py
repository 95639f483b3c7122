"""From words to a status: every end of a command."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest

from hippo import __version__, errors
from hippo.cli import main, root
from hippo.cli.app import App
from hippo.cli.declare import Command, Words
from hippo.cli.output import Output
from hippo.errors import HippoError, Refused
from tests.support import Hippo, Ran


@pytest.fixture
def ending(monkeypatch: pytest.MonkeyPatch):
    """Runs `hippo status` with a handler that ends in a given way, read at once or by click."""

    def run(end: Any, *arguments: str, by_click: bool = False) -> Ran:
        def handler(app: App, words: tuple[str, ...]) -> int | None:
            """Show what the store holds and what fades next."""
            if isinstance(end, BaseException):
                raise end
            app.output.show(words, words)
            return end

        command = Command(handler=handler, words=(Words(name="words", required=False),))
        monkeypatch.setattr(main, "load", lambda _: command)
        monkeypatch.setattr(root, "load", lambda _: command)
        out, err = StringIO(), StringIO()
        app = App(environ={}, folder="/", output=Output(stdout=out, stderr=err))
        before = ["--quiet"] if by_click else []
        return Ran(main.run([*before, "status", *arguments], app), out.getvalue(), err.getvalue())

    return run


ERRORS: list[HippoError] = [
    errors.UsageError("a"),
    errors.MemoryNotFound("mem_1"),
    errors.AmbiguousId("mem_1", ("mem_12", "mem_13")),
    Refused("a", hint="b", size_bytes=3),
    errors.NoStore("/"),
    errors.NewerStore("x", found=2, known=1),
    errors.PartlyDone("a"),
    errors.Busy("x"),
]


@pytest.mark.parametrize("by_click", [False, True])
@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.code)
def test_every_error_is_told_with_its_status_to_people_and_to_programs(
    error: HippoError, by_click: bool, ending
) -> None:
    ran = ending(error, by_click=by_click)
    assert (ran.status, ran.out) == (error.exit_code, "")
    assert ran.err.startswith(f"hippo: {error.message}\n")
    ran = ending(error, "--json", by_click=by_click)
    assert (ran.status, ran.err) == (error.exit_code, "")
    assert ran.error == {**error.details, "code": error.code, "message": error.message, "hint": error.hint}


@pytest.mark.parametrize("by_click", [False, True])
@pytest.mark.parametrize(("returned", "status"), [(None, 0), (0, 0), (6, 6), (3, 3)])
def test_a_handlers_status_is_that_of_the_run(returned: int | None, status: int, by_click: bool, ending) -> None:
    ran = ending(returned, "a", "b", by_click=by_click)
    assert (ran.status, ran.out) == (status, "a\nb\n")


@pytest.mark.parametrize("by_click", [False, True])
def test_an_interrupt_is_130_without_a_word(by_click: bool, ending) -> None:
    ran = ending(KeyboardInterrupt(), by_click=by_click)
    assert (ran.status, ran.out, ran.err) == (130, "", "")
    ran = ending(KeyboardInterrupt(), "--json", by_click=by_click)
    assert (ran.status, ran.error["code"], ran.err) == (130, "interrupted", "")


@pytest.mark.parametrize("by_click", [False, True])
def test_what_an_interrupt_leaves_is_told(by_click: bool, ending) -> None:
    kept = KeyboardInterrupt("3 of 4 are kept")
    ran = ending(kept, by_click=by_click)
    assert (ran.status, ran.out, ran.err) == (130, "", "hippo: interrupted: 3 of 4 are kept\n")
    ran = ending(kept, "--json", by_click=by_click)
    assert (ran.status, ran.error["message"], ran.err) == (130, "interrupted: 3 of 4 are kept", "")


def test_an_interrupt_behind_the_document_adds_none(ending, monkeypatch: pytest.MonkeyPatch) -> None:
    def flush(_: Output) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Output, "flush", flush)
    ran = ending(0, "a", "--json")
    assert (ran.status, ran.data) == (130, ["a"])


@pytest.mark.parametrize("by_click", [False, True])
def test_a_bug_keeps_its_traceback(by_click: bool, ending) -> None:
    with pytest.raises(ZeroDivisionError):
        ending(ZeroDivisionError(), by_click=by_click)


@pytest.mark.parametrize("by_click", [False, True])
def test_what_the_system_refuses_is_one_line_and_status_5(by_click: bool, ending) -> None:
    full = OSError(28, "No space left on device", "/x/hippo.db")
    ran = ending(full, by_click=by_click)
    assert (ran.status, ran.out) == (5, "")
    assert ran.err == (
        "hippo: No space left on device: /x/hippo.db\n  hint: check the room on the disk and the rights\n"
    )
    ran = ending(full, "--json", by_click=by_click)
    assert (ran.status, ran.error["code"], ran.err) == (5, "system", "")


@pytest.mark.parametrize("by_click", [False, True])
def test_a_reader_that_has_gone_is_no_error(by_click: bool, ending) -> None:
    ran = ending(BrokenPipeError(), by_click=by_click)
    assert (ran.status, ran.out, ran.err) == (0, "", "")


def test_stores_are_closed_whatever_happens(hippo: Hippo, monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[App] = []
    close = App.close

    def noted(self: App) -> None:
        closed.append(self)
        close(self)

    monkeypatch.setattr(App, "close", noted)
    for arguments in (["status"], ["inspect", "mem_0000"], ["status", "--unknown"]):
        hippo(*arguments)
    assert len(closed) == 3


# --- usage errors ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message", "where"),
    [
        (["recall"], "Missing argument 'QUERY...'.", "hippo recall"),
        (["recall", "x", "--limit", "0"], "is not a whole number from 1 to 1,000,000,000", "hippo recall"),
        (["recall", "x", "--layer", "odd"], "'odd' is not one of 'episodic', 'semantic'.", "hippo recall"),
        (["recall", "x", "--bogus"], "No such option", "hippo recall"),
        (["recall", "-x"], "No such option", "hippo recall"),
        (["recal", "x"], "No such command 'recal'", "hippo"),
        (["status", "x"], "Got unexpected extra argument", "hippo status"),
        (["--bogus", "status"], "No such option", "hippo"),
        (["--quiet"], "Missing command", "hippo"),
    ],
)
def test_a_mistake_is_one_line_with_where_to_read_on(
    arguments: list[str], message: str, where: str, hippo: Hippo
) -> None:
    ran = hippo(*arguments)
    assert (ran.status, ran.out) == (2, "")
    first, second, rest = ran.err.split("\n")
    assert first.startswith("hippo: ")
    assert message in first
    assert (second, rest) == (f"  hint: `{where} --help` shows what it takes", "")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--json", "recall", "--bogus"],
        ["recall", "--json", "--bogus"],
        ["recall", "--bogus", "--json"],
        ["recall", "--bogus", "--json", "--", "x"],
        ["recall", "--json"],
        ["recal", "--json"],
        ["--json"],
        ["--json", "--bogus"],
        ["recall", "x", "--limit", "many", "--json"],
        ["backup", "lst", "--json"],
    ],
)
def test_a_mistake_is_a_document_when_json_was_asked_for(arguments: list[str], hippo: Hippo) -> None:
    ran = hippo(*arguments)
    assert (ran.status, ran.err) == (2, "")
    assert ran.document["schema"] == 1
    assert ran.error["code"] == "usage"


@pytest.mark.parametrize("arguments", [["recall", "--bogus", "--", "--json"], ["recal", "--", "--json"]])
def test_behind_two_dashes_json_is_a_word(arguments: list[str], hippo: Hippo) -> None:
    ran = hippo(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("hippo: ")


def test_json_as_the_content_of_an_option_asks_for_nothing(hippo: Hippo) -> None:
    ran = hippo("recall", "x", "--tag", "--json")
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    ran = hippo("--quiet", "recall", "x", "--tag", "--json")
    assert (ran.status, ran.out, ran.err) == (0, "", "")


# --- version, help, completion ---------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments", [["--version", "--json"], ["--json", "--version"], ["--json", "--version", "--json"]]
)
def test_the_version_is_a_line_or_a_document(arguments: list[str], nowhere: Hippo) -> None:
    assert nowhere("--version").out == f"hippo {__version__}\n"
    assert nowhere(*arguments).document == {"schema": 1, "data": __version__, "notes": []}


@pytest.mark.parametrize(
    "arguments", [[], ["--help"], ["-h"], ["recall", "--help"], ["recall", "x", "-h", "--limit=0"]]
)
def test_help_is_status_0_and_no_arguments_mean_help(
    arguments: list[str], nowhere: Hippo, capsys: pytest.CaptureFixture[str]
) -> None:
    assert nowhere(*arguments).status == 0
    assert json.dumps(capsys.readouterr().out).startswith('"Usage: hippo ')


def test_a_shell_is_told_completions(nowhere: Hippo, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    for name, content in {"_HIPPO_COMPLETE": "bash_complete", "COMP_WORDS": "hippo rec", "COMP_CWORD": "1"}.items():
        monkeypatch.setenv(name, content)
    with pytest.raises(SystemExit) as leaving:
        nowhere(_HIPPO_COMPLETE="bash_complete")
    assert leaving.value.code == 0
    assert capsys.readouterr().out == "plain,recall\n"
