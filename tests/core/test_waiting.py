"""What waits for a person's word, and what a file can do about it."""

from __future__ import annotations

import pytest

from hippo.core.memory import Memory, Origin, State
from hippo.core.waiting import is_automatic, is_doubtful, staged, still_waiting
from tests.core.memories import memory

DOUBT = "perhaps an order"
SURE = "gives orders"


@pytest.mark.parametrize(("flag", "is_so"), [("", False), (DOUBT, True), (SURE, False)])
def test_only_a_doubt_is_doubtful(flag: str, is_so: bool) -> None:
    assert is_doubtful(flag) is is_so


@pytest.mark.parametrize(
    ("kind", "writer", "is_so"), [("cli", "cli", False), ("git", "cli", True), ("cli", "claude-code", True)]
)
def test_what_a_person_types_is_the_only_thing_that_does_not_write_itself(kind: str, writer: str, is_so: bool) -> None:
    assert is_automatic(Origin(kind=kind), writer) is is_so


@pytest.mark.parametrize(
    ("made", "state"),
    [
        (memory(), State.LIVE),
        (memory(flag=SURE), State.LIVE),
        (memory(flag=DOUBT), State.WAITING),
        (memory(flag=DOUBT, state=State.ARCHIVED), State.ARCHIVED),
    ],
)
def test_a_doubtful_memory_from_a_file_waits(made: Memory, state: State) -> None:
    assert staged(made).state is state


def test_no_file_ends_a_wait() -> None:
    waiting = memory(state=State.WAITING, flag=DOUBT)
    assert still_waiting(waiting, memory(tags=("new",))) == memory(state=State.WAITING, flag=DOUBT, tags=("new",))
    assert still_waiting(waiting, memory(state=State.ARCHIVED)).state is State.ARCHIVED


def test_no_file_makes_a_memory_wait_by_its_word_alone() -> None:
    assert still_waiting(memory(), memory(state=State.WAITING)).state is State.LIVE
    archived = memory(state=State.ARCHIVED)
    assert still_waiting(archived, memory(state=State.WAITING)).state is State.ARCHIVED


def test_a_new_text_is_judged_anew() -> None:
    assert still_waiting(memory(), memory(text="another", flag=DOUBT)).state is State.WAITING


def test_the_flag_of_a_text_that_stays_is_what_a_person_left_it() -> None:
    assert still_waiting(memory(), memory(flag=DOUBT)) == memory()
