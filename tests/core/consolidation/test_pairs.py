from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core.consolidation.pairs import Relation, Verdict, conflict_between, judge
from hippo.core.consolidation.statement import LONGEST_STATEMENT, read
from hippo.core.consolidation.weights import Weights
from tests.core.consolidation import pair_samples as samples

NEUTRAL = {Relation.RELATED, Relation.UNRELATED}
EVERY_PAIR = [
    pair
    for block in (samples.CONTRADICTIONS, samples.UPDATES, samples.DUPLICATES, samples.OTHERS)
    for pair in samples.pairs(block)
]


def verdict(one: str, other: str) -> Verdict:
    return judge(read(one), read(other), Weights())


@pytest.mark.parametrize(("one", "other"), samples.pairs(samples.CONTRADICTIONS))
def test_what_cannot_both_hold_is_a_contradiction_with_a_reason(one, other):
    found = verdict(one, other)
    assert found.relation is Relation.CONTRADICTION
    assert found.reason
    assert found.apart


@pytest.mark.parametrize(("one", "other"), samples.pairs(samples.UPDATES))
def test_a_report_of_a_change_replaces_the_fact_it_meets(one, other):
    found = verdict(one, other)
    assert found.relation is Relation.UPDATE
    assert found.newer == 1
    assert verdict(other, one).newer == 0


@pytest.mark.parametrize(("one", "other"), samples.pairs(samples.DUPLICATES))
def test_what_is_said_twice_is_a_duplicate(one, other):
    assert verdict(one, other).relation is Relation.DUPLICATE


@pytest.mark.parametrize(("one", "other"), samples.pairs(samples.OTHERS))
def test_what_may_both_hold_is_left_alone(one, other):
    assert verdict(one, other).relation in NEUTRAL


@pytest.mark.parametrize(("one", "other"), EVERY_PAIR)
def test_the_order_of_two_texts_changes_nothing(one, other):
    there, back = verdict(one, other), verdict(other, one)
    assert (there.relation, there.rule, there.apart) == (back.relation, back.rule, back.apart)
    assert there.similarity == back.similarity


@given(st.sampled_from(EVERY_PAIR), st.sampled_from(EVERY_PAIR))
def test_texts_of_different_pairs_do_not_clash_unless_they_say_so_in_the_same_words(one, other):
    if one != other:
        found = verdict(one[0], other[1])
        assert found.relation in NEUTRAL or found.similarity >= 0.15


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_two_texts_can_be_judged(one, other):
    assert 0.0 <= verdict(one, other).similarity <= 1.0


def test_the_reason_of_a_contradiction_shows_both_values():
    found = verdict("The API rate limit is 100/min", "The API rate limit is 500/min")
    assert found.reason == "gives another number: 100/min, 500/min"
    assert verdict("Lint with eslint", "Lint with biome").reason == "names another: eslint, biome"
    assert verdict("strict mode is on", "strict mode is off").reason == "says the opposite: on, off"
    assert verdict("Rebase before merging", "Rebase after merging").reason == "says the opposite: before, after"


