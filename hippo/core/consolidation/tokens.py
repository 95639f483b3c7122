"""A text cut into typed tokens: words, numbers, names that programs are made of, and the marks that end a clause."""

from __future__ import annotations

from hippo.core.consolidation.lexicon import senses
from hippo.core.lazy_pattern import lazily
from hippo.core.scripts import fold, grams, is_unspaced, runs
from hippo.core.stems import stem, uncontracted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

#: What ends a clause besides a comma and its like.
CLAUSE_WORDS = frozenset(
    "but because so since although though however yet therefore whereas otherwise which and".split()
)
#: Words that open a condition; the clause they open is a circumstance.
CONDITION_WORDS = frozenset("if when unless while until whenever once before after during till except".split())

#: "to avoid …" tells the purpose, in a clause of its own.
_PREVENTING = frozenset(("avoid", "prevent", "not", "bypass", "skip"))

#: Names begin where no other name can and are bounded, so that the time stays linear in any text.
_PATTERN = lazily(r"""(?x)
  (?P<url>\b[a-z][a-z0-9+.-]*://[^\s<>"'`)\],;]*[^\s<>"'`)\],;.:!?])
| (?P<date>\b\d{4}-\d\d-\d\d\b)
| (?P<time>\b\d{1,2}:\d\d(?::\d\d)?(?:\s?[ap]\.?m\b)?|\b\d{1,2}\s?[ap]m\b)
| (?P<ticket>(?<!\w)\#\d+\b
    |\b(?!(?:UTF|ISO|SHA|RFC|HTTP|ES|MD|AES|RSA|GPT|PEP|CVE|TLS|IPV|UTC|GMT|LATIN|ASCII)-)[A-Z][A-Z0-9]{1,9}-\d+\b)
| (?P<hash>\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}\b|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}\b)
| (?P<setting>(?<![\w.-])[A-Za-z_][\w.-]{0,80}=(?:"[^"\n]*"|'[^'\n]*'|[^\s,;)"'`{]*[^\s,;)"'`.:!?{]))
| (?P<flag>(?<![\w-])--?[A-Za-z][\w-]*)
| (?P<host>(?<![\w.-])[A-Za-z][\w-]{0,80}(?:\.[\w-]+){0,8}:\d{2,5}\b)
| (?P<port>(?<![\w.]):\d{2,5}\b)
| (?P<path>(?<![\w/])(?:~|\.{1,2})?/[\w.@{}*$+-]+(?:/[\w.@{}*$+-]+)*/?   # /etc/app.toml, ./run, ~/.config
    |(?<![\w/])@[\w-]+/[\w.-]*\w                                         # @scope/package
    |(?<![\w.@-])(?!\d+/)[\w@][\w.@-]{0,80}(?:/[\w.@{}*$-]*[\w}*]){2,}/?                 # a/b/c
    |(?<![\w.-])(?:src|libs?|docs?|tests?|apps?|bin|scripts|packages|pkg|config|etc|public|static|internal|cmd|web|api
        |[\w-]{0,40}[_.-][\w.-]{0,40})/[\w.@{}*$-]*[\w}*]/?                          # src/b, a.b/c; not read/write
    |(?<![\w.-])[A-Za-z_][\w-]{0,80}/(?=[\s,;.)]|$)                                     # docs/
    |(?<![\w.-])[A-Za-z_][\w-]{0,80}/[\w-]+\.\w+)                                       # a/b.py
| (?P<call>\b\w+(?:\.\w+)*\(\)?\)?)
| (?P<version>\bv\d+(?:\.\d+)*(?:-?(?:rc|alpha|beta|a|b)\.?\d*)?\b|\b\d+\.\d+\.\d+(?:[-.+]?[\w]+)*\b
    |\b\d+(?:\.\d+)?\.x\b)
| (?P<generation>\b\d[A-Z]\b)
| (?P<number>(?<![\w.])[-+]?(?:\d{1,3}(?:[,_]\d{3})+|\d+)(?:\.\d+)?(?=(?:[a-zA-Z%°µμ]+)?(?![\w]))
    |(?<=[^\w.])\.\d+\b)
| (?P<file>\B\.[a-z][\w-]*(?:\.\w+)*|(?<![\w-])[\w-]{1,80}(?:\.[\w-]+){0,8}\.[A-Za-z]\w*(?:\[\w*\])?)
| (?P<name>\b\w+-\d[\w.]*(?:-\w+)*|\b[A-Za-z]\w*[_]\w*|\b[a-z]+[A-Z]\w*|\b[A-Z][a-z]+[A-Z]\w*
    |\b[A-Za-z]+\d\w*|\b[a-z]{2,}-[a-z]+-\d\b)
| (?P<word>(?:\b[Nn]on-)?[^\W\d_][\w\u0300-\u036f\u0900-\u0dff]*(?:'[^\W\d_]+)?
    (?:-(?:in|out|on|off|up|[Aa]fter|[Bb]efore|[Ii]f|[Ww]hen)\b)?
    (?:\+\+|\#(?!\w))?|\d\w*)
| (?P<quote>["`']|[«»„])
| (?P<compare>[<>]=?|[≤≥])
| (?P<rate>/)
| (?P<unit>[%°])
| (?P<stop>[.;:!?,()\n—–]|(?<=\s)-(?=\s)|→|->)
""")

