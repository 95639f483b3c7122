"""hippo config"""

from __future__ import annotations

import pytest

from hippo.adapters import files
from hippo.core.settings import Settings, entries
from tests.cli.commands.transcript import Transcript
from tests.support import Hippo


def test_what_a_person_reads(hippo: Hippo) -> None:
    say = Transcript(hippo)
    say("config", "recall.limit")
    say("config", "recall.limit", "5")
    say("config", "recall.framing", "assert")
    say("config", "recall.limit", "many")
    say("config", "recall.limit", "0")
    say("config", "recall.limit", "2.5")
    say("config", "recall.framing", "shout")
    say.matches("config")


@pytest.mark.parametrize("words", [("recall.colour",), ("recall.colour", "red"), ("recall",), ("",)])
def test_a_setting_that_does_not_exist_is_answered_with_those_that_do(hippo: Hippo, words: tuple[str, ...]) -> None:
    ran = hippo("config", *words)
    assert (ran.status, ran.out) == (2, "")
    first, hint = ran.err.splitlines()
    assert first == f"hippo: there is no setting {words[0]!r}"
    assert hint == f"  hint: there are {', '.join(dict(entries(Settings())))}"


def test_all_settings_are_shown_one_to_a_line(hippo: Hippo) -> None:
    hippo("config", "recall.limit", "5")
    lines = hippo("config").out.splitlines()
    assert [line.split(" = ")[0] for line in lines] == list(dict(entries(Settings())))
    assert "recall.limit = 5  (default 10)" in lines


def test_the_json_has_every_setting_with_its_content(hippo: Hippo) -> None:
    assert hippo.json("config") == dict(entries(Settings()))
    hippo("config", "recall.limit", "5")
    assert hippo.json("config", "recall.limit") == {"recall.limit": 5}


def test_a_setting_holds_for_the_next_command_and_the_file_keeps_its_comments(hippo: Hippo) -> None:
    before = (hippo.store_folder / "config.toml").read_text(encoding="utf-8")
    hippo("config", "memory.half_life_days", "3")
    after = (hippo.store_folder / "config.toml").read_text(encoding="utf-8")
    assert [line for line in after.splitlines() if line not in before.splitlines()] == ["half_life_days = 3.0"]
    assert hippo.json("remember", "x")["memory"]["half_life_days"] == 3


def test_each_store_has_its_own_settings(hippo: Hippo) -> None:
    hippo("init", "--global")
    hippo("config", "--global", "recall.limit", "3")
    assert hippo.json("config", "recall.limit") == {"recall.limit": 10}
    assert hippo.json("config", "--global", "recall.limit") == {"recall.limit": 3}


def test_a_file_that_is_broken_is_told_and_the_defaults_hold(hippo: Hippo) -> None:
    (hippo.store_folder / "config.toml").write_text("[recall\n", encoding="utf-8")
    ran = hippo("config", "recall.limit")
    assert (ran.status, ran.out) == (0, "recall.limit = 10\n")
    assert ran.err.startswith("note: config.toml is not TOML")


def test_a_file_that_cannot_be_written_is_told(hippo: Hippo, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: str, content: bytes) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(files, "write_whole", refuse)
    ran = hippo("config", "recall.limit", "5")
    assert (ran.status, ran.err) == (5, "hippo: config.toml was not written: Permission denied\n")


@pytest.mark.parametrize("content", ["", "nan", "inf", "1e400", "-1", "٣", "true"])
def test_a_number_out_of_range_is_refused(hippo: Hippo, content: str) -> None:
    assert hippo("config", "--", "sleep.stale_after_days", content).status == 2 or content == "٣"


def test_config_takes_two_words_at_most(hippo: Hippo) -> None:
    assert hippo("config", "recall.limit", "5", "6").status == 2
