"""What a person's edit of a page's file means."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hippo.core.identity import identity
from hippo.core.page_by_hand import Written, rewritten
from hippo.core.page_edits import Edited
from hippo.core.pages import CoreEntry, Page
from tests.core.pages_samples import entries, entry, texts
from tests.core.test_page_edits import ids
from tests.support import at


def write(page: list[CoreEntry], *lines: str) -> Edited:
    written = [Written(text=line) for line in lines]
    return rewritten(page, Page.MEMORY, written, now=at(1), new_id=ids())


def test_entries_keep_their_ids_whatever_their_order() -> None:
    page = entries("one", "two", "three")
    result = write(page, "three", "one", "two")
    assert [each.id for each in result.entries] == [page[2].id, page[0].id, page[1].id]
    assert result.changes == ()


def test_a_changed_line_is_the_same_entry_with_another_text() -> None:
    page = entries("the belt is old", "deploys need the VPN")
    result = write(page, "the belt is very old", "deploys need the VPN", "the shop closes at six")
    assert [(change.what, change.before) for change in result.changes] == [
        ("replaced", "the belt is old"),
        ("added", ""),
    ]
    assert result.entries[0].id == page[0].id


def test_what_is_gone_was_removed_and_the_other_page_stays() -> None:
    page = [*entries("one", "two"), entry("you", 9, Page.USER)]
    result = write(page, "two", "two")
    assert sorted(each.text for each in result.entries) == ["two", "you"]
    assert [change.what for change in result.changes] == ["removed"]


@given(st.lists(texts, max_size=4, unique_by=identity), st.lists(texts, max_size=4))
def test_the_page_says_what_the_file_says_and_a_second_reading_changes_nothing(old: list[str], new: list[str]) -> None:
    result = write(entries(*old), *new)
    assert [" ".join(each.text.split()) for each in result.entries] == list(
        dict.fromkeys(" ".join(text.split()) for text in new)
    )
    assert write(list(result.entries), *new) == Edited(entries=result.entries, changes=())
