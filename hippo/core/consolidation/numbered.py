"""Numbers that belong to a name: the version of a product, a port, step 2 of a list."""

from __future__ import annotations

from hippo.core.consolidation.lexicon import units
from hippo.core.stopwords import STOP_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hippo.core.consolidation.tokens import Token

#: What may follow a number without being what it counts.
AFTER_NUMBER = frozenset(
    "in on at for of to by with from and or is are was per before after when if unless until while as than the a an"
    " each or now not but because so instead since via only again later ago then".split()
)
#: Words before a number that are no product's name though they begin with a capital letter.
_NO_PRODUCT = frozenset("the a an in on at for of to by with from and or is are use at most least".split())


def name_of(found: Sequence[Token], at: int) -> str:
    """The product whose version a number is: `Python 3.8`, `Node 18`, `release 5.0`, `protobuf 3.20`; else nothing."""
    if at == 0 or found[at - 1].kind not in ("word", "name"):
        return ""
    before = found[at - 1]
    lowered = before.text.lower()
    if lowered in ("port", "ports") or (lowered == "on" and at >= 2 and found[at - 2].stem in ("listen", "bind")):
        return "port"
    if lowered in _NUMBERED:
        return f"{before.stem} number"
    if lowered in _NUMBER and (noun := _noun_before(found, at - 1)):
        return f"{noun} number"
    if lowered in ("version", "release", "v"):
        return "version"
    if lowered in _NO_PRODUCT or lowered in units():
        return ""
    following = found[at + 1].text.lower() if at + 1 < len(found) else ""
    if following in units() or following in ("/", "k"):
        return ""
    counts_nothing = following in AFTER_NUMBER or not following or found[at + 1].kind != "word"
    is_product = "." in found[at].text or (before.text[0].isupper() and counts_nothing)
    return before.stem if is_product and before.stem not in _MEASURES else ""


def _noun_before(found: Sequence[Token], at: int) -> str:
    """The noun in "fact number 7"; nothing in "the number 7" and "the maximum number 7"."""
    if at == 0 or found[at - 1].kind != "word":
        return ""
    noun = found[at - 1]
    is_counted = noun.text.lower() in STOP_WORDS or noun.stem in _MEASURES or noun.text.lower() in _NO_PRODUCT
    return "" if is_counted else noun.stem


_NUMBER = frozenset(("number", "no", "nr", "num"))
#: Things that are told apart by number: shard 3 is another than shard 5.
_NUMBERED = frozenset(
    "step phase stage worker shard task job chapter section line page issue case column level tier part round sprint"
    " iteration attempt batch partition instance host room floor question figure option rule table appendix slot"
    " lane fact item entry case test example exercise sample lesson record row ticket bug article episode level"
    " experiment milestone zone gate bay rack unit".split()
)
#: Words before a number that tell what is measured.
_MEASURES = frozenset(
    "total averag maximum minimum port version"
    " is limit timeout size count max min equal be are to of at by than about least most exceed level ratio factor rate"
    " set weight score threshold was cost take with default from within use".split()
)
