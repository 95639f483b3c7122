"""Memories for tests: one with given fields, and strategies for any."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from hippo.core.memory import Confidence, Layer, Memory, State
from tests.support import NOON


def memory(**fields: Any) -> Memory:
    """A memory made at noon and not used since, unless told otherwise."""
    created_at = fields.get("created_at", NOON)
    ordinary = {"id": "mem_000000000001", "text": "the valve opens to the left", "created_at": created_at}
    return Memory(**{**ordinary, "updated_at": created_at, "last_used_at": created_at, **fields})


moments = st.datetimes(datetime(1990, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC)).map(  # noqa: DTZ001
    lambda moment: moment.replace(microsecond=0)
)
waits = st.timedeltas(timedelta(0), timedelta(days=2000))


@st.composite
def memories(draw: st.DrawFn, **fixed: st.SearchStrategy[Any]) -> Memory:
    """Any memory that a store may hold; `fixed` narrows single fields."""
    created_at = draw(fixed.pop("created_at", moments))
    archived = draw(fixed.get("state", st.sampled_from([*State]))) is State.ARCHIVED
    drawn: dict[str, st.SearchStrategy[Any]] = {
        "id": st.text("0123456789abcdef", min_size=12, max_size=12).map(lambda digits: f"mem_{digits}"),
        "layer": st.sampled_from([*Layer]),
        "confidence": st.sampled_from([*Confidence]),
        "pinned": st.booleans(),
        "half_life_days": st.floats(0.01, 36_500),
        "last_used_at": waits.map(lambda wait: created_at + wait),
        "retrieval_count": st.integers(0, 1000),
        "good": st.integers(0, 1000),
        "bad": st.integers(0, 1000),
        "state": st.just(State.ARCHIVED) if archived else st.sampled_from([State.LIVE, State.SUPERSEDED]),
        "archived_at": waits.map(lambda wait: created_at + wait) if archived else st.none(),
    }
    return memory(created_at=created_at, **{name: draw(way) for name, way in {**drawn, **fixed}.items()})
