"""What sort of statement a text is: only standing claims and reports of a change can clash with what is known."""

from __future__ import annotations

from enum import StrEnum

from hippo.core.consolidation.changes import changes_in
from hippo.core.lazy_pattern import lazily
from hippo.core.stopwords import STOP_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hippo.core.consolidation.tokens import Token


class Kind(StrEnum):
    """Sorts of statements."""

    CLAIM = "claim"
    CHANGE = "change"
    EVENT = "event"
    LOG = "log"
    NARRATED = "narrated"
    OPEN = "open"
    PAST = "past"


#: Statements that say how things stand.
STANDING = frozenset((Kind.CLAIM, Kind.CHANGE))

_LOG = lazily(
    r"""(?x)^\W*(?:
      \d{4}-\d\d-\d\d[T ]\d\d:\d\d                                   # a time stamp
    | \[(?:ERROR|WARN(?:ING)?|FATAL|CRITICAL|TRACE|DEBUG|INFO)\]
    | (?:ERROR|WARN(?:ING)?|FATAL|CRITICAL|TRACE|DEBUG|INFO):
    | Traceback\b | at\s\S+\(.*:\d+\) | File\s"
    | [\w.]*(?:Error|Exception|Warning|Fault|Panic)\b\s*[:(\[]
    | (?:error|fatal|panic|warning|npm\sERR!|E)\s*[:\[]
    | exit\s(?:code|status)\s\d | HTTP\s\d{3}\b
    )"""
)
_COMMIT = lazily(
    r"""(?xi)^(?:
      (?:feat|fix|chore|docs?|refactor|tests?|build|ci|perf|style|revert|deps|release|wip|hotfix|security)(?:\([^)]*\))?!?:\s
    | (?:bump|add|adds|added|fix|fixes|update|updates|updated|remove|removes|refactor|refactors|refactored|merge|merged
      |revert|reverts|reverted|release|rename|renames|introduce|introduces|implement|implements|implemented|improve
      |improves|improved|cleanup|tweak|tweaks|upgrade|upgrades|drop|drops|simplify|bugfix|typo|clarify
      |move|moves|polish|reformat|rework|rewrite|backport|restore|deprecate|replace)\s(?!to\b)
    )"""
)
#: A subject line that ends in the number of its ticket, or only starts or makes a release.
_TICKETED = lazily(r"(?i)(?:\(#\d+\)|\b(?:closes?|refs?|fix(?:es)?|see)\s+#\d+)[\s.)\]\w]*$")
_SUBJECT = lazily(r"(?i)\b(?:we|was|were|has|have|is|are)\b")
_VERSION_ONLY = lazily(r"(?i)^(?:\w+\s+){0,2}(?:(?:version|release)\s+)?v?\d+\.\d+[\w.]*(?:\s+release)?\W*$")
_QUESTION = lazily(
    r"(?i)^(?:what|why|how|who|where|which|should|shall|can|could|does|do|did|is|are|was|will|would|has|have)\s"
    r"(?!not\b)(?:(?:we|i|you|it|the|this|that|there|anyone|somebody|someone|a|an|our|my|any)\b)"
)
_OPEN = lazily(
    r"(?i)\b(?:would|could|might|maybe|perhaps|possibly|probably|todo|fixme|idea|proposal|proposed?|consider(?:ing)?|hopefully"
    r"|plans?\sto|planning|planned|want(?:s|ed)?\sto|going\sto|thinking\s(?:of|about)|let's|let\sus|wish|what\sif|suppose"
    r"|try(?:ing)?\s(?:to|out|\w+ing)|experiment|discuss|hypothetical(?:ly)?|in\stheory|if\swe\s(?:were|had|used|enabled|switched"
    r"|moved)|unsure|not\ssure|wonder(?:ing)?|eventually|someday|one\sday|in\sthe\sfuture|next\s(?:week|month"
    r"|quarter|year|sprint))\b"
)
_PAST = lazily(
    r"(?i)\b(?:used\sto\b(?!\s(?:be\s)?(?:for|by))|previously|formerly|originally|historically|in\sthe\spast|back\sthen|at\sthat\stime"
    r"|once\s(?:was|were|had)|had\sbeen|until\s(?:20\d\d|last|version|release|v?\d)|before\s(?:20\d\d|version|release|v?\d)|years?\sago|long\sago)"
)
_USED_TO = lazily(r"(?i)\b(?:is|are|be|was|were|being|been)\s+used\s+to\b")
_NARRATED = lazily(
    r"(?i)\b(?:yesterday|today|last\s(?:night|week|month|time|friday|monday|tuesday|wednesday|thursday|sprint)|this\smorning|earlier\stoday"
    r"|again|(?:i|we|user|they|he|she|somebody|someone|team|customer)\s(?:complained|noticed|reported|tried|reverted|hit|saw|got|had|found|ran|went|took|lost|broke|thought|spent|forgot"
    r"|wrote|said|told))\b|^(?:got|found|saw|spent|took|lost|tried|noticed|debugged|discovered|forgot)\s"
)
#: Of what each of these matches, one part stands in every match: without any, the pattern need not even be compiled.
_LOG_CLUES = tuple(": [ ( Traceback File exit HTTP".split())
_COMMIT_CLUES = tuple(
    ": bump add fix update remove refactor merge revert release rename introduce implement improve cleanup tweak"
    " upgrade drop simplify bugfix typo clarify move polish reformat rework rewrite backport restore deprecate"
    " replace".split()
)
_OPEN_CLUES = tuple(
    "would could might maybe perhaps possib probab todo fixme idea propos consider hopeful plan want going think let"
    " wish what suppos try experiment discuss hypothet theory if sure wonder eventual someday day future next".split()
)
_PAST_CLUES = tuple("used previous former original historical past then time once been until before ago".split())
_NARRATED_CLUES = tuple(
    "yesterday today last morning again complained noticed reported tried reverted hit saw got had found ran went took"
    " lost broke thought spent forgot wrote said told debugged discovered".split()
)
#: Participles that follow a form of "be" tell how things stand; alone they tell what happened.
_BE = frozenset("is are be was were been being get gets am not never also only always now still already".split())
_IRREGULAR_PAST = frozenset(
    "broke ran took went came made found lost led hung froze threw fell blew grew rose saw got gave sent spent became"
    " began wrote failed crashed forgot hit".split()
)
#: A participle before a noun describes it ("failed tasks"); before these words it tells what happened.
_AFTER_PAST = STOP_WORDS | frozenset(
    "out up down off after before when again until while over under no not twice once all".split()
)
_PAST_STEMS = frozenset(
    "fail crash time return throw disconnect refus reject reset complain appear caus block drop strip pass leak turn"
    " stop start hang miss help solv fix work happen exceed restart die abort expir overflow deadlock stall report load"
    " los chang updat remov delet add creat show display log occur break freez lock kill corrupt lag spike trigger"
    " overwrit".split()
)


