"""A damaged index, a busy store: recall answers all the same and says what is wrong."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from hippo.services import recall as service
from tests.support import Hippo, Ran, at

#: Ways in which the index of live memories can be lost, from the least to the most visible.
DAMAGES = {
    "emptied": "INSERT INTO live_words (live_words) VALUES ('delete-all')",
    "pages gone": "DELETE FROM live_words_data",
    "garbage": "UPDATE live_words_data SET block = x'00ff00ff00ff' WHERE id > 1",
    "structure gone": "DELETE FROM live_words_data WHERE id = 10",
    "no configuration": "DROP TABLE live_words_config",
    "no table": "DROP TABLE live_words",
}
TEXTS = ("the valve opens to the left", "the pump is green", "a valve of brass", "tea is in the cupboard")


@pytest.fixture(params=DAMAGES, ids=lambda name: name.replace(" ", "-"))
def damaged(hippo: Hippo, request: pytest.FixtureRequest) -> Hippo:
    """A project with some memories and a lost index."""
    for text in TEXTS:
        hippo.remember(text)
    raw = sqlite3.connect(hippo.store_folder / "hippo.db")
    raw.execute(DAMAGES[request.param])
    raw.commit()
    raw.close()
    return hippo


def texts(ran: Ran) -> list[str]:
    return [hit["memory"]["text"] for hit in ran.data]


def test_recall_reads_the_memories_one_by_one_and_says_so(damaged: Hippo) -> None:
    ran = damaged("recall", "valve", "--json")
    assert ran.status == 0
    assert set(texts(ran)) == {"the valve opens to the left", "a valve of brass"}
    assert any("read one by one" in note for note in ran.document["notes"])
    assert damaged("recall", "zygote").out == ""


def test_context_does_so_too(damaged: Hippo) -> None:
    ran = damaged("context", "green pump")
    assert "the pump is green" in ran.out
    assert "read one by one" in ran.err


def test_a_memory_is_stored_all_the_same(damaged: Hippo) -> None:
    assert damaged("remember", "the gate is locked").status == 0
    damaged("doctor", "--fix")
    assert set(texts(damaged("recall", "gate valve", "--json"))) == {TEXTS[0], TEXTS[2], "the gate is locked"}
    assert damaged("recall", "valve").err == ""
    assert damaged("doctor").status == 0


def test_what_was_archived_is_found_without_its_index(hippo: Hippo) -> None:
    hippo("forget", hippo.remember(TEXTS[0]))
    raw = sqlite3.connect(hippo.store_folder / "hippo.db")
    raw.execute("DELETE FROM gone_words_data")
    raw.commit()
    raw.close()
    ran = hippo("recall", "valve", "--archived", "--json")
    assert texts(ran) == [TEXTS[0]]


# --- busy


@contextmanager
def locked(hippo: Hippo) -> Iterator[None]:
    """Another process in the middle of writing."""
    other = sqlite3.connect(hippo.store_folder / "hippo.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.close()


@pytest.fixture
def busy(hippo: Hippo, monkeypatch: pytest.MonkeyPatch) -> Hippo:
    """A project with one memory whose recall waits for nobody."""
    hippo.remember(TEXTS[0])
    monkeypatch.setattr(service, "BOOKKEEPING_WAIT_SECONDS", 0)
    return hippo


def test_a_recall_of_a_busy_store_answers_at_once_and_is_counted_later(busy: Hippo) -> None:
    with locked(busy):
        ran = busy("recall", "valve", "--session", "s1", now=at(days=1))
    assert (ran.status, ran.err) == (
        0,
        "note: the store is busy: this recall is counted by the next command that writes\n",
    )
    assert TEXTS[0] in ran.out
    assert busy.inspect("mem_0001")["retrieval_count"] == 0
    busy.remember("the pump is green", now=at(days=2))
    shown = busy.inspect("mem_0001")
    assert (shown["retrieval_count"], shown["half_life_days"], shown["last_used_at"]) == (
        1,
        9.0,
        "2031-03-04T12:00:00Z",
    )
    assert shown["events"][-1]["actor"]["session"] == "s1"


def test_a_recall_that_can_neither_be_counted_nor_wait_says_so(busy: Hippo) -> None:
    (busy.store_folder / "spool").write_text("in the way")
    with locked(busy):
        ran = busy("recall", "valve")
    assert ran.err.startswith("note: this recall was not counted: cannot make the folder")
    assert TEXTS[0] in ran.out


def test_a_question_that_waits_holds_no_secret(busy: Hippo) -> None:
    with locked(busy):
        busy("recall", "valve password=hunter2-Q9zz")
    (waiting,) = (busy.store_folder / "spool").iterdir()
    assert b"hunter2" not in waiting.read_bytes()


def test_looking_never_waits(busy: Hippo) -> None:
    with locked(busy):
        for command in (("list",), ("status",), ("inspect", "mem_0001"), ("context",), ("sleep", "--dry-run")):
            assert busy(*command).status == 0
