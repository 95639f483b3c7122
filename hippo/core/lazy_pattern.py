"""Regular expressions that are compiled when a text first needs them.

Why: compiling is the largest part of importing a module that is little but patterns (1.3 of 1.4 ms for
`core.scripts`), and most texts need few of them.
"""

from __future__ import annotations

import re
from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def lazily(pattern: str, flags: int = 0) -> Callable[[], re.Pattern[str]]:
    """A function that gives the compiled pattern, always the same one."""

    @cache
    def compiled() -> re.Pattern[str]:
        return re.compile(pattern, flags)

    return compiled
