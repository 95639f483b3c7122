"""hippo import"""

from __future__ import annotations

import io
import sys
import zipfile

import pytest

from hippo.cli.output import Output
from tests.cli.commands.transcript import Transcript
from tests.support import Hippo, at

RULES = """\
# Orchard

- Use uv, never pip.
- The token is ghp_{token} for now.

<!-- hippo:begin -->
- hippo wrote this
<!-- hippo:end -->

## Tests

Run them all:

1. `make test`
2. `make check`
"""


@pytest.fixture
def files(hippo: Hippo) -> Hippo:
    """A project with rules, notes and a broken list."""
    (hippo.project / "CLAUDE.md").write_text(RULES.format(token="a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"))
    notes = hippo.project / "notes"
    notes.mkdir()
    (notes / "mill.md").write_text("# Mill\n\n- Oil it on Mondays.\n- oil it on mondays\n")
    (notes / "facts.json").write_text('[{"memory": "Likes tea.", "hash": ""},\n{"memory": }]')
    return hippo


def test_what_a_person_reads(files: Hippo) -> None:
    say = Transcript(files)
    say("import", "CLAUDE.md", "--dry-run")
    say("import", "CLAUDE.md", "--tag", "orchard")
    say("import", "CLAUDE.md", now=at(days=1))
    say("import", "notes", now=at(days=1))
    say("list", now=at(days=1))
    say("import", "notes", "--claude")
    (files.project / "odd.xyz").write_text("what is it")
    say("import", "odd.xyz")
    say("import", "odd.xyz", "--file", "--dry-run")
    say("import", "odd.xyz", "--file", "--claude")
    say("import", "notes/facts.json", "--claude")
    say("import", "")
    say("import", "notes", "--hippo")
    (files.project / "broken.zip").write_bytes(b"PK\x03\x04 and no more")
    say("import", "broken.zip")
    say.matches("import_formats")


def test_the_status_tells_that_some_records_were_left_out(files: Hippo) -> None:
    ran = files("import", "notes", "--json")
    assert (ran.status, ran.data["new"], ran.data["near"], ran.data["bad_count"]) == (6, 3, 1, 1)
    assert ran.data["bad"] == [
        {"file": "facts.json", "line": 2, "reason": "record 2: no JSON: Expecting value"},
    ]  # fmt: skip


def test_standard_input_is_read_once_whatever_it_holds(hippo: Hippo, monkeypatch: pytest.MonkeyPatch) -> None:
    data = "".join(f"- note {number} {'x' * 400}\n" for number in range(300)).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    shown = hippo.json("import", "-", "--markdown", "--dry-run")
    assert (shown["source"], shown["new"], len(shown["taken"])) == ("standard input", 300, 200)
    monkeypatch.setattr(sys, "stdin", None)
    assert hippo.json("import", "-", "--file")["new"] == 0


def test_a_zip_is_read_and_your_own_store_may_take_it(hippo: Hippo) -> None:
    with zipfile.ZipFile(hippo.project / "data.zip", "w") as archive:
        archive.writestr("memories.json", '[{"conversations_memory": "Likes tea."}]')
    assert hippo.json("import", "data.zip", "--global")["new"] == 1
    [found] = hippo.json("list", "--global")
    assert found["memory"]["source"]["reference"] == "data.zip/memories.json:1"


def test_a_bar_is_drawn_on_a_terminal_alone(files: Hippo, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    progress = Output.progress

    def noted(self: Output, label: str) -> object:
        drawn.append(label)
        return progress(self, label)

    monkeypatch.setattr(Output, "progress", noted)
    assert files("import", "CLAUDE.md").err.count("note:") == 1
    assert drawn == ["import"]
