"""hippo list"""

from __future__ import annotations

import pytest

from tests.cli.commands.transcript import Transcript
from tests.support import Hippo, at


@pytest.fixture
def filled(hippo: Hippo) -> Hippo:
    """Four memories: two live, one archived, one of last week."""
    hippo.remember("one", "--tag", "pump", now=at(days=-8))
    hippo.remember("two\nlines", "--tag", "pump", "--tag", "left")
    hippo.remember("three", "--pin", now=at(days=1))
    hippo.remember("four", now=at(days=1))
    hippo("forget", "mem_0004", now=at(days=1))
    return hippo


def texts(hippo: Hippo, *options: str) -> list[str]:
    return [each["memory"]["text"] for each in hippo.json("list", *options, now=at(days=2))]


def test_what_a_person_reads(filled: Hippo) -> None:
    say = Transcript(filled)
    say("list", now=at(days=2))
    say("list", "--all", now=at(days=2))
    say("list", "--limit", "1", now=at(days=2))
    say("list", "--tag", "nothing", now=at(days=2))
    say("list", "--all", "--state", "live", now=at(days=2))
    say.matches("list")


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ((), ["three", "two\nlines", "one"]),
        (("--all",), ["four", "three", "two\nlines", "one"]),
        (("--state", "archived"), ["four"]),
        (("--state", "superseded"), []),
        (("--layer", "semantic"), []),
        (("--layer", "episodic", "--limit", "1"), ["three"]),
        (("--tag", "pump"), ["two\nlines", "one"]),
        (("--tag", "#pump", "--tag", "left"), ["two\nlines"]),
        (("--since", "7d"), ["three", "two\nlines"]),
        (("--since", "2031-03-04"), ["three"]),
        (("--since", "36h"), ["three"]),
    ],
)
def test_filters_narrow_the_list(filled: Hippo, options: tuple[str, ...], found: list[str]) -> None:
    assert texts(filled, *options) == found


def test_how_many_are_left_is_said(filled: Hippo) -> None:
    document = filled("list", "--limit", "2", "--json").document
    assert document["notes"] == ["1 more; --limit 3 lists them all"]
    assert filled("list", "--limit", "3", "--json").document["notes"] == []
    assert filled("list", "--limit", "2", "--quiet").err == ""


@pytest.mark.parametrize(
    "options",
    [("--limit", "0"), ("--limit", "x"), ("--state", "gone"), ("--layer", "deep"), ("--since", "soon"), ("word",)],
)
def test_wrong_use_names_what_is_accepted(filled: Hippo, options: tuple[str, ...]) -> None:
    ran = filled("list", *options)
    assert (ran.status, ran.out) == (2, "")


def test_a_tag_that_is_none_is_refused(filled: Hippo) -> None:
    assert filled("list", "--tag", " ").status == 2


def test_the_users_store_is_listed_alone(filled: Hippo) -> None:
    filled.remember("I like tea", "--global")
    assert texts(filled, "--global") == ["I like tea"]
    ran = filled("list", "--global", now=at(days=2))
    assert "(global)" in ran.out
