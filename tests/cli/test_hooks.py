"""Hooks as programs call them: each a process of its own that is silent on every trouble and loads next to nothing."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from hippo.services.hooks import EVENTS
from tests.cli.processes import Process
from tests.cli.test_startup import HEAVY

ANSWERED = ("session-start", "prompt", "tool-failure")
#: What nearly nothing may cost.
COSTLY = {*HEAVY, "re", "enum", "json", "contextlib", "pathlib", "subprocess", "hippo.store.store", "hippo.cli.app"}
#: Parts of a store that no answer needs.
UNASKED = {f"hippo.store.{name}" for name in ("comparisons", "health", "mirror_state", "recalls", "sleeps", "spool")}
#: A session's name as programs make it.
SESSION = "0c9a6b1e-7d42-4c11-9a53-0f6d2b8e4a71"
LOADED = """
import sys
before = set(sys.modules)
from hippo.cli.hooks import run
status = run(["hook", *sys.argv[1:]])
print(status, *sorted(set(sys.modules) - before), file=sys.stderr)
"""


@pytest.fixture
def process(tmp_path: Path) -> Process:
    """A hippo whose project has a store with a memory."""
    made = Process(tmp_path)
    assert made("init", "--no-hooks", "--no-schedule").returncode == 0
    assert made("remember", "the linen press jams when the belt is cold").returncode == 0
    return made


def written(process: Process, **fields: Any) -> bytes:
    document = {"session_id": "one", "cwd": str(process.project), "hook_event_name": "X", "source": "startup"}
    return json.dumps({**document, "prompt": "Why is the linen press slow?", **fields}).encode()


def silent(process: Process, event: str, data: bytes, *options: str, **how: Any) -> None:
    ran = process("hook", event, *options, data=data, **how)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"", b"")


def loaded(process: Process, *words: str, data: bytes) -> set[str]:
    """The modules that a hook loads."""
    ran = process(*words, code=LOADED, data=data)
    status, *names = ran.stderr.decode().split()
    assert status == "0"
    return set(names)


def test_an_answer_is_one_json_document(process: Process) -> None:
    ran = process("hook", "session-start", data=written(process))
    answer = json.loads(ran.stdout)
    assert "linen press" in answer["hookSpecificOutput"]["additionalContext"]
    assert (ran.returncode, ran.stderr) == (0, b"")


@pytest.mark.parametrize("options", [("--agent", "cursor"), ("--agent=cursor",), ("--agent", "cursor", "--quiet")])
def test_the_program_may_be_named(process: Process, options: tuple[str, ...]) -> None:
    ran = process("hook", "prompt", *options, data=written(process))
    assert json.loads(ran.stdout).keys() == {"additional_context"}


@pytest.mark.parametrize("event", ["prompt", "session-end"])
def test_whatever_is_typed_the_status_is_0(event: str, process: Process) -> None:
    ran = process("hook", event, "--unknown", data=b"{}")
    assert (ran.returncode, ran.stdout) == (0, b"")
    assert b"--unknown" in ran.stderr


def test_other_calls_of_the_group_are_as_strict_as_any(process: Process) -> None:
    assert process("hook", "no-such-event").returncode == 2
    assert process("hook", "prompt", "--help").stdout.startswith(b"Usage: hippo hook prompt")


def test_an_endless_input_is_given_up(process: Process) -> None:
    with process.start("hook", "prompt", stdin=-1) as running:
        assert running.stdin is not None
        running.stdin.write(b"{")
        running.stdin.flush()
        assert running.wait(20) == 0


def test_a_large_input_is_met_with_silence(process: Process) -> None:
    silent(process, "prompt", written(process, prompt="linen press " * 1_000_000))


def test_a_process_that_is_held_up_ends_in_time(process: Process) -> None:
    program = "import time\nimport hippo.cli.hooks as hooks\nhooks.ANSWER_SECONDS = .1\n"
    program += "hooks.answer = lambda *_: time.sleep(60)\nraise SystemExit(hooks.run(['hook', 'prompt']))"
    started = time.monotonic()
    assert process(code=program, data=b"{}").returncode == 0
    assert time.monotonic() - started < 30


@pytest.mark.parametrize("event", [*ANSWERED, "session-end"])
def test_a_newer_store_is_not_written_to(event: str, process: Process) -> None:
    path = process.project / ".hippo" / "hippo.db"
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 999")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    before = path.read_bytes()
    silent(process, event, written(process, tool_input={"command": "make"}, error="Exit code 2\nerror: no"))
    assert path.read_bytes() == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_met_with_silence(process: Process) -> None:
    folder = process.project / ".hippo"
    folder.chmod(0o500)
    try:
        silent(
            process, "tool-failure", written(process, tool_input={"command": "make"}, error="Exit code 2\nerror: no")
        )
    finally:
        folder.chmod(0o700)


def test_nobody_who_reads_is_no_trouble(process: Process) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with process.start("hook", "session-start", stdin=-1, stdout=writing) as running:
        _, err = running.communicate(written(process), timeout=20)
    os.close(writing)
    assert (running.returncode, err) == (0, b"")


def test_the_end_of_a_session_is_answered_before_its_work_is_done(process: Process) -> None:
    """The caller's streams close at once, and what is left to do is done in a process that ends by itself."""
    transcript = process.project.parent / "talk.jsonl"
    said = {"type": "user", "sessionId": "one", "message": {"content": "We decided to never use the wide belt."}}
    transcript.write_text(json.dumps(said) + "\n", encoding="utf-8")
    silent(process, "session-end", written(process, transcript_path=str(transcript)))
    dreams = process.project / ".hippo" / "DREAMS.md"
    wait = f"import os, time\nwhile not os.path.exists({str(dreams)!r}): time.sleep(.02)"
    subprocess.run([sys.executable, "-c", wait], timeout=30, check=True)
    assert b"wide belt" in process("list").stdout
    assert b"asked last" in process("handoff", "show").stdout


