"""hippo status"""

from __future__ import annotations

from tests.cli.commands.transcript import Transcript
from tests.support import Hippo, at


def test_what_a_person_reads(hippo: Hippo) -> None:
    say = Transcript(hippo)
    say("status")
    for number, text in enumerate(
        ("valve left", "green pump", "cold tea", "red gate", "old key", "new roof", "wet cellar")
    ):
        hippo.remember(text, now=at(hours=number))
    hippo.remember("a line that is much too long to be shown whole in a list of what fades next", "--tag", "decision")
    hippo.remember("never deploy on Fridays", "--pin")
    hippo.remember("I like tea", "--global")
    hippo("forget", "mem_0001")
    hippo("sleep", now=at(days=7, hours=1))
    say("status", now=at(days=8))
    say("status", "--global", now=at(days=8))
    say.matches("status")


def test_the_json_counts_by_layer_and_state(hippo: Hippo) -> None:
    first = hippo.remember("the valve opens to the left")
    hippo.remember("größe", "--pin")
    gone = hippo.remember("the pump is green")
    hippo("forget", gone)
    (store,) = hippo.json("status")["stores"]
    assert store["scope"] == "local"
    assert store["folder"] == str(hippo.store_folder)
    assert (store["live"], store["pinned"], store["stale"], store["last_sleep"]) == (2, 1, 0, None)
    assert store["counts"] == [
        {"layer": "episodic", "state": "archived", "count": 1},
        {"layer": "episodic", "state": "live", "count": 2},
    ]
    assert store["text_bytes"] == len("the valve opens to the left" + "größe" + "the pump is green") + 2
    assert store["database_bytes"] > 10_000
    assert store["fading"] == []
    (store,) = hippo.json("status", now=at(days=8))["stores"]
    assert [each["memory"]["id"] for each in store["fading"]] == [first]
    assert store["fading"][0]["due_at"] == "2031-03-17T12:00:00Z"


def test_both_stores_are_shown_together(hippo: Hippo) -> None:
    hippo.remember("I like tea", "--global")
    assert [store["scope"] for store in hippo.json("status")["stores"]] == ["local", "global"]
    assert [store["scope"] for store in hippo.json("status", "--global")["stores"]] == ["global"]


def test_looking_strengthens_nothing(hippo: Hippo) -> None:
    memory_id = hippo.remember("the valve opens to the left")
    before = hippo.inspect(memory_id)
    for command in ("status", "list", "context", "inspect"):
        hippo(command, *([memory_id] if command == "inspect" else []), now=at(days=3))
    assert hippo.inspect(memory_id) == before


def test_without_a_store_there_is_nothing_to_show(nowhere: Hippo) -> None:
    ran = nowhere("status", "--json")
    assert (ran.status, ran.error["code"]) == (5, "no-store")
