"""All vectors of a store in one file beside the database, mapped into memory rather than read.

It is a copy, made anew at will. Whether it is of now tells the mark, which changes with every vector. Where the file is
missing, of yesterday or damaged, the database is read instead, which takes .1 s for 100,000 vectors.
"""

from __future__ import annotations

import os
import struct

from hippo.adapters import files
from hippo.core.quantised import unpacked
from hippo.core.value import value
from hippo.store.store import DATABASE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from hippo.store.vectors import Model, Vectors

#: The file's name: `.gitignore` leaves out whatever begins like the database, and it is private like that.
CACHE = f"{DATABASE}-vectors"
#: Vectors from which on a file pays: fewer are read from the database as quickly.
FEWEST = 2_000
_HEAD = struct.Struct("<8s16sQQQ")
_MAGIC = b"HIPPOVE1"


@value
class Packed:
    """The rows of memories and their vectors, as arrays: one row of bytes for each."""

    numbers: Any
    rows: Any


def packed(folder: str, vectors: Vectors, model: Model, mark: str) -> Packed:
    """All vectors of a model, from the file if it is of now, else from the database."""
    return _mapped(folder, model, mark) or _read(vectors, model)


def write_cache(folder: str, vectors: Vectors, model: Model, mark: str) -> None:
    """Write the file anew if it is not of now; a store of few vectors gets none. Raises OSError."""
    path = os.path.join(folder, CACHE)
    if _mapped(folder, model, mark) is not None:
        return
    found = _read(vectors, model)
    if len(found.numbers) < FEWEST:
        files.remove(path)
        return
    files.write_parts(path, _parts(found, model, mark))


def remove_cache(folder: str) -> None:
    """Remove the file. Raises OSError."""
    files.remove(os.path.join(folder, CACHE))


def _parts(found: Packed, model: Model, mark: str) -> Iterator[bytes]:
    yield _HEAD.pack(_MAGIC, mark.encode(), model.number, model.dimension, len(found.numbers))
    yield found.numbers.tobytes()
    yield found.rows.tobytes()


def _mapped(folder: str, model: Model, mark: str) -> Packed | None:
    import numpy as np

    path = os.path.join(folder, CACHE)
    try:
        with open(path, "rb") as file:
            head = file.read(_HEAD.size)
            magic, made_at, number, dimension, count = _HEAD.unpack(head)
            is_now = (magic, made_at, number, dimension) == (_MAGIC, mark.encode(), model.number, model.dimension)
            if not is_now or os.fstat(file.fileno()).st_size != _HEAD.size + count * (8 + dimension):
                return None
            whole = np.memmap(file, np.uint8, mode="r", offset=0)
    except (OSError, ValueError, struct.error):
        return None
    middle = _HEAD.size + 8 * count
    return Packed(
        numbers=whole[_HEAD.size : middle].view("<i8"),
        rows=whole[middle:].view(np.int8).reshape(count, dimension),
    )


def _read(vectors: Vectors, model: Model) -> Packed:
    import numpy as np

    found = list(vectors.all(model))
    return Packed(
        numbers=np.array([number for number, _ in found], "<i8"),
        rows=unpacked([part for _, part in found], model.dimension),
    )
