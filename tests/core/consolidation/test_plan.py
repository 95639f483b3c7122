from __future__ import annotations

import random
from itertools import pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hippo.core.consolidation.clusters import MOST
from hippo.core.consolidation.outcome import Consolidation, Pattern
from hippo.core.consolidation.plan import MOST_CONFLICTS, plan_consolidation
from hippo.core.memory import Layer, Origin, State
from hippo.core.value import replace
from tests.core.consolidation import pair_samples as samples
from tests.core.consolidation.stores import START, Store, memory, store

LEAK = (
    "the thumbnail worker leaked file handles after each upload",
    "close the file handle in thumbnail.py, the upload worker leaked it",
    "file handles of the thumbnail worker ran out, restart it after 500 uploads",
)
SENTENCES = [
    text
    for block in (samples.CONTRADICTIONS, samples.UPDATES, samples.DUPLICATES, samples.OTHERS)
    for pair in samples.pairs(block)
    for text in pair
] + list(LEAK)


def test_an_empty_store_needs_nothing():
    assert plan_consolidation([]) == Consolidation()
    assert not Consolidation().changes_anything


def test_a_younger_report_replaces_the_fact():
    plan = plan_consolidation(store(["CI runs on Jenkins", "CI was moved from Jenkins to GitHub Actions"]))
    (update,) = plan.updates
    assert (update.old_id, update.new_id) == ("mem_000000000000", "mem_000000000001")
    assert update.reason
    assert plan.changes_anything


@pytest.mark.parametrize("fields", [{"place": 9}, {"place": 0, "pinned": True}])
def test_a_report_older_than_the_fact_or_against_a_pinned_one_is_a_conflict(fields):
    place = fields.pop("place")
    fact = memory("CI runs on Jenkins", place, **fields)
    plan = plan_consolidation([fact, memory("CI was moved from Jenkins to GitHub Actions", 5)])
    assert not plan.updates
    assert len(plan.conflicts) == 1


def test_the_date_of_the_source_counts_before_that_of_the_note():
    told = Origin(kind="cli", happened_at=START)
    report = memory("CI was moved from Jenkins to GitHub Actions", 9, origin=told)
    assert not plan_consolidation([memory("CI runs on Jenkins", 5), report]).updates


def test_twins_fold_into_the_pinned_else_the_oldest():
    texts = ["Don't use wildcard imports", "Avoid wildcard imports", "avoid  wildcard imports"]
    (folding,) = plan_consolidation(store(texts)).duplicates
    assert folding.keep_id == "mem_000000000000"
    assert len(folding.folded_ids) == 2
    pinned = [memory(texts[0], 0), memory(texts[1], 1, pinned=True)]
    assert plan_consolidation(pinned).duplicates[0].keep_id == "mem_000000000001"


def test_two_pinned_twins_are_both_kept():
    assert not plan_consolidation([memory("use tabs", 0, pinned=True), memory("use tabs", 1, pinned=True)]).duplicates


def test_a_thousand_copies_are_one_memory():
    (folding,) = plan_consolidation(store(["the deploy failed, the disk was full"] * 1000)).duplicates
    assert len(folding.folded_ids) == 999


def test_a_folded_copy_follows_its_twin():
    texts = ["Configuration is read from config.yml", "The config is read from config.yml"]
    (folding,) = plan_consolidation(store([texts[0], texts[1], texts[1]])).duplicates
    assert folding.folded_ids == ("mem_000000000001", "mem_000000000002")


def test_both_sides_of_a_conflict_stay():
    plan = plan_consolidation(store(["strict mode is on", "strict mode is off"]))
    (conflict,) = plan.conflicts
    assert conflict.one_id < conflict.other_id
    assert (plan.updates, plan.duplicates, plan.patterns) == ((), (), ())


def test_a_settled_pair_is_not_raised_again():
    stored = store(["strict mode is on", "strict mode is off"])
    settled = [frozenset(each.id for each in stored)]
    assert not plan_consolidation(stored, settled=settled).conflicts


@pytest.mark.parametrize(
    "texts",
    [
        [f"the gateway timeout is {number} s" for number in range(60)],
        [f"sample fact number {number} with plain words" for number in range(30)],
        [f"the mirror is hosted in {city}" for city in ("oslo", "bern", "rome", "lima")],
        [f"reports are sent on {day}" for day in ("Monday", "Wednesday", "Friday")],
    ],
)
def test_three_values_in_the_same_words_are_a_series_and_no_contradictions(texts):
    known = Store(store(texts))
    plan = plan_consolidation(known.live())
    assert not plan.conflicts
    assert not plan.duplicates
    known.carry_out(plan)
    assert not plan_consolidation(known.live(), known.known(), settled=known.settled).conflicts


