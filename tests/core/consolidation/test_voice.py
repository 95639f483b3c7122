from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core.consolidation.tokens import tokens
from hippo.core.consolidation.voice import active_order


def in_order(text: str) -> str:
    found = tokens(text)
    return " ".join(found[at].text for at in active_order(found))


@pytest.mark.parametrize(
    ("passive", "active"),
    [
        ("Releases are approved by Dana", "by Dana are approved Releases"),
        ("The queue is cleared by Tom in June", "by Tom is cleared The queue in June"),
        ("In CI the cache is disabled", "In CI is disabled the cache"),
        ("Every night the ledger is copied", "Every night is copied the ledger"),
        ("after the file is edited", "after is edited the file"),
    ],
)
def test_a_passive_clause_is_read_as_agent_verb_subject(passive, active):
    assert in_order(passive) == active


@pytest.mark.parametrize(
    "text", ["The cache is shared memory now", "that is how it is", "In CI caches are cleared", "it is not always now"]
)
def test_a_clause_without_a_sure_subject_and_participle_stays_as_it_is(text):
    assert sorted(in_order(text).split()) == sorted(text.split())


def test_what_is_done_by_hand_has_no_agent():
    assert in_order("The files are edited by hand") == "are edited The files by hand"


@given(st.text(alphabet="aeis by.,edthr", max_size=60))
def test_no_word_is_lost_or_doubled(text):
    found = tokens(text)
    assert sorted(active_order(found)) == list(range(len(found)))
