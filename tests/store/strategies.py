"""Any memory as the store may hold it: every field, every text that the door lets in."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import strategies as st

from hippo.core.encode import clean_tags
from hippo.core.hygiene import clean_text
from hippo.core.memory import Confidence, Layer, Memory, Origin, State
from hippo.core.public import public_origin
from hippo.errors import HippoError

_WHOLE = st.characters(exclude_categories=["Cs"])


def _admitted(text: str) -> str:
    try:
        return clean_text(text)
    except HippoError:
        return ""


#: What becomes of any text at the door; the pieces are what confuses readers of YAML and Markdown.
texts = (
    st.lists(
        st.text(_WHOLE, max_size=30)
        | st.sampled_from(
            ["---", "--- ", "check: c1", "id: mem_1", "\n", "\r\n", "  ", "\t", "# ", "```", "\u2028", "e\u0301"]
        ),
        max_size=8,
    )
    .map("".join)
    .map(_admitted)
    .filter(bool)
)


def _tags(names: list[str]) -> tuple[str, ...]:
    try:
        return clean_tags(names)
    except HippoError:
        return ()


tags = st.lists(
    st.text(_WHOLE, min_size=1, max_size=20) | st.sampled_from(["yes", "#1", "a,b", "- x", "null"]), max_size=3
)
#: Milliseconds of which a datetime is made, in the years that the clock knows.
moments = st.datetimes(datetime(1970, 1, 1), datetime(2900, 1, 1), timezones=st.just(UTC)).map(  # noqa: DTZ001
    lambda moment: moment.replace(microsecond=moment.microsecond // 1000 * 1000)
)
words = st.text(_WHOLE, max_size=30)
origins = st.builds(
    Origin,
    kind=st.sampled_from(["cli", "git", "mirror", "on"]),
    reference=words,
    key=words,
    author=words,
    happened_at=st.none() | moments,
    files=st.lists(words, max_size=3).map(tuple),
    series=words,
    position=st.integers(0, 2**40),
).map(public_origin)
memory_ids = st.integers(0, 16**12 - 1).map(lambda number: f"mem_{number:012x}")


@st.composite
def memories(draw: st.DrawFn) -> Memory:
    """Any memory; what is archived has a moment and a reason."""
    created_at = draw(moments)
    state = draw(st.sampled_from([*State]))
    is_archived = state is State.ARCHIVED
    later = st.timedeltas(timedelta(0), timedelta(days=3000)).map(
        lambda wait: created_at + timedelta(seconds=wait // timedelta(seconds=1))
    )
    return Memory(
        id=draw(memory_ids),
        text=draw(texts),
        layer=draw(st.sampled_from([*Layer])),
        state=state,
        confidence=draw(st.sampled_from([*Confidence])),
        pinned=draw(st.booleans()),
        tags=_tags(draw(tags)),
        half_life_days=draw(st.floats(0.01, 36_500)),
        created_at=created_at,
        updated_at=draw(later),
        last_used_at=draw(later),
        retrieval_count=draw(st.integers(0, 10**9)),
        good=draw(st.integers(0, 10**6)),
        bad=draw(st.integers(0, 10**6)),
        archived_at=draw(later) if is_archived else None,
        archived_reason=draw(words) if is_archived else "",
        flag=draw(words),
        origin=draw(origins),
    )
