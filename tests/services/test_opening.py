"""Opening the stores that a command works on."""

from __future__ import annotations

from pathlib import Path

import pytest

from hippo.errors import NoStore
from hippo.services.occasion import Occasion, random_id
from hippo.services.opening import open_folder, open_global, open_local
from tests.support import NOON


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    return {"HOME": str(tmp_path / "home"), "HIPPO_HOME": str(tmp_path / "home" / ".hippo")}


def test_a_projects_store_is_found_from_below(tmp_path: Path, environ: dict[str, str]) -> None:
    below = tmp_path / "project" / "src"
    below.mkdir(parents=True)
    with pytest.raises(NoStore):
        open_local(str(below), environ, warn=print)
    (tmp_path / "project" / ".hippo").mkdir()
    with open_local(str(below), environ, warn=print).store as store:
        assert (store.folder, store.scope) == (str(tmp_path / "project" / ".hippo"), "local")


def test_the_users_store_is_made_only_when_that_is_asked(tmp_path: Path, environ: dict[str, str]) -> None:
    assert open_global(environ, create=False, warn=print) is None
    assert not (tmp_path / "home").exists()
    opened = open_global(environ, create=True, warn=print)
    assert opened is not None
    opened.store.close()
    assert (tmp_path / "home" / ".hippo").stat().st_mode & 0o777 == 0o700
    opened = open_global(environ, create=False, warn=print)
    assert opened is not None
    with opened.store as store:
        assert store.scope == "global"


def test_settings_are_read_and_what_is_wrong_with_them_is_told(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("[recall]\nlimit = 3\nbudget_tokens = -1\n", encoding="utf-8")
    told: list[str] = []
    opened = open_folder(str(tmp_path), "local", warn=told.append)
    opened.store.close()
    assert (opened.settings.recall.limit, opened.settings.recall.budget_tokens) == (3, 4000)
    assert len(told) == 1
    assert told[0].startswith("config.toml: recall.budget_tokens must be a number")


def test_ids_are_random_and_of_one_form() -> None:
    ids = {random_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert all(len(each) == 16 and each.startswith("mem_") and int(each[4:], 16) >= 0 for each in ids)


def test_an_occasion_is_the_commands_own_unless_it_says_otherwise() -> None:
    occasion = Occasion(now=NOON)
    assert (occasion.actor.name, occasion.actor.session, occasion.new_id) == ("cli", "", random_id)
