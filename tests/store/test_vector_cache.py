"""The file of all vectors: a copy that is used while it is of now, and never missed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hippo.store import vector_cache
from hippo.store.store import Store
from hippo.store.vector_cache import CACHE, is_wrong, packed, remove_cache, write_cache
from hippo.store.vectors import Made, Model
from tests.store.adding import add
from tests.store.test_vectors import first_fingerprint, make

COUNT = 5


@pytest.fixture
def model(store: Store, monkeypatch: pytest.MonkeyPatch) -> Model:
    """A store with a few vectors, for which a file pays."""
    monkeypatch.setattr(vector_cache, "FEWEST", COUNT)
    for number in range(1, COUNT + 1):
        add(store, number, text=f"memory {number}")
    return make(store)


def read(store: Store, model: Model) -> tuple[list[int], list[list[int]]]:
    found = packed(store.folder, store.vectors, model, store.vectors_mark())
    return found.numbers.tolist(), found.rows.tolist()


def write(store: Store, model: Model) -> Path:
    write_cache(store.folder, store.vectors, model, store.vectors_mark())
    return Path(store.folder) / CACHE


def never(*_: object) -> None:
    raise AssertionError


def test_the_file_gives_what_the_database_gives(store: Store, model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    before = read(store, model)
    assert before == ([1, 2, 3, 4, 5], [[1, 2]] * 5)
    path = write(store, model)
    assert path.stat().st_mode & 0o777 == 0o600
    monkeypatch.setattr(type(store.vectors), "all", never)
    assert read(store, model) == before
    write(store, model)


def test_a_file_of_yesterday_is_not_used(store: Store, model: Model) -> None:
    path = write(store, model)
    old = path.read_bytes()
    with store.transaction():
        store.vectors.put(model, [Made(number=1, fingerprint=first_fingerprint(store), components=b"\x07\x07")])
    assert read(store, model)[1][0] == [7, 7]
    write(store, model)
    assert path.read_bytes() != old


@pytest.mark.parametrize(
    "spoil",
    [
        lambda content: b"",
        lambda content: content[:20],
        lambda content: content[:-1],
        lambda content: content + b"\x00",
        lambda content: b"x" + content[1:],
        lambda content: content[:32] + b"\xff" * 8 + content[40:],
        lambda content: content[:40] + b"\xff" * 8 + content[48:],
        lambda content: content[:48] + b"\xff" * 8 + content[56:],
        lambda content: content[:60] + b"\x09" + content[61:],
        lambda content: content[:-1] + b"\x09",
    ],
)
def test_a_spoilt_file_is_not_used(store: Store, model: Model, spoil) -> None:
    before = read(store, model)
    path = write(store, model)
    sound = path.read_bytes()
    path.write_bytes(spoil(sound))
    assert read(store, model) == before
    write(store, model)
    assert path.read_bytes() == sound


def test_few_vectors_need_no_file(store: Store, model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(store, model)
    with store.transaction():
        store.memories.remove(1)
    write(store, model)
    assert not path.exists()
    remove_cache(store.folder)


def test_a_database_of_no_vectors_gives_none(store: Store, model: Model) -> None:
    with store.transaction():
        for number in range(1, COUNT + 1):
            store.memories.remove(number)
    assert read(store, model) == ([], [])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name here")
def test_a_pipe_in_its_place_is_not_waited_for_and_is_replaced(store: Store, model: Model) -> None:
    before = read(store, model)
    path = Path(store.folder) / CACHE
    os.mkfifo(path)
    assert read(store, model) == before
    assert not wrong(store, model)
    write(store, model)
    assert path.is_file()


def test_a_folder_in_its_place_is_left_alone(store: Store, model: Model) -> None:
    path = Path(store.folder) / CACHE
    path.mkdir()
    assert read(store, model)[0] == [1, 2, 3, 4, 5]
    remove_cache(store.folder)
    assert path.is_dir()


def wrong(store: Store, model: Model) -> bool:
    return is_wrong(store.folder, store.vectors, model, store.vectors_mark())


def test_a_file_that_says_it_is_of_now_and_is_not_is_wrong(store: Store, model: Model) -> None:
    path = write(store, model)
    assert not wrong(store, model)
    content = path.read_bytes()
    path.write_bytes(content[:-1] + b"\x09")
    assert wrong(store, model)
    path.write_bytes(content)
    mark = store.vectors_mark()
    with store.transaction():
        store.vectors.put(model, [Made(number=1, fingerprint=first_fingerprint(store), components=b"\x07\x07")])
    assert not wrong(store, model)
    with store.transaction():
        store.facts.set("vectors", mark)
    assert wrong(store, model)
    path.unlink()
    assert not wrong(store, model)
