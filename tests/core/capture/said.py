"""The labelled sentences of tests/data."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hippo.core.capture.turn import Speaker, Turn

FOLDER = Path(__file__).resolve().parents[2] / "data"
NO_LESSON = "-"


def labelled(name: str) -> Iterator[tuple[str, Turn]]:
    """What a listener should take from each sentence, and the sentence as a turn."""
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            kind, speaker, text = (part.strip() for part in line.split("|", 2))
            yield kind, Turn(text=text.replace("\\n", "\n"), speaker=Speaker(speaker))
