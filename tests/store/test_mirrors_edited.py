"""Markdown files that say what the store may not know: a person's, or another clone's."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest

from hippo.core.memory import Memory
from hippo.core.value import replace
from hippo.store.mirror_state import Written
from hippo.store.mirror_text import _checksum, is_untouched, rendered
from hippo.store.mirrors import MirrorTrouble, write_mirrors
from hippo.store.store import Store
from tests.store.adding import add
from tests.store.mirroring import NAME, VALVE, change, edit_file, shown, valve
from tests.support import at

__all__ = ["valve"]


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


def test_nothing_is_written_through_a_folder_that_is_a_link(store: Store, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    Path(store.folder, "episodic").symlink_to(outside)
    add(store, 1, text=VALVE)
    assert write_mirrors(store) == [MirrorTrouble(name=NAME, reason="it is a link")]
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
