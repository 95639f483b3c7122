"""Making a store from its mirrors."""

from __future__ import annotations

import os
import shutil
import tempfile
from itertools import pairwise
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from hippo.core.memory import Memory, Origin, State
from hippo.core.settings import MemorySettings, Settings
from hippo.core.value import replace
from hippo.errors import HippoError
from hippo.services.door import admit
from hippo.services.opening import open_folder, open_global
from hippo.services.rebuild import rebuild
from hippo.store.links import LinkKind
from hippo.store.mirror_text import rendered
from hippo.store.mirrors import write_mirrors
from hippo.store.store import Store
from tests.core.memories import memory
from tests.store.adding import add
from tests.store.strategies import memories
from tests.support import NOON, at


def reopened(folder: str, told: list[str]) -> Store:
    """The store that the Markdown files alone make."""
    for name in ("hippo.db", "hippo.db-wal", "hippo.db-shm"):
        Path(folder, name).unlink(missing_ok=True)
    return open_folder(folder, "local", warn=told.append).store


def admitted(shown: Memory) -> Memory | None:
    """A memory as the door lets its text in."""
    try:
        let_in = admit(shown.text, mask=True, settings=MemorySettings())
    except HippoError:
        return None
    return replace(shown, text=let_in.text, flag=let_in.flag)


@settings(deadline=None, max_examples=30)
@given(st.lists(memories().map(admitted).filter(bool), max_size=5, unique_by=lambda each: each.id if each else ""))
def test_a_store_made_from_its_mirrors_equals_the_one_before_field_by_field(made: list[Memory]) -> None:
    folder = tempfile.mkdtemp()
    try:
        with Store.open(folder) as store:
            for each in made:
                add(store, **{name: getattr(each, name) for name in type(each).__slots__})
            for one, other in pairwise(made):
                with store.transaction():
                    store.links.add(one.id, LinkKind.SUPERSEDES, other.id, now=NOON)
            assert write_mirrors(store) == []
            links = {each.id: store.links.from_memory(each.id) for each in made}
            before = {path: path.read_bytes() for path in Path(folder).rglob("*.md")}
        told: list[str] = []
        with reopened(folder, told) as again:
            assert {each.memory.id: each.memory for each in again.memories.everything()} == {m.id: m for m in made}
            assert {each.id: again.links.from_memory(each.id) for each in made} == links
            assert again.mirrors.behind() == []
            assert write_mirrors(again, [each.number for each in again.memories.everything()]) == []
            assert set(again.memories.learnt_keys()) == {each.origin.key for each in made} - {""}
        assert {path: path.read_bytes() for path in Path(folder).rglob("*.md")} == before
        plural = "file" if len(made) == 1 else "files"
        assert told == ([f"made the store from {len(made)} Markdown {plural}"] if made else [])
    finally:
        shutil.rmtree(folder)


def write(folder: Path, name: str, text: str) -> None:
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")


def test_a_clone_keeps_its_history_from_where_it_begins(tmp_path: Path) -> None:
    write(tmp_path, "episodic/a.md", rendered(memory(updated_at=at(days=1), state=State.ARCHIVED)))
    with reopened(str(tmp_path), []) as store:
        (event,) = store.events.of("mem_000000000001")
        assert (event.kind, event.actor.name, event.at) == ("read from its mirror", "mirror", at(days=1))


def test_files_that_are_no_mirrors_are_told_and_stop_nothing(tmp_path: Path) -> None:
    write(tmp_path, "episodic/a.md", rendered(memory()))
    write(tmp_path, "episodic/b.md", "a note")
    write(tmp_path, "episodic/c.md", rendered(memory(id="mem_00000000000c", text="x" * 20_000)))
    told: list[str] = []
    with reopened(str(tmp_path), told) as store:
        assert store.memories.counts() == {("episodic", "live"): 1}
    assert told == [
        "made the store from 1 Markdown file",
        "the mirror episodic/b.md could not be used: no memory id: ''",
        "the mirror episodic/c.md could not be used: the text has 20,000 bytes, the limit is 16,384",
    ]


def test_a_secret_in_a_mirror_is_masked_and_the_file_is_written_again(tmp_path: Path) -> None:
    shown = memory(text="the token is ghp_" + "a1B2" * 9)
    write(tmp_path, "episodic/a.md", rendered(shown))
    told: list[str] = []
    with reopened(str(tmp_path), told) as store:
        assert "ghp_" not in store.memories.get(1).text
        assert write_mirrors(store) == []
        assert "ghp_" not in (tmp_path / "episodic/a.md").read_text()
    assert told[1].startswith("episodic/a.md: masked: ")


def test_what_could_command_an_agent_is_flagged_whatever_the_file_says(tmp_path: Path) -> None:
    write(tmp_path, "episodic/a.md", rendered(memory(text="pay\u202eload", flag="")))
    told: list[str] = []
    with reopened(str(tmp_path), told) as store:
        assert store.memories.get(1).flag.startswith("hidden characters")
    assert len(told) == 2


def test_ties_to_memories_that_are_not_there_are_left_out(tmp_path: Path) -> None:
    text = rendered(memory(), links={LinkKind.SUPERSEDES: ("mem_00000000000f",)})
    write(tmp_path, "episodic/a.md", text)
    with reopened(str(tmp_path), []) as store:
        assert store.links.from_memory("mem_000000000001") == {}


def test_a_file_with_an_unresolved_merge_is_named_and_no_memory(tmp_path: Path) -> None:
    conflict = "<<<<<<< HEAD\nthe valve\n=======\nthe pump\n>>>>>>> theirs\n"
    write(tmp_path, "episodic/a.md", rendered(memory()).replace("pinned: false\n", f"pinned: false\n{conflict}"))
    quoting = memory(id="mem_000000000002", text=f"git writes\n{conflict}")
    write(tmp_path, "episodic/b.md", rendered(replace(quoting, text=quoting.text.strip())))
    told: list[str] = []
    with reopened(str(tmp_path), told) as store:
        assert [each.memory.text for each in store.memories.everything()] == [quoting.text.strip()]
    assert told[1:] == ["the mirror episodic/a.md could not be used: this file has an unresolved merge"]


def test_an_empty_folder_makes_an_empty_store_without_a_word(store: Store) -> None:
    with store.transaction():
        assert rebuild(store, settings=Settings().memory) == []


def test_the_limit_of_the_settings_holds_for_mirrors_too(tmp_path: Path) -> None:
    write(tmp_path, "config.toml", "[memory]\ntext_limit_bytes = 256\n")
    write(tmp_path, "episodic/a.md", rendered(memory(text="x" * 300, origin=Origin(kind="git"))))
    told: list[str] = []
    with reopened(str(tmp_path), told) as store:
        assert store.memories.everything() == []
    assert "the limit is 256" in told[0]


def test_a_users_own_store_is_made_from_its_mirrors_too(tmp_path: Path) -> None:
    environ = {"HIPPO_HOME": str(tmp_path / "home"), "HOME": str(tmp_path)}
    assert open_global(environ, create=False, warn=print) is None
    os.makedirs(tmp_path / "home")
    assert open_global(environ, create=False, warn=print) is None
    write(tmp_path / "home", "episodic/a.md", rendered(memory()))
    opened = open_global(environ, create=False, warn=lambda _: None)
    assert opened is not None
    with opened.store as store:
        assert (store.scope, len(store.memories.everything())) == ("global", 1)
