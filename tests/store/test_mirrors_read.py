"""Reading the Markdown files of a store."""

from __future__ import annotations

from pathlib import Path

from hippo.core.memory import Layer, State
from hippo.store.mirror_folder import MirrorTrouble
from hippo.store.mirror_text import rendered
from hippo.store.mirrors import has_mirrors, read_mirrors
from tests.core.memories import memory
from tests.support import at


def write(folder: Path, name: str, text: str) -> None:
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")


def test_every_memory_is_read_oldest_first_whatever_its_file_is_called(tmp_path: Path) -> None:
    newer = memory(id="mem_00000000000a", created_at=at(days=1))
    older = memory(id="mem_00000000000b", layer=Layer.SEMANTIC, state=State.SUPERSEDED)
    write(tmp_path, "episodic/a.md", rendered(newer))
    write(tmp_path, "semantic/z.md", "\ufeff" + rendered(older))
    assert has_mirrors(str(tmp_path))
    assert read_mirrors(str(tmp_path)) == ([("semantic/z.md", older), ("episodic/a.md", newer)], [])


def test_what_is_no_mirror_is_told_and_the_rest_is_read(tmp_path: Path) -> None:
    write(tmp_path, "episodic/a.md", rendered(memory()))
    write(tmp_path, "episodic/b.md", rendered(memory()))
    write(tmp_path, "episodic/c.md", "just a note")
    write(tmp_path, "episodic/d.txt", rendered(memory(id="mem_00000000000d")))
    (tmp_path / "episodic/e.md").mkdir()
    (tmp_path / "episodic/f.md").symlink_to("nowhere")
    (tmp_path / "episodic/g.md").write_bytes(b"\xff\xfe\x00")
    found, troubles = read_mirrors(str(tmp_path))
    assert [name for name, _ in found] == ["episodic/a.md"]
    assert troubles == [
        MirrorTrouble(name="episodic/b.md", reason="episodic/a.md has the same id"),
        MirrorTrouble(name="episodic/c.md", reason="no memory id: ''"),
        MirrorTrouble(name="episodic/e.md", reason="it is no file"),
        MirrorTrouble(name="episodic/f.md", reason="it is a link"),
        MirrorTrouble(name="episodic/g.md", reason="it is not UTF-8 (byte 1)"),
    ]


def test_of_two_files_of_one_memory_the_later_version_counts(tmp_path: Path) -> None:
    later = memory(text="the valve is stuck", updated_at=at(days=1))
    write(tmp_path, "episodic/a.md", rendered(memory()))
    write(tmp_path, "episodic/b.md", rendered(later))
    write(tmp_path, "episodic/c.md", rendered(memory()))
    found, troubles = read_mirrors(str(tmp_path))
    assert found == [("episodic/b.md", later)]
    assert troubles == [
        MirrorTrouble(name=f"episodic/{name}.md", reason="episodic/b.md has the same id") for name in ("a", "c")
    ]


def test_an_empty_folder_has_no_mirrors(tmp_path: Path) -> None:
    assert not has_mirrors(str(tmp_path))
    (tmp_path / "episodic").mkdir()
    assert not has_mirrors(str(tmp_path))
    assert read_mirrors(str(tmp_path)) == ([], [])
