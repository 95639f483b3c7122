"""The full-text indexes and the running totals agree with the memories, whatever was done."""

from __future__ import annotations

import tempfile
from datetime import timedelta

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, rule

from hippo.core.analysis import analyse
from hippo.core.memory import Layer, Memory, Origin, State
from hippo.core.value import replace
from hippo.errors import MemoryNotFound
from hippo.services.keeping import add_memory, write_text
from hippo.services.purge import purge_rows
from hippo.store.full_text import INDEXES
from hippo.store.store import Store
from tests.support import NOON, numbered_ids

#: Few words, so that memories share them.
texts = st.lists(
    st.sampled_from("valve Valves pump left getLeftPump v2.1 größe GRÖSSE 左 the".split()), min_size=1
).map(" ".join)
tags = st.sets(st.sampled_from(["error", "pump", "left side"])).map(lambda names: tuple(sorted(names)))
origins = st.builds(
    Origin,
    series=st.sampled_from(["", "monday", "tuesday"]),
    position=st.integers(0, 3),
    key=st.sampled_from(["", "k1", "k2"]),
    author=st.sampled_from(["", "Ana Left"]),
)


class AnyHistory(RuleBasedStateMachine):
    """A store to which anything may happen; every step is one transaction."""

    rows = Bundle("rows")

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.store = Store.open(self.folder.name)
        self.new_id = numbered_ids()
        self.alive: dict[int, Memory] = {}

    def teardown(self) -> None:
        self.store.close()
        self.folder.cleanup()

    @rule(
        target=rows,
        text=texts,
        tags=tags,
        origin=origins,
        layer=st.sampled_from([*Layer]),
        state=st.sampled_from([*State]),
    )
    def add(self, text: str, tags: tuple[str, ...], origin: Origin, layer: Layer, state: State) -> int:
        memory = Memory(
            id=self.new_id(), text=text, tags=tags, origin=origin, layer=layer, state=state,
            created_at=NOON, updated_at=NOON, last_used_at=NOON,
        )  # fmt: skip
        with self.store.transaction():
            number = add_memory(self.store, memory)
        self.alive[number] = memory
        return number

    @rule(number=rows, state=st.sampled_from([*State]), pinned=st.booleans(), hours=st.integers(0, 100))
    def change(self, number: int, state: State, pinned: bool, hours: int) -> None:
        memory = replace(self.alive[number], state=state, pinned=pinned, last_used_at=NOON + timedelta(hours=hours))
        with self.store.transaction():
            self.store.memories.change(number, memory)
        self.alive[number] = memory

    @rule(number=rows, text=texts, tags=tags, state=st.sampled_from([*State]))
    def edit(self, number: int, text: str, tags: tuple[str, ...], state: State) -> None:
        memory = replace(self.alive[number], text=text, tags=tags, state=state)
        with self.store.transaction():
            write_text(self.store, number, memory)
        self.alive[number] = memory

    @rule(number=consumes(rows), keep_history=st.booleans())
    def purge(self, number: int, keep_history: bool) -> None:
        with self.store.transaction():
            purge_rows(self.store, self.store.memories.by_numbers([number]), keep_history=keep_history)
        del self.alive[number]

    @rule(number=rows)
    def fail(self, number: int) -> None:
        try:
            with self.store.transaction():
                self.store.memories.change(number, replace(self.alive[number], state=State.ARCHIVED))
                self.store.memories.get(10**9)
        except MemoryNotFound:
            pass

    @rule()
    def erase_traces(self) -> None:
        assert self.store.erase_traces()

    @rule()
    def refresh(self) -> None:
        with self.store.transaction():
            self.store.memories.refresh_expiry()

    @invariant()
    def rows_read_back_as_they_were_written(self) -> None:
        assert {each.number: each.memory for each in self.store.memories.everything()} == self.alive

    @invariant()
    def fts5_finds_its_indexes_whole(self) -> None:
        for index in INDEXES:
            self.store._connection.run(f"INSERT INTO {index} ({index}, rank) VALUES ('integrity-check', 1)")
        assert self.store.health.damaged_indexes() == []

    @invariant()
    def every_term_finds_the_memories_that_hold_it_and_no_others(self) -> None:
        for index, live in (("live_words", True), ("gone_words", False)):
            holding = {
                n
                for n, memory in self.alive.items()
                if (memory.state is State.LIVE) == live and "pump" in memory.text.lower()
            }
            found = self.store._connection.rows(f"SELECT rowid FROM {index} WHERE {index} MATCH 'terms : pump'")
            assert {row["rowid"] for row in found} == holding

    @invariant()
    def totals_are_what_counting_gives(self) -> None:
        counted = "SELECT count(*), coalesce(sum(term_count), 0) FROM memory WHERE"
        for row in self.store._connection.rows("SELECT live, documents, term_count FROM corpus"):
            wanted = self.store._connection.row(f"{counted} (state = 'live') = ?", (row["live"],))
            assert (row["documents"], row["term_count"]) == tuple(wanted or ())
        for row in self.store._connection.rows("SELECT number, documents, term_count FROM series"):
            wanted = self.store._connection.row(f"{counted} state = 'live' AND series = ?", (row["number"],))
            assert (row["documents"], row["term_count"]) == tuple(wanted or ())
        assert not self.store.health.wrong_totals()

    @invariant()
    def the_vocabulary_holds_every_word_of_a_memory(self) -> None:
        words = {row["word"] for row in self.store._connection.rows("SELECT word FROM word")}
        assert {word for memory in self.alive.values() for word in analyse(memory.text).words} <= words

    @invariant()
    def due_dates_follow_the_memories(self) -> None:
        due = self.store.memories.due(NOON + timedelta(days=10_000))
        mortal = {
            n for n, m in self.alive.items() if m.state is State.LIVE and not m.pinned and m.layer is Layer.EPISODIC
        }
        assert {each.number for each in due} == mortal


AnyHistory.TestCase.settings = settings(max_examples=25, stateful_step_count=20, deadline=None)
test_indexes_and_totals_agree_with_the_memories_after_any_history = AnyHistory.TestCase