def test_two_values_in_the_same_words_contradict_each_other_beside_a_series_of_others():
    texts = [f"the mirror is hosted in {city}" for city in ("oslo", "bern", "rome")]
    plan = plan_consolidation(store([*texts, "the proxy timeout is 5 s", "the proxy timeout is 9 s"]))
    assert [each.rule for each in plan.conflicts] == ["value"]


def test_a_memory_takes_part_in_few_conflicts():
    stored = store(["strict mode is on", "strict mode is off"])
    settled = [frozenset((stored[0].id, f"mem_{place:012x}")) for place in range(50, 50 + MOST_CONFLICTS)]
    assert plan_consolidation(stored, settled=settled[1:]).conflicts
    assert not plan_consolidation(stored, settled=settled).conflicts


def test_what_fails_on_several_days_becomes_a_pattern():
    texts = [f"uploads of kappa fail on {day} because the quota is full" for day in ("tuesday", "friday", "sunday")]
    plan = plan_consolidation(store(texts))
    assert not plan.conflicts
    assert len(plan.patterns) == 1


CHAIN = (
    "Queue depth limit is 100 jobs",
    "Queue depth limit was raised to 250 jobs",
    "Queue depth limit was raised from 250 jobs to 900 jobs",
    "Queue depth limit was raised from 900 jobs to 1500 jobs",
)


@pytest.mark.parametrize("places", list(permutations(range(len(CHAIN)))))
def test_a_chain_of_reports_ends_at_the_newest_whatever_the_ids(places):
    known = Store(
        replace(memory(text, at), id=f"mem_{place:012x}")
        for at, (text, place) in enumerate(zip(CHAIN, places, strict=True))
    )
    plan = plan_consolidation(known.live())
    ids = [f"mem_{place:012x}" for place in places]
    assert [(each.old_id, each.new_id) for each in plan.updates] == list(pairwise(ids))
    assert plan.updates[0].reason == "gives a new number: 100, now 250"
    known.carry_out(plan)
    assert [each.text for each in known.live()] == [CHAIN[-1]]
    assert not plan_consolidation(known.live(), known.known(), settled=known.settled).changes_anything


def test_a_chain_is_the_same_when_it_is_slept_over_at_every_link():
    known = Store([])
    made: list[tuple[str, str]] = []
    for each in store(CHAIN):
        known.memories[each.id] = each
        plan = plan_consolidation(known.live(), known.known(), settled=known.settled)
        made += [(update.old_id, update.new_id) for update in plan.updates]
        known.carry_out(plan)
    assert made == [(each.old_id, each.new_id) for each in plan_consolidation(store(CHAIN)).updates]


def test_a_report_that_skips_a_link_gives_the_value_it_ends_at():
    plan = plan_consolidation(store([CHAIN[0], CHAIN[2]]))
    assert [each.reason for each in plan.updates] == ["gives a new number: 100, now 900"]


def test_three_related_episodes_become_a_pattern_with_their_facts_and_dates():
    (pattern,) = plan_consolidation(store([*LEAK, "the office plants need water"])).patterns
    assert pattern.member_ids == ("mem_000000000000", "mem_000000000001", "mem_000000000002")
    assert "thumbnail.py" in pattern.text
    assert "500" in pattern.text
    assert (pattern.last_at - pattern.first_at).days == 2
    assert pattern.first_at == START


def test_only_live_unflagged_episodes_become_patterns():
    for fields in ({"layer": Layer.SEMANTIC}, {"flag": "orders"}, {"state": State.ARCHIVED}):
        stored = [memory(LEAK[0], 0), memory(LEAK[1], 1), memory(LEAK[2], 2, **fields)]
        assert not plan_consolidation(stored).patterns


def test_a_member_that_contradicts_the_others_is_left_out_and_named():
    texts = [
        "always set a deadline of 3 s on calls to the quota service",
        "the quota service hung, a deadline of 3 s on the calls helped",
        "calls to the quota service without a deadline block the pool, set 3 s",
        "always set a deadline of 9 s on calls to the quota service",
    ]
    (pattern,) = plan_consolidation(store(texts)).patterns
    assert pattern.member_ids == tuple(each.id for each in store(texts)[:3])
    (left,) = pattern.left_out
    assert left.memory_id == "mem_000000000003"
    assert left.reason


def test_known_texts_that_contradict_each_other_do_not_meet_in_the_pattern_of_a_new_one():
    texts = [
        "always set a deadline of 3 s on calls to the quota service",
        "always set a deadline of 9 s on calls to the quota service",
        "the quota service hung, a deadline on the calls helped",
        "calls to the quota service block the pool, set a deadline",
    ]
    (pattern,) = plan_consolidation(store(texts), fresh=["mem_000000000002", "mem_000000000003"]).patterns
    assert not {"mem_000000000000", "mem_000000000001"} <= set(pattern.member_ids)
    assert len(pattern.member_ids) == 3


