"""From a text and what is said about it to a draft."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core.encode import LONGEST_TAG, birth_half_life_days, clean_tags, encode
from hippo.core.memory import Confidence, Draft, Layer, Origin
from hippo.core.settings import MemorySettings
from hippo.errors import Refused, UsageError

SETTINGS = MemorySettings()


def test_a_plain_text_becomes_an_observed_episode_of_seven_days() -> None:
    assert encode("the valve", settings=SETTINGS) == Draft(text="the valve", half_life_days=7.0)


def test_what_is_said_of_a_text_stands_in_its_draft() -> None:
    draft = encode(
        "the valve",
        tags=["#pump", "error"],
        pinned=True,
        confidence=Confidence.VERIFIED,
        flag="orders",
        origin=Origin(kind="git"),
        settings=SETTINGS,
    )
    assert (draft.layer, draft.confidence, draft.pinned) == (Layer.EPISODIC, Confidence.VERIFIED, True)
    assert (draft.tags, draft.flag, draft.origin) == (("error", "pump"), "orders", Origin(kind="git"))
    assert draft.half_life_days == 14.0


@pytest.mark.parametrize(
    ("tags", "half_life_days"),
    [((), 7.0), (("pump", "errors"), 7.0), (("error",), 14.0), (("decision",), 90.0), (("error", "decision"), 90.0)],
)
def test_tags_alone_decide_how_long_a_memory_lives_at_birth(tags: tuple[str, ...], half_life_days: float) -> None:
    assert birth_half_life_days(tags, SETTINGS) == half_life_days


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        (["b", "a", "b"], ("a", "b")),
        (["#pump", "pump", "##pump", "# pump"], ("pump",)),
        (["  two   words\n"], ("two words",)),
        (["c#", "a#b"], ("a#b", "c#")),
        (["バルブ", "🔧"], ("バルブ", "🔧")),
        (["x" * LONGEST_TAG], ("x" * LONGEST_TAG,)),
        ([], ()),
    ],
)
def test_tags_lose_their_hash_and_their_doubles(typed: list[str], kept: tuple[str, ...]) -> None:
    assert clean_tags(typed) == kept


@pytest.mark.parametrize(
    "tag", ["", " ", "#", "# #", "x" * (LONGEST_TAG + 1), "a\0b", "a\x1b[2J", "\ud800", "a\u202eb"]
)
def test_what_is_no_tag_is_refused_in_one_short_line(tag: str) -> None:
    with pytest.raises(UsageError) as refused:
        clean_tags(["fine", tag])
    assert refused.value.message.startswith("not a tag: ")
    assert len(refused.value.message) < 100
    assert refused.value.hint == "a tag is a printable word of 1 to 64 characters"


@given(st.lists(st.text(st.characters(codec="utf-8"), max_size=12), max_size=4))
def test_clean_tags_stay_as_they_are(typed: list[str]) -> None:
    try:
        cleaned = clean_tags(typed)
    except UsageError:
        return
    assert clean_tags(cleaned) == cleaned
    assert all(tag == tag.strip() and tag.isprintable() and 0 < len(tag) <= LONGEST_TAG for tag in cleaned)
    assert list(cleaned) == sorted(set(cleaned))


def test_a_secret_is_no_tag() -> None:
    with pytest.raises(Refused, match="a tag holds a secret"):
        clean_tags(["ghp_" + "A1b2" * 9])
