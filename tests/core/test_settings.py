"""Settings: every one has a range or a choice, and nothing else gets in."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core.settings import (
    CHOICES,
    FRAMINGS,
    LONGEST_TEXT,
    RANGES,
    SWITCHES,
    TEXTS,
    BadSetting,
    Settings,
    changed,
    entries,
)

DEFAULTS = dict(entries(Settings()))
numbers = st.sampled_from(sorted(RANGES))


def test_every_setting_has_a_range_or_a_choice_that_holds_its_default() -> None:
    kinds = [*RANGES, *CHOICES, *SWITCHES, *TEXTS]
    assert sorted(kinds) == sorted(DEFAULTS)
    assert all(low <= DEFAULTS[key] <= high for key, (low, high) in RANGES.items())
    assert all(DEFAULTS[key] in choices for key, choices in CHOICES.items())


@given(numbers, st.data())
def test_a_number_within_the_range_is_taken_and_nothing_else_changes(key: str, data: st.DataObject) -> None:
    whole = isinstance(DEFAULTS[key], int)
    content = data.draw(st.integers(*map(math.floor, RANGES[key])) if whole else st.floats(*RANGES[key]))
    after = dict(entries(changed(Settings(), key, content)))
    assert after == {**DEFAULTS, key: content}
    assert type(after[key]) is type(DEFAULTS[key])


@given(numbers, st.one_of(st.floats(), st.integers()))
def test_a_number_outside_the_range_is_refused_with_the_range(key: str, content: float) -> None:
    low, high = RANGES[key]
    if low <= content <= high:
        return
    with pytest.raises(BadSetting) as refused:
        changed(Settings(), key, content)
    assert f"{key} must be a number from {low:,} to {high:,}, not " in str(refused.value)


@pytest.mark.parametrize("content", ["7", "", None, True, False, [7], {"days": 7}, 7j, "9" * 100_000])
@pytest.mark.parametrize("key", ["memory.half_life_days", "recall.limit"])
def test_what_is_no_number_is_refused_in_one_short_line(key: str, content: object) -> None:
    with pytest.raises(BadSetting) as refused:
        changed(Settings(), key, content)
    assert len(str(refused.value)) < 200


def test_a_whole_number_may_be_written_with_a_point_but_not_be_a_fraction() -> None:
    after = changed(Settings(), "recall.limit", 20.0).recall.limit
    assert (after, type(after)) == (20, int)
    with pytest.raises(BadSetting, match=r"^recall\.limit must be a whole number, not 2\.5$"):
        changed(Settings(), "recall.limit", 2.5)


@pytest.mark.parametrize(("content", "taken"), [(True, True), (False, False), ("true", True), ("false", False)])
def test_a_switch_is_true_or_false(content: object, taken: bool) -> None:
    assert changed(Settings(), "door.write_approval", content).door.write_approval is taken


@pytest.mark.parametrize("content", ["yes", 1, 0, None, [True], {}, "True"])
def test_what_is_no_switch_is_refused(content: object) -> None:
    with pytest.raises(BadSetting, match=r"^door\.write_approval must be true or false, not "):
        changed(Settings(), "door.write_approval", content)


@pytest.mark.parametrize("framing", FRAMINGS)
def test_a_choice_takes_each_of_its_words(framing: str) -> None:
    assert changed(Settings(), "recall.framing", framing).recall.framing == framing


@pytest.mark.parametrize("content", ["Observe", "", 1, None, ["observe"]])
def test_a_choice_names_what_it_takes(content: object) -> None:
    with pytest.raises(BadSetting, match=r"^recall\.framing must be one of observe, suggest, assert, not "):
        changed(Settings(), "recall.framing", content)


@pytest.mark.parametrize("key", ["", ".", "memory", "memory.", ".limit", "memory.limit", "recall.limit.x", "x" * 9999])
def test_an_unknown_setting_is_refused_with_all_there_are(key: str) -> None:
    with pytest.raises(BadSetting) as refused:
        changed(Settings(), key, 7)
    assert str(refused.value).endswith("; there are " + ", ".join(DEFAULTS))
    assert len(str(refused.value)) < 1500


@pytest.mark.parametrize(("content", "meant"), [(True, True), (False, False), ("true", True), ("false", False)])
def test_a_switch_is_true_or_false_as_toml_or_a_person_writes_it(content: object, meant: bool) -> None:
    assert changed(Settings(), "embeddings.resident", content).embeddings.resident is meant


@pytest.mark.parametrize("content", ["yes", "True", 1, 0, None, []])
def test_a_switch_takes_nothing_else(content: object) -> None:
    with pytest.raises(BadSetting, match=r"^embeddings\.resident must be true or false, not "):
        changed(Settings(), "embeddings.resident", content)


@pytest.mark.parametrize("content", ["", "bge-small", "http://127.0.0.1:11434", "7", 'C:\\models\\"mine"'])
def test_a_text_is_taken_as_it_is(content: str) -> None:
    assert changed(Settings(), "embeddings.model", content).embeddings.model == content


def test_an_address_holds_no_login_and_the_refusal_does_not_repeat_it() -> None:
    login = "ana:" + "s3cr3t"
    with pytest.raises(BadSetting, match="HIPPO_EMBEDDINGS_KEY") as refused:
        changed(Settings(), "embeddings.url", f"http://{login}@localhost:8080/v1")
    assert login not in str(refused.value)
    plain = changed(Settings(), "embeddings.url", "http://localhost:8080/v1/@me")
    assert plain.embeddings.url == "http://localhost:8080/v1/@me"


@pytest.mark.parametrize("content", [7, None, True, "two\nlines", "x" * (LONGEST_TEXT + 1)])
def test_a_text_of_more_lines_or_none_at_all_is_refused(content: object) -> None:
    with pytest.raises(BadSetting, match=r"^embeddings\.model must be a text of one line, not "):
        changed(Settings(), "embeddings.model", content)


@pytest.mark.parametrize(
    "url",
    ["ftp://x", "http://", "https:///v1", "localhost:11434", "file:///etc/passwd", "http://?a=b", "http://a b/", "x"],
)
def test_an_address_that_leads_nowhere_is_refused(url: str) -> None:
    with pytest.raises(BadSetting, match="must be an address that begins with http:// or https://, not "):
        changed(Settings(), "embeddings.url", url)


@pytest.mark.parametrize("url", ["", "http://h", "https://h:8443/v1?version=2", "http://[::1]:80/v1"])
def test_an_address_of_a_server_is_accepted(url: str) -> None:
    assert changed(Settings(), "embeddings.url", url).embeddings.url == url
