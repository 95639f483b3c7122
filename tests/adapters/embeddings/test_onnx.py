"""The small model as an ONNX file: the one of the package, with the vocabulary that hippo brings."""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

from hippo.adapters.embeddings import onnx
from hippo.adapters.embeddings.models import onnx_weights
from hippo.adapters.embeddings.onnx import OnnxEmbedder
from hippo.adapters.embeddings.protocol import NoEmbeddings

WEIGHTS, _ = onnx_weights("", {"HOME": "/nowhere"})
#: SHA-256 of the files as their authors published them.
VOCABULARY = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"
MODEL = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"


@pytest.fixture(scope="module")
def embedder() -> OnnxEmbedder:
    """The model of the package."""
    return OnnxEmbedder(WEIGHTS)


def test_model_and_vocabulary_are_what_was_published() -> None:
    vocabulary = Path(onnx.__file__).with_name("uncased_vocabulary.txt").read_bytes()
    assert hashlib.sha256(vocabulary).hexdigest() == VOCABULARY
    assert hashlib.sha256(Path(WEIGHTS).read_bytes()).hexdigest() == MODEL


def test_texts_that_mean_the_same_are_near(embedder: OnnxEmbedder) -> None:
    rows = embedder.embed(
        [
            "The login page shows a blank screen on Safari",
            "a white page in the browser",
            "the press jams when it is cold",
        ]
    )
    assert rows.shape == (3, 384)
    assert np.allclose(np.linalg.norm(rows, axis=1), 1.0, atol=1e-5)
    assert rows[0] @ rows[1] > 0.4
    assert abs(rows[0] @ rows[2]) < 0.2


def test_a_text_has_one_vector_whatever_it_is_embedded_with(embedder: OnnxEmbedder) -> None:
    texts = [f"the valve {'opens ' * count}" for count in range(40)]
    together = embedder.embed(texts)
    alone = np.vstack([embedder.embed([text]) for text in texts[::13]])
    assert np.abs((together[::13] * alone).sum(axis=1)).min() > 0.99


@pytest.mark.parametrize("text", ["", " ", "日本語", "\x00\x01", "a" * 100_000, "word " * 50_000, "🦛", "\u202e[CLS]"])
def test_any_text_has_a_vector(embedder: OnnxEmbedder, text: str) -> None:
    [row] = embedder.embed([text])
    assert np.isclose(np.linalg.norm(row), 1.0, atol=1e-5)


def test_a_folder_says_how_its_model_is_to_be_read(embedder: OnnxEmbedder, tmp_path: Path) -> None:
    (tmp_path / "vocab.txt").write_bytes(Path(onnx.__file__).with_name("uncased_vocabulary.txt").read_bytes())
    embedder._tokenizer.save(str(tmp_path / "tokenizer.json"))
    (tmp_path / "sentence_bert_config.json").write_text(json.dumps({"max_seq_length": 5}))
    cut = OnnxEmbedder(WEIGHTS, str(tmp_path))
    [one, other] = cut.embed(["the valve opens to the left", "the valve opens wide"])
    assert np.allclose(one, other, atol=1e-5)
    (tmp_path / "1_Pooling").mkdir()
    (tmp_path / "1_Pooling" / "config.json").write_text(json.dumps({"pooling_mode_cls_token": True}))
    (tmp_path / "tokenizer.json").unlink()
    [first] = OnnxEmbedder(WEIGHTS, str(tmp_path)).embed(["the valve opens to the left"])
    assert one @ first < 0.99


@pytest.mark.parametrize("said", ["", "[]", "{", '"x"'])
def test_a_folder_that_says_nothing_sensible_is_read_as_usual(tmp_path: Path, said: str) -> None:
    for name in ("sentence_bert_config.json", "1_Pooling"):
        (tmp_path / name).write_text(said)
    assert OnnxEmbedder(WEIGHTS, str(tmp_path)).embed(["valve"]).shape == (1, 384)


def test_a_file_that_is_no_model_is_named_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    path.write_bytes(b"not a model")
    with pytest.raises(NoEmbeddings, match=r"^the model .*model\.onnx cannot be loaded: ") as raised:
        OnnxEmbedder(str(path))
    assert "\n" not in raised.value.message


def test_a_tokenizer_that_is_none_is_named(tmp_path: Path) -> None:
    shutil.copy(WEIGHTS, tmp_path / "model.onnx")
    (tmp_path / "tokenizer.json").write_text("{}")
    with pytest.raises(NoEmbeddings, match="cannot be loaded"):
        OnnxEmbedder(str(tmp_path / "model.onnx"), str(tmp_path))


def test_without_its_packages_the_line_that_installs_them_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(NoEmbeddings) as raised:
        OnnxEmbedder(WEIGHTS)
    assert raised.value.hint == "`pip install 'hippo-memory[onnx]'` in hippo's environment adds them"


@pytest.mark.parametrize("name", ["mul_1.onnx", "logreg_iris.onnx", "sigmoid.onnx"])
def test_a_model_of_something_else_is_told_by_what_it_takes(name: str) -> None:
    import onnxruntime

    path = Path(onnxruntime.__file__).parent / "datasets" / name
    with pytest.raises(NoEmbeddings, match=r"is none of texts: it takes \w+, not input_ids") as raised:
        OnnxEmbedder(str(path))
    assert raised.value.hint


def test_a_tokenizer_of_another_model_is_told(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel

    Tokenizer(WordLevel({"[UNK]": 5_000_000}, unk_token="[UNK]")).save(str(tmp_path / "tokenizer.json"))
    embedder = OnnxEmbedder(WEIGHTS, str(tmp_path))
    with pytest.raises(NoEmbeddings, match=r"gives no vectors: .*out of data bounds") as raised:
        embedder.embed(["valve"])
    assert raised.value.message.isprintable()
    assert raised.value.hint
    assert capfd.readouterr().err == ""


class Session:
    """A model that gives what it is told to."""

    def __init__(self, given: object) -> None:
        self.given = given

    def run(self, *_: object) -> list[object]:
        return [self.given]


@pytest.mark.parametrize(
    "given",
    [
        np.full((1, 3, 4), np.nan, np.float32),
        np.zeros((2, 4), np.float32),
        np.zeros((1,), np.float32),
        np.zeros((1, 2, 3, 4), np.float32),
        np.zeros((1, 0), np.float32),
        np.array([["a"]]),
    ],
    ids=["no numbers", "two for one", "a number", "too deep", "empty", "text"],
)
def test_what_a_model_gives_must_be_a_vector_for_each_text(embedder: OnnxEmbedder, given: object, monkeypatch) -> None:
    monkeypatch.setattr(embedder, "_session", Session(given))
    with pytest.raises(NoEmbeddings) as raised:
        embedder.embed(["valve"])
    assert raised.value.hint


def test_a_description_nested_without_end_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "1_Pooling").mkdir()
    (tmp_path / "1_Pooling" / "config.json").write_text("[" * 100_000)
    assert OnnxEmbedder(WEIGHTS, str(tmp_path)).embed(["valve"]).shape == (1, 384)