def test_a_text_as_long_as_a_document_is_no_twin_and_no_rival():
    long = "The cache is shared. " * (LONGEST_STATEMENT // 20)
    assert verdict(long, long).relation is Relation.RELATED
    assert verdict(long, long.replace("is", "is not", 1)).relation is Relation.RELATED


def test_look_alikes_with_other_values_must_not_stand_in_one_pattern():
    assert verdict("worker 3 restarted after 20 s", "worker 4 restarted after 20 s").apart
    assert verdict("the export took 31 s and failed", "the export took 47 s and failed").apart
    assert not verdict("the export failed again on Monday", "the export failed, a retry helped").apart


def test_a_new_text_is_compared_with_a_known_one_at_once():
    found = conflict_between("the proxy timeout is 30 s", "the proxy timeout is 60 s")
    assert found is not None
    assert found.reason == "gives another number: 30s, 60s"
    assert conflict_between("the proxy timeout is 30 s", "the proxy is written in Go") is None
    update = conflict_between("the proxy timeout is now 30 s", "the proxy timeout is 60 s")
    assert update is not None
    assert update.relation is Relation.UPDATE


def test_a_report_goes_on_where_the_last_one_ended():
    first, second = "The timeout was raised from 5 s to 20 s", "The timeout was raised from 20 s to 60 s"
    assert verdict(first, second).relation is Relation.UPDATE
    assert verdict(first, second).newer == 1
    assert verdict(second, first).newer == 0
    apart = verdict("The timeout is now 5 s", "The timeout is now 9 s")
    assert apart.relation is Relation.CONTRADICTION


def test_a_report_on_another_case_or_with_nothing_of_its_own_replaces_nothing():
    on_case = verdict("the cache of the gateway is on when the queue is full", "the cache of the gateway is on")
    assert on_case.relation in NEUTRAL
    fact = "the cache of the gateway is off when the disk of the worker is full"
    assert verdict("the gateway cache was moved to the worker", fact).relation in NEUTRAL
    assert verdict("the gateway cache has been moved", "the gateway cache is new").relation in NEUTRAL


def test_now_with_much_of_its_own_speaks_of_something_else():
    report = "mails now go through Postmark with a signed template from Anna on Fridays in Oslo"
    assert verdict("mails go through SendGrid", report).relation in NEUTRAL


def test_opposite_words_in_texts_that_are_hardly_alike_contradict_nothing():
    long = "the cache of the gateway is disabled on the edge node of the cluster"
    assert verdict("the cache is enabled", long).relation in NEUTRAL
    assert verdict("the timeout is 5 s", "the timeout of the gateway in the edge cluster is 9 s").relation in NEUTRAL


def test_events_and_log_lines_do_not_contradict_each_other():
    assert verdict("fix: raise the limit to 5", "fix: raise the limit to 7").relation in NEUTRAL
    assert verdict("ERROR: took 5 s", "ERROR: took 9 s").relation in NEUTRAL
    assert verdict("Start version 3.1.2", "Start version 3.1.3").relation in NEUTRAL


def test_what_differs_in_a_ticket_or_a_hash_is_no_duplicate():
    assert verdict("see ticket #12 for the crash", "see ticket #13 for the crash").relation is not Relation.DUPLICATE
    assert verdict("see ticket #12 for the crash", "See ticket #12 for the crash.").relation is Relation.DUPLICATE


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("edge functions see the request", "functions see the request"),
        ("the parser reads YAML files", "the parser reads YAML and TOML files"),
        ("add Node 13 to the test matrix", "remove Node 13 from the test matrix"),
        (
            "the nightly export of the billing archive writes compressed rows to the bucket",
            "the nightly export of the billing archive writes compressed rows to the bucket in Ireland",
        ),
        (
            "the nightly export of the billing archive writes compressed rows to the bucket",
            "the nightly export of the billing archive writes compressed rows and columns to the bucket",
        ),
        (
            "the nightly export of the billing archive writes compressed rows to the bucket",
            "the nightly export of the billing archive writes compressed rows to the replicated bucket",
        ),
        ("rounding is half up", "rounding is half even"),
        (
            "retry the upload of the report, and retry the import of the report",
            "retry the upload of the report, and do not retry the import of the report",
        ),
        ("the release of the tool works", "the insecure release of the tool works"),
        ("der Cache ist geteilt", "der Cache ist nicht geteilt"),
        ("the raid on the depot failed", "the failed raid on the depot succeeded"),
        ("what is not slow is fine", "what is fast is fine"),
        ("缓存已启用", "缓存未启用"),
        ("端口是7001", "端口是7002"),
    ],
)
def test_texts_that_differ_in_one_thing_are_not_folded(one, other):
    assert verdict(one, other).relation is not Relation.DUPLICATE