def test_a_pattern_of_many_episodes_stays_readable():
    places = "attic basement cellar dock exit foyer garage hall kitchen lobby office porch quay roof shed".split()
    texts = [f"the thumbnail worker leaked file handles near the {a} {b}" for a in places[:8] for b in places[8:14]]
    plan = plan_consolidation(store(texts))
    assert max(len(pattern.member_ids) for pattern in plan.patterns) <= MOST
    stored = store(f"{LEAK[0]} near the {number}th door" for number in range(MOST + 1))
    full = Pattern(
        memory=memory("leaks", 900, layer=Layer.SEMANTIC),
        member_ids=tuple(each.id for each in stored[:MOST]),
        sources=tuple(stored[:MOST]),
    )
    assert not plan_consolidation(stored, [full]).rewritings


def test_what_was_learnt_from_commits_contradicts_nothing():
    stored = [
        memory(text, place, origin=Origin(kind="git")) for place, text in enumerate(["use tabs", "never use tabs"])
    ]
    assert not plan_consolidation(stored).conflicts


def slept(texts) -> Store:
    known = Store(store(texts))
    known.carry_out(plan_consolidation(known.live(), known.known(), settled=known.settled))
    return known


def test_a_later_episode_joins_the_pattern_it_belongs_to():
    known = slept(LEAK)
    late = memory("the thumbnail worker leaked file handles again on upload", 90)
    known.memories[late.id] = late
    plan = plan_consolidation(known.live(), known.known(), fresh=[late.id])
    (rewriting,) = plan.rewritings
    assert rewriting.joined_ids == (late.id,)
    assert len(rewriting.member_ids) == 4
    assert rewriting.last_at == late.created_at
    assert not plan.patterns


def test_a_superseded_or_purged_source_rewrites_its_pattern():
    for state in (State.SUPERSEDED, None):
        known = slept(LEAK)
        if state is None:
            del known.memories["mem_000000000001"]
        else:
            known.memories["mem_000000000001"] = replace(known.memories["mem_000000000001"], state=state)
        (rewriting,) = plan_consolidation(known.live(), known.known()).rewritings
        assert rewriting.gone_ids == ("mem_000000000001",)
        assert "thumbnail.py" not in rewriting.text


def test_a_pattern_keeps_what_its_archived_sources_say():
    known = slept(LEAK)
    for each in LEAK:
        place = LEAK.index(each)
        known.memories[f"mem_{place:012x}"] = replace(known.memories[f"mem_{place:012x}"], state=State.ARCHIVED)
    assert not plan_consolidation(known.live(), known.known()).changes_anything


def test_the_text_a_person_gave_a_pattern_stays():
    known = slept(LEAK)
    (pattern_id,) = known.patterns
    own = replace(known.patterns[pattern_id].memory, text="close your files")
    known.patterns[pattern_id] = replace(known.patterns[pattern_id], memory=own)
    late = memory("the thumbnail worker leaked file handles again on upload", 90)
    (rewriting,) = plan_consolidation([*known.live(), late], known.known()).rewritings
    assert rewriting.text == "close your files"


def test_a_pattern_whose_sources_are_all_gone_keeps_its_text():
    known = slept(LEAK)
    for place in range(3):
        del known.memories[f"mem_{place:012x}"]
    (rewriting,) = plan_consolidation(known.live(), known.known()).rewritings
    assert rewriting.member_ids == ()
    assert rewriting.text
    assert rewriting.first_at is None


def test_only_what_is_fresh_is_compared():
    stored = store(["strict mode is on", "strict mode is off"])
    assert not plan_consolidation(stored, fresh=[]).conflicts
    assert plan_consolidation(stored, fresh=[stored[1].id]).conflicts


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from(SENTENCES), max_size=14), st.randoms(use_true_random=False))
def test_the_order_of_the_memories_changes_nothing(texts, chance: random.Random):
    stored = store(texts)
    shuffled = stored[:]
    chance.shuffle(shuffled)
    assert plan_consolidation(stored) == plan_consolidation(shuffled)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from(SENTENCES), max_size=14))
def test_a_second_consolidation_changes_nothing(texts):
    known = slept(texts)
    assert not plan_consolidation(known.live(), known.known(), settled=known.settled).changes_anything


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from(SENTENCES), max_size=14))
def test_every_text_is_live_or_has_one_that_says_so(texts):
    known = Store(store(texts))
    plan = plan_consolidation(known.live())
    gone = {each for folding in plan.duplicates for each in folding.folded_ids} | {each.old_id for each in plan.updates}
    kept = {folding.keep_id for folding in plan.duplicates} | {each.new_id for each in plan.updates}
    assert kept.isdisjoint({each for folding in plan.duplicates for each in folding.folded_ids})
    assert gone <= known.memories.keys()
    for pattern in plan.patterns:
        assert gone.isdisjoint(pattern.member_ids)
        for conflict in plan.conflicts:
            assert not {conflict.one_id, conflict.other_id} <= set(pattern.member_ids)
