"""OpenCode's plugin, run as OpenCode runs it, with a stand-in for hippo."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hippo.adapters.opencode import is_plugin, plugin_text, program_in, same_plugin

NODE = shutil.which("node")

#: Notes what it was told and answers as hippo does.
STAND_IN = """
import json, sys
given = json.load(sys.stdin)
with open(sys.argv[1], "a") as log:
    log.write(json.dumps([sys.argv[2:], given]) + "\\n")
event = given["hook_event_name"]
if event != "SessionEnd":
    print(json.dumps({"hookSpecificOutput": {"hookEventName": event, "additionalContext": "from " + event}}))
"""

#: What OpenCode does in a session with a subagent, two prompts' worth of it.
SESSION = """
import { Hippo } from "./hippo.mjs"
const hooks = await Hippo({ directory: process.cwd() })
const event = (type, properties) => hooks.event({ event: { type, properties } })
await event("session.created", { info: { id: "ses_1" } })
await event("session.created", { info: { id: "ses_2", parentID: "ses_1" } })
const said = { system: [], parts: [{ id: "prt_1", type: "text", text: "why?" }], context: [] }
for (const sessionID of ["ses_1", "ses_1", "ses_2", undefined])
  await hooks["experimental.chat.system.transform"]({ sessionID }, { system: said.system })
for (const sessionID of ["ses_1", "ses_2"])
  await hooks["chat.message"]({ sessionID }, { message: { id: "msg_1" }, parts: said.parts })
await hooks["chat.message"]({ sessionID: "ses_1" }, { message: { id: "msg_2" }, parts: [] })
const ran = (tool, exit, sessionID) =>
  hooks["tool.execute.after"]({ tool, sessionID, args: { command: "make" } }, { output: "no rule", metadata: { exit } })
await ran("bash", 2, "ses_1")
await ran("bash", 0, "ses_1")
await ran("read", 1, "ses_1")
await ran("bash", 2, "ses_2")
await hooks["experimental.session.compacting"]({ sessionID: "ses_1" }, said)
await event("session.idle", { sessionID: "ses_1" })
await event("session.deleted", { info: { id: "ses_1" } })
await event("server.connected", {})
console.log(JSON.stringify(said))
"""


def run(folder: Path, words: list[str]) -> dict[str, Any]:
    assert NODE is not None
    (folder / "hippo.mjs").write_text(plugin_text(words), encoding="utf-8")
    (folder / "session.mjs").write_text(SESSION, encoding="utf-8")
    done = subprocess.run([NODE, "session.mjs"], cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    said: dict[str, Any] = json.loads(done.stdout)
    return said


@pytest.mark.skipif(NODE is None, reason="node is not installed")
def test_opencode_tells_hippo_and_takes_in_what_it_says(tmp_path: Path) -> None:
    (tmp_path / "stand_in.py").write_text(STAND_IN, encoding="utf-8")
    said = run(tmp_path, [sys.executable, "stand_in.py", "log"])
    assert said["system"] == ["from SessionStart", "from SessionStart"]
    assert said["parts"][1:] == [
        {
            "id": "prt_1h",
            "sessionID": "ses_1",
            "messageID": "msg_1",
            "type": "text",
            "text": "from UserPromptSubmit",
            "synthetic": True,
        }
    ]
    assert said["context"] == ["from PreCompact"]
    told = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    assert [words for words, _ in told] == [
        ["hook", event, "--agent", "opencode"]
        for event in ("session-start", "prompt", "tool-failure", "pre-compact", "session-end")
    ]
    assert {(given["session_id"], given["cwd"]) for _, given in told} == {("ses_1", str(tmp_path))}
    assert told[1][1]["prompt"] == "why?"
    assert told[2][1] | {"tool_name": "Bash", "tool_input": {"command": "make"}} == told[2][1]
    assert told[2][1]["error"] == "Exit code 2\nno rule"


@pytest.mark.skipif(NODE is None, reason="node is not installed")
@pytest.mark.parametrize("words", [["/nowhere/hippo"], [sys.executable, "-c", "print('{oops')"], ["/bin/false"]])
def test_a_hippo_that_is_gone_or_broken_stops_no_session(tmp_path: Path, words: list[str]) -> None:
    said = run(tmp_path, words)
    assert (said["system"], len(said["parts"]), said["context"]) == ([], 1, [])


def test_a_plugin_is_known_whatever_program_it_calls() -> None:
    text = plugin_text(["/my path/hippo", "-m"])
    assert is_plugin(text)
    assert same_plugin(text)
    assert program_in(text) == '"/my path/hippo"'
    assert not same_plugin(text + "more\n")
    assert not is_plugin("// mine\n")
    assert not is_plugin(None)
    assert program_in("// mine\n") == ""
