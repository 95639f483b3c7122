"""An embedder for tests, which hashes words into vectors, and a server that embeds as it does."""

from __future__ import annotations

import json
import threading
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np

from hippo.adapters.embeddings.choice import Choice
from hippo.adapters.embeddings.protocol import unit
from hippo.core.settings import EmbeddingSettings
from hippo.core.stopwords import STOP_WORDS
from hippo.services.embedding import Embedding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.adapters.embeddings.protocol import Rows

#: What a server answers: a status and a body, made of the document it was sent.
Answer = Callable[[dict[str, Any]], tuple[int, bytes]]
#: Words that the embedder takes for one: so that what is meant can be found by other words.
SAME = {"hangs": "deadlock", "stuck": "deadlock", "browser": "safari", "package": "pnpm"}


class Hashing:
    """Words as directions, those that mean the same as one; stop words say nothing."""

    def __init__(self, dimension: int = 512) -> None:
        self.dimension = dimension
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str], *, wait_seconds: float | None = None) -> Rows:
        self.asked += texts
        rows = np.zeros((len(texts), self.dimension), np.float32)
        for place, text in enumerate(texts):
            for word in {*text.lower().split()} - STOP_WORDS:
                rows[place, zlib.crc32(SAME.get(word, word).encode()) % self.dimension] += 1.0
        return unit(rows)


class Named(Embedding):
    """An embedding by a model of this name, without looking for one."""

    def __init__(self, model: str = "hashing", embedder: Hashing | None = None, **settings: Any) -> None:
        self.hashing = embedder or Hashing()
        super().__init__(EmbeddingSettings(**settings), {}, embedder=self.hashing)
        self._choice = Choice(backend="onnx", name=model, model=f"test:{model}")


def openai(texts: Sequence[str], dimension: int = 512) -> bytes:
    """The answer of a server that speaks the protocol of OpenAI, in an order of its own."""
    rows = Hashing(dimension).embed(texts).tolist()
    data = [{"object": "embedding", "index": place, "embedding": row} for place, row in enumerate(rows)]
    return json.dumps({"object": "list", "data": data[::-1]}).encode()


def ollama(texts: Sequence[str], dimension: int = 512) -> bytes:
    """The answer of Ollama."""
    return json.dumps({"embeddings": Hashing(dimension).embed(texts).tolist()}).encode()


class Served:
    """A running server: its address, and what it was asked."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.paths: list[str] = []
        self.headers: list[dict[str, str]] = []
        self.documents: list[dict[str, Any]] = []


@contextmanager
def serving(answer: Answer, *, length: int | None = None) -> Iterator[Served]:
    """A real server on loopback for the time of a test; `length` is what it says its answers' length is."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            document = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            served.paths.append(self.path)
            served.headers.append(dict(self.headers))
            served.documents.append(document)
            self.reply(*answer(document))

        def do_GET(self) -> None:
            served.paths.append(self.path)
            self.reply(*answer({"path": self.path}))

        def reply(self, status: int, body: bytes) -> None:
            try:
                self.send_response(status)
                self.send_header("Content-Length", str(len(body) if length is None else length))
                self.end_headers()
                self.wfile.write(body)
            except OSError:  # whoever asked has gone
                pass

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    served = Served(f"http://127.0.0.1:{server.server_address[1]}")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
