"""hippo conflicts, hippo resolve"""

from __future__ import annotations

import pytest

from tests.cli.commands.transcript import Transcript
from tests.support import Hippo, at

ALWAYS, NEVER = "always cache the parser", "never cache the parser"


@pytest.fixture
def divided(hippo: Hippo) -> Hippo:
    """A store in which two memories contradict each other, and sleep has noticed."""
    hippo.remember(NEVER)
    hippo.remember(ALWAYS, now=at(days=1))
    hippo("sleep", now=at(days=2))
    return hippo


def only(hippo: Hippo) -> str:
    """The id of the only open conflict."""
    (conflict,) = hippo.json("conflicts", now=at(days=2))
    return str(conflict["id"])


def states(hippo: Hippo) -> list[str]:
    return [hippo.inspect(each)["state"] for each in ("mem_0001", "mem_0002")]


def test_what_a_person_reads(hippo: Hippo) -> None:
    say = Transcript(hippo)
    say("conflicts")
    hippo.remember(NEVER)
    hippo.remember(ALWAYS, now=at(days=1))
    hippo("sleep", now=at(days=2))
    say("conflicts", now=at(days=3))
    say("recall", "cache parser", now=at(days=3))
    say("inspect", "mem_0001", now=at(days=3))
    say("resolve", "con_0003", now=at(days=3))
    say("resolve", "con_0003", "--both", "--keep", "mem_0001", now=at(days=3))
    say("resolve", "con_0009", "--both", now=at(days=3))
    say("resolve", "con_0003", "--keep", "mem_0009", now=at(days=3))
    say("resolve", "con_0003", "--keep", "mem_0002", now=at(days=3))
    say("conflicts", now=at(days=3))
    say("recall", "cache parser", "--superseded", now=at(days=3))
    say.matches("conflicts")


@pytest.mark.parametrize(("options", "lost"), [((), "superseded"), (("--forget",), "archived")])
def test_the_side_that_is_not_kept_goes_and_stays_reachable(
    divided: Hippo, options: tuple[str, ...], lost: str
) -> None:
    settled = divided.json("resolve", only(divided), "--keep", "mem_0002", *options, now=at(days=3))
    assert (settled["kept"]["id"], settled["lost"]["state"]) == ("mem_000200000000", lost)
    assert states(divided) == [lost, "live"]
    assert divided.json("conflicts") == []
    assert [hit["memory"]["text"] for hit in divided.json("recall", "parser")] == [ALWAYS]


def test_both_may_hold_and_settled_stays_settled(divided: Hippo) -> None:
    divided("resolve", only(divided), "--both", now=at(days=3))
    divided("sleep", now=at(days=4))
    assert divided.json("conflicts") == []
    assert states(divided) == ["live", "live"]


def test_an_open_conflict_rests_while_a_side_is_not_live(divided: Hippo) -> None:
    divided("forget", "mem_0001", now=at(days=3))
    assert [each["state"] for each in divided.inspect("mem_0002")["conflicts"]] == ["resting"]
    assert divided.json("conflicts") == []
    divided("restore", "mem_0001", now=at(days=3))
    assert [each["state"] for each in divided.inspect("mem_0002")["conflicts"]] == ["open"]


def test_what_a_decision_superseded_can_be_restored_and_then_it_is_open_again(divided: Hippo) -> None:
    divided("resolve", only(divided), "--keep", "mem_0002", now=at(days=3))
    assert divided("restore", "mem_0001", now=at(days=4)).status == 0
    assert states(divided) == ["live", "live"]
    assert "supersedes" not in divided.inspect("mem_0002")["ties"]
    divided("sleep", now=at(days=5))
    assert len(divided.json("conflicts")) == 1


def test_only_a_side_of_a_conflict_can_be_kept(divided: Hippo) -> None:
    other = divided.remember("the pump is green")
    ran = divided("resolve", only(divided), "--keep", other)
    assert (ran.status, ran.out) == (3, "")
    assert "is no side of con_" in ran.err
    assert "its sides are mem_000100000000 and mem_000200000000" in ran.err
    assert states(divided) == ["live", "live"]


def test_conflicts_of_the_users_store_are_shown_and_settled_too(hippo: Hippo) -> None:
    for text in (NEVER, ALWAYS):
        hippo.remember(text, "--global")
    hippo("sleep", "--global")
    (conflict,) = hippo.json("conflicts")
    assert conflict["scope"] == "global"
    assert "(global)" in hippo("conflicts").out
    assert hippo("resolve", conflict["id"], "--both").status == 0


@pytest.mark.parametrize(
    "options", [(), ("--keep",), ("--forget",), ("--both", "--forget"), ("--both", "--keep", "mem_0001")]
)
def test_a_word_is_needed_that_settles(divided: Hippo, options: tuple[str, ...]) -> None:
    assert divided("resolve", only(divided), *options).status == 2


@pytest.mark.parametrize("name", ["con_", "con_ffff", "mem_0001", "", "x"])
def test_what_names_no_conflict_is_not_found(divided: Hippo, name: str) -> None:
    assert divided("resolve", "--both", "--", name).status == 3
