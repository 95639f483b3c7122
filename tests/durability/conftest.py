"""Fixtures of the tests that kill."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hippo.services.opening import open_folder
from tests.durability.killing import Sample, Victims
from tests.support import Hippo, at


@pytest.fixture(scope="session")
def victims() -> Iterator[Victims]:
    """A process whose forks are killed."""
    made = Victims()
    yield made
    made.close()


@pytest.fixture
def acknowledged(hippo: Hippo) -> dict[str, str]:
    """The memories of a project that has been used for a while, by id."""
    texts = {}
    for number, text in enumerate(("the valve opens to the left", "the pump is green", "the gate sticks in november")):
        texts[hippo.remember(text, "--tag", "quarry", now=at(minutes=number))] = text
    first = next(iter(texts))
    new = hippo.json("supersede", first, "the valve was taken out", now=at(hours=1))["memory"]
    texts[new["id"]] = new["text"]
    return texts


@pytest.fixture
def sample(hippo: Hippo, acknowledged: dict[str, str], tmp_path: Path) -> Iterator[Sample]:
    """The project, with what was stored last in the log alone."""
    root = tmp_path / "samples"
    root.mkdir()
    with open_folder(str(hippo.store_folder), "local", warn=lambda _: None).store as keeps_the_log:
        assert hippo("outcome", "--good", "--id", next(iter(acknowledged)), now=at(hours=2)).status == 0
        assert keeps_the_log.size_bytes() > (hippo.store_folder / "hippo.db").stat().st_size
        yield Sample(hippo, root)