class TestCost:
    """What a call loads that has nothing to say."""

    @pytest.mark.parametrize("event", EVENTS)
    def test_outside_of_a_store_no_database_is_loaded(self, event: str, tmp_path: Path) -> None:
        elsewhere = Process(tmp_path)
        fields = {"tool_input": {"command": "make"}, "error": "Exit code 2\nerror: no"}
        assert not loaded(elsewhere, event, data=written(elsewhere, **fields)) & {*COSTLY, "sqlite3"}

    @pytest.mark.parametrize(
        ("event", "fields"),
        [
            ("stop", {}),
            ("prompt", {"prompt": "/compact"}),
            ("prompt", {"prompt": "please run the tests again"}),
            ("tool-failure", {"tool_name": "Bash", "tool_input": {"command": "make"}, "tool_response": "ok\n"}),
        ],
    )
    def test_what_needs_no_store_loads_no_database(self, event: str, fields: dict[str, Any], process: Process) -> None:
        assert not loaded(process, event, data=written(process, **fields)) & {*COSTLY, "sqlite3"}

    def test_a_prompt_that_nothing_bears_on_takes_a_glance(self, process: Process) -> None:
        names = loaded(process, "prompt", data=written(process, prompt="Is the invoice larger than the basket?"))
        assert not names & {*COSTLY, "hippo.core.rank"}

    def test_a_prompt_about_what_was_shown_takes_a_glance(self, process: Process) -> None:
        assert "hippo.core.rank" in loaded(process, "prompt", data=written(process))
        assert not loaded(process, "prompt", data=written(process)) & {*COSTLY, "hippo.core.rank"}

    def test_the_start_of_a_session_in_an_empty_store_takes_a_glance(self, tmp_path: Path) -> None:
        empty = Process(tmp_path)
        empty("init", "--no-hooks", "--no-schedule")
        assert not loaded(empty, "session-start", data=written(empty)) & COSTLY

    @pytest.mark.parametrize("prompt", ["Is src/basket.py larger than getUserName?", "Ist der Müll größer als das Öl?"])
    def test_a_prompt_with_names_or_letters_beyond_ascii_takes_a_glance(self, prompt: str, process: Process) -> None:
        names = loaded(process, "prompt", data=written(process, prompt=prompt))
        assert not names & {*HEAVY, "hippo.store.store", "hippo.core.rank", "subprocess", "json"}

    def test_what_bears_on_a_prompt_loads_nothing_heavy(self, process: Process) -> None:
        names = loaded(process, "prompt", data=written(process, session_id=SESSION))
        assert "hippo.core.rank" in names
        assert not names & {*COSTLY - {"hippo.store.store"}, *UNASKED, "hippo.services.hook_start"}

    def test_the_start_of_a_session_loads_what_it_shows(self, process: Process) -> None:
        names = loaded(process, "session-start", data=written(process, session_id=SESSION))
        assert "hippo.services.context" in names
        assert not names & {
            *COSTLY - {"hippo.store.store"},
            *UNASKED,
            "hippo.core.rank",
            "hippo.core.analysis",
            "Stemmer",
        }

    def test_the_start_of_a_session_in_a_repository_asks_git_and_loads_nothing_heavy(self, process: Process) -> None:
        subprocess.run(["git", "init", "-q", "-b", "fix/linen-press", str(process.project)], check=True)
        names = loaded(process, "session-start", data=written(process, session_id=SESSION))
        assert "hippo.core.rank" in names
        assert not names & {*HEAVY, *UNASKED, "subprocess", "json", "contextlib"}

    def test_a_failure_is_stored_without_what_it_does_not_need(self, process: Process) -> None:
        fields = {"tool_use_id": "1", "tool_input": {"command": "make"}, "error": "Exit code 2\nerror: no valve"}
        names = loaded(process, "tool-failure", data=written(process, session_id=SESSION, **fields))
        assert b"no valve" in process("list").stdout
        assert not names & {*HEAVY, "subprocess", "json", "hashlib", "typing", "hippo.store.sleeps", "hippo.core.rank"}
