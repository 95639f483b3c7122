"""Whatever a person does while a recall waits to be counted, it is counted."""

from __future__ import annotations

import pytest

from hippo.services import recall as service
from hippo.store.connection import Connection
from tests.support import Hippo, at

ALWAYS, NEVER = "always cache the parser", "never cache the parser"

#: Every verb that changes a memory, on the memory that was recalled.
VERBS = (
    "remember|always cache the parser",
    "remember|something else",
    "edit|mem_0001|--tag|x",
    "edit|mem_0001|--text|cache the parser in tests",
    "forget|mem_0001",
    "outcome|--good",
    "outcome|--bad|--id|mem_0001",
    "supersede|mem_0001|cache the parser in tests",
    "decide|no cache|--supersedes|mem_0001",
    "invalidate|always cache",
    "sleep",
    "sync",
    "learn|--git|--repos|.",
)


@pytest.mark.parametrize("call", VERBS)
def test_a_waiting_recall_is_counted_by_the_next_verb_that_writes(
    hippo: Hippo, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    hippo.remember(ALWAYS)
    monkeypatch.setattr(service, "BOOKKEEPING_WAIT_SECONDS", 0)
    with Connection(str(hippo.store_folder / "hippo.db")).transaction():
        hippo("recall", "parser", now=at(days=1))
    assert hippo.inspect("mem_0001")["retrieval_count"] == 0
    ran = hippo(*call.split("|"), now=at(days=2))
    if call.startswith("learn"):
        assert ran.status == 3
        hippo("sleep", now=at(days=2))
    else:
        assert ran.status == 0
    kinds = [event["kind"] for event in hippo.inspect("mem_0001")["events"]]
    assert kinds.count("recalled") == 1
    repeats = kinds.count("repeated")
    assert hippo.inspect("mem_0001")["retrieval_count"] == 1 + repeats
    assert list((hippo.store_folder / "spool").iterdir()) == []


def test_settling_a_conflict_counts_it_too(hippo: Hippo, monkeypatch: pytest.MonkeyPatch) -> None:
    for text in (ALWAYS, NEVER):
        hippo.remember(text)
    hippo("sleep", now=at(days=1))
    (conflict,) = hippo.json("conflicts")
    monkeypatch.setattr(service, "BOOKKEEPING_WAIT_SECONDS", 0)
    with Connection(str(hippo.store_folder / "hippo.db")).transaction():
        hippo("recall", "parser", now=at(days=1))
    assert hippo("resolve", conflict["id"], "--keep", "mem_0002", now=at(days=2)).status == 0
    assert [hippo.inspect(each)["retrieval_count"] for each in ("mem_0001", "mem_0002")] == [1, 1]


def test_restoring_counts_it_too(hippo: Hippo, monkeypatch: pytest.MonkeyPatch) -> None:
    hippo.remember(ALWAYS)
    hippo("forget", "mem_0001")
    monkeypatch.setattr(service, "BOOKKEEPING_WAIT_SECONDS", 0)
    with Connection(str(hippo.store_folder / "hippo.db")).transaction():
        hippo("recall", "parser", "--archived", now=at(days=1))
    assert hippo("restore", "mem_0001", now=at(days=2)).status == 0
    shown = hippo.inspect("mem_0001")
    assert (shown["retrieval_count"], shown["state"]) == (1, "live")


def test_a_dry_sleep_counts_nothing_and_says_that_something_waits(
    hippo: Hippo, monkeypatch: pytest.MonkeyPatch
) -> None:
    hippo.remember(ALWAYS)
    monkeypatch.setattr(service, "BOOKKEEPING_WAIT_SECONDS", 0)
    with Connection(str(hippo.store_folder / "hippo.db")).transaction():
        hippo("recall", "parser", now=at(days=1))
    assert "1 recall not counted yet" in hippo("sleep", "--dry-run", now=at(days=2)).err
    assert hippo.inspect("mem_0001")["retrieval_count"] == 0
    hippo("sleep", now=at(days=2))
    assert "not counted" not in hippo("sleep", "--dry-run", now=at(days=2)).err
