"""Writing the Markdown files."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hippo.adapters import files
from hippo.core.memory import Layer, Memory
from hippo.errors import StoreError
from hippo.store.links import LinkKind
from hippo.store.mirror_state import Written
from hippo.store.mirror_text import parsed, rendered
from hippo.store.mirrors import MirrorTrouble, remove_copies, remove_mirror, write_mirrors
from hippo.store.store import Store
from tests.store.adding import add, row
from tests.store.mirroring import NAME, VALVE, change, edit_file, files_digest, shown, valve
from tests.support import NOON

__all__ = ["valve"]


def test_a_memory_is_shown_by_a_private_file_of_its_layer(store: Store, valve: Memory) -> None:
    assert shown(store) == {NAME: rendered(valve)}
    assert Path(store.folder, NAME).stat().st_mode & 0o777 == 0o600


def test_only_what_changed_is_written_again(store: Store, valve: Memory) -> None:
    edit_file(store, VALVE, "edited by hand")
    assert store.mirrors.behind() == []
    assert write_mirrors(store) == []
    assert "edited by hand" in shown(store)[NAME]


def test_a_change_is_shown_and_the_file_keeps_a_persons_lines(store: Store, valve: Memory) -> None:
    with store.transaction():
        text = edit_file(store, "---\nid", "---\n# mine\naliases: [left]\nid")
        store.mirrors.wrote([Written(number=1, version=1, name=NAME, digest=files_digest(text))])
    after = change(store, valve, tags=("pump",))
    assert write_mirrors(store) == []
    written = shown(store)[NAME]
    assert written.startswith("---\n# mine\naliases: [left]\nid: ")
    assert parsed(written) == after


def test_a_tie_leaves_the_file_behind_and_so_does_its_end(store: Store, valve: Memory) -> None:
    other = add(store, 2)
    write_mirrors(store)
    with store.transaction():
        store.links.add(valve.id, LinkKind.SUPERSEDES, other.id, now=NOON)
    assert [each.stored.number for each in store.mirrors.behind()] == [1]
    assert write_mirrors(store) == []
    with store.transaction():
        store.memories.remove(row(store, other))
    assert [each.stored.number for each in store.mirrors.behind()] == [1]


def test_ties_to_memories_that_are_yet_to_come_stay_in_the_file(store: Store, valve: Memory) -> None:
    text = rendered(valve, links={LinkKind.SUPERSEDES: ("mem_00000000000a", "mem_00000000000b")})
    Path(store.folder, NAME).write_text(text)
    with store.transaction():
        store.memories.mark_purged("mem_00000000000b")
    assert write_mirrors(store, [1]) == []
    assert "supersedes: [mem_00000000000a]" in shown(store)[NAME]


def test_ties_are_shown(store: Store, valve: Memory) -> None:
    other = add(store, 2)
    with store.transaction():
        store.links.add(valve.id, LinkKind.SUPERSEDES, other.id, now=NOON)
    assert write_mirrors(store, [1]) == []
    assert f"supersedes: [{other.id}]" in shown(store)[NAME]


def test_a_file_keeps_its_first_name_when_the_text_changes(store: Store, valve: Memory) -> None:
    after = change(store, valve, text="the pump is green")
    assert write_mirrors(store) == []
    assert shown(store) == {NAME: rendered(after)}
    assert [each.name for each in store.mirrors.known()] == [NAME]


def test_a_file_follows_the_layer(store: Store, valve: Memory) -> None:
    change(store, valve, text="the pump is green", layer=Layer.SEMANTIC)
    assert write_mirrors(store) == []
    assert list(shown(store)) == ["semantic/the-pump-is-green-mem_000100000000.md"]


def test_a_file_that_was_never_noted_keeps_its_name_as_well(store: Store, valve: Memory) -> None:
    after = change(store, valve, text="the pump is green")
    store._connection.run("UPDATE memory SET mirrored_version = 0, mirror_name = '', mirror_digest = 0")
    assert write_mirrors(store, overwrite=True) == []
    assert shown(store) == {NAME: rendered(after)}


def test_a_file_that_a_person_renamed_keeps_its_name(store: Store, valve: Memory) -> None:
    os.rename(Path(store.folder, NAME), Path(store.folder, "episodic/valve.md"))
    with store.transaction():
        digest = files_digest(rendered(valve))
        store.mirrors.wrote([Written(number=1, version=1, name="episodic/valve.md", digest=digest)])
    change(store, valve, text="the valve opens to the right")
    assert write_mirrors(store) == []
    assert list(shown(store)) == ["episodic/valve.md"]
    assert "to the right" in shown(store)["episodic/valve.md"]


def test_a_missing_file_or_folder_is_made_again(store: Store, valve: Memory) -> None:
    files.remove(str(Path(store.folder, NAME)))
    Path(store.folder, "episodic").rmdir()
    assert write_mirrors(store, [1]) == []
    assert shown(store) == {NAME: rendered(valve)}


def test_a_file_that_cannot_be_written_is_told_and_stops_nothing(store: Store) -> None:
    Path(store.folder, "episodic").write_text("in the way")
    add(store, 1, text=VALVE)
    kept = add(store, 2, layer=Layer.SEMANTIC)
    assert write_mirrors(store) == [MirrorTrouble(name=NAME, reason="Not a directory")]
    assert list(shown(store)) == [f"semantic/the-valve-opens-to-the-left-{kept.id}.md"]
    assert [each.stored.number for each in store.mirrors.behind()] == [1]


def test_a_folder_that_cannot_be_made_is_told(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    add(store, 1, text=VALVE)

    def refuse(path: str) -> bool:
        raise StoreError("cannot make it")

    monkeypatch.setattr(files, "make_private_folder", refuse)
    assert write_mirrors(store) == [MirrorTrouble(name=NAME, reason="cannot make it")]


@contextmanager
def locked(store: Store) -> Iterator[None]:
    other = sqlite3.connect(os.path.join(store.folder, "hippo.db"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.close()


def test_a_busy_store_leaves_its_mirrors_behind_without_a_word(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hippo.store.mirrors._NOTING_WAIT_SECONDS", 0)
    made = add(store, 1, text=VALVE)
    with locked(store):
        assert write_mirrors(store) == []
    assert shown(store) == {NAME: rendered(made)}
    assert len(store.mirrors.behind()) == 1
    assert write_mirrors(store) == []
    assert store.mirrors.behind() == []


def test_what_cannot_be_noted_otherwise_is_told(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    add(store, 1, text=VALVE)

    def refuse(written: object) -> None:
        raise StoreError("no room left")

    monkeypatch.setattr(store.mirrors, "wrote", refuse)
    assert write_mirrors(store) == [MirrorTrouble(name=NAME, reason="no room left")]


def test_rows_that_are_gone_have_no_mirror(store: Store) -> None:
    assert write_mirrors(store, [7]) == []


def test_what_is_known_of_every_mirror(store: Store, valve: Memory) -> None:
    add(store, 2)
    change(store, valve, tags=("pump",))
    known = store.mirrors.known()
    assert [(each.number, each.memory_id, each.name, each.is_behind) for each in known] == [
        (1, valve.id, NAME, True),
        (2, "mem_000200000000", "", True),
    ]
    assert known[0].digest == files_digest(rendered(valve))


# --- removing


def test_a_removed_mirror_takes_one_along_that_was_never_noted(store: Store, valve: Memory) -> None:
    change(store, valve, text="the pump is green")
    store._connection.run("UPDATE memory SET mirror_name = ''")
    remove_mirror(store, store.mirrors.of([1])[0])
    assert shown(store) == {}
    remove_mirror(store, store.mirrors.of([1])[0])


def test_every_file_that_shows_a_memory_goes_with_it_whatever_its_name(store: Store) -> None:
    one, other = add(store), add(store, 2, text="the pump is green")
    write_mirrors(store)
    folder = Path(store.folder, "episodic")
    copied = Path(store.folder, NAME).read_bytes()
    for name in ("copy.md", "mine.md"):
        (folder / name).write_bytes(copied if name == "copy.md" else b"no memory")
    remove_copies(store.folder, {one.id})
    assert list(shown(store)) == ["episodic/mine.md", f"episodic/the-pump-is-green-{other.id}.md"]


def test_a_file_without_an_end_to_its_front_matter_may_be_written_over(store: Store, valve: Memory) -> None:
    Path(store.folder, NAME).write_text("---\nid: broken\n")
    assert write_mirrors(store, [1], overwrite=True) == []
    assert shown(store) == {NAME: rendered(valve)}
