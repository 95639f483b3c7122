"""Vectors as signed bytes with one scale for all: a quarter of the room, and cosines within .002 of the exact ones."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Bytes = NDArray[np.int8]

_LARGEST = 127
#: How far beyond the largest component of the first vectors the scale reaches (chosen); what is beyond is cut off.
_HEADROOM = 1.25
#: Vectors that are multiplied at once, so that little is held as floats.
_AT_ONCE = 8192


def scale_for(rows: Floats) -> float:
    """What one step of a byte is worth, for vectors like these, of length 1."""
    largest = float(abs(rows).max()) if rows.size else 0.0
    return min(1.0, largest * _HEADROOM or 1.0) / _LARGEST


def packed(rows: Floats, scale: float) -> list[bytes]:
    """Each vector as one byte for each component."""
    import numpy as np

    steps = np.clip(np.rint(rows / scale), -_LARGEST, _LARGEST).astype(np.int8)
    return [row.tobytes() for row in steps]


def unpacked(parts: Sequence[bytes], dimension: int) -> Bytes:
    """Vectors as rows of bytes; those of another dimension are rows of zeros, which are near to nothing."""
    import numpy as np

    rows = np.zeros((len(parts), dimension), np.int8)
    for place, part in enumerate(parts):
        if len(part) == dimension:
            rows[place] = np.frombuffer(part, np.int8)
    return rows


def cosines(rows: Bytes, scale: float, query: Floats) -> Floats:
    """How near each vector is to one of length 1."""
    import numpy as np

    found = np.empty(len(rows), np.float32)
    scaled: Any = query * np.float32(scale)
    for start in range(0, len(rows), _AT_ONCE):
        found[start : start + _AT_ONCE] = rows[start : start + _AT_ONCE].astype(np.float32) @ scaled
    return found


def nearest(near: Floats, most: int) -> list[int]:
    """The places of the largest, largest first; of equals the first."""
    import numpy as np

    if not most:
        return []
    if len(near) > most:
        least = np.partition(near, len(near) - most)[len(near) - most]
        places = np.flatnonzero(near >= least)
    else:
        places = np.arange(len(near))
    return [int(place) for place in places[np.argsort(-near[places], kind="stable")][:most]]
