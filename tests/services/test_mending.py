"""Making damaged indexes anew."""

from __future__ import annotations

import sqlite3

from hippo.services.mending import mend_indexes
from tests.services.desk import Desk


def test_a_sound_store_has_nothing_to_mend(desk: Desk) -> None:
    desk.remember()
    assert mend_indexes(desk.store.folder, "local") == []


def test_a_store_that_cannot_be_opened_is_not_mended(desk: Desk) -> None:
    desk.store.close()
    (desk.folder / "hippo.db").write_bytes(b"not a database\n" * 400)
    assert mend_indexes(desk.store.folder, "local") == []


def test_what_is_emptied_is_filled_again(desk: Desk) -> None:
    desk.remember()
    raw = sqlite3.connect(desk.folder / "hippo.db")
    raw.execute("INSERT INTO live_words (live_words) VALUES ('delete-all')")
    raw.commit()
    raw.close()
    assert mend_indexes(desk.store.folder, "local") == ["live_words"]
    assert mend_indexes(desk.store.folder, "local") == []
