"""What a purge leaves nowhere below the store."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hippo.errors import Busy
from hippo.services import traces
from hippo.services.forget import Forgotten, forget
from hippo.services.occasion import Occasion
from hippo.services.remember import remember
from hippo.services.sleep import sleep
from hippo.store.events import Actor
from hippo.store.spool import SpooledRecall
from hippo.store.store import Store
from tests.support import NOON, at

Make = Callable[..., Occasion]
TEXT = "the quokka opens the xylophone valve"


@pytest.fixture
def memory_id(store: Store, occasion: Make) -> str:
    """A memory that is to go, beside one that stays."""
    remember(store, "the pump is green", occasion=occasion())
    return remember(store, TEXT, occasion=occasion()).memory.id


def purge(store: Store, memory_id: str, occasion: Make) -> Forgotten:
    return forget([store], [memory_id], occasion=occasion(now=at(days=1)), purge=True)


def holding(store: Store, *words: bytes) -> list[str]:
    """The files below the store that hold one of the words."""
    found = [each for each in Path(store.folder).rglob("*") if each.is_file()]
    return sorted(each.name for each in found if any(word in each.read_bytes().lower() for word in words))


def test_no_file_holds_a_word_of_it(store: Store, memory_id: str, occasion: Make) -> None:
    assert holding(store, b"quokka", b"xylophone")
    assert purge(store, memory_id, occasion).notes == ()
    assert holding(store, b"quokka", b"xylophone", memory_id.encode()) == []
    assert [each.memory.text for each in store.memories.everything()] == ["the pump is green"]


def test_questions_that_wait_go_too_however_many(
    store: Store, memory_id: str, occasion: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hippo.services.writing.MOST_AT_ONCE", 1)
    for _ in range(3):
        store.spool.put(SpooledRecall(at=NOON, query="which quokka?", actor=Actor(), memory_ids=(memory_id,)))
    purge(store, memory_id, occasion)
    assert holding(store, b"quokka") == []


def test_copies_that_a_person_made_of_its_file_go_too(store: Store, memory_id: str, occasion: Make) -> None:
    [mirror] = (Path(store.folder) / "episodic").glob(f"*{memory_id}.md")
    (mirror.parent / "my favourite.md").write_bytes(mirror.read_bytes())
    (mirror.parent / "mine.md").write_text("no memory yet\n", encoding="utf-8")
    purge(store, memory_id, occasion)
    assert holding(store, b"quokka") == []
    assert (mirror.parent / "mine.md").exists()


def test_halves_of_files_go_too(store: Store, memory_id: str, occasion: Make) -> None:
    """A process was killed while it wrote the mirror, another while it backed up."""
    dead = subprocess.Popen([sys.executable, "-I", "-c", "pass"])
    dead.wait()
    for folder in ("episodic", "spool", "backups"):
        (Path(store.folder) / folder).mkdir(exist_ok=True)
        (Path(store.folder) / folder / f"half.{dead.pid}.tmp").write_text(TEXT, encoding="utf-8")
    purge(store, memory_id, occasion)
    assert holding(store, b"quokka") == []


def test_dreams_lose_the_lines_that_speak_of_it(store: Store, memory_id: str, occasion: Make) -> None:
    dreams = Path(store.folder) / "DREAMS.md"
    mine = f"I saw {memory_id} today: written by a person, who takes it out if need be\n"
    dreams.write_text(f"# Dreams\n\n- conflict between {memory_id} and x: quokka\n- nothing to do\n{mine}", "utf-8")
    purge(store, memory_id, occasion)
    assert dreams.read_text("utf-8") == f"# Dreams\n\n- nothing to do\n{mine}"


def test_without_dreams_there_is_nothing_to_take_out(store: Store, memory_id: str, occasion: Make) -> None:
    (Path(store.folder) / "DREAMS.md").unlink(missing_ok=True)
    purge(store, memory_id, occasion)
    assert not (Path(store.folder) / "DREAMS.md").exists()


def test_an_interrupted_purge_is_finished_by_the_next_sleep(
    store: Store, memory_id: str, occasion: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(folder: str, memory_ids: object) -> None:
        raise KeyboardInterrupt

    [mirror] = (Path(store.folder) / "episodic").glob(f"*{memory_id}.md")
    (mirror.parent / "copy.md").write_bytes(mirror.read_bytes())
    with monkeypatch.context() as patched:
        patched.setattr(traces, "remove_copies", killed)
        with pytest.raises(KeyboardInterrupt):
            purge(store, memory_id, occasion)
    assert holding(store, b"quokka")
    sleep(store, occasion=occasion(now=at(days=2)))
    assert holding(store, b"quokka") == []
    assert traces.erase_left_traces(store) == []


def test_a_purge_beside_a_reader_says_so_and_is_finished_by_the_next_sleep(
    store: Store, memory_id: str, occasion: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hippo.store.store._READERS_WAIT_MS", 10)
    with Store.open(store.folder) as reader:
        reader._connection.run("BEGIN")
        assert reader.memories.counts()
        notes = purge(store, memory_id, occasion).notes
        reader._connection.run("COMMIT")
    assert notes == ("another process is reading the store: the last traces go at the next sleep",)
    sleep(store, occasion=occasion(now=at(days=2)))
    assert holding(store, b"quokka") == []


def test_a_store_that_is_busy_keeps_its_traces_until_the_next_sleep(
    store: Store, memory_id: str, occasion: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    def erase_traces(self: Store) -> bool:
        raise Busy("hippo.db")

    with monkeypatch.context() as patched:
        patched.setattr(Store, "erase_traces", erase_traces)
        [note] = purge(store, memory_id, occasion).notes
    assert note.startswith("the last traces are not erased (the store hippo.db is busy")
    assert sleep(store, occasion=occasion(now=at(days=2))).notes[:-1] == ()
    assert holding(store, b"quokka") == []
