"""The process: only protocol on its output, and an end when its input or its parent is gone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hippo.mcp import serving
from tests.cli.processes import ROOT
from tests.support import Hippo

HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
}
Start = Callable[..., subprocess.Popen[bytes]]


@pytest.fixture
def start(hippo: Hippo) -> Iterator[Start]:
    """Starts `hippo mcp` in the project, or another program that starts it."""
    started: list[subprocess.Popen[bytes]] = []

    def begin(*words: str, **how: Any) -> subprocess.Popen[bytes]:
        command = words or (sys.executable, "-m", "hippo", "mcp")
        environ = {**hippo.environ, "PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **how}
        process = subprocess.Popen(command, cwd=hippo.project, env=environ, **pipes)
        started.append(process)
        return process

    yield begin
    for process in started:
        process.kill()
        process.communicate()


def said(process: subprocess.Popen[bytes], *messages: dict[str, Any]) -> tuple[list[Any], str]:
    """Every line that the server answers to messages and the end of its input, and its standard error."""
    told, trouble = process.communicate(b"".join(json.dumps(each).encode() + b"\n" for each in messages), timeout=60)
    return [json.loads(line) for line in told.splitlines()], trouble.decode()


def test_a_talk_is_protocol_alone_and_ends_with_the_input(start: Start) -> None:
    before = {"jsonrpc": "2.0", "id": 0, "method": "does/not/exist"}
    ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    calls = [
        {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
        for number, (name, arguments) in enumerate([("remember", {"text": "a"}), ("forget", {"ids": 1})], start=2)
    ]
    process = start()
    assert process.stdin
    process.stdin.write(b"no json at all\n")
    answers, trouble = said(process, before, HELLO, ready, *calls)
    assert process.returncode == 0, trouble
    by_id = {each.get("id"): each for each in answers if "id" in each}
    assert by_id[0]["error"]["code"] == -32601
    assert by_id[1]["result"]["serverInfo"]["name"] == "hippo"
    assert by_id[2]["result"]["structuredContent"]["data"]["keeping"] == "stored"
    assert by_id[3]["result"]["isError"]
    assert "Traceback" not in trouble


def test_the_2026_era_needs_no_handshake(start: Start) -> None:
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "t", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    discover = {"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {"_meta": meta}}
    status = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "status", "_meta": meta}}
    answers, _ = said(start(), discover, status)
    assert "2026-07-28" in answers[0]["result"]["supportedVersions"]
    assert answers[1]["result"]["structuredContent"]["data"]["stores"]


@pytest.mark.skipif(sys.platform == "win32", reason="a pipe that a sibling holds open")
def test_the_server_ends_when_whoever_started_it_is_gone_though_its_input_is_open(start: Start, tmp_path: Path) -> None:
    starter = (
        "import subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-m', 'hippo', 'mcp'], stdin=0, stdout=1)\n"
        "print(child.pid, file=sys.stderr, flush=True)\n"
        "time.sleep(60)\n"
    )
    ours, theirs = os.pipe()
    process = start(sys.executable, "-c", starter, stdin=ours)
    try:
        assert process.stderr
        assert process.stdout
        int(process.stderr.readline())
        os.write(theirs, json.dumps(HELLO).encode() + b"\n")
        assert b"serverInfo" in process.stdout.readline()
        process.kill()
        assert process.stdout.readline() == b""  # the only writer left was the server
    finally:
        os.close(theirs)
        os.close(ours)


def test_without_the_extra_one_line_says_how_to_get_it(hippo: Hippo, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "mcp" or name == "hippo.mcp.server"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "mcp", None)
    ran = hippo("mcp")
    assert ran.status == 4
    assert ran.err == (
        "hippo: the MCP server needs the extra `mcp`\n"
        "  hint: `pip install 'hippo-memory[mcp]'` in hippo's environment adds it\n"
    )


def test_a_module_of_its_own_that_is_missing_is_a_bug(hippo: Hippo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "hippo.mcp.server", raising=False)
    monkeypatch.setitem(sys.modules, "hippo.mcp.table", None)
    with pytest.raises(ModuleNotFoundError, match="hippo"):
        hippo("mcp")


def test_the_watch_over_the_parent_ends_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int] = []
    monkeypatch.setattr(serving, "_PARENT_SECONDS", 0.01)
    monkeypatch.setattr(os, "_exit", ended.append)
    serving._end_with(os.getppid() + 1)
    until = time.monotonic() + 10
    while not ended and time.monotonic() < until:
        time.sleep(0.01)
    assert ended == [0]
