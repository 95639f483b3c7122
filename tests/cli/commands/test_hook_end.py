"""hippo hook pre-compact and session-end: what a session leaves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hippo.services import hook_end
from tests.cli.commands.programs import Program
from tests.cli.commands.test_hook_events import log
from tests.importers.test_work_left import CLAUDE, CODEX, claude
from tests.support import Hippo, at

LESSON = "We decided to always warm the press for ten minutes before a batch."


@pytest.fixture
def session(hippo: Hippo, monkeypatch: pytest.MonkeyPatch) -> Program:
    return Program(hippo, monkeypatch, "s")


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    path = tmp_path / "s.jsonl"
    path.write_text("\n".join([claude("user", LESSON), *CLAUDE[:-1], ""]), encoding="utf-8")
    return path


def taken(hippo: Hippo) -> list[dict[str, Any]]:
    return [each["memory"] for each in hippo.json("list")]


def slept(hippo: Hippo) -> Any:
    """When the store slept last."""
    return hippo.json("status")["stores"][0]["last_sleep"]


def handoffs(hippo: Hippo) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = hippo.json("handoff", "list")
    return found


def test_lessons_are_taken_from_the_transcript(session: Program, hippo: Hippo, transcript: Path) -> None:
    session.compact(transcript_path=str(transcript))
    (memory,) = taken(hippo)
    assert "warm the press" in memory["text"]
    assert memory["source"]["reference"] == "s.jsonl:1"
    assert log(hippo) == ""


def test_what_is_captured_twice_is_there_once_and_not_even_read_twice(
    session: Program, hippo: Hippo, transcript: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with transcript.open("a", encoding="utf-8") as file:
        file.write("".join(f"{claude('assistant', f'Step {number}.')}\n" for number in range(90)))
    session.compact(transcript_path=str(transcript))
    before = taken(hippo)
    with transcript.open("a", encoding="utf-8") as file:
        file.write(claude("user", "We decided to never use the wide belt.") + "\n")
    read: list[int] = []
    real = hook_end.capture
    monkeypatch.setattr(hook_end, "capture", lambda *a, **k: read.append(real(*a, **k).turns))
    session.end(transcript_path=str(transcript))
    assert [each["text"] for each in taken(hippo)] == ["We decided to never use the wide belt.", before[0]["text"]]
    assert taken(hippo)[1] == before[0]
    assert read[0] < 55


def test_what_hippo_has_shown_is_no_news(session: Program, hippo: Hippo, transcript: Path) -> None:
    hippo.remember("never run the mill without oil")
    shown = session.start()
    attachment = {"type": "attachment", "sessionId": "s", "attachment": {"content": [shown], "message": '"user"'}}
    record = {"type": "response_item", "payload": {"type": "message", "role": "user", "content": shown}}
    transcript.write_text(
        "\n".join([json.dumps(attachment), claude("user", shown), json.dumps(record), ""]), encoding="utf-8"
    )
    session.end(transcript_path=str(transcript))
    assert len(taken(hippo)) == 1


def test_a_handoff_is_left_that_tells_where_the_session_stood(
    session: Program, hippo: Hippo, transcript: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (hippo.project / "press.py").write_text("x", encoding="utf-8")
    hippo("buffer", "push", "--kind", "task", "mend the press", HIPPO_SESSION="s")
    session.compact(transcript_path=str(transcript))
    (left,) = handoffs(hippo)
    leaving = left["leaving"]
    assert leaving["task"] == "mend the press"
    assert "asked last: Now the belt, please." in leaving["summary"]
    assert "failing: `make test`: KeyError: 'row_7'" in leaving["summary"]
    assert leaving["next_steps"] == ["warm the press"]
    told = session.start("compact", now=at(minutes=1))
    assert "asked last: Now the belt, please." in told
    assert "next: warm the press" in told


def test_the_handoff_of_the_end_covers_that_of_the_compaction(
    session: Program, hippo: Hippo, transcript: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session.compact(transcript_path=str(transcript))
    with transcript.open("a", encoding="utf-8") as file:
        file.write(claude("user", "Ship it.") + "\n")
    session.end(transcript_path=str(transcript), now=at(hours=2))
    told = Program(hippo, monkeypatch, "next").start(now=at(hours=3))
    assert "asked last: Ship it." in told
    assert "the belt, please" not in told


def test_what_is_left_twice_is_left_once(session: Program, hippo: Hippo, transcript: Path) -> None:
    session.end(transcript_path=str(transcript))
    session.end(transcript_path=str(transcript), now=at(minutes=0.1))
    (left,) = handoffs(hippo)
    hippo("handoff", "resume", left["id"])
    session.end(transcript_path=str(transcript), now=at(hours=1))
    assert len(handoffs(hippo)) == 2


def test_a_handoff_that_the_session_has_just_written_itself_stands(
    session: Program, hippo: Hippo, transcript: Path
) -> None:
    hippo("handoff", "save", "--summary", "the belt is in", HIPPO_SESSION="s", now=at(minutes=-9))
    session.end(transcript_path=str(transcript))
    assert [each["leaving"]["summary"] for each in handoffs(hippo)] == ["the belt is in"]


def test_a_session_in_which_nothing_happened_leaves_nothing(session: Program, hippo: Hippo, tmp_path: Path) -> None:
    session.end()
    (tmp_path / "odd.jsonl").write_text("some text\nWe decided to never use odd files.\n", encoding="utf-8")
    session.end(transcript_path=str(tmp_path / "odd.jsonl"))
    session.end(transcript_path=str(tmp_path))
    assert (taken(hippo), handoffs(hippo)) == ([], [])


def test_a_private_part_and_a_secret_stay_out_of_the_handoff(session: Program, hippo: Hippo, transcript: Path) -> None:
    key = "ghp_" + "aB3" * 12
    asked = f"Use <private>4711</private> and {key} for the door."
    transcript.write_text(claude("user", asked) + "\n", encoding="utf-8")
    session.end(transcript_path=str(transcript))
    (left,) = handoffs(hippo)
    assert "for the door" in left["leaving"]["summary"]
    assert "4711" not in left["leaving"]["summary"]
    assert key not in left["leaving"]["summary"]


def test_a_session_that_ends_lets_the_store_sleep_if_that_is_due(session: Program, hippo: Hippo) -> None:
    hippo("buffer", "push", "--kind", "error", "test_press fails below 5 °C", HIPPO_SESSION="s")
    session.compact()
    assert slept(hippo) is None
    session.end()
    last = slept(hippo)
    assert last is not None
    assert [each["text"] for each in taken(hippo)] == ["test_press fails below 5 °C"]
    session.end(now=at(hours=1))
    assert slept(hippo) == last


def test_the_buffer_of_a_session_that_goes_on_stays(session: Program, hippo: Hippo) -> None:
    hippo("buffer", "push", "--kind", "error", "test_press fails below 5 °C", HIPPO_SESSION="s")
    session.end("resume")
    assert len(hippo.json("buffer", "show", "--scope", "s")["entries"]) == 1


def test_a_command_that_failed_in_codex_is_learnt_once_whoever_tells_of_it_first(
    hippo: Hippo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rollout = tmp_path / "rollout-1.jsonl"
    rollout.write_text("\n".join([*CODEX, ""]), encoding="utf-8")
    codex = Program(hippo, monkeypatch, "c", agent="codex")
    tool = {"tool_name": "Bash", "tool_input": {"command": "make test"}, "tool_use_id": "1"}
    codex.call("tool-failure", "PostToolUse", tool_response="error: no\n", **tool)
    assert taken(hippo) == []
    codex.compact(transcript_path=str(rollout))
    codex.call("tool-failure", "PostToolUse", tool_response="Process exited with code 2\nOutput:\nerror: no", **tool)
    codex.end(transcript_path=str(rollout))
    (memory,) = taken(hippo)
    assert memory["text"] == "`make test` failed with exit code 2\nerror: no"
    assert memory["retrieval_count"] == 0


def test_a_subagents_end_is_not_the_sessions(session: Program, hippo: Hippo, transcript: Path) -> None:
    session.end(transcript_path=str(transcript), agent_id="a1")
    assert (taken(hippo), handoffs(hippo)) == ([], [])


def test_each_part_is_done_whatever_becomes_of_the_others(
    session: Program, hippo: Hippo, transcript: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("odd")

    monkeypatch.setattr(hook_end, "capture", fail)
    session.end(transcript_path=str(transcript))
    assert len(handoffs(hippo)) == 1
    assert slept(hippo) is not None
    assert "session-end: RuntimeError: odd" in log(hippo)
