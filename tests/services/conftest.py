"""Fixtures of services."""

from __future__ import annotations

import pytest

from hippo.store.store import Store
from tests.services.desk import Desk, Make


@pytest.fixture
def desk(store: Store, occasion: Make) -> Desk:
    """An empty store and somebody at work with it."""
    return Desk(store, occasion)
