"""The projects that the nightly run takes."""

from __future__ import annotations

from pathlib import Path

from hippo.adapters.projects import drop, register, registered


def test_a_project_is_noted_once_and_dropped(tmp_path: Path) -> None:
    home = str(tmp_path / "home")
    assert registered(home) == []
    assert register(home, "/b/.hippo")
    assert register(home, "/a\nä/.hippo")
    assert not register(home, "/b/.hippo")
    assert registered(home) == ["/a\nä/.hippo", "/b/.hippo"]
    drop(home, "/b/.hippo")
    drop(home, "/never/.hippo")
    assert registered(home) == ["/a\nä/.hippo"]


def test_what_is_no_path_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "projects").mkdir()
    (tmp_path / "projects" / "x").write_bytes(b"")
    (tmp_path / "projects" / "y").write_bytes(b"relative/.hippo")
    assert registered(str(tmp_path)) == []
