"""Which lines of a program's output speak of an error.

A strong line is one by its form (`error: …`, `TypeError: …`, `E   assert …`, `FAILED …`, `fatal: …`); a weak one only
holds a word of failure. `0 errors`, `-Werror` and the name of a file such as `errors.py` are neither.
"""

from __future__ import annotations

import re

from hippo.core.lazy_pattern import lazily

#: Bytes of which one stands in every strong line: what an output is searched for while it streams past.
CLUES = tuple(
    each.encode()
    for each in "rror|RROR|ERR!|ailed|FAIL|atal|FATAL|anic|xception|E  |not ok|Undefined|✗|✘|✕|×|●".split("|")
)

_STRONG = lazily(
    r"(?:^|[\s\[(<>|:*!-])(?:error|fatal|fatal error|panic|err!|syntax error|internal compiler error)"
    r"(?:\[\w+\]|\(\w+\)| \w+\d+)?(?:[:\]!]| in | - |\s*$)"
    r"|\b\w*[a-z](?:Error|Exception)\b(?!\.\w)(?:$|[:\s(\[!])"
    r"|\bERROR\b(?![\w.=/])|\bFATAL\b|\bFAIL(?:ED|URE)?\b(?![\w.=/])"
    r"|^E {2,}\S|^panic: |panicked at |^\s*(?:✗|✘|✕|×|●)\s|^not ok \d|^Undefined symbols"
    r"|^npm (?:ERR!|error) \S"
)
_WEAK = lazily(
    r"\b(?:errors?|fail(?:ed|ure|s|ing)?|fatal|exception|cannot|can't|couldn't|could not|unable to|undefined"
    r"|unresolved|not found|no such|no module named|denied|refused|timed? ?out|segmentation fault|core dumped"
    r"|aborted|unknown|invalid|illegal|missing|unexpected|mismatch|killed|conflict|out of memory|no space left)\b",
    re.IGNORECASE,
)
#: What a line says about errors that are none.
_HARMLESS = lazily(
    r"\b(?:0|no|without) (?:\w+ )?(?:errors?|failures?|failed|problems?)\b|\b(?:errors?|failures?|failed)\s*[:=]\s*0\b"
    r"|\B-W(?:no-)?error\b|[\w/-]*\berrors?\.\w{1,4}\b(?!:\d)|\b(?:on|--?)[-_]?(?:error|fail)\b",
    re.IGNORECASE,
)


def is_strong(line: str) -> bool:
    """Whether a line has the form of an error."""
    plain = re.sub(_HARMLESS(), " ", line)
    return bool(re.search(_STRONG(), plain) or re.search(_STRONG(), plain[:200].lower()))


def is_weak(line: str) -> bool:
    """Whether a line holds a word of failure."""
    return bool(re.search(_WEAK(), re.sub(_HARMLESS(), " ", line)))
