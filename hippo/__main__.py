"""The `hippo` command.

It leaves without taking the interpreter down piece by piece, which would be a tenth of a recall: by then the stores
are closed and the output is written.
"""

from __future__ import annotations

import gc
import os
import sys

#: Objects made until garbage is looked for. Python's 700 make a recall look dozens of times for next to nothing, which
#: is a twentieth of what it costs (measured: medians of 15 runs).
_OBJECTS_BETWEEN_COLLECTIONS = 20_000


def main() -> None:
    """Run the command line and leave with its status."""
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)
    try:
        if sys.argv[1:2] == ["hook"]:
            from hippo.cli.hooks import run
        else:
            from hippo.cli.main import run
        status = run(sys.argv[1:])
    except KeyboardInterrupt:  # before the command line could catch it
        status = 130
    leave(status)


def leave(status: int) -> None:
    """End the process at once, with everything written that was printed."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, ValueError):  # its reader has gone, or it was closed
            continue
    os._exit(status)


if __name__ == "__main__":
    main()
