"""A store of a newer hippo is refused by every command, in one line, without a write."""

from __future__ import annotations

import shlex
import shutil
import sqlite3

import pytest

from hippo.cli.table import COMMANDS, load
from hippo.services.backup import back_up
from hippo.store.migrate import SCHEMA_VERSION
from tests.support import NOON, Hippo, at

#: What a command needs to be called at all; for the others their name is enough.
WORDS = {
    "approve": "mem_0001",
    "capture": "x",
    "decide": "x",
    "edit": "mem_0001 --tag x",
    "forget": "mem_0001",
    "import": "x.jsonl",
    "inspect": "mem_0001",
    "invalidate": "x",
    "learn": "--git",
    "outcome": "--good",
    "recall": "valve",
    "reject": "mem_0001",
    "remember": "x",
    "resolve": "con_0001 --both",
    "restore": "mem_0001",
    "supersede": "mem_0001 y",
    "backup restore": ".hippo/backups/good.db",
    "backup verify": ".hippo/hippo.db",
}
#: What needs no database: it looks at copies alone, or makes nothing of a store that it cannot use.
HARMLESS = {"backup list"}


@pytest.fixture
def hippo(hippo: Hippo) -> Hippo:
    """A project whose store a newer hippo has written to."""
    hippo.remember("the valve opens to the left")
    made = back_up(str(hippo.store_folder), now=NOON, keep=0).backup.path
    shutil.move(made, hippo.store_folder / "backups/good.db")
    (hippo.project / "x.jsonl").write_text('{"hippo_export": 1}\n', encoding="utf-8")
    raw = sqlite3.connect(hippo.store_folder / "hippo.db")
    raw.execute("PRAGMA user_version = 999")
    raw.close()
    return hippo


def called() -> list[str]:
    """Every command of one word, and the backups' own, that can be called with words known here."""
    names = [name for name, entry in COMMANDS.items() if entry.module and (" " not in name or name in WORDS)]
    return [name for name in names if name in WORDS or not any(words.required for words in load(name).words)]


@pytest.mark.parametrize("name", sorted(set(called()) - HARMLESS))
def test_it_is_refused(hippo: Hippo, name: str) -> None:
    if name in ("init", "hook", "mcp", "watch", "dashboard"):
        pytest.skip("tested where the command is")
    before = {path: path.read_bytes() for path in hippo.store_folder.rglob("*") if path.is_file()}
    ran = hippo(*name.split(), *shlex.split(WORDS.get(name, "")), now=at(days=1))
    assert (ran.status, ran.out) == (5, ""), ran.err
    assert [line.partition(": ")[0] for line in ran.err.splitlines()] == ["hippo", "  hint"]
    assert "has schema 999, this hippo knows schemas up to" in ran.err
    assert {path: path.read_bytes() for path in hippo.store_folder.rglob("*") if path.is_file()} == before


def test_your_own_store_may_be_newer_while_the_projects_is_used(hippo: Hippo) -> None:
    raw = sqlite3.connect(hippo.store_folder / "hippo.db")
    raw.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    raw.close()
    hippo.remember("the tea is in the cupboard", "--global")
    raw = sqlite3.connect(f"{hippo.environ['HIPPO_HOME']}/hippo.db")
    raw.execute("PRAGMA user_version = 999")
    raw.close()
    ran = hippo("recall", "valve")
    assert (ran.status, "your own store was left out" in ran.err) == (0, True)
