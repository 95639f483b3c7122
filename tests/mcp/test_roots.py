"""Which folder a client works in."""

from __future__ import annotations

from pathlib import Path

import pytest

from hippo.mcp.roots import chosen, fallback
from tests.support import Hippo


def test_the_first_root_with_a_store_is_meant(hippo: Hippo, tmp_path: Path) -> None:
    other = tmp_path / "other place"
    inside = hippo.project / "deep" / "below"
    for folder in (other, inside):
        folder.mkdir(parents=True)
    uris = [other.as_uri(), inside.as_uri(), hippo.project.as_uri()]
    assert chosen(uris, hippo.environ, otherwise="/") == str(inside)
    assert chosen(uris[:1], hippo.environ, otherwise="/") == str(other)


@pytest.mark.parametrize(
    "uri",
    ["", "file:///no/such/folder", "https://example.invalid/", "file://elsewhere/", "file:///%00", "file://[", "/"],
)
def test_a_root_that_is_no_folder_here_is_passed_over(uri: str, hippo: Hippo) -> None:
    assert chosen([uri], hippo.environ, otherwise="/started") == "/started"
    assert chosen([uri, hippo.project.as_uri()], hippo.environ, otherwise="/started") == str(hippo.project)


def test_without_roots_the_environment_tells_the_project(tmp_path: Path) -> None:
    assert fallback({}, "/started") == "/started"
    assert fallback({"CLAUDE_PROJECT_DIR": str(tmp_path)}, "/started") == str(tmp_path)
    assert fallback({"CLAUDE_PROJECT_DIR": str(tmp_path / "gone")}, "/started") == "/started"
