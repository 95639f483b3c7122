"""By what a text is known again: a part of its SHA-256, without the module hashlib.

Why: importing hashlib loads OpenSSL, which costs a hook a third of the start of a bare interpreter. Python's own module
in C does the same; it has another name from 3.12 on, and hashlib knows it where it is missing.
"""

from __future__ import annotations


def digest(text: str) -> str:
    """16 hex digits, 64 bits, of the SHA-256 of a text in UTF-8."""
    return _sha256(text.encode("utf-8", "replace"))[:16]


def _sha256(content: bytes) -> str:
    try:
        from _sha256 import sha256  # type: ignore[import-not-found]
    except ImportError:
        try:
            from _sha2 import sha256  # type: ignore[import-not-found]
        except ImportError:
            from hashlib import sha256
    found: str = sha256(content).hexdigest()
    return found
