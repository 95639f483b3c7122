"""What doctor says of vectors, and mends."""

from __future__ import annotations

import pytest

from hippo.services.backup import back_up, list_backups
from hippo.services.embed import embed
from hippo.services.findings import Part
from hippo.services.vector_check import check_vectors
from hippo.store import vector_cache
from hippo.store.vector_cache import CACHE
from tests.hashing import Named
from tests.services.desk import Desk
from tests.services.test_doctor import ill, look
from tests.store.damaging import pages_of, zero
from tests.support import NOON

COUNT = 5


@pytest.fixture
def desk(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setattr(vector_cache, "FEWEST", COUNT)
    for number in range(COUNT):
        desk.remember(f"the pump number {number}")
    embed(desk.store, Named())
    return desk


def test_sound_vectors_are_well(desk: Desk) -> None:
    found = check_vectors(desk.store, desk.occasion(), {}, fix=True)
    assert (found.trouble, found.mended) == ("", False)
    assert (desk.folder / CACHE).exists()


@pytest.mark.parametrize(
    ("statement", "trouble"),
    [
        ("UPDATE vector SET components = 5 WHERE memory = 1", "1 vector cannot be of any model"),
        ("UPDATE embedding_model SET dimension = 7", "5 vectors cannot be of any model"),
        ("UPDATE vector SET components = x'00'", "5 vectors cannot be of any model"),
        (
            "UPDATE embedding_model SET dimension = 1000000000",
            "5 vectors cannot be of any model; 1 model of an impossible dimension or scale",
        ),
        ("DELETE FROM meta WHERE key = 'vectors'", "their mark is missing, without which no recall asks for them"),
    ],
)
def test_what_is_wrong_is_told_and_mended(desk: Desk, statement: str, trouble: str) -> None:
    desk.store._connection.run(statement)
    assert ill(look(desk)) == {Part.VECTORS: trouble}
    look(desk, fix=True)
    assert ill(look(desk)) == {}
    assert embed(desk.store, Named()).current == COUNT
    assert desk.store.vectors_mark()


def test_a_file_that_differs_from_the_database_is_told_and_goes(desk: Desk) -> None:
    path = desk.folder / CACHE
    path.write_bytes(path.read_bytes()[:-1] + b"\x77")
    assert ill(look(desk)) == {Part.VECTORS: "the file of all vectors differs from the database"}
    look(desk, fix=True)
    assert not path.exists()
    assert ill(look(desk)) == {}


@pytest.mark.parametrize("table", ["vector", "embedding_model"])
def test_a_lost_table_of_vectors_is_no_lost_database(desk: Desk, table: str) -> None:
    desk.store._connection.run("PRAGMA foreign_keys = OFF")
    desk.store._connection.run(f"DROP TABLE {table}")
    desk.store.close()
    assert set(ill(look(desk))) == {Part.STRUCTURE}
    look(desk, fix=True)
    assert ill(look(desk)) == {}
    desk.reopen()
    assert embed(desk.store, Named()).current == COUNT


@pytest.mark.parametrize(
    "statement", ["UPDATE embedding_model SET scale = -1", "UPDATE embedding_model SET dimension = 0"]
)
@pytest.mark.parametrize("mark", ["kept", "lost"])
def test_what_no_row_of_vectors_may_hold_is_no_lost_database(desk: Desk, statement: str, mark: str) -> None:
    for each in ("PRAGMA ignore_check_constraints = ON", statement, "PRAGMA ignore_check_constraints = OFF"):
        desk.store._connection.run(each)
    if mark == "lost":
        desk.store._connection.run("DELETE FROM meta WHERE key = 'vectors'")
    desk.store.close()
    assert ill(look(desk)) == {Part.VECTORS: "damaged: CHECK constraint failed in embedding_model"}
    back_up(desk.store.folder, now=NOON, keep=0)
    assert [each.trouble for each in list_backups(desk.store.folder, check=True)] == [""]
    look(desk, fix=True)
    is_well_again(desk)


@pytest.mark.parametrize(
    "table", ["vector", "vector_by_model", "embedding_model", "sqlite_autoindex_embedding_model_1"]
)
def test_a_damaged_page_of_vectors_is_no_lost_database(desk: Desk, table: str) -> None:
    pages = pages_of(desk.folder / "hippo.db", table)
    desk.store.close()
    zero(desk.folder / "hippo.db", pages[0])
    assert set(ill(look(desk))) == {Part.VECTORS}
    assert look(desk, fix=True).is_well
    is_well_again(desk)


def is_well_again(desk: Desk) -> None:
    """Nothing is ill, all memories are there, and vectors can be made."""
    assert ill(look(desk)) == {}
    desk.reopen()
    assert len(desk.texts()) == COUNT
    assert embed(desk.store, Named()).current == COUNT
    assert ill(look(desk)) == {}


def test_triggers_that_were_lost_leave_no_copy_of_yesterday(desk: Desk) -> None:
    mark = desk.store.vectors_mark()
    desk.store._connection.run("DROP TRIGGER vector_changed")
    look(desk, fix=True)
    assert desk.store.vectors_mark() not in ("", mark)
