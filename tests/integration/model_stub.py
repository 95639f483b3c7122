"""A model provider of one's own on the loopback: it says what a test wants, and keeps what it was shown.

It speaks three interfaces as far as the clients use them: Anthropic's messages, OpenAI's responses, Gemini's content.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from types import TracebackType
from typing import Any, Self


@dataclass(frozen=True)
class Say:
    """The model answers in words."""

    text: str


@dataclass(frozen=True)
class Use:
    """The model calls a tool; Codex names those of a server in two parts."""

    tool: str
    arguments: dict[str, Any] = field(default_factory=dict)
    namespace: str = ""


@dataclass(frozen=True)
class Raw:
    """An item of the responses interface as it is."""

    item: dict[str, Any]


Step = Say | Use | Raw


class ModelStub:
    """A provider that takes one step of a script for each request that offers tools, and then has nothing to add."""

    def __init__(self, script: Sequence[Step]) -> None:
        self.requests: list[Any] = []
        self._script = iter(script)
        self._lock = threading.Lock()
        self._ids = count(1)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), type("Bound", (_Handler,), {"stub": self}))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def shown(self) -> str:
        """Everything the model was shown, as text in which quotes and line ends stand as they are."""
        return "\n".join("\n".join(_texts(request)) for request in self.requests)

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None) -> None:
        self._server.shutdown()
        self._server.server_close()

    def next_step(self, request: Any) -> Step:
        with self._lock:
            self.requests.append(request)
            return next(self._script, Say("That is all.")) if request.get("tools") else Say("{}")

    def new_id(self, kind: str) -> str:
        return f"{kind}_{next(self._ids):012d}"


def _texts(thing: Any) -> Iterator[str]:
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, dict):
        for content in thing.values():
            yield from _texts(content)
    elif isinstance(thing, list):
        for content in thing:
            yield from _texts(content)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    stub: ModelStub

    def do_GET(self) -> None:
        self._reply(json.dumps({"data": [], "models": [], "has_more": False}), "application/json")

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers.get("content-length") or 0)) or b"{}")
        path = self.path.partition("?")[0]
        if "count" in path.lower():
            self._reply(json.dumps({"input_tokens": 1, "totalTokens": 1}), "application/json")
        elif path.endswith("/messages"):
            self._reply(_events(self._anthropic(request)), "text/event-stream")
        elif path.endswith("/responses"):
            self._reply(_events(self._openai(request)), "text/event-stream")
        elif path.endswith(":streamGenerateContent"):
            self._reply(f"data: {json.dumps(self._gemini(request))}\r\n\r\n", "text/event-stream")
        elif path.endswith(":generateContent"):
            self._reply(json.dumps(self._gemini(request)), "application/json")
        else:
            self._reply("{}", "application/json")

    def log_message(self, *_: Any) -> None:
        """Say nothing: the test keeps the requests."""

    def _reply(self, text: str, kind: str) -> None:
        data = text.encode()
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def _anthropic(self, request: Any) -> Iterator[dict[str, Any]]:
        step = self.stub.next_step(request)
        block: dict[str, Any]
        if isinstance(step, Use):
            block = {"type": "tool_use", "id": self.stub.new_id("toolu"), "name": step.tool, "input": {}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(step.arguments)}
            reason = "tool_use"
        else:
            assert isinstance(step, Say)
            block, reason = {"type": "text", "text": ""}, "end_turn"
            delta = {"type": "text_delta", "text": step.text}
        usage = {"input_tokens": 1, "output_tokens": 1}
        message = {
            "id": self.stub.new_id("msg"),
            "type": "message",
            "role": "assistant",
            "model": request.get("model"),
            "content": [],
            "stop_reason": None,
            "stop_sequence": None,
            "usage": usage,
        }
        yield {"type": "message_start", "message": message}
        yield {"type": "content_block_start", "index": 0, "content_block": block}
        yield {"type": "content_block_delta", "index": 0, "delta": delta}
        yield {"type": "content_block_stop", "index": 0}
        yield {"type": "message_delta", "delta": {"stop_reason": reason, "stop_sequence": None}, "usage": usage}
        yield {"type": "message_stop"}

    def _openai(self, request: Any) -> Iterator[dict[str, Any]]:
        step = self.stub.next_step(request)
        item: dict[str, Any]
        if isinstance(step, Raw):
            item = step.item
        elif isinstance(step, Use):
            item = {
                "type": "function_call",
                "id": self.stub.new_id("fc"),
                "call_id": self.stub.new_id("call"),
                "name": step.tool,
                "arguments": json.dumps(step.arguments),
                "status": "completed",
                **({"namespace": step.namespace} if step.namespace else {}),
            }
        else:
            content = [{"type": "output_text", "text": step.text, "annotations": []}]
            item = {"type": "message", "id": self.stub.new_id("msg"), "role": "assistant", "content": content}
        answer = {"id": self.stub.new_id("resp"), "status": "in_progress", "output": []}
        details = {"input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}}
        usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2, **details}
        yield {"type": "response.created", "response": answer}
        yield {"type": "response.output_item.done", "output_index": 0, "item": item}
        done = {**answer, "status": "completed", "output": [item], "usage": usage}
        yield {"type": "response.completed", "response": done}

    def _gemini(self, request: Any) -> dict[str, Any]:
        step = self.stub.next_step(request)
        if isinstance(step, Use):
            part: dict[str, Any] = {"functionCall": {"name": step.tool, "args": step.arguments}}
        else:
            assert isinstance(step, Say)
            part = {"text": step.text}
        content = {"role": "model", "parts": [part]}
        return {
            "candidates": [{"content": content, "finishReason": "STOP", "index": 0}],
            "usageMetadata": {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2},
        }


def _events(events: Iterator[dict[str, Any]]) -> str:
    """Server-sent events."""
    return "".join(f"event: {each['type']}\ndata: {json.dumps(each)}\n\n" for each in events)
