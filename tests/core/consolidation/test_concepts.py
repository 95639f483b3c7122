from __future__ import annotations

import pytest

from hippo.core.consolidation.statement import read


def signs(text: str) -> dict[str, tuple[int, int]]:
    return {name: (each.sign, each.polarity) for name, each in read(text).ideas.items()}


def test_a_negator_turns_its_whole_clause_and_no_other():
    found = signs("the importer is slow but does not lose rows")
    assert found["row"] == (-1, 0)
    assert found["import"][0] == 1


@pytest.mark.parametrize("text", ["never skip the linter", "don't forget the linter", "you must not omit the linter"])
def test_two_negators_cancel_out(text):
    assert signs(text)["lint"] == (1, 0)


@pytest.mark.parametrize(
    "text",
    [
        "avoid wildcard imports",
        "wildcard imports are forbidden",
        "no wildcard imports",
        "we stopped using wildcard imports",
        "it is unable to find wildcard imports",
    ],
)
def test_a_text_can_deny_in_many_words(text):
    assert signs(text)["wildcard"] == (-1, 0)


def test_what_somebody_avoids_is_told_and_not_forbidden():
    assert signs("the flag avoids the quota error")["quota"] == (1, 0)


def test_synonyms_are_one_idea():
    assert signs("remove the folder").keys() == signs("delete the directory").keys()
    assert "timeout" in signs("it timed out")


def test_opposites_are_one_idea_of_two_polarities():
    assert signs("retries are enabled")["enabl"] == (1, 1)
    assert signs("retries are disabled")["enabl"] == (1, -1)
    assert signs("an unsigned package")["sign"] == (1, -1)
    assert signs("a non-blocking lock")["block"] == (1, -1)
    assert signs("an undeleted file")["keep"] == (1, -1)
    assert signs("a non-default port")["default"] == (1, -1)
    assert "own" not in signs("each job has its own cache")
    assert signs("until the unit is under way").keys().isdisjoint({"til", "it", "der"})


def test_on_and_off_are_opposites_only_where_they_switch():
    assert signs("strict mode is on")["enabl"] == (1, 1)
    assert signs("strict mode is on in the config")["enabl"] == (1, 1)
    assert signs("strict mode is off")["enabl"] == (1, -1)
    assert "enabl" not in signs("logs are on disk")
    assert "enabl" not in signs("on disk")


def test_a_contrast_turns_only_what_follows_it():
    found = signs("use ruff instead of flake8 in the web package")
    assert (found["ruff"][0], found["flake8"][0], found["packag"][0]) == (1, -1, 1)
    preferred = signs("prefer tabs over spaces")
    assert (preferred["tab"][0], preferred["space"][0]) == (1, -1)
    assert signs("the banner is over the map")["map"][0] == 1


def test_what_a_text_does_without_lacks():
    assert signs("run mypy without --strict in CI")["--strict"] == (1, -1)
    assert signs("run mypy without --strict in CI")["mypi"] == (1, 0)


def test_quoted_speech_has_no_sign():
    assert signs('the message "token is not valid" is shown')["token"] == (0, 0)


def test_what_a_text_affirms_and_denies_has_no_sign():
    assert signs("use def for async calls, never use def elsewhere")["def"][0] == 0


def test_not_only_denies_nothing():
    assert signs("it checks not only types")["type"][0] == 1