_NON_PREFIX = lazily(r"(?i)\bnon[- ](?=\w)")
_CANNOT = lazily(r"(?i)\bcannot\b")
_QUOTED = lazily(
    r"\"([^\"\n]{3,300})\"|(?<!\w)'([^'\n]{3,300})'(?!\w)|“([^”\n]{3,300})”|«([^»\n]{3,300})»"
    r"|\u2018([^\u2019\n]{3,300})\u2019"
)
_OPENING_QUOTES = frozenset("\"'“«\u2018")


class Token:
    """A piece of a text. `stem` is the stem of a word and the lower-case form of anything else.

    `quoted` is speech, `code` stands between backticks; `condition` is the word that opened the clause of a condition.
    """

    __slots__ = ("clause", "code", "condition", "kind", "quoted", "stem", "text")

    def __init__(self, kind: str, text: str, stemmed: str, quoted: bool) -> None:
        self.kind = kind
        self.text = text
        self.stem = stemmed
        self.quoted = quoted
        self.code = False
        self.clause = 0
        self.condition = ""


def tokens(text: str) -> list[Token]:
    """The tokens of a text in order, each with its clause and the word that made the clause a condition."""
    found: list[Token] = []
    for piece, quoted in _pieces(_prepared(text)):
        found += _cut(piece, quoted)
    _mark_clauses(found)
    return found


def _prepared(text: str) -> str:
    folded = fold(text)
    plain = uncontracted(folded)
    lowered = plain.lower()
    if "cannot" in lowered:
        plain = _CANNOT().sub("can not", plain)
    if "non" in lowered:
        plain = _NON_PREFIX().sub("non-", plain)
    return plain if plain.isascii() else " ".join(runs(plain))


def _pieces(text: str) -> Iterator[tuple[str, bool]]:
    """The text in pieces, and whether each is quoted speech: two or more words in quotation marks."""
    at = 0
    for found in () if _OPENING_QUOTES.isdisjoint(text) else _QUOTED().finditer(text):
        content = next(group for group in found.groups() if group is not None)
        if " " in content.strip():
            yield text[at : found.start()], False
            yield content, True
            at = found.end()
    yield text[at:], False


def _cut(piece: str, quoted: bool) -> Iterator[Token]:
    code = False
    for found in _PATTERN().finditer(piece):
        kind = found.lastgroup or ""
        matched = found[0]
        if kind == "word" and not matched.isascii() and is_unspaced(matched):
            yield from (
                Token("gram", gram, gram, quoted) for gram in grams(matched) if len(gram) == 2 or len(matched) == 1
            )
        elif kind == "quote":
            code ^= matched == "`"
        else:
            lowered = matched.lower()
            kind = "name" if kind == "generation" else "word" if kind == "name" and lowered in senses() else kind
            token = Token(kind, matched, stem(lowered) if kind == "word" else lowered, quoted)
            token.code = code
            yield token


def _mark_clauses(found: list[Token]) -> None:
    clause, condition, opened = 0, "", False
    for at, token in enumerate(found):
        if token.kind == "stop":
            if token.text != ")":
                clause, condition, opened = clause + 1, "", False
        elif token.kind == "word" and not token.quoted:
            lowered = token.text.lower()
            following = found[at + 1].kind if at + 1 < len(found) else "stop"
            purpose = lowered == "to" and at + 1 < len(found) and found[at + 1].stem in _PREVENTING
            if purpose:
                clause, condition, opened = clause + 1, "", False
            elif lowered in CONDITION_WORDS and following not in ("number", "stop", "time", "date"):
                clause, condition, opened = clause + 1, lowered, True
            elif lowered in CLAUSE_WORDS and opened:
                clause, condition, opened = clause + 1, condition if lowered == "and" else "", False
        token.clause, token.condition = clause, condition
        opened = opened or token.kind not in ("stop", "compare", "quote")
