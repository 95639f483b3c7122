"""When two texts are one memory."""

from __future__ import annotations


def identity(text: str) -> str:
    """The form in which two texts are the same memory: NFC, runs of white space as one space; case counts.

    Why not NFKC: it makes `10²` and `102`, `½` and `1⁄2`, `①` and `1` the same text, and texts with different values
    must never fold into one. NFC only unites what Unicode calls the same characters.
    """
    if not text.isascii():
        from unicodedata import normalize

        text = normalize("NFC", text)
    return " ".join(text.split())


def fingerprint(text: str) -> int:
    """32 bits that are equal for texts of one identity.

    CRC-32 of the identity in UTF-8. It only proposes: at 100,000 memories one pair of different texts is expected to
    collide (n² / 2³³), so the texts decide.
    """
    from zlib import crc32

    return crc32(identity(text).encode("utf-8", "surrogatepass"))
