"""Text that its writer marked `<private>`: it is cut out before anything else sees it.

Why a scanner and not one pattern: tags nest, and people leave them open. Where the marks are in doubt, more is
hidden rather than less: an open tag hides everything to the end, also one that was cut off before its `>`.
Names that only begin alike (`<private-key>`, `<private_ip>`) are placeholders, not tags.
"""

from __future__ import annotations

import re

#: First the bare tag with any spaces inside, then the tag with attributes, which may lack its `>`.
_TAG = (
    r"<\s*(?P<close>/\s*)?private\s*(?P<empty>/\s*)?>"
    r"|<(?P<close2>/?)private(?=[\s/]|\Z)[^<>]*?(?P<empty2>/?)(?:>|(?=<)|\Z)"
)

#: How often tags are looked for again in what is left (chosen: nobody writes halves of
#: halves by mistake; text made to need more rounds is cut at its first tag).
_ROUNDS = 4


def without_private(text: str) -> tuple[str, bool]:
    """The text without its private parts, and whether any tag was there.

    A closing tag without an opening one is removed by itself; so is the empty element `<private/>`. What is
    left holds no tag, also where removing one has put the halves of another together.
    """
    public, found = text, False
    for _ in range(_ROUNDS):
        if "<" not in public or "private" not in public.lower():
            return public, found
        parts, _ = _public_parts(public)
        if len(parts) == 1:
            return public, found
        public, found = _joined(parts), True
    return _public_parts(public)[0][0], True


def public_part(line: str, depth: int = 0) -> tuple[str, int]:
    """The public part of one line of a text, and how many private parts are open behind it; `depth` were before it."""
    if "<" not in line:
        return ("" if depth else line), depth
    parts, depth = _public_parts(line, depth)
    return _joined(parts), depth


def _public_parts(text: str, depth: int = 0) -> tuple[list[str], int]:
    """What stands outside of every tag, in order, and the depth at the end; one part only if there is no tag."""
    parts, begin = [], 0
    for tag in re.finditer(_TAG, text, re.IGNORECASE):
        parts.append(text[begin : tag.start()] if depth == 0 else "")
        if tag["close"] or tag["close2"]:
            depth = max(0, depth - 1)
        elif not (tag["empty"] or tag["empty2"]):
            depth += 1
        begin = tag.end()
    parts.append(text[begin:] if depth == 0 else "")
    return parts, depth


def _joined(parts: list[str]) -> str:
    """The parts in one, without the doubled blank or the empty line that a gap would leave."""
    kept = parts[:1]
    for part in parts[1:]:
        doubled = part[:1] in (" ", "\n") and kept[-1][-1:].isspace()
        kept += [part[1:] if doubled else part] if part else []
    return "".join(kept)
