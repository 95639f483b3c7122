"""Files that people write, remove, rename and copy."""

from __future__ import annotations

from hippo.core.memory import Confidence, Layer
from hippo.core.value import replace
from hippo.services.arriving import Arrivals
from hippo.services.edit import Edit, edit
from hippo.services.keeping import write_text
from hippo.store.mirror_folder import mirror_files, read_mirror
from hippo.store.mirror_text import parsed, rendered
from tests.services.desk import VALVE, Desk
from tests.support import at


def test_a_file_that_a_person_writes_becomes_a_memory_of_its_folders_layer(desk: Desk) -> None:
    head = "---\n# mine\ntags: [pump, left]\npinned: yes\nconfidence: verified\nby: Ana\n---\n"
    path = desk.write("semantic/Valves.md", f"{head}\nThe valve opens to the left.\n\nSince May.\n")
    [taken] = desk.sync().taken
    memory = desk.memory(taken.memory.id)
    assert taken.is_new
    assert (memory.text, memory.layer) == ("The valve opens to the left.\n\nSince May.", Layer.SEMANTIC)
    assert (memory.tags, memory.pinned, memory.confidence) == (("left", "pump"), True, Confidence.VERIFIED)
    assert (memory.origin.kind, memory.origin.reference) == ("mirror", "semantic/Valves.md")
    text = path.read_text(encoding="utf-8")
    assert text.startswith("---\n# mine\ntags: [left, pump]\npinned: true\nconfidence: verified\nby: Ana\nid: ")
    assert desk.is_in_step()


def test_a_plain_text_file_becomes_a_memory_too(desk: Desk) -> None:
    path = desk.write("episodic/note.md", "the pump is green\n")
    desk.sync()
    [stored] = desk.store.memories.everything()
    assert (stored.memory.text, stored.memory.half_life_days) == ("the pump is green", 7.0)
    assert parsed(path.read_text(encoding="utf-8")) == stored.memory
    assert desk.is_in_step()


def test_a_note_with_the_text_of_a_memory_is_told_and_strengthens_nothing(desk: Desk) -> None:
    memory_id = desk.remember()
    before = desk.memory(memory_id)
    desk.write("episodic/copied.md", f"{VALVE}\n")
    for hours in (1, 2):
        assert desk.refused(hours) == {"episodic/copied.md": f"{memory_id} has this text already"}
    assert desk.memory(memory_id) == before


def test_a_note_with_the_text_of_a_memory_without_a_file_becomes_its_file(desk: Desk) -> None:
    memory_id = desk.remember()
    desk.file(memory_id).unlink()
    path = desk.write("episodic/valve.md", f"{VALVE}\n")
    assert [each.memory.id for each in desk.sync().taken] == [memory_id]
    assert desk.file(memory_id) == path
    assert desk.is_in_step()


def test_two_new_notes_of_one_text_are_one_memory(desk: Desk) -> None:
    for name in ("a", "b"):
        desk.write(f"episodic/{name}.md", "the pump is green\n")
    refused = desk.refused()
    [stored] = desk.store.memories.everything()
    assert refused == {"episodic/b.md": f"{stored.memory.id} has this text already"}


def test_missing_files_and_folders_are_written(desk: Desk) -> None:
    memory_ids = [desk.remember("the pump is green"), desk.remember("the pump is loud")]
    before = desk.bytes()
    for memory_id in memory_ids:
        desk.file(memory_id).unlink()
    (desk.folder / "episodic").rmdir()
    synced = desk.sync()
    assert (synced.taken, synced.troubles, synced.written, desk.bytes()) == ((), (), 2, before)


def test_a_file_that_a_loss_of_power_emptied_is_written(desk: Desk) -> None:
    path = desk.file(desk.remember())
    before = path.read_bytes()
    path.write_bytes(b"\0" * len(before))
    synced = desk.sync()
    assert (synced.troubles, path.read_bytes()) == ((), before)


def test_an_empty_file_is_no_note(desk: Desk) -> None:
    desk.write("episodic/later.md", "")
    synced = desk.sync()
    assert (synced.taken, synced.troubles) == ((), ())


