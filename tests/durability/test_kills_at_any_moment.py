"""Killed in the middle of a step, as by a loss of power: no write is so small that it cannot be cut."""

from __future__ import annotations

import random
import time

import pytest

from tests.durability.killing import Sample, Victims, sound
from tests.support import at

#: Kills of each command (chosen: a second each).
KILLS = 15
COMMANDS = {
    "remember": ("remember", "the tea is in the cupboard"),
    "sleep": ("sleep",),
    "backup": ("backup",),
    "sync": ("sync",),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_whenever_it_is_killed(victims: Victims, sample: Sample, acknowledged: dict[str, str], name: str) -> None:
    started = time.perf_counter()
    assert victims.run(sample.copy(), *COMMANDS[name], now=at(days=40)).status == 0
    longest = time.perf_counter() - started
    chance = random.Random(name)
    for _ in range(KILLS):
        hippo = sample.copy()
        victims.run(hippo, *COMMANDS[name], now=at(days=40), alarm=chance.uniform(1e-5, longest))
        sound(hippo, acknowledged)
