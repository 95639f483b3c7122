"""The telling part of a commit message: prose that says what was wrong and why, without the paperwork around it.

Kept are whole paragraphs, and of code and tracebacks the line that names the error, since that is what somebody will
search for. Where a piece is dropped, the sentence that leads to it goes as well: half a thought misleads.
"""

from __future__ import annotations

import re
from itertools import pairwise

from hippo.importers.commit_paperwork import cleaned, is_aside, is_paperwork

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

#: Stands between two paragraphs for what was dropped there.
_GAP = ""

_FENCES = re.compile(r"^[ \t]*(```|~~~)(.*?)(?:^[ \t]*\1[ \t]*$|\Z)", re.DOTALL | re.MULTILINE)
_BULLET = re.compile(r"\s*(?:[-*+•]|\d{1,2}[.)])\s+\S")
#: The subject of a squashed commit, as GitHub lists it: one line that begins with "* ", then that commit's body.
_SQUASHED = re.compile(r"\* [^\n]*(?:\n(?![ \t*+-])([\s\S]*))?")
_CODE = re.compile(r" {4}|\t|\s*(?:\$|>+|\.\.\.) ")
_ERROR = re.compile(
    r"(?:Error|Exception|Warning)\b|\b(?:error|fatal|panic): |No such file|not found|denied|[Uu]nable to|[Cc]annot\b"
)
#: Words below which a paragraph that is no sentence is a note to oneself ("more tests"), unless it says why.
_FEWEST_WORDS = 5
_WHY = re.compile(
    r"\b(?:because|since|due to|caus(?:e[sd]?|ing)|reason|br[eo]aks?|broken?|crash\w*|fail(?:s|ed|ing|ures?)?|errors?"
    r"|exceptions?|rais(?:e[sd]?|ing)|wrong(?:ly)?|incorrect(?:ly)?|instead|previously|used to|otherwise|so that"
    r"|result(?:s|ed|ing)? in|leak\w*|races?|deadlock\w*|hang|hung|regress\w+|workaround|bugs?|missing|silently"
    r"|ignor(?:es?|ed|ing)|overwr\w+|lost|stale|unless|without|cannot|(?:ca|did|does|do|was|were|is|wo)n['’]t|never|must"
    r"|should|would)\b",
    re.IGNORECASE,
)
_ABBREVIATED = "".join(rf"(?<![ (]{short}\.)" for short in (r"e\.g", r"i\.e", "cf", "vs"))
_SENTENCE_END = re.compile(rf"{_ABBREVIATED}(?<=[.!?])[\"')\]`]*\s+(?=[^\sa-z])|(?<=[。！？])|\n\n|\n(?=[-*+•\d])")
#: How a sentence begins that takes back or narrows the one before it.
_TURN = re.compile(
    r"\W*(?:but|however|except|unless|until|only|not|instead|although|though|unfortunately|otherwise|actually|still"
    r"|yet|nevertheless|nonetheless|while|whereas|(?:this|that|it) (?:is|was|does|did) ?(?:wrong|n[o'’]t)"
    r"|on the other hand)\b",
    re.IGNORECASE,
)


def telling(body: str, *, is_revert: bool = False) -> str:
    """The prose of a body, paragraphs apart by an empty line; "" if it holds none.

    Of a revert the line that names the commit goes, too: the subject says it better.
    """
    text = cleaned(body, is_revert=is_revert)
    text = _FENCES.sub(lambda fence: "\n\n\t" + fence[2].replace("\n", "\n\t").strip() + "\n\n", text)
    return "\n\n".join(_mended(list(_pieces(_before_squash_list(text.split("\n\n"))))))


def says_why(text: str) -> bool:
    """Whether a text speaks of causes, failures or duties."""
    return _WHY.search(text) is not None


def bounded(text: str, limit: int) -> str:
    """A text of at most `limit` characters, cut after a sentence and marked with "…".

    A sentence that the next one takes back goes as well, but for the first. If that is too long, it is cut at a word.
    """
    if len(text) <= limit:
        return text
    cuts = [found for found in _SENTENCE_END.finditer(text, 0, limit) if len(text[: found.end()].rstrip()) <= limit - 2]
    while len(cuts) > 1 and _TURN.match(text, cuts[-1].end()):
        cuts.pop()
    kept = text[: cuts[-1].end()].rstrip() if cuts else text[: limit - 2].rsplit(None, 1)[0]
    return f"{kept} …"


def _before_squash_list(paragraphs: list[str]) -> list[str]:
    """The paragraphs before the second commit of those that a squash lists, without the first one's subject."""
    titled = [_SQUASHED.fullmatch(paragraph) for paragraph in paragraphs]
    places = [place for place, title in enumerate(titled) if title]
    end = places[1] if len(places) > 1 else len(paragraphs)
    return [title[1] or "" if title else paragraph for paragraph, title in zip(paragraphs[:end], titled, strict=False)]


def _pieces(paragraphs: list[str]) -> Iterator[str]:
    """Each paragraph as it is kept, and _GAP for one that is dropped."""
    for paragraph in paragraphs:
        lines = [line for line in paragraph.split("\n") if line.strip() and not is_paperwork(line)]
        if not lines or is_aside(lines[0]):
            continue
        if all(map(_CODE.match, lines)) and not _BULLET.match(lines[0]):
            yield next((line.strip("> \t") for line in reversed(lines) if _ERROR.search(line)), _GAP)
        elif _BULLET.match(lines[0]) and not says_why(" ".join(lines)):
            yield _GAP
        elif not _is_note(text := _unwrapped(lines)):
            yield text


def _is_note(text: str) -> bool:
    return len(text.split()) < _FEWEST_WORDS and text[-1] not in ".!?:。" and not says_why(text)


def _unwrapped(lines: list[str]) -> str:
    """A paragraph on one line, each item of a list on its own."""
    text = ""
    for line in lines:
        text += ("\n" if _BULLET.match(line) else " ") + line.strip()
    return text.strip()


def _mended(pieces: list[str]) -> Iterator[str]:
    """The pieces without the sentences that lead into a gap or out of one."""
    for place, piece in enumerate(pieces):
        sentences = _sentences(piece)
        if piece.endswith(":") and _GAP in pieces[place + 1 : place + 2]:
            sentences.pop()
        if piece[:1].islower() and place and pieces[place - 1] == _GAP:
            sentences = sentences[1:]
        if kept := "".join(sentences).strip():
            yield kept


def _sentences(text: str) -> list[str]:
    """The sentences of a text, each with the white space after it."""
    ends = [0, *(found.end() for found in _SENTENCE_END.finditer(text)), len(text)]
    return [text[start:end] for start, end in pairwise(ends)]
