"""Small facts about a store."""

from __future__ import annotations

from hippo.store.store import Store


def test_a_fact_is_kept_until_it_changes(store: Store) -> None:
    assert store.facts.get("sleep") == ""
    with store.transaction():
        store.facts.set("sleep", "deep")
        store.facts.set("other", "größe")
    with store.transaction():
        store.facts.set("sleep", "light")
    assert (store.facts.get("sleep"), store.facts.get("other")) == ("light", "größe")
