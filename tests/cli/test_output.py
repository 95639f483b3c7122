"""Two voices for one result."""

from __future__ import annotations

import json
import os
import sys
from io import BytesIO, StringIO, TextIOWrapper
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.cli.output import Output
from hippo.errors import AmbiguousId, HippoError, Refused
from tests.core.memories import memory

TEXT = "ünï ▰▰▱▱▱ … · ‹ 昨天 🚀 \ud800"
CODES = ("utf-8", "utf_8", "UTF8", "ascii", "latin-1", "cp1252", "iso2022_jp")


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


class Console:
    """Both streams of a process, with an encoding, and an output over them."""

    def __init__(self, encoding: str = "utf-8", **how: Any) -> None:
        self.bytes = BytesIO(), BytesIO()
        self.streams = [TextIOWrapper(each, encoding=encoding, newline="\n") for each in self.bytes]
        self.output = Output(stdout=self.streams[0], stderr=self.streams[1])
        for name, content in how.items():
            setattr(self.output, name, content)

    def seen(self) -> tuple[bytes, bytes]:
        for stream in self.streams:
            stream.flush()
        return self.bytes[0].getvalue(), self.bytes[1].getvalue()

    def texts(self) -> tuple[str, str]:
        out, err = self.seen()
        return out.decode(), err.decode()


def test_results_go_to_standard_output_and_notes_to_standard_error() -> None:
    console = Console()
    console.output.show({"a": 1}, ["one", "two\nthree"], notes=["careful"])
    assert console.texts() == ("one\ntwo\nthree\n", "note: careful\n")


def test_data_is_printed_as_it_is_whatever_form_was_asked_for() -> None:
    console = Console(json=True)
    console.output.write_raw('{"a": 1}\n')
    assert console.texts() == ('{"a": 1}\n', "")


def test_json_is_one_document_with_the_notes_and_nothing_beside_it() -> None:
    console = Console(json=True)
    console.output.note("early")
    console.output.show({"a": 1}, ["never"], notes=["careful", "early"])
    out, err = console.texts()
    assert (json.loads(out), err) == ({"schema": 1, "data": {"a": 1}, "notes": ["early", "careful"]}, "")
    assert out.count("\n") == 1


def test_a_note_is_said_once_and_to_nobody_who_wants_quiet() -> None:
    loud, quiet = Console(), Console(quiet=True)
    for console in (loud, quiet):
        for _ in range(3):
            console.output.note("careful")
        console.output.show(None, ["done"], notes=["careful"])
    assert (loud.texts(), quiet.texts()) == (("done\n", "note: careful\n"), ("done\n", ""))


def test_an_error_is_one_line_with_a_hint_below_it() -> None:
    console = Console()
    console.output.error(Refused("too\nlong \t text", hint="make\nit short"))
    console.output.error(Refused("no"))
    assert console.texts() == ("", "hippo: too long text\n  hint: make it short\nhippo: no\n")


def test_an_error_is_a_document_for_programs_with_its_details() -> None:
    console = Console(json=True)
    console.output.error(AmbiguousId("mem_12", ("mem_12a", "mem_12b")))
    out, err = console.texts()
    assert json.loads(out) == {
        "schema": 1,
        "error": {
            "code": "ambiguous-id",
            "message": "'mem_12' is the beginning of several ids: mem_12a, mem_12b",
            "hint": "type a few more characters",
            "candidates": ["mem_12a", "mem_12b"],
        },
    }
    assert err == ""


def test_details_never_take_the_place_of_code_message_and_hint() -> None:
    console = Console(json=True)
    console.output.error(HippoError("truth", code="lie"))
    assert json.loads(console.texts()[0])["error"]["code"] == "error"


@given(st.sampled_from(CODES), st.text(st.characters(), max_size=20).map(lambda text: text.replace("\r", "")))
def test_no_text_stops_a_console_of_any_encoding(encoding: str, text: str) -> None:
    for as_json in (False, True):
        console = Console(encoding, json=as_json)
        console.output.note(text)
        console.output.show({"text": text}, [text])
        console.output.error(HippoError(text, hint=text))
        out, _ = console.seen()
        assert out.count(b"\n") == 2 if as_json else out.endswith(b"\n")


