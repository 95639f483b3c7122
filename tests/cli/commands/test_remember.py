"""hippo remember"""

from __future__ import annotations

import io
import sys
from types import SimpleNamespace

import pytest

from hippo.store import connection as connections
from tests.cli.commands.transcript import Transcript
from tests.support import Hippo, at

VALVE = "the valve opens to the left"


def test_what_a_person_reads(hippo: Hippo) -> None:
    say = Transcript(hippo)
    say("remember", "the", "valve", "opens to the left")
    say("remember", VALVE, now=at(days=1))
    say("remember", "--error", "--tag", "pump", "--tag", "#night shift", "the pump fails below -5 °C\nuse the heater")
    say("remember", "--pin", "never deploy on Fridays")
    say("remember", "--verified", "--", "--force is the flag")
    say("remember", "--redact", "password=hunter2-Q9zz")
    say("remember", "a <private>secret</private> place")
    say("remember", "--global", "I like short answers")
    say("forget", "mem_0001")
    say("remember", VALVE, now=at(days=2))
    say.matches("remember")


def test_mistakes_are_told_in_one_line(hippo: Hippo) -> None:
    say = Transcript(hippo)
    for arguments in (
        ("",),
        (" \n\t",),
        ("<private>all of it</private>",),
        ("a\0b",),
        ("half \ud800",),
        ("é" * 10_000,),
        ("password=hunter2-Q9zz",),
        ("--tag", "", "text"),
        ("--tag", "x" * 65, "text"),
        ("--verified", "--inferred", "text"),
    ):
        ran = say("remember", *arguments)
        assert ran.status in (2, 4)
        assert ran.out == ""
        assert len(ran.err.splitlines()) <= 2
    assert hippo.json("list", "--all") == []
    say.matches("remember_mistakes")


@pytest.mark.parametrize("arguments", [(), ("--loud", "text"), ("-x",), ("--tag",), ("--pin=yes", "text")])
def test_wrong_use_is_told_in_one_line_with_a_hint(hippo: Hippo, arguments: tuple[str, ...]) -> None:
    ran = hippo("remember", *arguments)
    assert (ran.status, ran.out, len(ran.err.splitlines())) == (2, "", 2)
    assert "--help` shows what it takes" in ran.err


def test_the_json_tells_what_was_done(hippo: Hippo) -> None:
    data = hippo.json("remember", "--error", VALVE)
    assert {name: data[name] for name in ("keeping", "scope", "fades_at", "notes")} == {
        "keeping": "stored",
        "scope": "local",
        "fades_at": "2031-03-31T12:00:00Z",
        "notes": [],
    }
    assert data["memory"] == {
        "id": "mem_000100000000",
        "text": VALVE,
        "layer": "episodic",
        "state": "live",
        "confidence": "observed",
        "pinned": False,
        "tags": ["error"],
        "half_life_days": 14.0,
        "created_at": "2031-03-03T12:00:00Z",
        "updated_at": "2031-03-03T12:00:00Z",
        "last_used_at": "2031-03-03T12:00:00Z",
        "retrieval_count": 0,
        "good": 0,
        "bad": 0,
        "archived_at": None,
        "archived_reason": "",
        "flag": "",
        "source": {"kind": "cli"},
    }
    assert hippo.json("remember", "--pin", "x")["fades_at"] is None


@pytest.mark.parametrize(
    ("text", "code", "status"),
    [("", "usage", 2), ("x" * 20_000, "refused", 4), ("password=hunter2-Q9zz", "secret", 4), ("a\0b", "usage", 2)],
)
def test_a_refusal_is_one_json_document(hippo: Hippo, text: str, code: str, status: int) -> None:
    ran = hippo("remember", "--json", text)
    assert (ran.status, ran.error["code"], ran.err) == (status, code, "")


