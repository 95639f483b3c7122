"""Stores whose Markdown files travel by git, each with a database of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hippo.core.memory import Memory
from hippo.core.settings import MemorySettings
from hippo.core.value import fields_of, replace
from hippo.errors import HippoError
from hippo.services.door import admit
from hippo.services.occasion import Occasion, random_id
from hippo.services.sync import sync
from hippo.store.links import LinkKind
from hippo.store.mirror_text import rendered
from hippo.store.mirrors import write_mirrors
from hippo.store.store import Store
from tests.core.memories import memory
from tests.store.adding import add
from tests.store.strategies import memories
from tests.support import NOON, Hippo, at

# --- by copies


def admitted(shown: Memory) -> Memory | None:
    """A memory as the door lets its text in."""
    try:
        let_in = admit(shown.text, mask=True, settings=MemorySettings())
    except HippoError:
        return None
    return replace(shown, text=let_in.text, flag=let_in.flag)


any_memories = st.lists(
    memories().map(admitted).filter(bool), min_size=1, max_size=4, unique_by=lambda each: each.id if each else ""
)


@settings(deadline=None, max_examples=40)
@given(any_memories, st.permutations(list(LinkKind)))
def test_a_store_becomes_field_by_field_what_the_files_of_another_show(
    made: list[Memory], kinds: list[LinkKind]
) -> None:
    place = Path(tempfile.mkdtemp())
    try:
        (place / "one").mkdir()
        (place / "other").mkdir()
        with Store.open(str(place / "one")) as one, Store.open(str(place / "other")) as other:
            for each in made:
                add(one, **dict(fields_of(each)))
            for kind, (source, target) in zip(kinds, pairwise([*made, made[0]]), strict=False):
                with one.transaction():
                    one.links.add(source.id, kind, target.id, now=NOON)
            assert write_mirrors(one) == []
            for layer in ("episodic", "semantic"):
                if (place / "one" / layer).is_dir():
                    shutil.copytree(place / "one" / layer, place / "other" / layer)
            before = {path: path.read_bytes() for path in (place / "other").rglob("*.md")}
            synced = sync(other, occasion=Occasion(now=at(days=1)))
            assert (len(synced.taken), synced.troubles, synced.written) == (len(made), (), 0)
            assert {each.memory.id: each.memory for each in other.memories.everything()} == {m.id: m for m in made}
            for each in made:
                assert other.links.from_memory(each.id) == one.links.from_memory(each.id)
            assert {path: path.read_bytes() for path in (place / "other").rglob("*.md")} == before
            again = sync(other, occasion=Occasion(now=at(days=2)))
            assert (again.taken, again.troubles, again.written) == ((), (), 0)
    finally:
        shutil.rmtree(place)


def test_a_broken_file_that_names_ties_stops_no_tie(store: Store) -> None:
    one, two, three = (add(store, number) for number in (1, 2, 3))
    folder = Path(store.folder, "episodic")
    folder.mkdir()
    tied = rendered(one, links={LinkKind.SUPERSEDES: (two.id, "mem_00000000cafe")})
    (folder / "one.md").write_text(tied)
    (folder / "two.md").write_text(rendered(two, links={LinkKind.SUPERSEDES: (three.id,)}).replace("---\n\n", "\n"))
    (folder / "new.md").write_text(rendered(memory(id="mem_00000000cafe", text="the tea is in the cupboard")))
    synced = sync(store, occasion=Occasion(now=at(days=1)))
    assert [each.name for each in synced.troubles] == ["episodic/two.md"]
    assert store.links.from_memory(one.id) == {LinkKind.SUPERSEDES: ("mem_00000000cafe",)}


# --- by git


class Clone(Hippo):
    """A checkout with a store of which git carries the Markdown files alone."""

    def __init__(self, root: Path, origin: Path, name: str) -> None:
        root = root / name
        root.mkdir()
        super().__init__(root)
        self._new_id = random_id
        self.project.rmdir()
        subprocess.run(["git", "clone", "-q", str(origin), str(self.project)], check=True, capture_output=True)
        for key, content in (("user.name", name), ("user.email", f"{name}@example.invalid")):
            self.git("config", key, content)

    def git(self, *words: str) -> str:
        done = subprocess.run(
            ["git", "-c", "commit.gpgsign=false", *words], cwd=self.project, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr + done.stdout
        return done.stdout

    def ok(self, *words: str, hours: float) -> None:
        ran = self(*words, now=at(hours=hours))
        assert ran.status == 0, ran.err

    def push(self) -> None:
        self.git("add", "-A")
        self.git("commit", "-qm", "memories")
        self.git("push", "-q", "origin", "HEAD:main")

    def pull(self, hours: float) -> dict[str, object]:
        self.git("pull", "-q", "--no-rebase", "--no-edit", "origin", "main")
        ran = self("sync", "--json", now=at(hours=hours))
        assert ran.status == 0, ran.out
        found: dict[str, object] = ran.data
        return found

    def texts(self) -> list[str]:
        return sorted(each["memory"]["text"] for each in self.json("list", "--all", now=at(days=2)))

    def memory(self, memory_id: str) -> dict[str, object]:
        found: dict[str, object] = self.json("inspect", memory_id, now=at(days=2))["memory"]
        return found


@pytest.fixture
def people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Clone, Clone]:
    """Ana and Bo, who share a repository whose store has one memory."""
    for name in [each for each in os.environ if each.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    origin = tmp_path / "origin"
    subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(origin)], check=True, capture_output=True)
    ana = Clone(tmp_path, origin, "ana")
    ana.git("checkout", "-qb", "main")
    assert ana("init", "--no-hooks", "--no-schedule").status == 0
    ana.remember("the valve opens to the left", "--tag", "pump")
    ana.push()
    return ana, Clone(tmp_path, origin, "bo")


def valve(clone: Clone) -> str:
    [found] = [each for each in clone.json("list", now=at(days=2)) if "valve" in each["memory"]["text"]]
    memory_id: str = found["memory"]["id"]
    return memory_id


def file_of(clone: Clone, memory_id: str) -> Path:
    [path] = (each for each in clone.store_folder.glob("*ic/*.md") if memory_id in each.name)
    return path


def test_what_git_carries_is_the_files_alone(people: tuple[Clone, Clone]) -> None:
    names = people[0].git("ls-files").split()
    assert [name for name in names if name.endswith(".db") or "backups" in name or "spool" in name] == []
    assert len([name for name in names if name.startswith(".hippo/episodic/the-valve")]) == 1


def test_two_people_who_remember_have_both_memories_after_a_merge(people: tuple[Clone, Clone]) -> None:
    ana, bo = people
    bo.remember("the pump is green")
    ana.remember("the gate sticks")
    ana.ok("sleep", hours=1)
    bo.ok("sleep", hours=1)
    ana.push()
    bo.git("add", "-A")
    bo.git("commit", "-qm", "memories")
    bo.pull(2)
    bo.git("add", "-A")
    bo.git("push", "-q", "origin", "HEAD:main")
    ana.pull(3)
    assert ana.texts() == bo.texts() == ["the gate sticks", "the pump is green", "the valve opens to the left"]


def test_the_edit_of_one_reaches_the_other_though_it_was_used_there_since(people: tuple[Clone, Clone]) -> None:
    ana, bo = people
    memory_id = valve(bo)
    ana.ok("edit", memory_id, "--text", "the valve opens to the right", hours=1)
    ana.push()
    bo.ok("recall", "valve", hours=2)
    assert bo.pull(3)["taken"][0]["changed"] == ["text"]  # type: ignore[index]
    after = bo.memory(memory_id)
    assert (after["text"], after["retrieval_count"]) == ("the valve opens to the right", 1)
    bo.push()
    ana.pull(4)
    assert ana.memory(memory_id) == after


def test_an_edit_made_before_the_last_sync_and_pulled_after_it_is_later_all_the_same(
    people: tuple[Clone, Clone],
) -> None:
    ana, bo = people
    memory_id = valve(bo)
    ana.ok("edit", memory_id, "--text", "the valve opens to the right", hours=1)
    ana.push()
    ana.ok("edit", memory_id, "--text", "the valve opens upwards", hours=2)
    bo.pull(3)
    ana.push()
    bo.pull(4)
    assert bo.texts() == ["the valve opens upwards"]


def test_uses_votes_archiving_and_replacing_travel(people: tuple[Clone, Clone]) -> None:
    ana, bo = people
    memory_id = valve(bo)
    ana.ok("recall", "valve", hours=1)
    ana.ok("outcome", "--good", hours=1)
    new = ana.json("supersede", memory_id, "the valve was taken out", now=at(hours=2))["memory"]["id"]
    other = ana.remember("the gate sticks", now=at(hours=2))
    ana.ok("forget", other, hours=3)
    ana.push()
    bo.pull(4)
    for each in (memory_id, new, other):
        assert bo.memory(each) == ana.memory(each)
    assert bo.json("inspect", new)["ties"]["supersedes"] == [memory_id]
    assert bo.memory(memory_id)["state"] == "superseded"


def test_a_tie_to_a_memory_that_comes_later_is_made_when_it_comes(people: tuple[Clone, Clone]) -> None:
    ana, bo = people
    old = ana.remember("the gate sticks", now=at(hours=1))
    new = ana.json("supersede", old, "the gate was oiled", now=at(hours=2))["memory"]["id"]
    ana.git("add", f".hippo/episodic/*{new}.md")
    ana.git("commit", "-qm", "half of it")
    ana.git("push", "-q", "origin", "HEAD:main")
    bo.pull(3)
    bo.ok("edit", new, "--tag", "gate", hours=4)
    assert f"supersedes: [{old}]" in file_of(bo, new).read_text(encoding="utf-8")
    bo.git("stash")
    ana.push()
    bo.pull(5)
    assert bo.json("inspect", new)["ties"]["supersedes"] == [old]


def test_a_conflict_of_git_is_told_until_a_person_has_settled_it(people: tuple[Clone, Clone]) -> None:
    ana, bo = people
    memory_id = valve(bo)
    ana.ok("edit", memory_id, "--text", "the valve opens to the right", hours=1)
    bo.ok("edit", memory_id, "--text", "the valve opens upwards", hours=2)
    ana.push()
    bo.git("add", "-A")
    bo.git("commit", "-qm", "mine")
    merge = ["git", "pull", "-q", "--no-rebase", "origin", "main"]
    assert subprocess.run(merge, cwd=bo.project, capture_output=True, check=False).returncode != 0
    ran = bo("sync", now=at(hours=3))
    assert (ran.status, ran.err.count("this file has an unresolved merge")) == (6, 1)
    assert bo.texts() == ["the valve opens upwards"]
    [shared] = bo.store_folder.glob("episodic/*.md")
    shared.write_text(bo.git("show", f"MERGE_HEAD:.hippo/episodic/{shared.name}"), encoding="utf-8")
    assert bo("sync", now=at(hours=4)).status == 0
    assert bo.texts() == ["the valve opens upwards"]
    history = bo.json("inspect", memory_id)["events"]
    assert history[-1]["before"] == {"text": "the valve opens to the right"}


def test_an_older_commit_that_is_checked_out_takes_nothing_back(people: tuple[Clone, Clone]) -> None:
    ana, _ = people
    memory_id = valve(ana)
    ana.ok("edit", memory_id, "--text", "the valve opens to the right", hours=1)
    ana.push()
    ana.git("checkout", "-q", "HEAD~1")
    ran = ana("sync", now=at(hours=2))
    assert (ran.status, ana.texts()) == (0, ["the valve opens to the right"])
    assert "right" in file_of(ana, memory_id).read_text(encoding="utf-8")


def test_a_memory_that_one_erased_comes_back_to_nobody_who_erased_it(people: tuple[Clone, Clone]) -> None:
    ana, bo = people
    memory_id = valve(bo)
    bo.ok("forget", memory_id, "--purge", hours=1)
    ana.ok("recall", "valve", hours=1)
    ana.ok("sleep", hours=2)
    ana.push()
    bo.git("checkout", "-q", "--", ".hippo/episodic")
    bo.git("pull", "-q", "--no-rebase", "origin", "main")
    print("".join(f"{p}\n{p.read_text()}" for p in bo.store_folder.glob("episodic/*.md")))
    ran = bo("sync", now=at(hours=3))
    assert (ran.status, bo.texts()) == (6, [])
    assert "erased here for good" in ran.err
