"""Regular expressions that are compiled when a text first needs them.

Why: compiling is the largest part of importing a module that is little but patterns (1.3 of 1.4 ms for
`core.scripts`), and most texts need few of them. A hook that needs none does not even import `re`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable


def lazily(pattern: str, flags: int = 0) -> Callable[[], re.Pattern[str]]:
    """A function that gives the compiled pattern, always the same one."""
    made: list[re.Pattern[str]] = []

    def compiled() -> re.Pattern[str]:
        if not made:
            import re

            made.append(re.compile(pattern, flags))
        return made[0]

    return compiled
