"""How work grows with its input: a bound that holds on any machine, where seconds would not."""

from __future__ import annotations

import time
from collections.abc import Callable

#: Runs of which the least counts: what else the machine does only adds.
_RUNS = 3
#: Four times the input may cost so much more (a square would be sixteen times), and what a clock cannot tell apart.
_MOST_TIMES = 10
_NOISE_SECONDS = 0.03


def reads_linearly(read: Callable[[str], object], text: str) -> bool:
    """Whether a text costs no more than in proportion to its first quarter."""
    return is_linear(lambda: read(text[: len(text) // 4]), lambda: read(text))


def is_linear(quarter: Callable[[], object], whole: Callable[[], object]) -> bool:
    """Whether the whole of some work costs no more than in proportion to a quarter of it."""
    return _cost(whole) <= _MOST_TIMES * _cost(quarter) + _NOISE_SECONDS


def _cost(work: Callable[[], object]) -> float:
    """Processor seconds of this thread."""
    costs = []
    for _ in range(_RUNS):
        started = time.thread_time()
        work()
        costs.append(time.thread_time() - started)
    return min(costs)