def kind_of(text: str, found: Sequence[Token]) -> Kind:
    """The sort of a text."""
    first_line = text.strip().partition("\n")[0]
    if _may_match(first_line, _LOG_CLUES, ignoring_case=False) and _LOG().match(first_line):
        return Kind.LOG
    if text.rstrip().endswith("?") or _QUESTION().match(first_line):
        return Kind.OPEN
    if _may_match(text, _OPEN_CLUES) and _OPEN().search(text):
        return Kind.OPEN
    if _may_match(text, _PAST_CLUES) and _PAST().search(_USED_TO().sub("", text)):
        return Kind.PAST
    if "#" in first_line and _TICKETED().search(first_line) and not _SUBJECT().search(first_line):
        return Kind.EVENT
    if changes_in(found):
        return Kind.CHANGE
    if "." in first_line and _VERSION_ONLY().match(first_line):
        return Kind.EVENT
    if _may_match(first_line, _COMMIT_CLUES) and _COMMIT().match(first_line) and not _has_finite_verb(found):
        return Kind.EVENT
    if (_may_match(text, _NARRATED_CLUES) and _NARRATED().search(text)) or _tells_what_happened(found):
        return Kind.NARRATED
    return Kind.CLAIM


def _may_match(text: str, clues: tuple[str, ...], *, ignoring_case: bool = True) -> bool:
    """Whether a text holds any of the clues; letters beyond ASCII may stand for others where case is ignored."""
    held_in = text.lower() if ignoring_case else text
    return not text.isascii() or any(clue in held_in for clue in clues)


def _has_finite_verb(found: Sequence[Token]) -> bool:
    """Whether a main clause says "is", "needs", "must": then its first word is no order, "Merge requests need …"."""
    return any(token.text.lower() in _FINITE and not token.condition and not token.quoted for token in found[1:])


_FINITE = frozenset("is are need needs must should has have can cannot does do requires require takes".split())


def _tells_what_happened(found: Sequence[Token]) -> bool:
    """Whether the first verb is in the past tense; a participle after "is" tells how things stand."""
    for at, token in enumerate(found):
        if token.kind != "word" or token.quoted or token.condition:
            continue
        lowered = token.text.lower()
        before = found[at - 1].text.lower() if at else ""
        if lowered in ("was", "were", "had"):
            return True
        if lowered in _BE or (lowered.endswith("s") and lowered in ("needs", "requires", "uses", "runs", "has")):
            return False
        if before not in _BE and (lowered in _IRREGULAR_PAST or (lowered.endswith("ed") and token.stem in _PAST_STEMS)):
            return at + 1 == len(found) or found[at + 1].kind != "word" or found[at + 1].text.lower() in _AFTER_PAST
    return False
