"""The files that `init` copies: `.hippo-template/`, carried inside the wheel."""

from __future__ import annotations

import os

from hippo.adapters import files


def template_root() -> str:
    """The template's folder: inside an installed package, else beside the package in a checkout."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    inside = os.path.join(package, "_template")
    return inside if os.path.isdir(inside) else os.path.join(os.path.dirname(package), ".hippo-template")


def copy_missing(folder: str) -> list[str]:
    """Copy what a store does not have yet and return the names, relative to the store, in order.

    A file that is there stays as it is.
    """
    root = template_root()
    copied = []
    for place, _, names in sorted(os.walk(root)):
        relative = os.path.relpath(place, root)
        files.make_private_folder(os.path.normpath(os.path.join(folder, relative)))
        for name in sorted(names):
            own = os.path.normpath(os.path.join(relative, name))
            target = os.path.join(folder, own)
            if not os.path.lexists(target):
                with open(os.path.join(place, name), "rb") as source:
                    files.write_whole(target, source.read())
                copied.append(own)
    return copied
