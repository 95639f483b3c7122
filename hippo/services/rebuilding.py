"""How far a rebuild of all vectors is, as the store keeps it: whoever is interrupted goes on from there."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.store.store import Store

#: The fact of a rebuild under way: the row up to which vectors are new, and the model.
_REBUILDING = "vectors_rebuilt_for"


def reached(store: Store, name: str) -> int:
    """The row that a rebuild for a model has come to; 0 if none is under way."""
    number, _, rebuilt = store.facts.get(_REBUILDING).partition(" ")
    return int(number) if rebuilt == name and number.isdecimal() else 0


def left(store: Store, name: str) -> int:
    """How many memories a rebuild for a model still has to go through; 0 if none is under way."""
    row = reached(store, name)
    return store.vectors.left_to_replace(after=row) if row else 0


def note_reached(store: Store, number: int, name: str) -> None:
    """Note the row that a rebuild has come to. Callers hold the transaction."""
    store.facts.set(_REBUILDING, f"{number} {name}")


def forget(store: Store) -> None:
    """Note that no rebuild is under way any more."""
    if store.facts.get(_REBUILDING):
        with store.transaction():
            store.facts.set(_REBUILDING, "")
