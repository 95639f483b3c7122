"""A damaged index is made anew by the command that meets it; damage of the memories is told and left alone."""

from __future__ import annotations

import io
import sqlite3
import sys
from pathlib import Path

import pytest

from tests.store.damaging import pages_of, zero
from tests.support import Hippo, at

TEXTS = [f"note {number} of the quarry road, {number * 7919} floods in november" for number in range(12)]


@pytest.fixture(params=["live_words_data", "live_words_idx", "live_words_docsize", "live_words_config"])
def damaged(hippo: Hippo, request: pytest.FixtureRequest) -> Hippo:
    """A project in whose index a whole page has been lost."""
    for text in TEXTS:
        hippo.remember(text)
    database = hippo.store_folder / "hippo.db"
    zero(database, pages_of(database, request.param)[0])
    return hippo


def test_a_memory_is_stored_and_the_rest_is_found_whichever_page_is_lost(damaged: Hippo) -> None:
    ran = damaged("remember", "the valve opens to the left")
    assert ran.status == 0, ran.err
    assert "the full-text index was damaged (live_words) and has been rebuilt" in ran.err
    assert damaged("doctor").status == 0
    assert damaged.json("recall", "valve")[0]["memory"]["text"] == "the valve opens to the left"
    assert len(damaged.json("list", "--all")) == len(TEXTS) + 1


def test_recall_answers_and_doctor_mends(damaged: Hippo) -> None:
    assert damaged.json("recall", "note 7 quarry")
    ran = damaged("doctor")
    if ran.status:
        assert "full-text index: damaged or missing: live_words" in ran.out
        assert "well     database\n" in ran.out
    assert damaged("doctor", "--fix").status == 0
    assert damaged("doctor").out.count("ILL") == 0


def test_what_came_by_standard_input_is_not_read_twice(damaged: Hippo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"the valve opens to the left")))
    ran = damaged("remember", "-")
    assert (ran.status, ran.out) == (5, "")
    assert "hippo doctor" in ran.err
    assert damaged("doctor", "--fix").status == 0


def test_both_stores_are_mended(hippo: Hippo) -> None:
    homes = [hippo.store_folder, Path(hippo.environ["HIPPO_HOME"])]
    for option in ((), ("--global",)):
        for text in TEXTS:
            hippo.remember(text, *option)
    for home in homes:
        database = home / "hippo.db"
        zero(database, pages_of(database, "live_words_idx")[0])
    ran = hippo("forget", "mem_0001", "mem_000d", now=at(days=1))
    assert ran.status == 0, ran.err
    for option in ((), ("--global",)):
        assert hippo("doctor", *option).status == 0


@pytest.mark.parametrize("table", ["memory", "event", "tag", "memory_by_fingerprint"])
def test_damage_of_the_memories_is_told_and_nothing_is_written(hippo: Hippo, table: str) -> None:
    for text in TEXTS:
        hippo.remember(text, "--tag", "quarry")
    database = hippo.store_folder / "hippo.db"
    zero(database, pages_of(database, table)[0])
    before = database.read_bytes()
    ran = hippo("remember", "the valve opens to the left", "--tag", "new")
    assert (ran.status, ran.out) == (5, "")
    assert [line.partition(":")[0] for line in ran.err.splitlines()] == ["hippo", "  hint"]
    ran = hippo("doctor", "--fix")
    assert ran.status == 5
    assert "ILL      database: damaged: " in ran.out
    assert database.read_bytes() == before


def test_pages_that_belong_to_nothing_are_swept_out(hippo: Hippo) -> None:
    hippo.remember(TEXTS[0])
    raw = sqlite3.connect(hippo.store_folder / "hippo.db")
    raw.execute("CREATE TABLE lost (x)")
    raw.execute("PRAGMA writable_schema = ON")
    raw.execute("DELETE FROM sqlite_master WHERE name = 'lost'")
    raw.commit()
    raw.close()
    ran = hippo("doctor")
    assert (ran.status, "ILL      database: pages that belong to nothing: " in ran.out) == (5, True)
    ran = hippo("doctor", "--fix")
    assert (ran.status, "mended   database" in ran.out) == (0, True)
    assert hippo("doctor").status == 0
