"""hippo inspect"""

from __future__ import annotations

import pytest

from tests.cli.commands.transcript import Transcript
from tests.support import Hippo, at


def test_what_a_person_reads(hippo: Hippo) -> None:
    say = Transcript(hippo)
    hippo.remember("the pump fails below -5 °C\n\nuse the heater", "--error", "--tag", "pump")
    say("inspect", "mem_0001")
    hippo("recall", "pump", "--session", "s1", now=at(days=1))
    hippo("outcome", "--good", "--session", "s1", now=at(days=1))
    hippo("edit", "0001", "--untag", "pump", "--untag", "error", "--pin", now=at(days=2), CLAUDECODE="1")
    say("inspect", "0001", now=at(days=3))
    hippo("forget", "0001", now=at(days=4))
    say("inspect", "mem_000100000000", now=at(days=5))
    say.matches("inspect")


def test_the_json_has_the_memory_its_strength_and_every_event(hippo: Hippo) -> None:
    memory_id = hippo.remember("the valve opens to the left", "--session", "s")
    hippo("recall", "valve", now=at(days=7))
    shown = hippo.json("inspect", memory_id, now=at(days=16))
    assert {name: shown[name] for name in ("scope", "strength", "effective_half_life_days", "fades_at", "tokens")} == {
        "scope": "local",
        "strength": 0.5,
        "effective_half_life_days": 9.0,
        "fades_at": "2031-04-18T09:32:11.286Z",
        "tokens": 6,
    }
    assert shown["mirror"] == f"episodic/the-valve-opens-to-the-left-{memory_id}.md"
    assert shown["events"] == [
        {
            "at": "2031-03-03T12:00:00Z",
            "kind": "remembered",
            "actor": {"name": "cli", "session": "s"},
            "before": {},
        },
        {
            "at": "2031-03-10T12:00:00Z",
            "kind": "recalled",
            "actor": {"name": "cli", "session": ""},
            "before": {"half_life_days": 7.0},
        },
    ]


@pytest.mark.parametrize("name", ["mem_0001", "0001", "MEM_0001", "mem_000100000000", "000100000000"])
def test_any_beginning_of_four_digits_is_an_id(hippo: Hippo, name: str) -> None:
    memory_id = hippo.remember("the valve opens to the left")
    assert hippo.json("inspect", name)["memory"]["id"] == memory_id


@pytest.mark.parametrize(
    "name", ["mem_", "000", "mem_000", "", "mem_0002", "valve", "0001 ", "mem_0001000000000", "x" * 999]
)
def test_what_names_no_memory_is_not_found(hippo: Hippo, name: str) -> None:
    hippo.remember("the valve opens to the left")
    ran = hippo("inspect", "--json", "--", name.rstrip() if name != "0001 " else "00 01")
    assert (ran.status, ran.error["code"]) == (3, "memory-not-found")
    assert len(ran.error["message"]) < 120


def test_an_id_that_begins_several_names_them_all(hippo: Hippo, monkeypatch: pytest.MonkeyPatch) -> None:
    ids = iter(("mem_abcd00000001", "mem_abcd00000002", "mem_abce00000003"))
    monkeypatch.setattr(hippo, "_new_id", lambda: next(ids))
    one, other, third = (hippo.remember(text) for text in ("one", "two", "three"))
    ran = hippo("inspect", "ABCD", "--json")
    assert (ran.status, ran.error["code"], ran.error["candidates"]) == (3, "ambiguous-id", [one, other])
    assert hippo("inspect", "abcd").err == (
        f"hippo: 'abcd' is the beginning of several ids: {one}, {other}\n  hint: type a few more characters\n"
    )
    assert hippo.json("inspect", "abce")["memory"]["id"] == third


def test_an_id_is_looked_for_in_both_stores(hippo: Hippo, monkeypatch: pytest.MonkeyPatch) -> None:
    ids = iter(("mem_abcd00000001", "mem_abcd00000002"))
    monkeypatch.setattr(hippo, "_new_id", lambda: next(ids))
    local, mine = hippo.remember("one"), hippo.remember("two", "--global")
    assert hippo.json("inspect", mine)["scope"] == "global"
    ran = hippo("inspect", "abcd", "--json")
    assert (ran.error["code"], ran.error["candidates"]) == ("ambiguous-id", [local, mine])
    assert hippo.json("inspect", "abcd", "--global")["memory"]["id"] == mine


def test_inspect_takes_one_id(hippo: Hippo) -> None:
    assert hippo("inspect").status == hippo("inspect", "a", "b").status == 2
