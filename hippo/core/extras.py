"""How an extra of hippo is installed."""

from __future__ import annotations


def how_to_install(extra: str) -> str:
    """The line that adds an extra to the hippo that is installed, be it from an index or from a checkout.

    Naming no version makes pip take the hippo that is there for the one that is meant, and add what its extra needs.
    """
    return f"`pip install 'hippo-memory[{extra}]'` in hippo's environment"
