"""hippo outcome"""

from __future__ import annotations

import pytest

from tests.cli.commands.transcript import Transcript
from tests.support import Hippo, at


def test_what_a_person_reads(hippo: Hippo) -> None:
    hippo.remember("the valve opens to the left")
    hippo.remember("the pump is green")
    say = Transcript(hippo)
    say("outcome", "--good")
    say("recall", "valve", now=at(days=1))
    say("outcome", "--good", now=at(days=1))
    say("outcome", "--good", now=at(days=1))
    say("outcome", "--bad", now=at(days=1))
    say("outcome", "--bad", "--id", "0002", "--id", "0001", now=at(days=1))
    say("outcome", "--bad", "--id", "mem_0009")
    say("outcome")
    say("outcome", "--good", "--bad")
    say.matches("outcome")


def test_the_json_tells_every_memory_that_was_judged(hippo: Hippo) -> None:
    memory_id = hippo.remember("the valve opens to the left")
    (judged,) = hippo.json("outcome", "--good", "--id", memory_id)
    assert (judged["memory"]["good"], judged["memory"]["bad"], judged["changed"]) == (1, 0, True)
    assert judged["effective_half_life_days"] == pytest.approx(7 * (1 + 0.5 / 3), abs=1e-6)


def test_the_session_of_the_agent_is_the_one_that_is_judged(hippo: Hippo) -> None:
    valve, pump = hippo.remember("the valve opens to the left"), hippo.remember("the pump is green")
    hippo("recall", "valve", HIPPO_SESSION="a")
    hippo("recall", "pump", "--session", "b", HIPPO_SESSION="a")
    hippo("outcome", "--good", HIPPO_SESSION="a")
    hippo("outcome", "--bad", CLAUDE_CODE_SESSION_ID="b")
    assert [hippo.inspect(each)[vote] for each in (valve, pump) for vote in ("good", "bad")] == [1, 0, 0, 1]


@pytest.mark.parametrize("options", [(), ("--good", "--bad"), ("good",), ("--id", "mem_0001")])
def test_one_verdict_is_needed(hippo: Hippo, options: tuple[str, ...]) -> None:
    hippo.remember("the valve opens to the left")
    assert hippo("outcome", *options).status == 2
