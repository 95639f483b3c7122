"""Killed at any step, hippo has lost nothing that it acknowledged, and goes on."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hippo.core.memory import State
from hippo.services.backup import list_backups
from hippo.services.opening import open_folder
from hippo.store.events import Actor
from hippo.store.spool import SpooledRecall
from tests.durability.killing import Sample, Victims, killed_at_every_step, sound
from tests.support import NOON, Hippo, at

TEA = "the tea is in the cupboard"


def uses(hippo: Hippo, memory_id: str) -> int:
    found: int = hippo.inspect(memory_id, now=at(days=90))["retrieval_count"]
    return found


def test_remember(victims: Victims, sample: Sample, acknowledged: dict[str, str]) -> None:
    kills = 0
    for hippo, ended in killed_at_every_step(victims, sample, "remember", TEA):
        new = {each.text for each in sound(hippo, acknowledged).values()} - set(acknowledged.values())
        assert new <= {TEA}
        assert new or ended.killed
        kills += ended.killed
    assert kills > 10


def test_recall(victims: Victims, sample: Sample, acknowledged: dict[str, str]) -> None:
    pump = next(each for each in acknowledged if "pump" in acknowledged[each])
    for hippo, ended in killed_at_every_step(victims, sample, "recall", "pump", now=at(days=1)):
        sound(hippo, acknowledged)
        assert uses(hippo, pump) in ({0, 1} if ended.killed else {1})


@contextmanager
def somebody_writes(hippo: Hippo) -> Iterator[None]:
    """Another process holds the store for as long as the command runs."""
    other = sqlite3.connect(hippo.store_folder / "hippo.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.close()


def test_recall_of_a_busy_store(victims: Victims, sample: Sample, acknowledged: dict[str, str]) -> None:
    pump = next(each for each in acknowledged if "pump" in acknowledged[each])
    impatient = {"hippo.services.recall.BOOKKEEPING_WAIT_SECONDS": 0}
    for hippo, ended in killed_at_every_step(
        victims, sample, "recall", "pump", now=at(days=1), constants=impatient, beside=somebody_writes
    ):
        assert ended.killed or "counted by the next command" in ended.err
        sound(hippo, acknowledged)
        assert uses(hippo, pump) in ({0, 1} if ended.killed else {1})


def test_a_recall_that_waits_is_counted_exactly_once(
    victims: Victims, hippo: Hippo, sample: Sample, acknowledged: dict[str, str]
) -> None:
    pump = next(each for each in acknowledged if "pump" in acknowledged[each])
    with open_folder(str(hippo.store_folder), "local", warn=lambda _: None).store as store:
        for minutes in range(2):
            recall = SpooledRecall(at=at(minutes=minutes), query="pump", actor=Actor(), memory_ids=(pump,))
            store.spool.put(recall)
    for copy, _ in killed_at_every_step(victims, sample, "remember", TEA, now=at(days=1)):
        sound(copy, acknowledged)
        assert uses(copy, pump) == 2
        assert not [*(copy.store_folder / "spool").iterdir()]


def test_sleep(victims: Victims, hippo: Hippo, sample: Sample, acknowledged: dict[str, str]) -> None:
    acknowledged[hippo.remember("the pump is green again", now=at(hours=1))] = "the pump is green again"
    night = at(days=40)
    ends = set()
    for copy, _ in killed_at_every_step(victims, sample, "sleep", now=night):
        memories = sound(copy, acknowledged)
        assert all(not each.trouble for each in list_backups(str(copy.store_folder), check=True))
        assert copy("sleep", now=night).status == 0
        after = sound(copy, acknowledged).values()
        ends.add(frozenset((each.text, each.state, each.confidence, each.archived_at) for each in after))
        assert memories.keys() <= {each.id for each in after}
    assert len(ends) == 1
    assert {state for _, state, _, _ in ends.pop()} >= {State.ARCHIVED}


def test_sync(victims: Victims, hippo: Hippo, sample: Sample, acknowledged: dict[str, str]) -> None:
    pump = next(each for each in acknowledged if "pump" in acknowledged[each])
    gate = next(each for each in acknowledged if "gate" in acknowledged[each])
    [edited] = hippo.store_folder.glob(f"episodic/*{pump}.md")
    edited.write_text(edited.read_text(encoding="utf-8").replace("green", "loud"), encoding="utf-8")
    [removed] = hippo.store_folder.glob(f"episodic/*{gate}.md")
    removed.unlink()
    (hippo.store_folder / "episodic/mine.md").write_text(f"{TEA}\n", encoding="utf-8")
    for copy, _ in killed_at_every_step(victims, sample, "sync", now=at(days=1)):
        memories = sound(copy, acknowledged | {pump: "the pump is loud"}, takes=True)
        assert len(memories) == len(acknowledged) + 1
        history = copy.inspect(pump, now=at(days=90))["events"]
        assert [each["before"] for each in history if each["kind"] == "edited by hand"] == [
            {"text": "the pump is green"}
        ]


def test_import(victims: Victims, hippo: Hippo, sample: Sample, acknowledged: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    other = Hippo(tmp_path / "elsewhere")
    assert other("init", "--no-hooks", "--no-schedule").status == 0
    other._new_id = iter([f"mem_ee{number:02}00000000" for number in range(9)]).__next__
    for number in range(3):
        other.remember(f"note {number} of another store")
    other.json("supersede", "mem_ee00", "note 0 was wrong")
    assert other("export", "--output", str(hippo.project / "x.jsonl")).status == 0
    small = {"hippo.services.importing._BATCH": 2}
    for copy, _ in killed_at_every_step(victims, sample, "import", "x.jsonl", now=at(days=1), constants=small):
        sound(copy, acknowledged)
        assert copy("import", "x.jsonl", now=at(days=2)).status == 0
        memories = sound(copy, acknowledged)
        assert len(memories) == len(acknowledged) + 4
        assert copy.json("inspect", "mem_ee03", now=at(days=90))["ties"]["supersedes"] == ["mem_ee0000000000"]


def test_purge(victims: Victims, hippo: Hippo, sample: Sample, acknowledged: dict[str, str]) -> None:
    secret = hippo.remember("the quokka drinks xylitol", now=at(hours=1))
    hippo("recall", "quokka", now=at(hours=2))
    for copy, ended in killed_at_every_step(victims, sample, "forget", secret, "--purge", now=at(days=1)):
        is_there = secret in sound(copy, acknowledged)
        assert ended.killed or not is_there
        if not is_there:
            assert copy("sleep", now=at(days=2)).status == 0
            holding = [path for path in copy.store_folder.rglob("*") if path.is_file() and has(path, b"quokka")]
            assert holding == []
            sound(copy, {})


def has(path: Path, word: bytes) -> bool:
    return word in path.read_bytes().lower()


def test_backup(victims: Victims, sample: Sample, acknowledged: dict[str, str]) -> None:
    for hippo, ended in killed_at_every_step(victims, sample, "backup"):
        sound(hippo, acknowledged)
        backups = list_backups(str(hippo.store_folder), check=True)
        assert [(each.trouble, each.memories) for each in backups] in ([], [("", len(acknowledged))])
        assert backups or ended.killed


def test_the_first_command_in_a_clone(
    victims: Victims, hippo: Hippo, sample: Sample, acknowledged: dict[str, str]
) -> None:
    """The store is made from the Markdown files."""
    for copy, _ in killed_at_every_step(victims, Clones(sample), "list", now=at(days=1)):
        sound(copy, acknowledged)


class Clones(Sample):
    """Copies of a sample without its database."""

    def __init__(self, sample: Sample) -> None:
        self._sample = sample

    def copy(self) -> Hippo:
        made = self._sample.copy()
        for path in made.store_folder.glob("hippo.db*"):
            path.unlink()
        return made


def test_the_first_command_of_all(victims: Victims, nowhere: Hippo, tmp_path: Path) -> None:
    (tmp_path / "samples").mkdir()
    for hippo, _ in killed_at_every_step(
        victims, Sample(nowhere, tmp_path / "samples"), "init", "--no-hooks", "--no-schedule", now=NOON
    ):
        assert hippo("init", "--no-hooks", "--no-schedule").status == 0
        memory_id = hippo.remember(TEA)
        sound(hippo, {memory_id: TEA})
