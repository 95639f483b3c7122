"""A store, its Markdown files, and somebody who edits them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from hippo.core.memory import Memory
from hippo.services.occasion import Occasion
from hippo.services.remember import remember
from hippo.services.sync import Synced, sync
from hippo.store.mirror_text import is_untouched, parsed
from hippo.store.store import Store
from tests.support import at

Make = Callable[..., Occasion]
VALVE = "the valve opens to the left"


class Desk:
    """A store, its files, and somebody who edits them."""

    def __init__(self, store: Store, occasion: Make) -> None:
        self.store, self.occasion = store, occasion
        self.folder = Path(store.folder)

    def reopen(self) -> None:
        """Open the store anew, after its file has been replaced."""
        self.store.close()
        self.store = Store.open(self.store.folder)

    def remember(self, text: str = VALVE, *tags: str) -> str:
        return remember(self.store, text, tags=tags, occasion=self.occasion()).memory.id

    def file(self, memory_id: str) -> Path:
        [path] = (each for each in self.folder.rglob("*.md") if f"\nid: {memory_id}\n" in each.read_text("utf-8"))
        return path

    def change(self, memory_id: str, old: str, new: str) -> Path:
        path = self.file(memory_id)
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")
        return path

    def write(self, name: str, text: str | bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    def sync(self, hours: float = 1) -> Synced:
        return sync(self.store, occasion=self.occasion(now=at(hours=hours)))

    def refused(self, hours: float = 1) -> dict[str, str]:
        """The files that a sync leaves alone, and why."""
        return {each.name: each.reason for each in self.sync(hours).troubles}

    def memory(self, memory_id: str) -> Memory:
        return self.store.memories.find(memory_id).memory

    def texts(self) -> list[str]:
        return sorted(each.memory.text for each in self.store.memories.everything())

    def bytes(self) -> dict[str, bytes]:
        return {str(each.relative_to(self.folder)): each.read_bytes() for each in self.folder.rglob("*.md")}

    def is_in_step(self) -> bool:
        """Whether every memory has one file that shows it, and a sync finds nothing to do."""
        shown = [each.read_text(encoding="utf-8") for each in self.folder.glob("*ic/*.md")]
        memories = {each.memory.id: each.memory for each in self.store.memories.everything()}
        assert all(is_untouched(text) for text in shown)
        assert {parsed(text).id: parsed(text) for text in shown} == memories
        assert len(shown) == len(memories)
        before = self.bytes()
        again = self.sync(hours=1000)
        return (again.taken, again.troubles, again.written) == ((), (), 0) and self.bytes() == before
