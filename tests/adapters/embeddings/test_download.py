"""Fetching a model: from a server of its own, which lists its files as the real one does."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hippo.adapters.embeddings import download, models
from hippo.adapters.embeddings.download import Plan, fetch, plan
from hippo.adapters.embeddings.protocol import NoEmbeddings
from hippo.core.settings import EmbeddingSettings
from hippo.services.embedding import Embedding
from hippo.services.fetching import fetch_missing
from tests.hashing import Served, serving

NAME = "sentence-transformers/all-MiniLM-L6-v2"
FILES = {
    "config.json": b"{}",
    "tokenizer.json": b"{...}",
    "1_Pooling/config.json": b"{}",
    "model.safetensors": b"weights" * 1000,
    "pytorch_model.bin": b"old weights",
    "onnx/model.onnx": b"large",
    "onnx/model_quint8_avx2.onnx": b"small",
    "openvino/openvino_model.bin": b"other",
    "README.md": b"read me",
    ".gitattributes": b"",
}
DIGESTS = {path: hashlib.sha256(content).hexdigest() for path, content in FILES.items()}


class Hub:
    """A server of models whose answers a test can spoil."""

    def __init__(self) -> None:
        self.files = dict(FILES)
        self.listed: bytes | None = None

    def answer(self, asked: dict[str, str]) -> tuple[int, bytes]:
        path = asked["path"]
        if path == f"/api/models/{NAME}/tree/main?recursive=true":
            return 200, self.listing() if self.listed is None else self.listed
        name = path.removeprefix(f"/{NAME}/resolve/main/")
        return (200, self.files[name]) if name in self.files else (404, b"")

    def listing(self) -> bytes:
        found = [{"type": "directory", "path": "onnx", "size": 0}]
        for path, content in FILES.items():
            found.append({"type": "file", "path": path, "size": len(content)})
            if path.endswith((".onnx", ".safetensors")):
                found[-1]["lfs"] = {"oid": DIGESTS[path], "size": len(content)}
        return json.dumps(found).encode()


@pytest.fixture
def hub() -> Hub:
    return Hub()


@pytest.fixture
def served(hub: Hub):
    """The running server."""
    with serving(hub.answer) as running:
        yield running


@pytest.fixture
def environ(tmp_path: Path, served: Served) -> dict[str, str]:
    """A home, and the server as the place of models."""
    return {"HOME": str(tmp_path), "HF_ENDPOINT": f"{served.url}/"}


def got(planned: Plan) -> list[str]:
    root = Path(planned.folder)
    return sorted(str(path.relative_to(root)) for path in root.rglob("*") if path.is_file())


def test_a_plan_says_what_would_be_fetched_and_fetches_nothing(environ, served) -> None:
    planned = plan("onnx", "", environ)
    assert [each.path for each in planned.files] == [
        "1_Pooling/config.json",
        "config.json",
        "tokenizer.json",
        "onnx/model_quint8_avx2.onnx",
    ]
    assert (planned.name, planned.source, planned.size) == (NAME, served.url, 14)
    assert not os.path.exists(planned.folder)


def test_what_is_fetched_is_found(environ) -> None:
    seen: list[tuple[int, int]] = []
    for backend, find in (
        ("onnx", models.onnx_weights),
        ("sentence-transformers", models.sentence_weights),
    ):
        planned = plan(backend, "", environ)
        fetch(planned, lambda *told: seen.append(told))
        assert find("", environ)[1] == planned.folder
        assert seen[-1] == (planned.size, planned.size)
    assert got(planned) == [
        "1_Pooling/config.json",
        "config.json",
        "model.safetensors",
        "onnx/model_quint8_avx2.onnx",
        "tokenizer.json",
    ]
    assert (Path(planned.folder) / "model.safetensors").read_bytes() == FILES["model.safetensors"]


def test_what_is_there_is_not_fetched_again(environ, hub, served) -> None:
    planned = plan("onnx", "", environ)
    del hub.files["onnx/model_quint8_avx2.onnx"]
    with pytest.raises(NoEmbeddings, match="cannot be read: HTTP Error 404"):
        fetch(planned, lambda *_: None)
    assert models.onnx_weights("other", environ) == ("", "")
    hub.files["onnx/model_quint8_avx2.onnx"] = FILES["onnx/model_quint8_avx2.onnx"]
    served.paths.clear()
    fetch(planned, lambda *_: None)
    assert served.paths == [f"/{NAME}/resolve/main/onnx/model_quint8_avx2.onnx"]


@pytest.mark.parametrize("spoilt", [b"SMALL", b"smal", b"small and more"])
def test_a_file_that_is_not_the_one_listed_is_not_kept(environ, hub, spoilt: bytes) -> None:
    hub.files["onnx/model_quint8_avx2.onnx"] = spoilt
    planned = plan("onnx", "", environ)
    with pytest.raises(NoEmbeddings, match="is not the file that was listed"):
        fetch(planned, lambda *_: None)
    assert "onnx/model_quint8_avx2.onnx" not in got(planned)
    assert not [name for name in got(planned) if name.endswith(".tmp")]


@pytest.mark.parametrize("path", ["../x", "/etc/x", "a/../../x", "a//b", "a\\b", "C:x", "."])
def test_a_path_that_leads_elsewhere_is_refused(environ, hub, path: str) -> None:
    hub.listed = json.dumps([{"type": "file", "path": path, "size": 1}]).encode()
    with pytest.raises(NoEmbeddings, match="did not list the files"):
        plan("onnx", "", environ)


@pytest.mark.parametrize("listed", [b"", b"<html>", b"{}", b"[1]", b'[{"type": "file"}]', b"[" * 100_000])
def test_a_list_that_is_none_is_refused(environ, hub, listed: bytes) -> None:
    hub.listed = listed
    with pytest.raises(NoEmbeddings):
        plan("onnx", "", environ)


def test_a_model_without_weights_for_the_backend_is_refused(environ, hub) -> None:
    hub.listed = json.dumps([{"type": "file", "path": "config.json", "size": 2}]).encode()
    with pytest.raises(NoEmbeddings, match=f"has no weights of {NAME} for the onnx backend"):
        plan("onnx", "", environ)


@pytest.mark.parametrize("said", ["1", "true", "YES", "on"])
def test_offline_means_that_nobody_is_asked(environ, served, said: str) -> None:
    with pytest.raises(NoEmbeddings, match="HF_HUB_OFFLINE forbids"):
        plan("onnx", "", environ | {"HF_HUB_OFFLINE": said})
    assert served.paths == []


def test_an_endpoint_that_is_no_web_address_is_refused(environ) -> None:
    with pytest.raises(NoEmbeddings, match="no address to download from"):
        plan("onnx", "", environ | {"HF_ENDPOINT": "file:///etc"})


def test_a_list_without_end_is_not_read_to_the_end(environ, hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(download, "_LONGEST_LIST", 100)
    with pytest.raises(NoEmbeddings, match="did not list the files of a model"):
        plan("onnx", "", environ)


def test_of_a_file_that_is_too_long_no_more_is_written_than_was_listed(
    environ, hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(download, "_PART", 2)
    hub.files["onnx/model_quint8_avx2.onnx"] = b"small and more"
    shown: list[int] = []
    planned = plan("onnx", "", environ)
    with pytest.raises(NoEmbeddings, match="is not the file that was listed"):
        fetch(planned, lambda done, _: shown.append(done))
    assert max(shown) <= planned.size


@pytest.mark.parametrize("path", ["a\x1b[31m.json", "a\n.json", "\u202egnp.json"])
def test_a_path_that_would_steer_a_terminal_is_none(environ, hub, path: str) -> None:
    hub.listed = json.dumps([{"type": "file", "path": path, "size": 1}]).encode()
    with pytest.raises(NoEmbeddings, match="did not list the files of a model"):
        plan("onnx", "", environ)


def test_an_interrupt_says_that_the_download_goes_on(environ, hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models, "_ONNX_PACKAGES", ())

    def interrupt(done: int, of: int) -> None:
        raise KeyboardInterrupt

    @contextmanager
    def progress(_: str) -> Iterator[Callable[[int, int], None]]:
        yield interrupt

    embedding = Embedding(EmbeddingSettings(backend="onnx", model=NAME), environ)
    with pytest.raises(KeyboardInterrupt, match="files that are whole are kept; `hippo embed` goes on with the others"):
        fetch_missing(embedding, announce=lambda _: None, progress=progress)
