"""The same thing said again is the same memory."""

from __future__ import annotations

import pytest

from tests.support import Hippo, at

VALVE = "the valve opens to the left"


def texts(hippo: Hippo) -> list[str]:
    return [each["memory"]["text"] for each in hippo.json("list", "--all")]


@pytest.mark.parametrize(
    ("first", "again"),
    [
        (VALVE, f"  {VALVE} \n"),
        (VALVE, VALVE.replace(" ", "\t \n")),
        (VALVE, VALVE.replace(" ", "\u00a0")),
        (VALVE, "\ufeff" + VALVE),
        (VALVE, f"\x1b[1m{VALVE}\x1b[0m"),
        ("größe caf\u00e9", "gro\u0308ße cafe\u0301"),
        ("Ångström", "\u212bngström"),
        ("각", "\u1100\u1161\u11a8"),
    ],
)
def test_white_space_and_unicode_forms_make_no_other_text(hippo: Hippo, first: str, again: str) -> None:
    memory_id = hippo.remember(first)
    repeated = hippo.json("remember", again, now=at(days=1))
    assert (repeated["memory"]["id"], repeated["keeping"]) == (memory_id, "strengthened")
    assert len(texts(hippo)) == 1


@pytest.mark.parametrize(
    "other",
    [
        "The valve opens to the left",
        "the valve opens to the left.",
        "the valve opens to the ｌeft",
        "the valve opens to the left 1",
    ],
)
def test_case_signs_and_wide_letters_make_another_text(hippo: Hippo, other: str) -> None:
    assert hippo.remember(VALVE) != hippo.remember(other)


@pytest.mark.parametrize(("one", "other"), [("10²", "102"), ("½", "1/2"), ("port 7001", "port 7002"), ("①", "1")])
def test_different_values_are_never_one_memory(hippo: Hippo, one: str, other: str) -> None:
    hippo.remember(one)
    hippo.remember(other)
    assert sorted(texts(hippo)) == sorted([one, other])


def test_a_repeat_strengthens_and_wakes(hippo: Hippo) -> None:
    memory_id = hippo.remember(VALVE, "--pin")
    hippo("edit", memory_id, "--unpin")
    hippo("recall", "valve", now=at(days=1))
    hippo.json("sleep", now=at(days=32))
    assert hippo.inspect(memory_id, now=at(days=32))["confidence"] == "stale"
    after = hippo.json("remember", VALVE, now=at(days=33))["memory"]
    assert (after["confidence"], after["half_life_days"], after["retrieval_count"]) == ("observed", 11.0, 2)
    assert after["last_used_at"] == "2031-04-05T12:00:00Z"


def test_a_repeat_brings_along_what_is_said_beyond_the_text(hippo: Hippo) -> None:
    memory_id = hippo.remember(VALVE, "--tag", "pump", "--inferred")
    hippo("remember", VALVE, "--tag", "left", "--error", "--verified", "--pin")
    after = hippo.inspect(memory_id)
    assert after["tags"] == ["error", "left", "pump"]
    assert (after["confidence"], after["pinned"], after["half_life_days"]) == ("verified", True, 14.0)
    hippo("remember", VALVE, "--inferred")
    again = hippo.inspect(memory_id)
    assert (again["confidence"], again["pinned"], again["tags"]) == ("verified", True, after["tags"])


def test_what_a_repeat_brings_along_stands_in_the_history(hippo: Hippo) -> None:
    memory_id = hippo.remember(VALVE, "--tag", "pump")
    hippo("remember", VALVE, "--tag", "left", now=at(days=1))
    kinds = [(event["kind"], event["before"]) for event in hippo.inspect(memory_id)["events"][1:]]
    assert kinds == [("repeated", {"half_life_days": 7.0}), ("enriched", {"tags": ["pump"]})]


def test_a_repeat_is_flagged_when_the_door_has_learnt_to_see_it(hippo: Hippo, monkeypatch: pytest.MonkeyPatch) -> None:
    memory_id = hippo.remember(VALVE)
    with monkeypatch.context() as then:
        then.setattr("hippo.services.door.gives_orders", lambda text: "gives orders")
        hippo("remember", VALVE)
    assert hippo.inspect(memory_id)["flag"] == "gives orders"
    hippo("remember", VALVE)
    assert hippo.inspect(memory_id)["flag"] == "gives orders"


def test_an_archived_twin_is_restored(hippo: Hippo) -> None:
    memory_id = hippo.remember(VALVE)
    hippo("forget", memory_id)
    again = hippo.json("remember", VALVE, now=at(days=3))
    assert (again["memory"]["id"], again["keeping"], again["memory"]["state"]) == (memory_id, "restored", "live")
    assert (again["memory"]["archived_at"], again["memory"]["archived_reason"]) == (None, "")


def test_a_superseded_twin_is_not_taken_back(hippo: Hippo) -> None:
    old = hippo.remember("port 7001 is ours")
    hippo("supersede", old, "port 7002 is ours")
    again = hippo.json("remember", "port 7001 is ours")
    assert (again["keeping"], again["memory"]["id"] == old) == ("stored", False)
    assert hippo.inspect(old)["state"] == "superseded"


def test_a_live_twin_goes_before_an_archived_one(hippo: Hippo) -> None:
    archived, live = hippo.remember(VALVE), hippo.remember("something else")
    hippo("forget", archived)
    hippo("edit", live, "--text", VALVE)
    assert hippo.json("remember", VALVE)["memory"]["id"] == live
    assert hippo.inspect(archived)["state"] == "archived"


def test_texts_with_one_fingerprint_are_told_apart(hippo: Hippo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hippo.services.keeping.fingerprint", lambda text: 7)
    assert hippo.remember(VALVE) != hippo.remember("the pump is green")


def test_fifty_repeats_in_one_minute_count_as_a_handful(hippo: Hippo) -> None:
    for _ in range(50):
        memory_id = hippo.remember(VALVE)
    assert hippo.inspect(memory_id)["half_life_days"] <= 16


def test_each_store_has_its_own_twins(hippo: Hippo) -> None:
    local, mine = hippo.remember(VALVE), hippo.remember(VALVE, "--global")
    assert local != mine
