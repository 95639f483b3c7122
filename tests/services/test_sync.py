"""Taking in what people edit in the Markdown files."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from hippo.core.memory import Confidence, State
from hippo.services.edit import Edit, edit
from hippo.services.forget import forget
from hippo.services.recall import recall
from hippo.services.remember import remember
from hippo.services.sleep import sleep
from hippo.store.mirror_folder import MirrorTrouble
from hippo.store.mirrors import write_mirrors
from hippo.store.store import Store
from tests.services.desk import VALVE, Desk
from tests.support import at


def test_a_text_that_a_person_edits_is_a_new_version_and_the_old_one_is_in_the_history(desk: Desk) -> None:
    memory_id = desk.remember(VALVE, "pump")
    desk.change(memory_id, "to the left", "to the right")
    [taken] = desk.sync().taken
    assert (taken.changed, taken.overruled, taken.is_new) == (("text",), (), False)
    after = desk.memory(memory_id)
    assert (after.text, after.tags, after.updated_at) == ("the valve opens to the right", ("pump",), at(hours=1))
    last = desk.store.events.of(memory_id)[-1]
    assert (last.kind, last.actor.name, last.before) == ("edited by hand", "mirror", {"text": VALVE})
    assert desk.is_in_step()


@pytest.mark.parametrize(
    ("old", "new", "field", "content"),
    [
        ("tags: [pump]", "tags: [left, 'left valve']", "tags", ("left", "left valve")),
        ("tags: [pump]", "tags:\n  - left\n  # why\n  - pump", "tags", ("left", "pump")),
        ("tags: [pump]", "tags: left, pump", "tags", ("left", "pump")),
        ("tags: [pump]\n", "", "tags", ()),
        ("confidence: observed", "confidence: Verified", "confidence", Confidence.VERIFIED),
        ("pinned: false", "pinned: yes", "pinned", True),
    ],
)
def test_tags_confidence_and_pin_are_edited_in_any_form_of_yaml(
    desk: Desk, old: str, new: str, field: str, content: object
) -> None:
    memory_id = desk.remember(VALVE, "pump")
    desk.change(memory_id, old, new)
    [taken] = desk.sync().taken
    assert taken.changed == (field,)
    assert getattr(desk.memory(memory_id), field) == content
    assert desk.is_in_step()


@pytest.mark.parametrize("encode", [
    lambda text: text.replace("\n", "\r\n").encode(),
    lambda text: b"\xef\xbb\xbf" + text.encode(),
    lambda text: b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode(),
    lambda text: text.rstrip("\n").encode(),
], ids=["CRLF", "BOM", "both", "no last line break"])  # fmt: skip
def test_an_edit_counts_whatever_the_editor_made_of_the_lines(desk: Desk, encode: Callable[[str], bytes]) -> None:
    memory_id = desk.remember()
    path = desk.file(memory_id)
    path.write_bytes(encode(path.read_text(encoding="utf-8").replace("left", "right")))
    assert [each.changed for each in desk.sync().taken] == [("text",)]
    assert desk.memory(memory_id).text == "the valve opens to the right"
    assert desk.is_in_step()


def test_a_checkout_with_other_line_ends_is_no_edit(desk: Desk) -> None:
    path = desk.file(desk.remember())
    content = path.read_bytes().replace(b"\n", b"\r\n")
    path.write_bytes(content)
    synced = desk.sync()
    assert (synced.taken, synced.written, path.read_bytes()) == ((), 0, content)


def test_a_persons_own_keys_and_comments_stay_through_everything(desk: Desk) -> None:
    memory_id = desk.remember()
    desk.change(memory_id, "---\nid:", "---\n# mine\naliases: [ left valve ]\nid:")
    desk.change(memory_id, "pinned: false", "pinned: true  # since May")
    desk.sync()
    edit([desk.store], memory_id, Edit(text="the valve is stuck"), occasion=desk.occasion(now=at(hours=2)))
    text = desk.file(memory_id).read_text(encoding="utf-8")
    assert "# mine\naliases: [ left valve ]\n" in text
    assert "pinned: true  # since May\n" in text
    assert text.count("\n---\n") == 1


def test_untouched_files_stay_byte_for_byte(desk: Desk) -> None:
    memory_ids = [desk.remember(f"note {number} of the quarry") for number in range(3)]
    before = desk.bytes()
    recall([desk.store], "quarry", occasion=desk.occasion(now=at(hours=1)), budget_tokens=500, limit=1)
    assert desk.bytes() == before
    assert desk.sync(2).written == 1
    after = desk.bytes()
    assert len([name for name in before if before[name] == after[name]]) == len(memory_ids) - 1
    sleep(desk.store, occasion=desk.occasion(now=at(hours=3)))
    assert {name: desk.bytes()[name] for name in after} == after


# --- both sides changed


def test_where_both_sides_changed_the_file_wins_and_the_other_version_is_in_the_history(desk: Desk) -> None:
    memory_id = desk.remember()
    desk.change(memory_id, "to the left", "to the right")
    done = edit([desk.store], memory_id, Edit(text="the valve is stuck"), occasion=desk.occasion(now=at(minutes=5)))
    assert "changed by hand" in done.notes[0]
    [taken] = desk.sync().taken
    assert (taken.changed, taken.overruled) == (("text",), ("text",))
    assert desk.memory(memory_id).text == "the valve opens to the right"
    assert desk.store.events.of(memory_id)[-1].before == {"text": "the valve is stuck"}
    assert desk.is_in_step()


def test_a_recall_in_between_hides_no_change_of_the_store(desk: Desk) -> None:
    memory_id = desk.remember()
    desk.change(memory_id, "to the left", "to the right")
    edit([desk.store], memory_id, Edit(text="the valve is stuck"), occasion=desk.occasion(now=at(minutes=5)))
    recall([desk.store], "valve", occasion=desk.occasion(now=at(minutes=9)), budget_tokens=500, limit=1)
    [taken] = desk.sync().taken
    assert (taken.overruled, desk.memory(memory_id).retrieval_count) == (("text",), 1)


def test_what_only_one_side_changed_is_kept_from_both(desk: Desk) -> None:
    memory_id = desk.remember()
    desk.change(memory_id, "to the left", "to the right")
    edit([desk.store], memory_id, Edit(add_tags=("pump",)), occasion=desk.occasion(now=at(minutes=5)))
    [taken] = desk.sync().taken
    assert (taken.changed, taken.overruled) == (("text",), ())
    assert (desk.memory(memory_id).text, desk.memory(memory_id).tags) == ("the valve opens to the right", ("pump",))
    assert desk.is_in_step()


def test_a_repetition_with_more_tags_is_not_undone_by_an_older_file(desk: Desk) -> None:
    memory_id = desk.remember(VALVE, "pump")
    path = desk.file(memory_id)
    text = path.read_text(encoding="utf-8")
    remember(desk.store, VALVE, tags=("left",), pinned=True, occasion=desk.occasion(now=at(minutes=5)))
    path.write_text(text.replace("to the left", "to the right"), encoding="utf-8")
    desk.sync()
    after = desk.memory(memory_id)
    assert (after.text, after.tags, after.pinned) == ("the valve opens to the right", ("left", "pump"), True)


def test_an_older_version_that_was_checked_out_is_written_over(desk: Desk) -> None:
    memory_id = desk.remember()
    old = desk.file(memory_id).read_bytes()
    edit([desk.store], memory_id, Edit(text="the valve is stuck"), occasion=desk.occasion(now=at(minutes=5)))
    after = desk.memory(memory_id)
    desk.file(memory_id).write_bytes(old)
    synced = desk.sync()
    assert (synced.taken, synced.troubles, synced.written) == ((), (), 1)
    assert desk.memory(memory_id) == after
    assert desk.is_in_step()


# --- the rest


def test_an_archived_memory_may_be_edited_and_stays_archived(desk: Desk) -> None:
    memory_id = desk.remember()
    forget([desk.store], [memory_id], occasion=desk.occasion())
    desk.change(memory_id, "left", "right")
    desk.sync()
    after = desk.memory(memory_id)
    assert (after.text, after.state) == ("the valve opens to the right", State.ARCHIVED)


def test_halves_of_files_that_killed_processes_left_are_removed(desk: Desk) -> None:
    path = desk.write("episodic/a.md.999999999.tmp", "half")
    desk.sync()
    assert not path.exists()


def test_an_edit_that_comes_after_the_files_were_read_is_not_written_over(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory_id = desk.remember()
    desk.change(memory_id, "left", "right")

    def later(store: Store, numbers: Sequence[int]) -> list[MirrorTrouble]:
        desk.change(memory_id, "right", "far right")
        monkeypatch.undo()
        return write_mirrors(store, numbers)

    monkeypatch.setattr("hippo.services.sync.write_mirrors", later)
    assert len(desk.sync().troubles) == 1
    assert "far right" in desk.file(memory_id).read_text(encoding="utf-8")
    desk.sync(2)
    assert desk.memory(memory_id).text == "the valve opens to the far right"
    assert desk.is_in_step()
