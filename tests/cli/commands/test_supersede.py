"""hippo supersede, hippo decide, hippo invalidate"""

from __future__ import annotations

import pytest

from tests.cli.commands.transcript import Transcript
from tests.support import Hippo, at

VALVE = "the valve opens to the left"


def test_what_a_person_reads(hippo: Hippo) -> None:
    hippo.remember(VALVE, "--tag", "pump")
    hippo.remember("the pump is of steel", "--pin")
    say = Transcript(hippo)
    say("supersede", "mem_0001", "the", "valve opens to the right", now=at(days=1))
    say("inspect", "mem_0001", now=at(days=2))
    say("decide", "we keep sqlite", "--context", "one file is enough", now=at(days=2))
    say("decide", "we move to postgres", "--supersedes", "mem_0004", now=at(days=3))
    say("recall", "sqlite", "--superseded", now=at(days=3))
    say("invalidate", "opens to the right", "--dry-run", now=at(days=4))
    say("invalidate", "opens to the right", now=at(days=4))
    say("invalidate", "pump steel", now=at(days=4))
    say("invalidate", "zygote", now=at(days=4))
    say("invalidate", "!?", now=at(days=4))
    say("supersede", "mem_0003", "the valve opens to the right")
    say("supersede", "mem_0009", "x")
    say("supersede", "mem_0003", "")
    say("supersede", "mem_0003", "password=hunter2-Q9zz")
    say.matches("supersede")


def test_the_new_memory_takes_over_tags_and_pin(hippo: Hippo) -> None:
    old = hippo.remember(VALVE, "--tag", "pump", "--pin")
    done = hippo.json("supersede", old, "the valve opens to the right", now=at(days=1))
    assert (done["memory"]["tags"], done["memory"]["pinned"], done["old"]["state"]) == (["pump"], True, "superseded")
    assert hippo.inspect(old)["events"][-1]["before"] == {"state": "live", "by": done["memory"]["id"]}
    assert [hit["memory"]["id"] for hit in hippo.json("recall", "valve")] == [done["memory"]["id"]]
    assert [hit["memory"]["id"] for hit in hippo.json("recall", "valve", "--superseded")] == [old]


def test_a_superseded_memory_can_be_taken_back(hippo: Hippo) -> None:
    old = hippo.remember(VALVE)
    new = hippo.json("supersede", old, "the valve opens to the right")["memory"]["id"]
    assert hippo("restore", old, now=at(days=1)).status == 0
    assert [hippo.inspect(each)["state"] for each in (old, new)] == ["live", "live"]
    assert "supersedes" not in hippo.inspect(new)["ties"]


def test_a_memory_does_not_replace_itself(hippo: Hippo) -> None:
    old = hippo.remember(VALVE)
    ran = hippo("supersede", old, VALVE, "--json")
    assert (ran.status, ran.error["code"]) == (4, "refused")
    shown = hippo.inspect(old)
    assert (shown["state"], shown["retrieval_count"]) == ("live", 0)


def test_a_decision_lives_for_a_season_and_keeps_its_reason(hippo: Hippo) -> None:
    memory = hippo.json("decide", "we keep sqlite", "--context", "one file is enough")["memory"]
    assert memory["text"] == "we keep sqlite\n\nWhy: one file is enough"
    assert (memory["tags"], memory["half_life_days"]) == (["decision"], 90.0)


def test_a_memory_of_the_users_store_can_be_replaced_from_a_project(hippo: Hippo) -> None:
    old = hippo.remember("I like tea", "--global")
    for arguments in (("supersede", old, "I like coffee"), ("decide", "water it is", "--supersedes", "mem_0002")):
        assert hippo.json(*arguments)["scope"] == "global"
    assert [each["memory"]["text"] for each in hippo.json("list", "--global")] == ["water it is"]


def test_what_is_invalidated_is_stale_with_a_quarter_of_its_half_life(hippo: Hippo) -> None:
    memory_id = hippo.remember(VALVE)
    hippo("invalidate", "valve", now=at(days=1))
    shown = hippo.inspect(memory_id)
    assert (shown["confidence"], shown["half_life_days"], shown["state"]) == ("stale", 1.75, "live")
    assert shown["events"][-1]["before"] == {"confidence": "observed", "half_life_days": 7.0, "pattern": "valve"}


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("webpack config", ["our Webpack config"]),
        ("config webpack", ["the config of webpack", "our Webpack config"]),
        ("WEBPACK", ["the config of webpack", "our Webpack config"]),
        ("pack", []),
    ],
)
def test_an_exact_phrase_goes_before_its_words(hippo: Hippo, pattern: str, found: list[str]) -> None:
    for text in ("our Webpack config", "the config of webpack", "configure it"):
        hippo.remember(text)
    done = hippo.json("invalidate", pattern, "--dry-run")
    assert [memory["text"] for memory in done["memories"]] == found


def test_a_dry_run_of_invalidate_writes_nothing(hippo: Hippo) -> None:
    memory_id = hippo.remember(VALVE)
    before = hippo.inspect(memory_id)
    assert [memory["id"] for memory in hippo.json("invalidate", "valve", "--dry-run")["memories"]] == [memory_id]
    assert hippo.inspect(memory_id) == before
