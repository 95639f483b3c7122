"""The recall benchmark: its data, its measures, and a run on a small collection."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from hippo.core.settings import EmbeddingSettings
from hippo.services.embedding import Embedding
from scripts.benchmarks.kept_vectors import KeptVectors
from scripts.benchmarks.recall import main, measured
from scripts.benchmarks.retrieval_data import (
    Collection,
    Quality,
    Question,
    Text,
    collections,
    mean,
    mistyped,
    quality,
)
from tests.hashing import Hashing

TEXTS = ("the payment queue is drained at night", "Ann: we moved to Postgres", "the garden needs water")
QUESTIONS = (("when is the payment queue drained?", ("a",), "near"), ("where did Ann move?", ("b",), "far"))


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    docs = [
        {"id": key, "coll": "one", "text": text, "ts": 1_700_000_000, "speaker": "Ann", "group": "s1", "seq": place}
        for place, (key, text) in enumerate(zip("abc", TEXTS, strict=True))
    ]
    queries = [
        {"id": f"q{number}", "coll": "one", "text": text, "rel": rel, "type": kind}
        for number, (text, rel, kind) in enumerate(QUESTIONS)
    ]
    adversarial = {"id": "q9", "coll": "one", "text": "why is Ann a plumber?", "rel": ["b"], "type": "5"}
    for name, rows in (("docs", docs), ("queries", [*queries, adversarial])):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return tmp_path


def test_the_perfect_order_is_worth_one_and_a_miss_nothing() -> None:
    assert quality(["a", "b", "x"], frozenset("ab")) == Quality(ndcg=1.0, recall=1.0, count=1)
    assert quality(["x", "y"], frozenset("ab")) == Quality(ndcg=0.0, recall=0.0, count=1)


def test_an_answer_in_the_second_place_is_discounted_by_the_logarithm() -> None:
    found = quality(["x", "a"], frozenset("a"))
    assert found.ndcg == pytest.approx(0.6309, abs=1e-4)
    assert found.recall == 1.0


def test_only_ten_hits_count() -> None:
    assert quality([*"0123456789", "a"], frozenset("a")) == Quality(ndcg=0.0, recall=0.0, count=1)


def test_a_mean_counts_every_part_the_same() -> None:
    parts = [Quality(ndcg=1.0, recall=1.0, count=9), Quality(ndcg=0.0, recall=0.5, count=1)]
    assert mean(parts) == Quality(ndcg=0.5, recall=0.75, count=10)


def test_adversarial_questions_are_left_out(dataset: Path) -> None:
    (collection,) = collections(dataset)
    assert [question.key for question in collection.questions] == ["q0", "q1"]


def test_text_only_takes_speaker_date_and_session_away(dataset: Path) -> None:
    whole, bare = collections(dataset)[0].texts[1], collections(dataset, text_only=True)[0].texts[1]
    assert (whole.author, whole.series, whole.position) == ("Ann", "s1", 1)
    assert whole.happened_at is not None
    assert (bare.author, bare.series, bare.position, bare.happened_at) == ("", "", 0, None)
    assert bare.text == whole.text


def test_slips_of_the_finger_are_the_same_at_every_run_and_leave_nothing_as_it_was(dataset: Path) -> None:
    (collection,) = collections(dataset)
    assert mistyped(collection) == mistyped(collection)
    for before, after in zip(collection.questions, mistyped(collection).questions, strict=True):
        assert before.text != after.text
        assert abs(len(before.text) - len(after.text)) <= 1


def test_hippo_answers_and_the_command_line_answers_the_same(dataset: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(dataset), "--json", "--command-line", "2"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["engines"]["hippo"]["all"]["recall"] == 1.0
    assert set(report["engines"]) == {"hippo", "fts5 porter", "rank-bm25"}
    assert report["command_line"] == {"asked_per_collection": 2, "differing": []}


def test_one_type_of_questions_is_averaged_by_question(dataset: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(dataset), "--type", "far", "--typos"]) == 0
    assert "questions of type far" in capsys.readouterr().out


def test_vectors_of_a_named_backend_are_measured_beside_words(tmp_path: Path) -> None:
    texts = tuple(
        Text(key=str(number), text=text) for number, text in enumerate(("deadlock", "blank screen on Safari"))
    )
    question = Question(key="q", text="browser shows a white page", answers=frozenset({"1"}), kind="")
    collection = Collection(name="c", texts=texts, questions=(question,))
    embedding = Embedding(EmbeddingSettings(backend="onnx"), {"HOME": str(tmp_path)})
    answers, _ = measured(collection, tmp_path, 0, embedding)
    assert answers["hippo"][0][1].recall == 0
    assert answers["with vectors"][0][1].recall == 1


@pytest.mark.parametrize("backend", ["ollama", "server"])
def test_a_server_is_stood_in_for_by_one_with_the_packaged_model(
    dataset: Path, capsys: pytest.CaptureFixture[str], backend: str
) -> None:
    reports = []
    for embedder in (backend, "onnx"):
        assert main([str(dataset), "--json", "--embedder", embedder, "--vectors", str(dataset / embedder)]) == 0
        reports.append(json.loads(capsys.readouterr().out))
    assert reports[0] == reports[1]
    assert reports[0]["engines"]["with vectors"]["all"]["recall"] == 1.0


def test_kept_vectors_are_made_once_for_each_model(tmp_path: Path) -> None:
    hashing = Hashing()
    texts = ["deadlock", "blank screen", "deadlock"]
    first = KeptVectors(tmp_path / "vectors", "one", lambda: hashing).embed(texts)
    assert hashing.asked == texts[:2]
    assert np.array_equal(first, Hashing().embed(texts))
    again = KeptVectors(tmp_path / "vectors", "one", lambda: pytest.fail("the model is loaded")).embed(texts[::-1])
    assert np.array_equal(again, first[::-1])
    KeptVectors(tmp_path / "vectors", "another", lambda: hashing).embed(texts[:1])
    assert hashing.asked == ["deadlock", "blank screen", "deadlock"]
