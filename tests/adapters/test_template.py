"""What `init` copies into a store."""

from __future__ import annotations

from pathlib import Path

import pytest

from hippo.adapters import template
from hippo.errors import StoreError

ROOT = Path(template.template_root())
NAMES = sorted(str(path.relative_to(ROOT)) for path in ROOT.rglob("*") if path.is_file())


def test_an_installed_template_comes_before_the_one_of_a_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "hippo" / "adapters").mkdir(parents=True)
    monkeypatch.setattr(template, "__file__", str(tmp_path / "hippo" / "adapters" / "template.py"))
    assert template.template_root() == str(tmp_path / ".hippo-template")
    (tmp_path / "hippo" / "_template").mkdir()
    assert template.template_root() == str(tmp_path / "hippo" / "_template")


def test_a_new_store_gets_every_file_of_the_template_private(tmp_path: Path) -> None:
    copied = template.copy_missing(str(tmp_path / "store"))
    assert sorted(copied) == NAMES
    assert {"config.toml", ".gitignore", "core/MEMORY.md", "core/USER.md", "episodic/.gitkeep"} <= set(copied)
    for name in copied:
        path = tmp_path / "store" / name
        assert path.read_bytes() == (ROOT / name).read_bytes()
        assert (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (0o600, 0o700)


def test_a_second_time_only_what_is_missing_comes_back(tmp_path: Path) -> None:
    template.copy_missing(str(tmp_path))
    (tmp_path / "config.toml").write_text("mine")
    (tmp_path / "core" / "USER.md").unlink()
    (tmp_path / ".gitignore").unlink()
    (tmp_path / ".gitignore").symlink_to("gone")
    assert template.copy_missing(str(tmp_path)) == ["core/USER.md"]
    assert (tmp_path / "config.toml").read_text() == "mine"
    assert (tmp_path / ".gitignore").is_symlink()


def test_what_cannot_be_copied_is_a_store_error_that_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: str, _: bytes) -> None:
        raise OSError(28, "No space left on device", path)

    monkeypatch.setattr(template.files, "write_whole", full)
    with pytest.raises(StoreError, match=r"^cannot write .*/\.gitattributes: No space left on device$"):
        template.copy_missing(str(tmp_path / "store"))


def test_a_file_in_the_place_of_a_folder_is_a_store_error(tmp_path: Path) -> None:
    (tmp_path / "core").write_bytes(b"")
    with pytest.raises(StoreError, match=r"^cannot make the folder .*/core: "):
        template.copy_missing(str(tmp_path))


def test_the_database_backups_logs_and_buffers_stay_out_of_git() -> None:
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").split("\n")
    assert {"hippo.db*", "backups/", "logs/", "buffer/"} <= set(ignored)
