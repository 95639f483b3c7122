"""The labelled texts for the door in `tests/data`: with secrets and without, orders and innocent notes.

No secret stands in the files: they hold templates, and what is secret is drawn here, from a seed, when they are read.
"""

from __future__ import annotations

import base64
import random
import re
import string
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from scripts.tools import ROOT

DATA = ROOT / "tests" / "data"
LOWER, UPPER, DIGITS = string.ascii_lowercase, string.ascii_uppercase, string.digits
HEX, ALNUM = DIGITS + "abcdef", LOWER + UPPER + DIGITS
WORD, BASE64 = ALNUM + "_-", ALNUM + "+/"

_ALPHABETS = {
    "a": ALNUM, "b": BASE64, "c": LOWER + UPPER, "d": DIGITS, "h": ALNUM + "-", "l": LOWER, "u": UPPER + DIGITS,
    "w": WORD, "x": HEX,
}  # fmt: skip
_WORDS = ("sunflower", "quokkas", "marmalade", "thunder", "lighthouse", "penguins")
_FIELD = r"‹([^›]*)›"
_DASHES = "-" * 5


@dataclass(frozen=True)
class Sample:
    """A text, its label (the kind of secret or the rule, empty where the file has none), and its secrets."""

    label: str
    text: str
    secrets: tuple[str, ...] = ()


def templates(name: str, *, labelled: bool = False) -> list[tuple[str, str]]:
    """Label and text of every line of a file, as it stands there."""
    found = []
    for line in (DATA / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            label, _, text = line.partition(" | ") if labelled else ("", "", line)
            found.append((label, text))
    return found


def samples(name: str, *, labelled: bool = False, seed: int = 1) -> list[Sample]:
    """All texts of a file, filled."""
    chance = random.Random(seed)
    return [filled(text, chance, label) for label, text in templates(name, labelled=labelled)]


def filled(template: str, chance: random.Random, label: str = "") -> Sample:
    """A template with its fields drawn, and the secrets that stand between its marks."""
    drawn_text = re.sub(_FIELD, lambda field: _field(field[1], chance), template)
    plain = drawn_text.replace(r"\\", "\0").replace(r"\n", "\n").replace("\0", "\\")
    secrets = tuple(re.findall(r"⟦([^⟧]*)⟧", plain))
    return Sample(label=label, text=re.sub(r"[⟦⟧]", "", plain), secrets=secrets)


def drawn(chance: random.Random, alphabet: str, length: int) -> str:
    """A key: with every sort of character that its alphabet has, as nearly all real ones of this length are."""
    sorts = [set(sort) & set(alphabet) for sort in (DIGITS, LOWER, UPPER)]
    needed = [sort for sort in sorts if sort and length >= 8]
    while True:
        key = "".join(chance.choice(alphabet) for _ in range(length))
        if all(sort & set(key[1:-1]) for sort in needed) and key[0].isalnum() and key[-1].isalnum():
            return key


def private_key(chance: random.Random, *, name: str = "RSA PRIVATE KEY", lines: int = 6) -> tuple[str, str, str]:
    """The beginning, the body and the end of an armoured key."""
    body = "\n".join([*(drawn(chance, BASE64, 64) for _ in range(lines)), drawn(chance, BASE64, 22) + "=="])
    return f"{_DASHES}BEGIN {name}{_DASHES}", body, f"{_DASHES}END {name}{_DASHES}"


def leaks(sample: Sample, masked: str) -> Iterator[str]:
    """The secrets of which eight characters in a row, or all that there are, still stand in a masked text."""
    masked = re.sub(r"\[masked [\w-]+\]", "[]", masked)
    for secret in sample.secrets:
        width = min(8, len(secret))
        parts = (secret[at : at + width] for at in range(len(secret) - width + 1))
        if any(part in masked for part in parts):
            yield secret


def _field(field: str, chance: random.Random) -> str:
    word = chance.choice(_WORDS)
    if field in _NAMED:
        return _NAMED[field](chance, word)
    if re.fullmatch("[0-9a-f]{4}", field) and field[0] not in _ALPHABETS:
        return chr(int(field, 16))
    return drawn(chance, _ALPHABETS[field[0]], int(field[1:]))


def _password(chance: random.Random, word: str) -> str:
    number = chance.randrange(2, 99)
    return chance.choice((f"{word}{number}", f"{word.title()}!{number}", f"7{word}_9x", f"{word[:4]}${number}Zq"))


def _token(chance: random.Random, _: str) -> str:
    parts = (f"eyJ{drawn(chance, ALNUM, 17)}", f"eyJ{drawn(chance, ALNUM, 60)}", drawn(chance, WORD, 43))
    return ".".join(parts)


_NAMED: dict[str, Callable[[random.Random, str], str]] = {
    "-": lambda chance, word: _DASHES,
    "basic": lambda chance, word: base64.b64encode(f"me:{word}".encode()).decode(),
    "jwt": _token,
    "phrase": lambda chance, word: "-".join(chance.sample(_WORDS, 4)),
    "pw": _password,
    "word": lambda chance, word: word,
}
