"""Writing the Markdown files."""

from __future__ import annotations

import os
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hippo.adapters import files
from hippo.core.memory import Layer, Memory
from hippo.core.value import replace
from hippo.errors import StoreError
from hippo.services.keeping import write_text
from hippo.store.links import LinkKind
from hippo.store.mirror_state import Written
from hippo.store.mirror_text import _checksum, is_untouched, parsed, rendered
from hippo.store.mirrors import MirrorTrouble, mirror_files, remove_copies, remove_mirror, write_mirrors
from hippo.store.store import Store
from tests.store.adding import add, row
from tests.support import NOON, at

VALVE = "the valve opens to the left"
NAME = "episodic/the-valve-opens-to-the-left-mem_000100000000.md"


def shown(store: Store) -> dict[str, str]:
    """The mirrors of a store with their texts."""
    return {name: Path(store.folder, name).read_text(encoding="utf-8") for name in mirror_files(store.folder)}


def change(store: Store, before: Memory, **fields: object) -> Memory:
    after = replace(before, **{"updated_at": at(hours=1), **fields})
    with store.transaction():
        write_text(store, row(store, before), after)
    return after


def edit_file(store: Store, old: str, new: str, name: str = NAME) -> str:
    path = Path(store.folder, name)
    text = path.read_text(encoding="utf-8").replace(old, new)
    path.write_text(text, encoding="utf-8")
    return text


@pytest.fixture
def valve(store: Store) -> Memory:
    """A memory with its mirror."""
    made = add(store, 1, text=VALVE)
    assert write_mirrors(store) == []
    return made


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


def files_digest(text: str) -> int:
    return zlib.crc32(text.encode())


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


def test_a_file_follows_the_text_and_the_layer(store: Store, valve: Memory) -> None:
    change(store, valve, text="the pump is green", layer=Layer.SEMANTIC)
    assert write_mirrors(store) == []
    assert list(shown(store)) == ["semantic/the-pump-is-green-mem_000100000000.md"]


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


def test_a_file_that_a_person_edited_is_left_for_sync(store: Store, valve: Memory) -> None:
    text = edit_file(store, VALVE, "the valve opens to the right")
    change(store, valve, tags=("pump",))
    (trouble,) = write_mirrors(store)
    assert str(trouble) == f"the mirror {NAME} could not be used: it was changed by hand; `hippo sync` takes that in"
    assert shown(store) == {NAME: text}
    assert len(store.mirrors.behind()) == 1


def test_a_file_that_a_person_edited_is_written_over_when_that_is_asked(store: Store, valve: Memory) -> None:
    edit_file(store, VALVE, "the valve opens to the right")
    assert write_mirrors(store, [1], overwrite=True) == []
    assert shown(store) == {NAME: rendered(valve)}


@pytest.mark.parametrize("text", ["---\nbroken", "---\nid: none\n---\n", "\x00x"])
def test_a_file_that_shows_no_memory_any_more_is_news(store: Store, valve: Memory, text: str) -> None:
    Path(store.folder, NAME).write_text(text)
    assert len(write_mirrors(store, [1])) == 1
    assert shown(store) == {NAME: text}


def test_what_another_clone_wrote_later_is_news_and_what_it_wrote_earlier_is_not(store: Store, valve: Memory) -> None:
    later = rendered(replace(valve, tags=("theirs",), updated_at=at(days=1)))
    Path(store.folder, NAME).write_text(later)
    assert len(write_mirrors(store, [1])) == 1
    assert shown(store) == {NAME: later}
    Path(store.folder, NAME).write_text(rendered(replace(valve, tags=("theirs",), updated_at=at(days=-1))))
    assert write_mirrors(store, [1]) == []
    assert shown(store) == {NAME: rendered(valve)}


def test_a_file_that_hippo_wrote_without_noting_it_is_hippos(store: Store, valve: Memory) -> None:
    after = change(store, valve, good=7)
    assert write_mirrors(store) == []
    Path(store.folder, NAME).write_text(rendered(replace(valve, good=6)))
    assert write_mirrors(store, [1]) == []
    assert shown(store) == {NAME: rendered(after)}


def test_votes_that_the_row_does_not_have_are_news(store: Store, valve: Memory) -> None:
    Path(store.folder, NAME).write_text(rendered(replace(valve, good=7)))
    assert len(write_mirrors(store, [1])) == 1


def test_what_another_clone_changed_is_news_though_the_memory_was_used_here_since(store: Store, valve: Memory) -> None:
    Path(store.folder, NAME).write_text(rendered(replace(valve, tags=("theirs",), updated_at=at(minutes=1))))
    change(store, valve, retrieval_count=1, updated_at=at(hours=1))
    assert len(write_mirrors(store)) == 1


@pytest.mark.parametrize("content", [b"", b"\0" * 512, b" \n\n"])
def test_a_file_that_a_loss_of_power_has_emptied_is_made_again(store: Store, valve: Memory, content: bytes) -> None:
    Path(store.folder, NAME).write_bytes(content)
    assert write_mirrors(store, [1]) == []
    assert shown(store) == {NAME: rendered(valve)}


def test_a_byte_order_mark_is_no_news_once_it_was_noted(store: Store, valve: Memory) -> None:
    content = b"\xef\xbb\xbf" + rendered(valve).encode()
    Path(store.folder, NAME).write_bytes(content)
    with store.transaction():
        store.mirrors.wrote([Written(number=1, version=1, name=NAME, digest=zlib.crc32(content))])
    assert write_mirrors(store, [1]) == []


def test_nothing_is_written_through_a_link_that_leads_out_of_the_store(store: Store, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    Path(store.folder, "episodic").symlink_to(outside)
    add(store, 1, text=VALVE)
    assert write_mirrors(store) == [MirrorTrouble(name=NAME, reason="it is a link that leads out of the store")]
    assert list(outside.iterdir()) == []


def test_a_file_that_another_hippo_wrote_and_this_one_cannot_read_is_news(store: Store, valve: Memory) -> None:
    lines = rendered(valve).replace("layer: episodic", "layer: procedural").split("\n")
    block, body = lines[1 : lines.index("---", 1)], "\n".join(lines[lines.index("---", 1) + 1 :])
    text = "\n".join(lines).replace(block[-1], f"check: {_checksum(block, body)}")
    assert is_untouched(text)
    Path(store.folder, NAME).write_text(text)
    assert len(write_mirrors(store, [1])) == 1
    assert shown(store) == {NAME: text}


def test_line_ends_that_git_changed_are_no_edit(store: Store, valve: Memory) -> None:
    path = Path(store.folder, NAME)
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert write_mirrors(store, [1]) == []
    assert path.read_bytes() == rendered(valve).encode()


def test_what_another_process_wrote_meanwhile_is_written_as_it_has_become(
    store: Store, valve: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    stale = store.mirrors.of([1])
    after = change(store, valve, tags=("theirs",))
    assert write_mirrors(store) == []
    real = store.mirrors.of
    answers = iter([stale])
    monkeypatch.setattr(store.mirrors, "of", lambda numbers: next(answers, None) or real(numbers))
    assert write_mirrors(store, [1]) == []
    assert shown(store) == {NAME: rendered(after)}
    assert store.mirrors.behind() == []


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
    after = change(store, valve, text="the pump is green")
    Path(store.folder, "episodic/the-pump-is-green-mem_000100000000.md").write_text(rendered(after))
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
