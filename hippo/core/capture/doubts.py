"""Why a sentence that sounds like a lesson is none: somebody asks, guesses, means only now, or tells of others."""

from __future__ import annotations

from enum import StrEnum

from hippo.core.capture.turn import Speaker
from hippo.core.lazy_pattern import lazily

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.core.capture.cues import Cue


class Doubt(StrEnum):
    """Why it is no lesson."""

    QUESTION = "a question"
    GUESS = "a guess, a wish or an idea"
    REPORTED = "what somebody else says"
    OWN_WORK = "what the agent is doing"
    NOW = "only for now"
    UNCLEAR = "says nothing by itself"
    TALK = "talk, not a rule"
    LONG = "too long for a sentence"


_CLOSERS = " \"')]*_!.…”’»"
_ASKING = r"(?:can|could|should|would|will|do|does|did|is|are|was|were|have|has|may|shall)(?:n't)?"
_QUESTION = lazily(
    r"(?:how|why|what|where|which|who|when)"
    r" (?:do|does|did|is|are|was|were|can|could|should|would|will|must|about|if|to)\b"
    rf"|{_ASKING} (?:i|we|you|they|he|she|it|there)\b"
)
_GUESS = lazily(
    r"\b(?:maybe|perhaps|might|possibly|probably|presumably|supposedly|apparently|likely|imagine|suppose|in theory"
    r"|hypothetical(?:ly)?|theoretically|alternatively|hopefully|undecided|unsure|not sure|no idea|don't know"
    r"|do not know|what if|let's (?:say|assume|suppose|imagine|pretend)|one option|another option|an option"
    r"|the question is|i wish|i hope|i forgot)\b"
    r"|\bi (?:think|guess|suspect|wonder(?:ed)?|believe|assume|suppose|doubt)\b"
    r"|\b(?:it|this|that|which|there) (?:seems?|looks?|appears?|sounds?|feels?) (?:to|like|that|as)\b"
    r"|\bseems? (?:to|that|like)\b"
    r"|\bshould(?:n't)? (?:\w+ )?have (?:\w+ed|been|gone|known|done|seen|told|had|made|taken|written|kept|left|begun"
    r"|come|read|run|said|thought)\b"
    r"|\b(?:was|were) (?:thinking of|going to)\b"
    r"|\bcould (?:be|also|go|try|use|have|then|always|never|just)\b"
    r"|\bmay (?:want|be|need|have|also)\b"
    r"|\bwould(?:n't)? (?:be|have|never|always|need|like|prefer|love|mean|want|work|make|help)\b(?! it if you)"
    r"|\b(?:haven't|have not|hasn't|not yet|not) (?:yet )?(?:decided|agreed|chosen)\b"
    r"|\b(?:couldn't|could not|can't|cannot) (?:find|reproduce|tell|see|remember|figure)\b"
    r"|\bneed to (?:check|verify|see|look)\b"
)
#: A hedge at the beginning makes a guess of an order, too.
_HEDGED = lazily(
    r"(?:(?:well|hm+|so|and|or|but|yeah|ok|okay),? )*(?:maybe|perhaps|possibly|probably|presumably|in theory|ideally"
    r"|if only|if i were|if we were|imagine|suppose|supposing|let's (?:say|assume|suppose|imagine|pretend))\b"
)
_REPORTED = lazily(
    r"\b(?:says?|said|saying|claims?|claimed|tells?|told|complains?|complained|recommends|recommended|suggests"
    r"|suggested|stated|states that|argues?|argued|warns?|wrote|shows?|according to|asked)\b"
)
_OWN_WORK = lazily(
    r"(?:(?:now|next|then|first|finally|so|ok|okay|done|also|and|but|instead|meanwhile)[,.:]?\s+)*"
    r"(?:i(?:'ll|'m|'d|'ve| will| am| would| should| need| must| can| have| had| used?| prefer| want| like)\b"
    r"|let me\b|let's\b|we(?:'ll| will) need\b|going to\b)"
)
_PROMISE = lazily(r"i(?:'ll| will)\b")
_NOW = lazily(
    r"\b(?:yet|right now|for now|for the moment|at the moment|this time|today|tonight|tomorrow|just now|a minute"
    r"|a moment|this (?:once|session|morning|week|branch|pr|commit|task|ticket|run|step|issue)"
    r"|(?:while|until|as long as) (?:i(?:'m| am)|the (?:demo|call|meeting|talk|deploy|release|test|build) is)\b"
    r"|i just|i am editing)\b"
    r"|\byour (?:\w+ )?(?:idea|suggestion|proposal|approach|plan|version|option)\b"
    r"|\b(?:the|my|your) (?:last|latest|previous) (?:commit|message|change|one)\b"
    r"|\bthe (?:first|second|third|other|last|latter|former) (?:one|approach|option|file|branch|version)\b"
    r"|\bnow\W*$"
    r"|^(?:wait|stop|hold on)\b[,.!]"
)
_POINTING = lazily(
    r"(?:always |never |do not |don't |avoid |just |only |use |prefer |ensure |make sure )+(?:\w+ )?"
    r"(?:it|that|this|them|these|those|so|to)?"
    r"(?:[.!,;](?!\w)|$| (?:for|today|now|again|yet|at|please|anymore|any more)\b)"
    r"|i (?:really )?(?:like|love|hate|prefer|want|don't like)"
    r" (?:it(?! when)|that|this|them|these|those|the|your|how|what|where|who|why)\b"
    r"|i (?:really )?(?:like|love|hate|want) to\b"
)
_SOMEBODY = r"(?:i|he|she|they|you|it|this|that|who)(?:'ve|'s| have| has| had| was| were| is)?"
_TALK = lazily(
    r"^(?:never mind|don't (?:worry|bother|panic|mention|ask me)|do not worry)"
    r"|^remember (?:what|when|how|who|me|us)"
    r"|^let's (?:go|see|try|look|start|begin|do|check|move on|talk)\b(?! with)"
    rf"|^(?:[\w-]+ ){{0,3}}?{_SOMEBODY} (?:always|never)\b(?! want| use| need)"
    r"|\b(?:problem|issue|reason|trouble) (?:is|was) that (?:i|you|he|she|nobody|there)\b"
    r"|\b(?:always|never) (?:\w+ed|ran|went|said|saw|seen|came|got|did|had|was|were|been|knew|made|took|found"
    r"|wrote|thought|felt|works|fails|finishes|ends|happens|comes|stops|crashes|breaks|gets)\b"
    r"|^never (?:heard|seen|saw|had|knew|been|thought|mind|tried|happened|again)\b"
    r"|^i must (?:be|have|admit|say)\b"
    r"|^must(?:'ve| have) |\bmust(?:'ve| have (?:been|had|gone|\w+ed))\b"
    r"|\b(?:you|he|she|they) must (?:feel|mean|be)\b"
    r"|\b(?:it|that|this) must (?:feel|mean|be (?!\w+ed\b))"
    r"|\b(?:it|this|that) (?:must|has to) (?:fail|break|crash|happen|go wrong)\b"
    r"|\bmust be (?:so|really|very|quite|awesome|amazing|great|nice|hard|tough|exciting)\b"
)
#: Of these one stands in every text that _TALK finds: looking for them takes a tenth of the time.
_TALK_CLUES = tuple("must|never|always|remember|let's |don't |do not worry| is that | was that |has to ".split("|"))
#: Verbs of duty before `never` or `always` make a past form a passive: `must never be logged`, `are never committed`.
_DUTY = lazily(
    r"\b(?:must|should|may|can|shall|are|is|be) (?:always|never)\b|\b(?:never|always) be\b"
    r"|\b(?:was|were) never \w+ed\b"
)
#: Characters of a sentence (chosen: longer ones are pasted, or nobody's).
LONGEST = 500


