"""The files that `init` copies: `.hippo-template/`, carried inside the wheel."""

from __future__ import annotations

import os

from hippo.adapters import files
from hippo.errors import StoreError


def template_root() -> str:
    """The template's folder: inside an installed package, else beside the package in a checkout."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    inside = os.path.join(package, "_template")
    return inside if os.path.isdir(inside) else os.path.join(os.path.dirname(package), ".hippo-template")


def copy_missing(folder: str) -> list[str]:
    """Copy what a store does not have yet and return the names, relative to the store, in order.

    A file that is there stays as it is. Raises StoreError.
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
                _copy(os.path.join(place, name), target)
                copied.append(own)
    return copied


def _copy(source: str, target: str) -> None:
    try:
        with open(source, "rb") as file:
            files.write_whole(target, file.read())
    except OSError as error:
        raise StoreError(f"cannot write {target}: {error.strerror}") from error
