"""Secrets in a text: found, and replaced by a mark that says what stood there.

Three ways lead to a secret: its own shape (`secret_shapes`), the name before it (`secret_names`), and the header or
command that carries it (`secret_headers`). High entropy alone is no reason: commit hashes, UUIDs, checksums and
images have it too, and a memory without them is worth little.

Measured: nothing is masked in 5,766 real rules of agents, 12,327 commit messages and release notes and 1,946 turns
and questions of talks; of 25 MB of the sources and documents of installed packages only what their examples show as
tokens is. On texts that were labelled before anybody looked at the rules (104 with secrets, 91 without) precision was
1.00 and recall 0.90; what was missed there is found since. `scripts/bench door` prints today's figures.

Why no library: detect-secrets 1.5, the one that is kept up and in Python, finds 0.42 of the secrets of those texts at
a precision of 0.72 (0.29 at 0.62 of the texts that shaped the rules): made for source files, it asks for quotes, and
calls hashes and checksums secrets. Its import costs eight times ours, more than a hook's whole work, and it says which
line holds a secret, not always where it ends, so nothing could be masked. The rule lists of scanners such as gitleaks
are TOML for another engine of patterns, and look for keys in code, not for passwords in what people say.
"""

from __future__ import annotations

import re

from hippo.core.hygiene import without_hidden
from hippo.core.secret_headers import header_secrets
from hippo.core.secret_names import named_secrets
from hippo.core.secret_shapes import provider_secrets
from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_MARK = r"\[masked [a-z]{2,12}(?:-[a-z]{2,12})?\]"
#: A secret of this length is masked wherever it stands again, a shorter one only where it stands as a word.
_LONG_SECRET = 8
#: Characters of a secret, and number of secrets, that are looked for again (chosen: what is longer shows by its own
#: shape, and a text with more of them is made to take long).
_LONGEST_REPEATED = 512
_MOST_REPEATED = 500


@value
class Secret:
    """Where a secret stands in a text and of what kind it is; not the secret itself, so that no log can show it."""

    kind: str
    start: int
    end: int


def find_secrets(text: str) -> tuple[Secret, ...]:
    """The secrets of a text in order, without overlaps; also where one that was recognised is repeated."""
    text = _without_marks(text)
    found = _found(text)
    if not text.isascii():
        found += _found_behind_hidden(text)
    return _merged([*found, *_repetitions(text, found)]) if found else ()


def mask_secrets(text: str) -> tuple[str, tuple[str, ...]]:
    """The text with `[masked KIND]` for each secret, and the kinds, each once.

    Masking may bring parts together that look like another secret, so it goes on until there is none. Each round
    leaves less unmasked text, so it ends.
    """
    kinds: list[str] = []
    while secrets := find_secrets(text):
        for secret in reversed(secrets):
            text = f"{text[: secret.start]}[masked {secret.kind}]{text[secret.end :]}"
        kinds += [secret.kind for secret in secrets]
    return text, tuple(dict.fromkeys(kinds))


def _found(text: str) -> list[tuple[str, int, int]]:
    lowered = _lowered(text)
    return [*provider_secrets(text), *named_secrets(text, lowered), *header_secrets(text, lowered)]


def _found_behind_hidden(text: str) -> list[tuple[str, int, int]]:
    """What shows as a secret when the characters without a width are taken out, in the places of the text itself."""
    if len(shown := without_hidden(text)) == len(text):
        return []
    places = [at for at, character in enumerate(text) if without_hidden(character)]
    return [(kind, places[start], places[end - 1] + 1) for kind, start, end in _found(shown)]


def _without_marks(text: str) -> str:
    """The text with blanks in its marks, at the same length: what was masked is no name and no value."""
    if "[masked " not in text:
        return text
    return re.sub(_MARK, lambda mark: f"[{' ' * (len(mark[0]) - 2)}]", text)


def _lowered(text: str) -> str:
    """The text in small letters, character by character; some (`İ`) would become two and move all behind them."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


def _repetitions(text: str, found: list[tuple[str, int, int]]) -> Iterator[tuple[str, int, int]]:
    """The other places of the secrets that were found."""
    kinds = {text[start:end]: kind for kind, start, end in reversed(found) if end - start <= _LONGEST_REPEATED}
    for secret, kind in list(kinds.items())[:_MOST_REPEATED]:
        start = text.find(secret)
        while start >= 0:
            end = start + len(secret)
            if len(secret) >= _LONG_SECRET or not (_is_word(text[start - 1 : start]) or _is_word(text[end : end + 1])):
                yield kind, start, end
            start = text.find(secret, end)


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _merged(found: Iterable[tuple[str, int, int]]) -> tuple[Secret, ...]:
    """One secret for each group that overlaps, of the kind of its longest part, the first of equals."""
    groups: list[list[tuple[str, int, int]]] = []
    reach = -1
    for part in sorted(found, key=lambda part: part[1]):
        if part[1] < reach:
            groups[-1].append(part)
        else:
            groups.append([part])
        reach = max(reach, part[2])
    return tuple(
        Secret(
            kind=max(group, key=lambda part: part[2] - part[1])[0],
            start=group[0][1],
            end=max(part[2] for part in group),
        )
        for group in groups
    )
