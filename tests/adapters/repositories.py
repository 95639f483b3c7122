"""Real repositories for the tests of what reads git."""

from __future__ import annotations

import os
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

NOON = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)


class Checkout:
    """A repository in a folder, and git to change it with."""

    def __init__(self, folder: Path, *init: str) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        if init:
            self.git(*init)

    def git(self, *arguments: str, data: bytes | None = None, **variables: str) -> str:
        """What git prints, run in the folder."""
        done = subprocess.run(
            ["git", *arguments],
            cwd=self.folder,
            env={**os.environ, **variables},
            input=data or b"",
            capture_output=True,
            check=True,
        )
        return done.stdout.decode("utf-8", "replace").strip()

    def commit(
        self, message: str, *files: str, when: datetime = NOON, author: str = "Ada <ada@example.invalid>"
    ) -> str:
        """Write and commit files (one called work.log if none are named); its hash."""
        for name in files or ("work.log",):
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("a", encoding="utf-8") as file:
                file.write(message)
            self.git("add", "-f", "--", name)
        stamp = f"@{int(when.timestamp())} +0000"
        self.git("commit", "-q", "--author", author, "--date", stamp, "-m", message, GIT_COMMITTER_DATE=stamp)
        return self.git("rev-parse", "HEAD")

    def raw_commit(self, message: bytes, *headers: bytes, seconds: bytes = b"1777896000") -> str:
        """Commit the tree of HEAD with exactly this message; its hash."""
        tree, parent = self.git("rev-parse", "HEAD^{tree}"), self.git("rev-parse", "HEAD")
        person = b"Ada <ada@example.invalid> " + seconds + b" +0000"
        lines = (b"tree " + tree.encode(), b"parent " + parent.encode(), b"author " + person, b"committer " + person)
        data = b"\n".join((*lines, *headers, b"", message))
        made = self.git("hash-object", "-t", "commit", "-w", "--stdin", "--literally", data=data)
        self.git("update-ref", "HEAD", made)
        return made

    def import_commits(self, messages: list[str]) -> None:
        """Commit all messages at once, the last newest, a file each."""
        stream = bytearray()
        for number, message in enumerate(messages):
            data = message.encode()
            stream += (
                f"commit refs/heads/main\ncommitter Ada <ada@example.invalid> {1_700_000_000 + number} +0000\n".encode()
            )
            stream += b"data %d\n%s\nM 100644 inline f%d\ndata 1\nx\n" % (len(data), data, number)
        self.git("fast-import", "--quiet", data=bytes(stream))


@pytest.fixture
def surroundings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment in which no configuration of this machine is read."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    config = tmp_path / "gitconfig"
    config.write_text("[user]\n\tname = Ada\n\temail = ada@example.invalid\n[init]\n\tdefaultBranch = main\n")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(config))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")


@pytest.fixture
def checkout(surroundings: None, tmp_path: Path) -> Checkout:
    """An empty repository."""
    return Checkout(tmp_path / "project", "init", "-q")
