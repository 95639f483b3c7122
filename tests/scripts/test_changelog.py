"""Release notes: fragments in, a section of the change log out."""

from __future__ import annotations

from datetime import date

import pytest

from scripts.tools import changelog
from scripts.tools.changelog import Fragment, fragments, inserted, problems, section

DAY = date(2026, 11, 30)


@pytest.fixture
def write(tmp_path):
    """A function that makes fragments in a folder."""

    def write(**texts: str):
        for name, text in texts.items():
            (tmp_path / f"{name.replace('__', '.').replace('_', '-')}.md").write_text(text, encoding="utf-8")
        return tmp_path

    return write


def test_the_readme_of_the_folder_is_no_fragment(tmp_path):
    (tmp_path / "README.md").write_text("How to write one.\n", encoding="utf-8")
    assert problems(tmp_path) == []
    assert fragments(tmp_path) == []


def test_wrapped_lines_of_a_fragment_are_joined(write):
    folder = write(recall_typos__added="Recall finds a word\nwith one typo.\n")
    assert problems(folder) == []
    assert fragments(folder) == [Fragment(kind="added", text="Recall finds a word with one typo.")]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "it is empty"),
        (" \n", "it is empty"),
        ("No stop", "end it with a full stop"),
        ("One.\n\nTwo.", "one paragraph"),
        ("- A bullet.", "without a bullet"),
        ("# Heading.", "without a bullet or heading"),
    ],
)
def test_a_badly_written_fragment_is_told_what_to_change(write, text, complaint):
    (problem,) = problems(write(some_thing__fixed=text))
    assert problem.startswith("some-thing.fixed.md: ")
    assert complaint in problem


@pytest.mark.parametrize(
    "name", ["x.md", "x.removed.md", "Upper.added.md", "two_words.added.md", "x.added.txt", "-.added.md"]
)
def test_a_badly_named_fragment_is_told_the_form(tmp_path, name):
    (tmp_path / name).write_text("Fine.", encoding="utf-8")
    assert problems(tmp_path) == [f"{name}: name it like two-words.added|changed|fixed.md"]


def test_a_section_has_a_heading_for_each_kind_that_occurs():
    found = [
        Fragment(kind="fixed", text="Less."),
        Fragment(kind="added", text="More."),
        Fragment(kind="added", text="And."),
    ]
    assert section("0.2.0", DAY, found) == (
        "## 0.2.0 (2026-11-30)\n\n### Added\n\n- More.\n- And.\n\n### Fixed\n\n- Less.\n"
    )


def test_the_newest_section_stands_first():
    first = inserted("# Changes\n\nIntroduction.\n", "0.1.0", "## 0.1.0 (2026-11-30)\n\n### Added\n\n- One.\n")
    assert first == "# Changes\n\nIntroduction.\n\n## 0.1.0 (2026-11-30)\n\n### Added\n\n- One.\n"
    second = inserted(first, "0.2.0", "## 0.2.0 (2026-12-01)\n\n### Added\n\n- Two.\n")
    assert second == (
        "# Changes\n\nIntroduction.\n\n## 0.2.0 (2026-12-01)\n\n### Added\n\n- Two.\n\n"
        "## 0.1.0 (2026-11-30)\n\n### Added\n\n- One.\n"
    )


def test_a_version_is_not_written_twice():
    with pytest.raises(ValueError, match="raise __version__"):
        inserted("# Changes\n\n## 0.1.0 (2026-11-30)\n", "0.1.0", "## 0.1.0 (2026-12-01)\n")


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A change log and a folder of fragments that stand in for the project's own."""
    monkeypatch.setattr(changelog, "FOLDER", tmp_path / "changes")
    monkeypatch.setattr(changelog, "CHANGELOG", tmp_path / "CHANGELOG.md")
    changelog.FOLDER.mkdir()
    (changelog.FOLDER / "README.md").write_text("How.", encoding="utf-8")
    changelog.CHANGELOG.write_text("# Changes\n", encoding="utf-8")
    return changelog


def test_without_write_the_section_is_printed_and_nothing_changes(project, capsys):
    (project.FOLDER / "one.added.md").write_text("One.", encoding="utf-8")
    assert project.main([]) == 0
    assert "- One.\n" in capsys.readouterr().out
    assert project.CHANGELOG.read_text(encoding="utf-8") == "# Changes\n"
    assert (project.FOLDER / "one.added.md").exists()


def test_writing_moves_the_fragments_into_the_change_log(project):
    (project.FOLDER / "one.added.md").write_text("One.", encoding="utf-8")
    assert project.main(["--write"]) == 0
    assert "### Added\n\n- One.\n" in project.CHANGELOG.read_text(encoding="utf-8")
    assert [path.name for path in project.FOLDER.iterdir()] == ["README.md"]


def test_a_release_without_fragments_or_with_bad_ones_fails(project, capsys):
    assert project.main(["--write"]) == 1
    assert "no fragments" in capsys.readouterr().err
    (project.FOLDER / "one.added.md").write_text("No stop", encoding="utf-8")
    assert project.main(["--write"]) == 1
    assert "full stop" in capsys.readouterr().err


def test_a_second_release_of_one_version_keeps_the_fragments(project, capsys):
    for text in ("One.", "Two."):
        (project.FOLDER / "one.added.md").write_text(text, encoding="utf-8")
        status = project.main(["--write"])
    assert status == 1
    assert "raise __version__" in capsys.readouterr().err
    assert (project.FOLDER / "one.added.md").exists()