@pytest.mark.parametrize(
    ("encoding", "line"),
    [
        ("utf-8", "ünï ▰▰▱▱▱ … · ‹ 昨天 🚀 ?\n".encode()),
        ("utf_8", "ünï ▰▰▱▱▱ … · ‹ 昨天 🚀 ?\n".encode()),
        ("ascii", b"?n? ##--- ... - < ?? ? ?\n"),
        ("cp1252", "ünï ##--- ... - < ?? ? ?\n".encode("cp1252")),
    ],
)
def test_what_a_console_cannot_show_gets_a_stand_in(encoding: str, line: bytes) -> None:
    console = Console(encoding)
    console.output.show(None, [TEXT])
    assert console.seen()[0] == line


@pytest.mark.parametrize("encoding", CODES)
def test_json_survives_every_console_whole(encoding: str) -> None:
    console = Console(encoding, json=True)
    console.output.show({"text": TEXT[:-1]}, [])
    assert json.loads(console.seen()[0].decode("utf-8"))["data"]["text"] == TEXT[:-1]


def test_values_are_documents_and_times_are_rfc_3339() -> None:
    console = Console(json=True)
    console.output.show([memory()], [])
    (data,) = json.loads(console.texts()[0])["data"]
    assert (data["id"], data["created_at"], data["source"]) == (
        "mem_000000000001",
        "2031-03-03T12:00:00Z",
        {"kind": "cli"},
    )


@pytest.mark.parametrize(("color", "painted"), [(None, True), (True, True), (False, False)])
def test_a_terminal_gets_colour_unless_it_is_not_wanted(color: bool | None, painted: bool) -> None:
    out, err = Terminal(), Terminal()
    output = Output(stdout=out, stderr=err)
    output.color = color
    output.show(None, ["[stale]"], notes=["[stale]"])
    assert (out.getvalue() == "\x1b[33m[stale]\x1b[0m\n") is painted
    assert err.getvalue() == "note: [stale]\n"


def test_what_is_not_a_terminal_gets_no_colour() -> None:
    console = Console()
    console.output.show(None, ["[stale]"])
    assert (console.texts()[0], console.output.is_terminal()) == ("[stale]\n", False)


def test_json_has_no_colour_on_a_terminal_either() -> None:
    out = Terminal()
    output = Output(stdout=out, stderr=Terminal())
    output.json = True
    output.show("[stale]", [])
    assert json.loads(out.getvalue())["data"] == "[stale]"


@pytest.mark.parametrize("silent", [True, False])
def test_progress_is_drawn_on_a_terminals_standard_error_alone(silent: bool) -> None:
    out, err = StringIO(), Terminal()
    output = Output(stdout=out, stderr=err)
    output.quiet = silent
    with output.progress("reading") as update:
        for done, total in ((0, 4), (2, 4), (4, 4), (5, 4)):
            update(done, total)
    assert out.getvalue() == ""
    assert ("reading" in err.getvalue() and "100%" in err.getvalue()) is not silent


def test_progress_of_a_pipe_is_nothing() -> None:
    console = Console()
    with console.output.progress("reading") as update:
        update(1, 2)
    assert console.seen() == (b"", b"")


def test_a_process_without_streams_prints_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    output = Output()
    output.show(None, ["one"], notes=["careful"])
    output.error(Refused("no"))
    output.flush()
    assert not output.is_terminal()


def test_the_streams_of_the_process_are_the_ordinary_ones(capsys: pytest.CaptureFixture[str]) -> None:
    Output().show(None, ["one"], notes=["careful"])
    assert capsys.readouterr() == ("one\n", "note: careful\n")


def test_a_stream_that_takes_nothing_is_let_go_and_the_other_kept() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    err = StringIO()
    with open(writer, "w", encoding="utf-8") as stream:
        output = Output(stdout=stream, stderr=err)
        output.json = True
        output.show(1, [])
        with pytest.raises(BrokenPipeError):
            output.flush()
        output.let_go()
        output.flush()
        output.error(Refused("no"))
    assert err.getvalue() == "hippo: no\n"


def test_streams_that_work_are_not_let_go() -> None:
    console = Console(json=True)
    console.output.let_go()
    console.output.show(1, [])
    assert json.loads(console.texts()[0])["data"] == 1
