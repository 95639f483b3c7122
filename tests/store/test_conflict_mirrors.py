"""The open contradictions as Markdown files."""

from __future__ import annotations

from pathlib import Path

import pytest

from hippo.adapters import files
from hippo.errors import StoreError
from hippo.store.conflict_mirrors import write_conflicts
from hippo.store.conflicts import ConflictState
from hippo.store.mirror_folder import MirrorTrouble
from hippo.store.store import Store
from tests.store.adding import add
from tests.support import NOON


@pytest.fixture
def divided(store: Store) -> Store:
    """A store with one open contradiction."""
    add(store, 1, text="always cache the parser")
    add(store, 2, text="never cache\nthe parser")
    with store.transaction():
        store.conflicts.add(0xC, 1, 2, rule="polarity", reason="says the opposite", now=NOON)
    return store


def shown(store: Store) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in Path(store.folder, "conflicts").glob("*")}


def test_a_file_shows_both_sides_and_how_to_settle_it(divided: Store) -> None:
    assert write_conflicts(divided) == []
    assert shown(divided) == {
        "con_00000000000c.md": (
            "---\n"
            "id: con_00000000000c\n"
            "found_at: 2031-03-03T12:00:00Z\n"
            "rule: polarity\n"
            "---\n"
            "\n"
            "says the opposite\n"
            "\n"
            "## mem_000100000000\n"
            "\n"
            "always cache the parser\n"
            "\n"
            "## mem_000200000000\n"
            "\n"
            "never cache\n"
            "the parser\n"
            "\n"
            "Settle it with `hippo resolve con_00000000000c --keep mem_000100000000` or"
            " `hippo resolve con_00000000000c --keep mem_000200000000`,"
            " or `hippo resolve con_00000000000c --both` if both hold.\n"
        )
    }


def test_a_file_goes_when_its_contradiction_is_settled_and_a_persons_own_stays(divided: Store) -> None:
    write_conflicts(divided)
    Path(divided.folder, "conflicts", "mine.md").write_text("a note")
    (conflict,) = divided.conflicts.open()
    with divided.transaction():
        divided.conflicts.settle(conflict, ConflictState.BOTH, now=NOON)
    assert write_conflicts(divided) == []
    assert shown(divided) == {"mine.md": "a note"}


def test_what_is_as_it_should_be_is_not_written_again(divided: Store) -> None:
    write_conflicts(divided)
    path = Path(divided.folder, "conflicts", "con_00000000000c.md")
    before = path.stat().st_mtime_ns, path.stat().st_ino
    write_conflicts(divided)
    assert (path.stat().st_mtime_ns, path.stat().st_ino) == before


def test_without_contradictions_no_folder_is_made(store: Store) -> None:
    assert write_conflicts(store) == []
    assert not Path(store.folder, "conflicts").exists()


def test_what_cannot_be_written_is_told(divided: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    Path(divided.folder, "conflicts").write_text("in the way")
    (trouble,) = write_conflicts(divided)
    assert trouble.name == "conflicts"
    assert trouble.reason.startswith("cannot make the folder")
    Path(divided.folder, "conflicts").unlink()

    def refuse(path: str, content: bytes) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(files, "write_whole", refuse)
    assert write_conflicts(divided) == [MirrorTrouble(name="conflicts", reason="Permission denied")]
    assert StoreError("x").exit_code == 5


def test_nothing_is_written_or_removed_through_a_folder_that_is_a_link(divided: Store, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "con_mine.md").write_text("a note")
    Path(divided.folder, "conflicts").symlink_to(outside)
    assert write_conflicts(divided) == [MirrorTrouble(name="conflicts", reason="it is a link")]
    assert [each.name for each in outside.iterdir()] == ["con_mine.md"]
