"""What a memory must hold of a prompt to be shown unasked."""

from __future__ import annotations

import pytest

from hippo.core.stems import stem
from hippo.core.telling import FEWEST_DOCUMENTS, PLAIN_SHARE, bears_on, needed, shares, worth


def words_of(prompt: str) -> list[str]:
    found = shares((word, stem(word)) for word in prompt.lower().split())
    return [word for word, share in found.items() if share == 1.0]


@pytest.mark.parametrize(
    ("prompt", "words"),
    [
        ("please run the failing tests again", []),
        ("why is the linen press slow", ["linen", "press", "slow"]),
        ("fixed the deploys and the VPN", ["deploys", "vpn"]),
    ],
)
def test_words_that_any_prompt_may_hold_do_not_tell(prompt: str, words: list[str]) -> None:
    assert words_of(prompt) == words


def test_a_word_that_says_what_to_do_counts_for_less_and_a_stop_word_for_nothing() -> None:
    assert shares([("the", "the"), ("tests", "test"), ("press", "press")]) == {"tests": PLAIN_SHARE, "press": 1.0}


def test_a_word_is_worth_the_more_the_fewer_hold_it() -> None:
    worths = [worth(5_000, holding) for holding in (0, 1, 10, 500, 5_000)]
    assert worths[0] == worths[1] == 1.0
    assert worths == sorted(worths, reverse=True)
    assert worths[-1] < 0.01


def test_in_a_handful_of_memories_a_word_tells_that_all_of_them_hold() -> None:
    assert worth(3, 3) == worth(FEWEST_DOCUMENTS, 3) > 0.7


def test_two_rare_words_are_enough_and_one_is_not() -> None:
    worths = {"linen": 1.0, "press": 0.9, "slow": 1.0}
    counting = dict.fromkeys(worths, 1.0)
    assert bears_on(["linen", "press"], worths, counting)
    assert not bears_on(["linen"], worths, counting)
    assert not bears_on(["linen", "linen", "the"], worths, counting)


def test_words_that_say_what_to_do_are_not_enough_by_themselves() -> None:
    worths = dict.fromkeys(("fix", "test", "file", "error"), PLAIN_SHARE)
    assert not bears_on(worths, worths, worths)
    assert bears_on([*worths, "press"], {**worths, "press": 1.0}, {**worths, "press": 1.0})


def test_common_words_are_not_enough_however_many() -> None:
    worths = dict.fromkeys("abcd", 0.3)
    assert not bears_on("abcd", worths, dict.fromkeys("abcd", 1.0))


def test_a_long_prompt_asks_for_more_up_to_a_bound() -> None:
    assert needed([1.0] * 3) == 1.5 < needed([1.0] * 4) < needed([1.0] * 5) == needed([1.0] * 50) == 2.0
