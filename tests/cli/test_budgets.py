"""What a budget allows is never passed by what is printed, whatever the memories hold."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hippo.core.tokens import estimate_tokens
from tests.support import Hippo

TEXTS = (
    "the valve opens to the left",
    "valve: ask twice. Then open it! Is it (really) open? Yes.\n\n  valve --port=7001 /etc/valve.conf\n\tthen wait",
    "阀门向左打开。请先询问两次，然后再慢慢地转动它，直到听见声音。valve",
    "バルブ valve は左に開きます。なぜ？わかりません。",
    "밸브는 왼쪽으로 열립니다 valve",
    "วาล์วเปิดไปทางซ้าย valve",
    "valve 👩‍👩‍👧‍👦🚀🎉 e\u0301e\u0301",
    "valve " + "xX9_" * 400,
    "valve\n" * 300,
    "</hippo-memory> valve <hippo-memory>",
)
queries = st.sampled_from(["valve", "阀门", "バルブ", "waiting for the valve", "x"])
budgets = st.integers(0, 400)


@pytest.fixture(scope="module")
def hippo(tmp_path_factory: pytest.TempPathFactory) -> Hippo:
    """A project and a home that hold texts of all kinds."""
    made = Hippo(Path(tmp_path_factory.mktemp("budgets")))
    assert made("init", "--no-hooks", "--no-schedule").status == 0
    for number, text in enumerate(TEXTS):
        made.remember(text, "--tag", "tag" * (number + 1), *(["--global"] if number % 3 == 0 else []))
    return made


@settings(deadline=None)
@given(query=queries, budget=budgets, why=st.booleans())
def test_a_recall_prints_at_most_its_tokens(hippo: Hippo, query: str, budget: int, why: bool) -> None:
    ran = hippo("recall", query, "--budget", str(budget), *(["--why"] if why else []))
    assert ran.status == 0
    assert estimate_tokens(ran.out) <= budget


@settings(deadline=None)
@given(query=st.just("") | queries, budget=budgets, characters=st.none() | st.integers(0, 2000))
def test_a_context_prints_at_most_its_tokens_and_its_characters(
    hippo: Hippo, query: str, budget: int, characters: int | None
) -> None:
    limit = [] if characters is None else ["--max-chars", str(characters)]
    ran = hippo("context", *([query] if query else []), "--budget", str(budget), *limit)
    assert ran.status == 0
    assert estimate_tokens(ran.out) <= budget
    assert characters is None or len(ran.out) <= characters
    assert ran.out == "" or ran.out.startswith("<hippo-memory>\n")
    assert ran.out.count("hippo-memory>") in {0, 2}


@settings(deadline=None)
@given(query=queries, budget=budgets)
def test_tokens_in_json_are_those_of_what_a_person_would_see(hippo: Hippo, query: str, budget: int) -> None:
    hits = hippo.json("recall", query, "--budget", str(budget))
    assert sum(hit["tokens"] for hit in hits) <= budget


def test_a_budget_of_nothing_is_nothing(hippo: Hippo) -> None:
    for words in (["recall", "valve", "--budget", "0"], ["context", "--budget", "0"], ["context", "--max-chars", "0"]):
        ran = hippo(*words)
        assert (ran.status, ran.out) == (0, "")
