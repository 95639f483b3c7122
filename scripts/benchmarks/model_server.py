"""A server on loopback that embeds with a model of this machine, in the protocols of Ollama and of OpenAI.

It stands in for a server that cannot be installed here: what travels, and how, is the real thing.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.adapters.embeddings.protocol import Embedder, Rows

#: Components are written as 32-bit floats are told apart.
_DIGITS = 9


@contextmanager
def serving_model(embedder: Embedder) -> Iterator[str]:
    """The address of the server, for as long as it is wanted."""

    class Handler(_Handler):
        model = embedder

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    """One request: a model's name and texts; the name is sent back as it came."""

    model: Embedder

    def do_POST(self) -> None:
        answers = {"/api/embed": _as_ollama, "/v1/embeddings": _as_openai}
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path in answers:
            self._say(200, {"model": asked["model"]} | answers[self.path](self.model.embed(asked["input"])))
        else:
            self._say(404, {"error": f"nothing is at {self.path}"})

    def _say(self, status: int, document: dict[str, Any]) -> None:
        body = json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Say nothing of requests."""


def _as_ollama(rows: Rows) -> dict[str, Any]:
    return {"embeddings": _numbers(rows)}


def _as_openai(rows: Rows) -> dict[str, Any]:
    data = [{"object": "embedding", "index": place, "embedding": row} for place, row in enumerate(_numbers(rows))]
    return {"object": "list", "data": data}


def _numbers(rows: Rows) -> list[list[float]]:
    return [[float(f"{each:.{_DIGITS}g}") for each in row] for row in rows]
