"""A day in the life of a project whose agents call hippo's hooks: three sessions in two programs.

Nobody types a command of hippo's but for one correction; told means that it stands in what a hook answers.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.commands.programs import Program
from tests.support import Hippo, at

LESSON = "We decided to always warm the press for ten minutes before a batch."
FAILURE = "Exit code 1\nKeyError: 'row_7'"


def claude_says(path: Path, session: str, *turns: tuple[str, str]) -> None:
    """Add turns to a transcript of Claude Code."""
    records = [{"type": kind, "sessionId": session, "message": {"content": text}} for kind, text in turns]
    with path.open("a", encoding="utf-8") as file:
        file.writelines(f"{json.dumps(record)}\n" for record in records)


def codex_says(path: Path, *turns: tuple[str, str]) -> None:
    """Add turns to a rollout of Codex."""
    records: list[dict[str, Any]] = [{"type": "session_meta", "payload": {"id": "evening"}}]
    for role, text in turns:
        content = [{"type": "input_text" if role == "user" else "output_text", "text": text}]
        records.append({"type": "response_item", "payload": {"type": "message", "role": role, "content": content}})
    with path.open("a", encoding="utf-8") as file:
        file.writelines(f"{json.dumps(record)}\n" for record in records)


def test_a_day_in_the_life(hippo: Hippo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    talk, rollout = tmp_path / "monday.jsonl", tmp_path / "rollout-evening.jsonl"
    monday = Program(hippo, monkeypatch, "monday")

    # Monday, Claude Code: a lesson, a failure that comes twice, a guess that will turn out wrong, a secret.
    assert monday.start(now=at()) == ""
    assert monday.prompt("Why does the batch report stop in the middle?", now=at(minutes=1)) == ""
    for minute in (2, 3):
        monday.fail("uv run report", FAILURE, now=at(minutes=minute))
    monday.fail("grep -rn row_7 src", "Exit code 1", now=at(minutes=4))
    wrong = hippo.remember("the belt of the press runs at 30 °C", now=at(minutes=5), HIPPO_SESSION="monday")
    claude_says(talk, "monday", ("user", LESSON), ("user", "The door code is <private>4711</private>, keep it."))
    claude_says(talk, "monday", ("assistant", "Noted."), ("user", "Mend the batch report."))

    # The talk is compacted: what it knew is kept, and told again.
    monday.compact(transcript_path=str(talk), now=at(hours=1))
    again = monday.start("compact", now=at(hours=1, minutes=1))
    for part in ("asked last: Mend the batch report.", "warm the press for ten minutes", "KeyError: 'row_7'"):
        assert part in again
    assert again.count("KeyError") == 1
    assert monday.prompt("Does the belt of the press run warm enough?", now=at(hours=1, minutes=2)) == ""
    claude_says(talk, "monday", ("user", "Leave the report for now."))
    monday.end(transcript_path=str(talk), now=at(hours=2))
    assert sum("ten minutes" in each["memory"]["text"] for each in hippo.json("list", now=at(hours=2))) == 1

    # Monday evening, Codex: is told what was left, is not told what is private, nor anything twice.
    evening = Program(hippo, monkeypatch, "evening", agent="codex")
    first = evening.start(now=at(hours=6))
    for part in (
        "asked last: Leave the report for now.",
        "from claude-code",
        "warm the press",
        "runs at 30 °C",
        "row_7",
    ):
        assert part in first
    for part in ("4711", "Mend the batch report", "grep"):
        assert part not in first
    assert evening.prompt("How long must the press be warm before a batch?", now=at(hours=6, minutes=1)) == ""
    hippo(
        "supersede", wrong, "the belt of the press runs at 40 °C", now=at(hours=6, minutes=2), HIPPO_SESSION="evening"
    )
    codex_says(rollout, ("user", "Correct the temperature of the belt."), ("assistant", "The belt is at 40 °C now."))
    evening.end("other", transcript_path=str(rollout), now=at(hours=7))

    # A night later, Claude Code: the newest handoff alone, the correction and not the error; one prompt, one answer.
    hippo("sleep", now=at(hours=20))
    hippo("config", "recall.context_budget_tokens", "220")
    tuesday = Program(hippo, monkeypatch, "tuesday")
    seen = tuesday.start(now=at(1))
    assert "asked last: Correct the temperature of the belt." in seen
    assert "from codex" in seen
    assert "Leave the report" not in seen
    assert "30 °C" not in seen
    asked = [
        tuesday.prompt("What does KeyError row_7 in uv run report mean?", now=at(1, minutes=each)) for each in (1, 2)
    ]
    assert ["row_7" in each for each in (seen + asked[0], asked[1])] == [True, False]
    assert tuesday.prompt("Write a poem about autumn leaves.", now=at(1, minutes=3)) == ""
    counts = {each["memory"]["text"][:9]: each["memory"]["retrieval_count"] for each in hippo.json("list", now=at(1))}
    assert counts["`uv run r"] == 1, "being shown five times is no use; failing again is"
