from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core.consolidation.quantities import read_values
from hippo.core.consolidation.statement import read
from hippo.core.consolidation.tokens import tokens
from hippo.core.consolidation.values import Value, ValueKind, exclude, same


def values(text: str) -> list[Value]:
    return list(read_values(tokens(text))[0])


def only(text: str) -> Value:
    (found,) = values(text)
    return found


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("60 s", "1 min"),
        ("1024 KB", "1 MB"),
        ("1,000 rows", "1000 rows"),
        ("10k rows", "10,000 rows"),
        ("100/min", "100 requests per minute"),
        ("10 req/s", "10 requests per second"),
        ("10 rps", "10 rps"),
        ("two approvals", "2 approvals"),
        ("half a minute", "30 seconds"),
        ("daily", "every 24 hours"),
        ("every minute", "every 60 seconds"),
        ("never more than 2 replicas", "at most 2 replicas"),
        ("no less than 3 nodes", "at least 3 nodes"),
        ("up to 5 retries", "no more than 5 retries"),
        ("3 or more nodes", "at least 3 nodes"),
        ("at noon", "at 12:00"),
        ("at 9 pm", "at 21:00"),
        ("v2.1.3", "2.1.3"),
    ],
)
def test_one_value_in_two_notations_is_one_value(one, other):
    assert same(only(one), only(other))
    assert not exclude(only(one), only(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("60 s", "2 min"),
        ("metrics on :9090", "metrics on :9100"),
        ("half an hour", "half a day"),
        ("100/min", "100/h"),
        ("port 7001", "port 7002"),
        ("listens on 7001", "listens on port 7002"),
        ("Python 3.8", "Python 3.9"),
        ("protobuf 3.20", "protobuf 4.25"),
        ("at least 3 nodes", "never more than 2 nodes"),
        ("2 or fewer nodes", "more than 4 nodes"),
        ("MODE=fast", "MODE=slow"),
        ("at 9:30", "at 10:00"),
        ("2024-01-02", "2024-01-03"),
        ("twice", "3 times"),
        ("above 80%", "above 95%"),
    ],
)
def test_values_that_cannot_both_be_exclude_each_other(one, other):
    assert exclude(only(one), only(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("60 s", "60 MB"),
        ("30", "30 s"),
        ("30", "60 s"),
        ("Python 3.8", "Node 18"),
        ("up to 200 items", "50 items"),
        ("at least 2 nodes", "5 nodes"),
        ("port 7001", "7001 rows"),
        ("A=1", "B=2"),
    ],
)
def test_values_of_different_things_or_within_bounds_do_not(one, other):
    assert not exclude(only(one), only(other))


def test_a_limit_makes_a_number_a_bound():
    (bound,) = read("the limit is 5").values
    assert bound.comparator == "<="
    (least,) = read("the minimum is 5").values
    assert least.comparator == ">="


def test_what_is_no_number_is_not_read_as_one():
    assert values("the new one ends here, one by one") == []
    assert values("run it once more") == []
    assert values("rounds half up") == []
    assert values('he said "use two workers"') == []


def test_numbered_things_are_names():
    assert only("step 2 runs").kind is ValueKind.NAME
    assert only("shard 3").amount == "shard 3"


def test_hashes_and_tickets_have_no_value():
    assert values("see 4f2a9c1 and #123 and ABC-42") == []


@given(st.text(max_size=60))
def test_any_text_can_be_read_for_values(text):
    for each in values(text):
        assert same(each, each)
        assert not exclude(each, each)


@given(st.integers(1, 10**6), st.integers(1, 10**6))
def test_two_numbers_exclude_each_other_exactly_if_they_differ(one, other):
    assert exclude(only(f"{one} rows"), only(f"{other} rows")) == (one != other)
