"""Fixtures: a project with a store, one without, a bare store, the occasion of a service call."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from hippo.core.settings import Settings
from hippo.services.occasion import Occasion
from hippo.store.store import Store
from tests.support import NOON, Hippo, numbered_ids

# Nothing here is timed: on a busy machine a slow example is no fault.
hypothesis_settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
hypothesis_settings.load_profile("untimed")


@pytest.fixture
def nowhere(tmp_path: Path) -> Hippo:
    """A project without a store."""
    return Hippo(tmp_path)


@pytest.fixture
def hippo(nowhere: Hippo) -> Hippo:
    """A project with an empty store."""
    assert nowhere("init", "--no-hooks", "--no-schedule").status == 0
    return nowhere


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty store of its own, for tests below the command line."""
    folder = tmp_path / ".hippo"
    folder.mkdir(mode=0o700)
    with Store.open(str(folder)) as opened:
        yield opened


@pytest.fixture
def occasion() -> Callable[..., Occasion]:
    """Makes the occasion of a service call: `occasion(now=at(days=1))`."""
    new_id = numbered_ids()

    def make(now: datetime = NOON, settings: Settings = Settings()) -> Occasion:
        return Occasion(now=now, settings=settings, new_id=new_id)

    return make