def doubt(text: str, cue: Cue, speaker: Speaker) -> Doubt | None:
    """Why a plain sentence with a cue is no lesson; None if nothing speaks against it.

    What the speaker calls a rule or a lesson is only doubted as a question. In what begins as an order only the object
    can be uncertain (`never pass what might be empty`).
    """
    if len(text) > LONGEST:
        return Doubt.LONG
    if text.rstrip(_CLOSERS).endswith(("?", "？", "؟")) or _QUESTION().match(text):
        return Doubt.QUESTION
    if cue.is_label:
        return None
    if _HEDGED().match(text) or (not cue.is_order and _GUESS().search(text)):
        return Doubt.GUESS
    if _REPORTED().search(text, 0, cue.at):
        return Doubt.REPORTED
    if (_OWN_WORK if speaker is Speaker.AGENT else _PROMISE)().match(text):
        return Doubt.OWN_WORK
    return _of_little_use(text)


def _of_little_use(text: str) -> Doubt | None:
    """Why nobody could use a sentence later."""
    if _NOW().search(text):
        return Doubt.NOW
    if _POINTING().match(text):
        return Doubt.UNCLEAR
    if any(clue in text for clue in _TALK_CLUES) and _TALK().search(text) and not _DUTY().search(text):
        return Doubt.TALK
    return None