def test_a_renamed_file_keeps_its_new_name(desk: Desk) -> None:
    memory_id = desk.remember()
    desk.file(memory_id).rename(desk.folder / "episodic/Valve.md")
    synced = desk.sync()
    assert (synced.taken, synced.troubles, synced.written) == ((), (), 0)
    edit([desk.store], memory_id, Edit(text="the valve is stuck"), occasion=desk.occasion(now=at(hours=2)))
    assert [*desk.bytes()] == ["episodic/Valve.md"]
    assert desk.is_in_step()


def test_a_renamed_and_edited_file_is_the_same_memory(desk: Desk) -> None:
    memory_id = desk.remember()
    desk.change(memory_id, "left", "right").rename(desk.folder / "episodic/Valve.md")
    assert [each.memory.id for each in desk.sync().taken] == [memory_id]
    assert desk.is_in_step()


def test_a_file_that_was_moved_to_the_other_layers_folder_is_moved_back_when_it_is_written(desk: Desk) -> None:
    memory_id = desk.remember()
    (desk.folder / "semantic").mkdir(exist_ok=True)
    path = desk.file(memory_id)
    path.rename(desk.folder / "semantic" / path.name)
    assert desk.sync().troubles == ()
    edit([desk.store], memory_id, Edit(add_tags=("pump",)), occasion=desk.occasion(now=at(hours=2)))
    assert [*desk.bytes()] == [f"episodic/{path.name}"]


def test_of_two_files_with_one_id_the_memorys_own_holds_and_the_other_is_told(desk: Desk) -> None:
    memory_id = desk.remember()
    path = desk.file(memory_id)
    copy = desk.write("episodic/a copy.md", path.read_text(encoding="utf-8").replace("left", "far left"))
    path.write_text(path.read_text(encoding="utf-8").replace("left", "right"), encoding="utf-8")
    refused = desk.refused()
    assert refused == {
        "episodic/a copy.md": f"episodic/{path.name} has the same id; without its id the file is a new memory"
    }
    assert desk.memory(memory_id).text == "the valve opens to the right"
    copy.write_text(copy.read_text(encoding="utf-8").replace(f"id: {memory_id}\n", ""), encoding="utf-8")
    assert [each.is_new for each in desk.sync(2).taken] == [True]
    assert desk.texts() == ["the valve opens to the far left", "the valve opens to the right"]


def test_a_move_that_was_cut_off_is_finished(desk: Desk) -> None:
    """Hippo was killed when it had written a file in its new folder and not removed the old one."""
    memory_id = desk.remember()
    old = desk.file(memory_id)
    after = replace(desk.memory(memory_id), layer=Layer.SEMANTIC, updated_at=at(minutes=5))
    with desk.store.transaction():
        write_text(desk.store, 1, after)
    desk.write(f"semantic/{old.name}", rendered(after))
    synced = desk.sync()
    assert (synced.taken, synced.troubles, old.exists()) == ((), (), False)
    assert desk.is_in_step()


def test_names_that_differ_by_case_alone_are_two_files_here(desk: Desk) -> None:
    desk.write("episodic/Pump.md", "the pump is green\n")
    desk.write("episodic/pump.md", "the pump is loud\n")
    assert len(desk.sync().taken) == 2
    assert desk.is_in_step()


def test_two_syncs_at_once_take_a_file_in_once(desk: Desk) -> None:
    memory_id = desk.remember()
    desk.write("episodic/mine.md", "the pump is green\n")
    desk.change(memory_id, "left", "right")
    late = Arrivals(desk.store, desk.occasion(now=at(hours=2)))
    for name in mirror_files(desk.store.folder):
        late.look_at(name, read_mirror(desk.store.folder, name))
    assert len(desk.sync(1).taken) == 2
    before = {each.number: each.memory for each in desk.store.memories.everything()}
    with desk.store.transaction():
        late.take()
    assert (late.taken, late.troubles, late.to_write()) == ([], [], [])
    assert {each.number: each.memory for each in desk.store.memories.everything()} == before
    assert desk.is_in_step()
