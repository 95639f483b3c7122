"""Fetching memories for use."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hippo.core.memory import State
from hippo.core.tokens import estimate_tokens
from hippo.errors import StoreError
from hippo.services import recall as module
from hippo.services.occasion import Occasion
from hippo.services.recall import Recalled, recall
from hippo.store.search import Scope
from hippo.store.store import Store
from tests.store.adding import add, row
from tests.support import NOON

Make = Callable[..., Occasion]
VALVE = "the valve opens to the left"


def recalled(store: Store, occasion: Make, query: str = "valve", **how: int) -> Recalled:
    return recall([store], query, occasion=occasion(), **{"budget_tokens": 4000, "limit": 10, **how})


def test_trouble_with_counting_never_takes_the_answer_away(
    store: Store, occasion: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(store, 1, text=VALVE)

    def refuse(*_: object) -> None:
        raise StoreError("no room left")

    monkeypatch.setattr(store.recalls, "add", lambda *_, **__: refuse())
    answer = recalled(store, occasion)
    assert [hit.memory.text for hit in answer.hits] == [VALVE]
    assert not answer.hits[0].retrieved
    assert answer.notes == ("this recall was not counted: no room left",)
    assert store.memories.get(1).retrieval_count == 0


def test_five_hits_at_most_count_as_retrieved_and_only_those_half_as_good_as_the_best(
    store: Store, occasion: Make
) -> None:
    for number in range(1, 9):
        add(store, number, text=f"valve number{number}")
    add(store, 9, text="a long story of pumps and gates and roofs that names the valve once among many other things")
    answer = recalled(store, occasion)
    assert sum(hit.retrieved for hit in answer.hits) == 5
    assert [hit.retrieved for hit in answer.hits] == [True] * 5 + [False] * (len(answer.hits) - 5)


@pytest.mark.parametrize("budget_tokens", [0, 5, 25, 40, 60, 100, 1000])
def test_the_budget_counts_every_line_and_what_is_cut_ends_the_list(
    store: Store, occasion: Make, budget_tokens: int
) -> None:
    add(store, 1, text="The valve is red. " + "It drips and hums and wants to be looked at. " * 20)
    add(store, 2, text=VALVE)
    answer = recalled(store, occasion, budget_tokens=budget_tokens)
    assert estimate_tokens("".join(hit.lines for hit in answer.hits)) <= budget_tokens
    assert sum(hit.tokens for hit in answer.hits) >= estimate_tokens("".join(hit.lines for hit in answer.hits))
    assert not any(hit.cut for hit in answer.hits[:-1])


def test_a_memory_that_was_erased_meanwhile_is_answered_and_not_counted(
    store: Store, occasion: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = add(store, 1, text=VALVE)
    real = module.find

    def found_before_it_went(*given: object, **how: object) -> object:
        answer = real(*given, **how)  # type: ignore[arg-type]
        if store.memories.known(made.id):
            with store.transaction():
                store.memories.remove(row(store, made))
        return answer

    monkeypatch.setattr(module, "find", found_before_it_went)
    answer = recalled(store, occasion)
    assert [(hit.memory, hit.retrieved) for hit in answer.hits] == [(made, False)]
    assert answer.notes == ()


def test_a_question_is_kept_in_part_and_without_secrets(store: Store, occasion: Make) -> None:
    add(store, 1, text=VALVE)
    recalled(store, occasion, "valve password=hunter2-Q9zz \ud800 " + "and so on " * 1000)
    (kept,) = store.facts._connection.rows("SELECT query FROM recall")
    assert "hunter2" not in kept["query"]
    assert len(kept["query"]) <= 1020
    last = store.recalls.last()
    assert last is not None
    assert last.at == NOON


def archived(store: Store, *texts: str) -> None:
    for number, text in enumerate(texts, start=100):
        add(store, number, text=text, state=State.ARCHIVED, archived_at=NOON)


def note(store: Store, occasion: Make, query: str) -> tuple[str, ...]:
    return recalled(store, occasion, query).notes


def test_forgotten_memories_that_answer_better_are_counted(store: Store, occasion: Make) -> None:
    archived(store, VALVE)
    assert note(store, occasion, "valve left") == (
        "1 archived memory matches better; add --archived to see what was forgotten",
    )
    add(store, 200, text="the left valve of the pump", state=State.ARCHIVED, archived_at=NOON)
    assert note(store, occasion, "valve left") == (
        "2 archived memories match better; add --archived to see what was forgotten",
    )


def test_forgotten_memories_are_not_mentioned_when_a_live_one_answers_well(store: Store, occasion: Make) -> None:
    archived(store, "the left valve of the pump")
    add(store, 1, text=VALVE)
    assert note(store, occasion, "valve left") == ()


def test_nor_for_a_question_of_stop_words_nor_when_they_are_searched(store: Store, occasion: Make) -> None:
    archived(store, VALVE, "the of to")
    assert note(store, occasion, "the to of") == ()
    answer = recall(
        [store], "valve", occasion=occasion(), budget_tokens=4000, limit=10, scope=Scope(state=State.ARCHIVED)
    )
    assert answer.notes == ()


@pytest.mark.parametrize("budget_tokens", range(20, 70, 3))
def test_a_hit_is_cut_with_a_mark_only_where_some_of_its_text_fits(
    store: Store, occasion: Make, budget_tokens: int
) -> None:
    add(store, 1, text="The valve is red. It drips and hums and wants to be looked at every week by somebody.")
    for hit in recalled(store, occasion, budget_tokens=budget_tokens).hits:
        shown = hit.lines.partition("\n")[2].strip()
        assert shown.startswith("The valve")
        assert hit.cut == shown.endswith(" …")
        assert hit.tokens <= budget_tokens
