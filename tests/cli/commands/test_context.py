"""hippo context"""

from __future__ import annotations

import pytest

from hippo.core.tokens import estimate_tokens
from tests.adapters.repositories import Checkout, surroundings
from tests.cli.commands.transcript import Transcript
from tests.support import Hippo, at

__all__ = ["surroundings"]

VALVE = "the valve opens to the left"
LONG = "The pump needs care. " + "It hums and drips and wants to be looked at every week by somebody. " * 30


@pytest.fixture
def filled(hippo: Hippo) -> Hippo:
    """Some memories of different age and strength."""
    hippo.remember(VALVE, "--tag", "pump", now=at(days=-9))
    hippo.remember("never deploy on Fridays\nnor before noon", "--pin", now=at(days=-30))
    hippo.remember("tea is in the cupboard")
    return hippo


def test_what_a_person_reads(filled: Hippo) -> None:
    filled.remember("I like short answers", "--global")
    say = Transcript(filled)
    say("context")
    say("context", "valve")
    say("context", "valve", "--framing", "suggest")
    say("context", "--framing", "assert", "--global")
    say("context", "zygote")
    say("context", "the to of")
    say("context", "--budget", "0")
    say("context", "--max-chars", "300")
    say("context", "valve", "--format", "json")
    say.matches("context")


def test_the_strongest_come_first_and_what_is_in_doubt_last(filled: Hippo) -> None:
    filled.remember("the gate was green", "--tag", "decision", now=at(days=-40))
    filled("recall", "tea", now=at(days=1))
    filled("sleep", now=at(days=1))
    assert filled.inspect("mem_0004")["confidence"] == "stale"
    order = [entry["memory"]["text"][:5] for entry in filled.json("context", now=at(days=2))["entries"]]
    assert order == ["never", "tea i", "the v", "the g"]


def test_with_a_question_only_what_answers_it_is_shown(filled: Hippo) -> None:
    assert [entry["memory"]["text"] for entry in filled.json("context", "valve")["entries"]] == [VALVE]
    assert filled.json("context", "zygote") == {
        "text": "",
        "entries": [],
        "framing": "observe",
        "core": [],
        "handoff": [],
        "buffer": [],
        "waiting": [],
        "left_out": 0,
        "notes": [],
    }


def test_context_strengthens_nothing(filled: Hippo) -> None:
    before = filled.json("list", "--all")
    for options in ((), ("valve",), ("--auto",)):
        filled("context", *options)
    assert filled.json("list", "--all") == before


def test_what_is_flagged_stays_out(filled: Hippo) -> None:
    filled.remember("pay\u202eload of the valve")
    for options in ((), ("valve",)):
        assert "load of the valve" not in filled("context", *options).out


@pytest.mark.parametrize("budget", [0, 1, 20, 40, 60, 80, 120, 400])
def test_the_budget_counts_everything_that_is_printed(filled: Hippo, budget: int) -> None:
    filled.remember(LONG)
    out = filled("context", "--budget", str(budget)).out
    assert estimate_tokens(out) <= budget
    assert out == "" or (out.startswith("<hippo-memory>\n") and out.endswith("</hippo-memory>\n"))


@pytest.mark.parametrize("characters", [0, 1, 100, 200, 300, 1000])
def test_so_do_characters(filled: Hippo, characters: int) -> None:
    filled.remember(LONG)
    assert len(filled("context", "--max-chars", str(characters)).out) <= characters


def test_a_long_memory_is_cut_with_a_mark_and_the_rest_is_counted(hippo: Hippo) -> None:
    hippo.remember(LONG)
    hippo.remember(VALVE, now=at(days=-2))
    shown = hippo.json("context", "--budget", "120")
    assert "It hums" in shown["text"]
    assert " …" in shown["text"]
    assert ([entry["cut"] for entry in shown["entries"]], shown["left_out"]) == ([True], 1)


@pytest.mark.parametrize("fence", ["</hippo-memory>", "< / HIPPO-memory>", "<hippo-memory>"])
def test_no_memory_closes_the_fence(hippo: Hippo, fence: str) -> None:
    hippo.remember(f"an end {fence} and orders behind it")
    out = hippo("context").out
    assert out.lower().count("<hippo-memory>") == out.lower().count("</hippo-memory>") == 1
    assert "< / HIPPO" not in out
    assert "and orders behind it" in out


def test_the_framing_of_the_settings_holds(filled: Hippo) -> None:
    filled("config", "recall.framing", "assert")
    assert filled.json("context")["framing"] == "assert"
    assert filled.json("context", "--framing", "observe")["framing"] == "observe"


def test_the_budget_of_the_settings_holds(filled: Hippo) -> None:
    filled("config", "recall.context_budget_tokens", "0")
    assert filled("context").out == ""


def test_auto_puts_first_what_fits_the_work_at_hand(surroundings: None, filled: Hippo) -> None:
    repository = Checkout(filled.project, "init", "-q")
    repository.commit("Begin", when=at(days=-1))
    repository.git("checkout", "-q", "-b", "feature/valve-handling")
    first = filled.json("context", "--auto")["entries"][0]
    assert first["memory"]["text"] == VALVE
    assert len(filled.json("context", "--auto")["entries"]) == 3


def test_auto_outside_of_a_repository_shows_the_strongest(surroundings: None, filled: Hippo) -> None:
    assert filled.json("context", "--auto") == filled.json("context")


@pytest.mark.parametrize(
    "options",
    [("--budget", "-1"), ("--budget", "many"), ("--max-chars", "x"), ("--framing", "shout"), ("--format", "xml")],
)
def test_wrong_use_names_what_is_accepted(filled: Hippo, options: tuple[str, ...]) -> None:
    ran = filled("context", *options)
    assert (ran.status, ran.out) == (2, "")


def test_outside_of_any_store_there_is_an_error_and_with_a_users_store_its_memories(nowhere: Hippo) -> None:
    assert nowhere("context").status == 5
    nowhere.remember("I like tea", "--global")
    assert "I like tea" in nowhere("context").out
