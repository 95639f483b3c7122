"""The search for cycles is put off, and taken up again."""

from __future__ import annotations

import gc

import pytest

from hippo.adapters.garbage import uncollected


def test_no_cycles_are_looked_for_meanwhile_whatever_happens() -> None:
    seen: list[bool] = []
    with pytest.raises(IndexError), uncollected():
        [seen.append(gc.isenabled())].pop(1)
    assert (seen, gc.isenabled()) == ([False], True)


def test_who_looks_for_none_goes_on_so() -> None:
    gc.disable()
    try:
        with uncollected():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