def test_the_limit_is_counted_in_bytes_and_can_be_set(hippo: Hippo) -> None:
    assert hippo("remember", "é" * 8192).status == 0
    assert hippo("remember", "é" * 8192 + "x").status == 4
    assert hippo("config", "memory.text_limit_bytes", "300").status == 0
    error = hippo("remember", "--json", "x" * 301).error
    assert (error["size_bytes"], error["limit_bytes"]) == (301, 300)


def stdin(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))


def test_a_dash_reads_standard_input(hippo: Hippo, monkeypatch: pytest.MonkeyPatch) -> None:
    stdin(monkeypatch, b"\xef\xbb\xbfone line\r\nand another\r\n")
    assert hippo.json("remember", "-")["memory"]["text"] == "one line\nand another"


@pytest.mark.parametrize("data", [b"", b"\xff\xfe\x00", b"\x00", b"x" * 3_000_000])
def test_standard_input_is_no_better_than_an_argument(
    hippo: Hippo, monkeypatch: pytest.MonkeyPatch, data: bytes
) -> None:
    stdin(monkeypatch, data)
    ran = hippo("remember", "-")
    assert ran.status in (2, 4)
    assert "\n" not in ran.err.rstrip("\n").replace("\n  hint:", "")


def test_half_lives_at_birth_come_from_tags_and_settings(hippo: Hippo) -> None:
    assert hippo.json("remember", "a")["memory"]["half_life_days"] == 7
    assert hippo.json("remember", "b", "--tag", "decision", "--error")["memory"]["half_life_days"] == 90
    hippo("config", "memory.half_life_days", "3")
    assert hippo.json("remember", "c")["memory"]["half_life_days"] == 3


@pytest.mark.parametrize("flag", ["verified", "observed", "inferred"])
def test_confidence_is_what_was_said(hippo: Hippo, flag: str) -> None:
    assert hippo.json("remember", f"--{flag}", "x")["memory"]["confidence"] == flag


def test_the_agent_and_the_session_stand_in_the_history(hippo: Hippo) -> None:
    memory_id = hippo.remember(VALVE, "--session", "s1", CLAUDECODE="1")
    assert hippo.inspect(memory_id)["events"][0]["actor"] == {"name": "claude-code", "session": "s1"}


@pytest.fixture
def opinionated(hippo: Hippo) -> Hippo:
    """A store with an opinion on the parser."""
    for text in ("never cache the parser", "the pump is green", "tea is in the cupboard", "the gate sticks"):
        hippo.remember(text)
    return hippo


def test_what_a_new_memory_contradicts_is_named(opinionated: Hippo) -> None:
    assert opinionated("remember", "always cache the parser").err == (
        "note: it contradicts mem_000100000000 (says the opposite);"
        " if that no longer holds: `hippo forget mem_000100000000`\n"
    )


def test_programs_are_told_what_a_new_memory_contradicts_too(opinionated: Hippo) -> None:
    (rival,) = opinionated.json("remember", "always cache the parser")["rivals"]
    assert rival == {
        "memory_id": "mem_000100000000",
        "text": "never cache the parser",
        "relation": "contradiction",
        "reason": "says the opposite",
    }
    assert opinionated.json("remember", "always cache the parser")["rivals"] == []


def test_a_store_that_another_process_writes_to_is_busy(hippo: Hippo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "WRITE_WAIT_SECONDS", 0.01)
    with connections.Connection(str(hippo.store_folder / "hippo.db")).transaction():
        ran = hippo("remember", VALVE)
    assert (ran.status, ran.out) == (75, "")
    assert ran.err == (
        "hippo: the store .hippo/hippo.db is busy: another process is writing\n  hint: try again in a moment\n"
    )
    assert hippo.json("list") == []


def test_without_a_store_nothing_is_remembered(nowhere: Hippo) -> None:
    ran = nowhere("remember", VALVE)
    assert ran.status == 5
    assert "run `hippo init` in your project first" in ran.err
    assert not nowhere.store_folder.exists()
