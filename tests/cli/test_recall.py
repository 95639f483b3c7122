"""hippo recall"""

from __future__ import annotations

from tests.support import NOON, Hippo, at


def test_the_memory_recalled_today_comes_first(hippo: Hippo) -> None:
    old = hippo.remember("deploys need the VPN", now=at(days=-30))
    fresh = hippo.remember("deploys need two approvals", now=NOON)
    found = [hit["memory"]["id"] for hit in hippo.json("recall", "deploys", now=NOON)]
    assert found == [fresh, old]


def test_a_recall_strengthens_what_it_returns(hippo: Hippo) -> None:
    memory_id = hippo.remember("the valve opens to the left")
    hit = hippo.json("recall", "valve", now=at(days=1))[0]
    assert (hit["memory"]["id"], hit["retrieved"], hit["memory"]["half_life_days"]) == (memory_id, True, 9.0)
    assert hippo.inspect(memory_id, now=at(days=1))["retrieval_count"] == 1


def test_a_query_of_stop_words_strengthens_nothing(hippo: Hippo) -> None:
    memory_id = hippo.remember("to and of the")
    hippo("recall", "the to of and")
    assert hippo.inspect(memory_id)["retrieval_count"] == 0


def test_nothing_relevant_is_an_empty_answer(hippo: Hippo) -> None:
    hippo.remember("the valve opens to the left")
    ran = hippo("recall", "zygote harpsichord")
    assert (ran.status, ran.out, ran.err) == (0, "", "")


def test_a_match_that_no_budget_holds_is_told(hippo: Hippo) -> None:
    hippo.remember("the valve opens to the left")
    ran = hippo("recall", "valve", "--budget", "5")
    assert (ran.status, ran.out, ran.err) == (0, "", "note: 1 memory found, but none fits into 5 tokens\n")


def test_a_secret_is_no_tag_and_no_name_of_a_session(hippo: Hippo) -> None:
    key = "ghp_" + "A1b2" * 9
    assert hippo("remember", "tagged", "--tag", key).status == 4
    hippo.remember("the valve opens to the left", "--session", key)
    assert not [path for path in hippo.store_folder.rglob("*") if path.is_file() and key.encode() in path.read_bytes()]
