"""scripts/new-migration gives the next number and refuses bad names."""

from __future__ import annotations

import pytest

from scripts.tools import migrations


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with one migration."""
    monkeypatch.setattr(migrations, "FOLDER", tmp_path)
    (tmp_path / "0001_memories.sql").write_text("-- 0001\n", encoding="utf-8")
    return tmp_path


def test_the_next_migration_gets_the_next_number_and_a_head_of_comments(folder, capsys):
    assert migrations.main(["open_conflicts"]) == 0
    made = folder / "0002_open_conflicts.sql"
    assert capsys.readouterr().out == f"{made}\n"
    lines = made.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "-- 0002: open conflicts."
    assert all(line.startswith("-- ") for line in lines)


@pytest.mark.parametrize(
    "name", ["", "Upper", "two-words", "two words", "_x", "x_", "a__b", "1st", "x.sql", "../x", "ä"]
)
def test_a_bad_name_is_refused_and_no_file_is_made(folder, name, capsys):
    with pytest.raises(SystemExit) as stopped:
        migrations.main([name])
    assert stopped.value.code == 2
    assert "lower case words joined by underscores" in capsys.readouterr().err
    assert len(list(folder.iterdir())) == 1


@pytest.mark.parametrize("other", ["0001_again.sql", "0003_gap.sql", "2_short.sql"])
def test_no_migration_is_added_to_a_series_that_is_broken(folder, other):
    (folder / other).write_text("", encoding="utf-8")
    assert migrations.problems(folder)
    with pytest.raises(SystemExit):
        migrations.main(["next_one"])


def test_the_migrations_of_the_store_are_in_order():
    assert migrations.problems(migrations.FOLDER) == []
