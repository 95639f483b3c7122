"""hippo recall"""

from __future__ import annotations

import pytest

from tests.cli.commands.transcript import Transcript
from tests.support import Hippo, at


@pytest.fixture
def filled(hippo: Hippo) -> Hippo:
    """Memories of both stores."""
    hippo.remember("the valve opens to the left", "--tag", "pump", now=at(days=-9))
    hippo.remember("a valve of brass\n\nbought in May", "--verified", "--pin", now=at(days=-2))
    hippo.remember("the red gate is locked")
    hippo.remember("I like valves of steel", "--global")
    return hippo


def texts(hippo: Hippo, *words: str) -> list[str]:
    return [hit["memory"]["text"].splitlines()[0] for hit in hippo.json("recall", *words, now=at(days=1))]


def test_what_a_person_reads(filled: Hippo) -> None:
    say = Transcript(filled)
    say("recall", "brass", "valve")
    say("recall", "brass valve", "--why", "--limit", "2", now=at(days=1))
    say("recall", "valve", "--budget", "0", now=at(days=2))
    say("recall", "zygote")
    say("recall", "the")
    say("recall", "", now=at(days=1))
    say("recall", "valve", "--tag", "")
    say.matches("recall")


def test_the_json_has_every_part_of_a_score_if_that_is_asked(filled: Hippo) -> None:
    hit = filled.json("recall", "gate")[0]
    assert set(hit) == {
        *("memory", "scope", "score", "relevance", "strength", "tokens", "cut", "retrieved", "source_of", "conflicts")
    }
    hit = filled.json("recall", "gate", "--why")[0]
    assert set(hit["why"]) == {"total", "relevance", "strength", "recency", "confidence"}
    assert hit["parts"]["matched"] == ["gate"]


def test_hits_of_both_stores_come_in_one_list_and_say_where_they_are_from(filled: Hippo) -> None:
    found = {hit["memory"]["text"].splitlines()[0]: hit["scope"] for hit in filled.json("recall", "valve")}
    assert found == {
        "the valve opens to the left": "local",
        "a valve of brass": "local",
        "I like valves of steel": "global",
    }
    assert filled.json("list", "--global")[0]["memory"]["retrieval_count"] == 1
    assert texts(filled, "valve", "--global") == ["I like valves of steel"]


@pytest.mark.parametrize(
    ("options", "found"),
    [
        (("--tag", "pump"), {"the valve opens to the left"}),
        (("--tag", "#pump"), {"the valve opens to the left"}),
        (("--tag", "pump", "--tag", "left"), set()),
        (("--layer", "semantic"), set()),
        (("--since", "3d"), {"a valve of brass", "I like valves of steel"}),
        (("--since", "2031-03-02"), {"I like valves of steel"}),
        (("--archived",), set()),
    ],
)
def test_filters_narrow_a_recall(filled: Hippo, options: tuple[str, ...], found: set[str]) -> None:
    hits = filled.json("recall", "valve", *options)
    assert {hit["memory"]["text"].splitlines()[0] for hit in hits} == found


def test_only_so_many_are_returned(filled: Hippo) -> None:
    assert len(texts(filled, "valve", "--limit", "2")) == 2
    filled("config", "recall.limit", "1")
    assert len(texts(filled, "valve")) == 1


def test_what_is_strengthened_is_what_is_returned_for_use(filled: Hippo) -> None:
    filled("recall", "brass valve", "--limit", "1")
    assert [filled.inspect(f"mem_000{n}")["retrieval_count"] for n in (1, 2, 3)] == [0, 1, 0]
    filled("recall", "gate", "--budget", "0")
    assert filled.inspect("mem_0003")["retrieval_count"] == 0


@pytest.mark.parametrize(
    "options",
    [(), ("x", "--budget", "-1"), ("x", "--limit", "0"), ("x", "--layer", "deep"), ("x", "--since", "soon"), ("-x",)],
)
def test_wrong_use_is_told(filled: Hippo, options: tuple[str, ...]) -> None:
    ran = filled("recall", *options)
    assert (ran.status, ran.out) == (2, "")


def test_what_was_archived_and_what_was_superseded_are_searched_one_at_a_time(filled: Hippo) -> None:
    assert filled("recall", "valve", "--archived", "--superseded").status == 2


@pytest.mark.parametrize(
    "query", ['"', "a AND", "NEAR(", "* ^ : ()", "valve'; DROP TABLE memory", "\0", "\ud800", "-", "x" * 100_000]
)
def test_no_query_is_a_syntax_error(filled: Hippo, query: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hippo.cli.inputs._standard_input", lambda: "valve")
    assert filled("recall", "--json", "--", query).status == 0
    assert len(filled.json("list", "--all")) == 3
