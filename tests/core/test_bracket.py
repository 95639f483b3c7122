"""What stands around the lines of a `with`."""

from __future__ import annotations

import pytest

from hippo.core.bracket import Bracket


def bracket(said: list[str]) -> Bracket:
    return Bracket(lambda: said.append("begin"), done=lambda: said.append("done"), failed=lambda: said.append("failed"))


def test_what_went_well_is_done() -> None:
    said: list[str] = []
    with bracket(said):
        said.append("within")
    assert said == ["begin", "within", "done"]


@pytest.mark.parametrize("kind", [ValueError, KeyboardInterrupt])
def test_what_is_raised_goes_on_after_it_was_undone(kind: type[BaseException]) -> None:
    said: list[str] = []
    with pytest.raises(kind), bracket(said):
        raise kind
    assert said == ["begin", "failed"]


def test_what_cannot_begin_is_not_undone() -> None:
    said: list[str] = []

    def fail() -> None:
        raise ValueError

    with pytest.raises(ValueError), Bracket(fail, done=lambda: said.append("done"), failed=lambda: said.append("no")):  # noqa: PT011
        said.append("within")
    assert said == []
