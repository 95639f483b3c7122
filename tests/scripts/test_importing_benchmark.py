"""The sources that the benchmark of imports makes up hold what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from hippo.adapters.foreign_files import found_in
from hippo.services.gathering import gather
from scripts.benchmarks.importing import SOURCES
from scripts.benchmarks.installation import Installation
from tests.services.desk import Make

TEXTS = [f"The belt number {number} squeaks at night." for number in range(30)]


@pytest.mark.parametrize("name", sorted({*SOURCES} - {"hippo"}))
def test_a_source_gives_each_note_once(name: str, tmp_path: Path, store, occasion: Make) -> None:
    path = SOURCES[name](tmp_path, TEXTS, Installation(python="", hippo=""))
    done = gather(store, found_in(str(path)), name, occasion=occasion(), dry_run=True)
    assert (done.new, done.known, done.bad_count) == (len(TEXTS), 0, 0)
    assert all(any(text in each.text for each in done.taken) for text in TEXTS)
