"""The quickstart shows hippo's main job on any folder, and may be run again."""

from __future__ import annotations

import subprocess
import sys

import pytest

from scripts.tools import ROOT
from scripts.tools.quickstart import Hippo, farewell, lesson, question, tour


@pytest.fixture
def hippo(tmp_path, monkeypatch):
    """The command of the checkout in an empty folder, for a user who never used it."""
    for name in ("HIPPO_DIR", "HIPPO_NOW", "HIPPO_DISABLE", "HIPPO_SESSION"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HIPPO_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    folder = tmp_path / "my project"
    folder.mkdir()
    return Hippo(command=(sys.executable, "-m", "hippo"), folder=folder)


def commit(hippo: Hippo, message: str) -> None:
    identity = ("-c", "user.name=Tester", "-c", "user.email=tester@example.invalid", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "init", "-q"], cwd=hippo.folder, check=True)
    (hippo.folder / "parser.py").write_text(message, encoding="utf-8")
    subprocess.run(["git", "add", "."], cwd=hippo.folder, check=True)
    subprocess.run(["git", *identity, "commit", "-q", "-m", message], cwd=hippo.folder, check=True)


def test_a_lesson_of_the_history_is_learnt_and_recalled(hippo, capfd):
    commit(
        hippo, "fix: keep the last line of a file without newline\n\nThe parser dropped it because it split too early."
    )
    assert tour(hippo) == 0
    printed = capfd.readouterr().out
    steps = [line for line in printed.splitlines() if line.startswith("$ hippo ")]
    assert [step.split()[2] for step in steps] == ["init", "learn", "recall", "sleep", "status"]
    assert "example" not in printed
    after_recall = printed[printed.index("$ hippo recall") :]
    assert "last line of a file" in after_recall
    assert "why:" in after_recall


def test_without_lessons_examples_are_stored_and_said_to_be_examples(hippo, capfd):
    commit(hippo, "Add a parser")
    assert tour(hippo) == 0
    assert "No lessons in this history, so here are three examples" in capfd.readouterr().out
    assert [memory["tags"] for memory in hippo.memories()] == [["example"], ["error", "example"], ["example"]]


def test_a_folder_without_git_gets_the_examples_too(hippo, capfd):
    assert tour(hippo) == 0
    assert "(no history to learn from)" in capfd.readouterr().out
    assert len(hippo.memories()) == 3


def test_a_second_run_adds_nothing(hippo):
    assert (tour(hippo), tour(hippo)) == (0, 0)
    assert len(hippo.memories()) == 3


def test_a_store_that_cannot_be_made_ends_the_tour_with_its_status(hippo):
    (hippo.folder / ".hippo").write_text("not a folder", encoding="utf-8")
    assert tour(hippo) not in (0, 1)


def test_what_to_type_next_can_be_pasted(tmp_path):
    lines = farewell(tmp_path / "a b" / "bin" / "hippo", tmp_path / "my project")
    assert f"  source '{tmp_path}/a b/bin/activate'    # so that `hippo` is found" in lines
    assert f"  cd '{tmp_path}/my project'" in lines


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("fix(parser)!: keep the last line of a file\n\nIt was lost.", "keep last line file"),
        ('Revert "Cache tokens between requests"', "cache tokens between requests"),
        ("Deploys need the VPN", "deploys need"),
        ("fix: it\n\nThe lock was held twice.", "lock held twice"),
        ("9 + 9", "9 + 9"),
        ("Größe der Fenster stimmt nicht", "größe fenster stimmt nicht"),
    ],
)
def test_a_question_is_a_few_telling_words_of_the_lesson(text, asked):
    assert question(text) == asked


def test_a_lesson_from_git_is_preferred_to_other_memories():
    example, fix, other = ({"text": "", "tags": tags} for tags in (["example"], ["git", "fix"], ["git"]))
    assert lesson([example, fix, other]) is fix
    assert lesson([example]) is example
