"""The forms in which decisions, preferences, rules, errors and fixes are stated, as patterns on a plain sentence.

One alternative a line; a form that casual talk has too is bounded by what must or must not follow. English.
"""

from __future__ import annotations

from hippo.core.lazy_pattern import lazily
from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable

_POINTERS = r"(?:it|this|that|the|your|these|those|them|how|what|to)\b"
#: A title or circumstance before an order: `Style: …`, `when you add a column, …`, `for database access, …`.
_CIRCUMSTANCE = (
    r"(?:when(?:ever)?|if|before|after|for|in|on|at|while|during|unless|once|with|to|every time|each time)\b"
)
_UNKNOWN_ONE = r"(?! (?:it|that|this|you(?:'re| are) (?:done|ready|finished))\b)"
_WHEN = (
    r"^(?:(?!note\b)[\w /&()'-]{2,40}: )?"
    rf"(?:{_CIRCUMSTANCE}{_UNKNOWN_ONE}[^,]{{2,100}},? )?(?:also |then |please |first )?"
)
#: What a listener is told to do when something happens.
_DO = (
    r"(?:run|add|use|call|check|create|update|regenerate|write|put|set|start|restart|keep|ask|commit|push|test|build"
    r"|delete|remove|include|open|close|load|install|bump|pin|mark|move|rename|wrap|return|log|tag|lock|clear|clean"
    r"|deploy|rebase|merge|squash|validate|generate|skip|name|increase|raise|lower|disable|enable|document|format"
    r"|import|export)\b"
)
#: What makes an order general.
_GENERAL = (
    r"(?=.*\b(?:every|each|all|always|never|any|default|new|before|after|when(?:ever)?|unless|otherwise|or else|first"
    r"|until|from now on|going forward)\b)"
)
_CONTRAST = r"(?:\b(?:instead of|rather than|and not|never|over)\b|, not\b)"
#: Encouragement, as people give it to each other: `don't worry`, `never give up`, `always here for you`.
_CHEER = (
    r"(?!(?:mind|worry|bother|think|know|need|see|give|miss|hesitate|feel|here|there|an?|the|been|so|nice|good|great"
    r"|happy|let (?:anything|anyone|it|them|the|yourself)|be (?:afraid|shy|sorry|scared|so|too|hard))\b)"
)
_WE = (
    r"\b(?:we|(?:the )?(?:team|maintainers|company))(?:'ve| have|'re| are| had)?"
    r"(?: now| finally| all| already| also| just)?"
)
_BEING = r"(?:was|were|is|are)"
_FAILS = (
    r"\b(?:fail(?:s|ed|ing)?|crash(?:es|ed)?|hangs|breaks|broke (?!down|up|my|his|her|our)|deadlock(?:s|ed)?|freezes"
    r"|froze|(?:was|were|is|are|gets|got) killed|times? out|timed out|leaks?|leaked|segfaults?"
    r"|does(?:n't| not) (?:work|help|start|build|compile)|did(?:n't| not) (?:work|help))\b"
)
_ON = r"\b(?:because|when(?:ever)?|if|unless|without|with|on|due to|after|since|as soon as|until)\b"


@value
class Form:
    """A form of statement: its pattern, and texts of which one stands in every sentence that the pattern finds.

    Why the texts: looking for a few of them takes a tenth of the time of a search, and most sentences hold none.
    """

    clues: tuple[str, ...]
    pattern: Callable[[], re.Pattern[str]]


def _form(clues: str, pattern: str) -> Form:
    return Form(clues=tuple(clues.split("|")), pattern=lazily(pattern))


PREFERENCES = (
    _form(
        "prefer|rather|hate|dislike|stand",
        r"\bi(?: would|'d)? (?:really |strongly |usually |generally |much |also |still )*"
        r"(?:prefer|rather|hate|dislike|can't stand|cannot stand)\b"
        r"(?! (?:it(?! when)|this|that|the (?:first|second|third|last|other|latter|former)"
        r"|not(?! (?:have|see|get|use)))\b[^i])"
        r"|\bi'd prefer it if\b|\bmy preference is\b|\bwe prefer .+ (?:to|over)\b",
    ),
    _form(
        "like|want|usually",
        r"\bi(?: really)? (?:don't|do not) (?:like|want)\b(?! to\b| (?:it|this|that|you)\b(?! when))"
        rf"|^i (?:really )?like (?!{_POINTERS}|\w+ing\b)\w+ \w+"
        r"|^i want (?:short|small|simple|clear|explicit|strict|no|only)\b"
        r"|\bi want you to (?:always|never)\b|\bi (?:always|never) want\b|\bi usually (?!\w+ed\b)\w+",
    ),
    _form(
        "favourite|favorite|fan of|better",
        r"\bmy favou?rite [\w -]{2,30} is\b|\bi(?:'m| am) (?:not a |no |a big )fan of \w+"
        r"|\bi like [\w -]{3,40} better\b",
    ),
    _form(
        "the user |call me",
        r"\bthe user (?:strongly |always |generally )?(?:prefers|likes|wants|hates|dislikes)\b|^call me \w+",
    ),
    _form(
        "answer|reply|replies|respon|speak|talk|keep |summaries|explanation",
        r"^(?:always )?(?:answer|reply|respond|speak|talk) (?:to me |me )?(?:briefly|in [a-z]+\b|concisely|short)"
        r"|^(?:always )?keep (?:your )?(?:it|explanations?|answers?|responses?|replies|summaries)"
        r" (?:short|brief|concise|simple)\b",
    ),
)

DECISIONS = (
    _form(
        "decided|discussed|agreed|chose|settled on|opted|standardi|adopted|going with|went with|dropping",
        rf"{_WE} (?:decided|agreed|chose|chosen|settled on|opted|standardi[sz]ed|adopted|going with|went with"
        r"|dropping)\b"
        r"|\bi(?:'ve| have)? (?:decided|opted)\b(?! to (?:look|check|read|try|see|start|run|begin|go)\b)"
        r"|^as (?:agreed|decided|discussed)\b|\b(?:it's|it is|that's) decided\b",
    ),
    _form(
        "switch|migrat|mov|picked|chose",
        rf"{_WE} (?:switched|migrated|moved|moving|switching|migrating|picked)\b"
        r"(?=.*\b(?:to|from|over|because|so|for)\b)|\bwe picked\b"
        r"|\bi (?:chose|picked) \S.*\b(?:because|over|instead of|rather than)\b",
    ),
    _form("decision", r"\bthe (?:final )?decision (?:is|was)\b(?! (?:hard|easy|made|difficult|not))"),
    _form(
        "we no longer |favour|favor|because|replaced",
        rf"\bwe no longer \w+ \w+|{_WE} (?:dropped|replaced|removed|retired) \S.* (?:in favou?r of|because|with)\b",
    ),
    _form(
        "let's|use|drop|adopt|go with|stay on|stick|keep",
        r"^let's (?:go with|use|stick (?:with|to)|standardi[sz]e|adopt)\b"
        r"|\bwe(?:'ll| will|'re going to| are going to) (?:use|drop|adopt|go with|stay (?:on|with)|stick (?:to"
        r"|with)|keep using)\b"
        r"|\bwe(?: now)? use \S.* (?:for|instead|everywhere|as|in|on)\b",
    ),
)

REMEDIES = (
    _form("cause", rf"\broot cause (?:{_BEING}|of)\b|\b{_BEING} caused by\b"),
    _form("due to", rf"\b{_BEING} due to\b"),
    _form(
        "fixed|solved",
        r"^(?:this )?(?:was )?(?:fixed|solved|resolved)(?: it| the [\w -]{2,40})? by\b"
        r"|\b\w+ing (?:\S+ ){1,8}?(?:fixed|solved|resolved) (?:it|the|this)\b",
    ),
    _form("reason ", rf"\breason (?:for|why|of) .{{2,60}} {_BEING}\b"),
    _form(" out", r"\bturn(?:s|ed) out\b"),
    _form(
        " is | was ",
        r"\b(?:fix|solution|workaround|trick|problem|issue|bug|cause|culprit) (?:is|was)"
        r" (?:to|that|a|an|the|in|\w+ing)\b",
    ),
    _form("to fix|to solve|to avoid|to work|to get", r"^to (?:fix|solve|avoid|work around|get rid of) .+, \w+"),
    _form(
        "came from",
        r"\b(?:leak|error|failure|crash|slowdown|regression|flake|bug|problem|issue|delay|deadlock"
        r"|loop)s? came from\b",
    ),
    _form("why ", rf"\b(?:that is|that's|which is|this is) why\b.*{_FAILS}"),
)

RULES = (
    _form(
        "always|never|do not|don't|avoid|prefer",
        rf"{_WHEN}(?:always|never|do not|don't) {_CHEER}[\w-]+ \S"
        rf"|{_WHEN}(?:avoid|prefer) \w+"
        r"|(?:;|,(?: and| but)?| and| but| [–—-]) (?:always|never|do not|don't|avoid|prefer)"
        r" (?!mind\b|give\b)[\w-]+ \S",
    ),
    _form("make sure|ensure|be sure|see to it", rf"{_WHEN}{_GENERAL}(?:make sure|ensure|be sure|see to it)\b"),
    _form(
        "instead of|rather than|and not|never|over|, not",
        rf"{_WHEN}(?:use|put|keep|write|store|place) .*{_CONTRAST}|\bshould\b.*{_CONTRAST}",
    ),
    _form(
        ", ",
        rf"^(?:when(?:ever)?|before|after|if|every time|each time)\b{_UNKNOWN_ONE} [^,]{{4,100}},"
        rf" (?:also |then |please |first |always |just )*{_DO}",
    ),
    _form(
        "may |can ",
        r"\bonly [\w -]{2,40} (?:may|can) \w+|\b(?:may|can) only (?!be \w+ing\b|hope|guess|see\b)\w+ \w+"
        r"|\bmay not (?!be|have)\w+ \w+",
    ),
    _form("ask ", rf"{_WHEN}ask (?:me |us |first |for \w+ )*before (?:you |\w+ing\b)"),
    _form(
        "we don't|we do not",
        r"\bwe (?:don't|do not) \w+ .*\b(?:in|on) (?:this|our) (?:repo\w*|project|code ?base|team|company"
        r"|organi[sz]ation)\b",
    ),
    _form(
        " need",
        r"^(?!(?:we|you|they|people|users|customers|my|your|his|her|our)\b)[\w /-]{3,40}(?:s need|[a-rt-z] needs)"
        r" (?:an?|at least|two|three)\b",
    ),
    _form(
        ", not |, never ",
        r"\b(?:go|goes|lives?|belongs?|stays?|is|are)\b[^,]{2,60}, (?:not|never) (?:in|into|on|to|as|at|below"
        r"|inside)\b",
    ),
    _form("everywhere", r"^use .* everywhere\b"),
    _form(
        "remember that|note that|keep in mind|forget to",
        r"^(?:remember|note|keep in mind) that \w+ \w+|\b(?:don't|do not) forget to \w+",
    ),
    _form(
        "no |stop ",
        r"^no (?!(?:one|need|problem|idea|way|doubt|worries|longer)\b)[\w -]+ (?:in|for|without|below|outside|on)\b"
        r"|^stop \w+ing \w+ \w+",
    ),
    _form(
        "from now on|going forward|under no circ|at all times",
        r"\b(?:from now on|going forward|under no circumstances|at all times)\b",
    ),
    _form(
        "must|should",
        r"\bmust(?: not|n't)?\b(?! (?:have been|i\b|we\b)|-)"
        r"|\bshould(?: always| never|n't(?! \w+ed\b)| not)\b",
    ),
    _form(
        "allowed|forbidden|prohibited|mandatory|require",
        r"\b(?:is|are)(?:n't| not)? (?:not )?(?:allowed|forbidden|prohibited|mandatory|required)\b"
        r"|\b(?!this |that |it )[\w.]+ requires? (?:the|a|an|that|every|at least|[a-z]+ing)\b",
    ),
    _form(
        "has to|have to|need to|needs to",
        rf"^{_GENERAL}.*\b(?:has|have|needs?) to (?:be|run|pass|start|have|come|go|use|set|call|stay|restart|add"
        rf"|update"
        r"|log|return|write|support|answer|respond|match|contain|include|end|begin|follow|squash|rebase|merge"
        r"|fit|finish"
        r"|handle|validate|pin|close|open|wait|check in)\b",
    ),
    _form("every |each ", r"\b(?:every|each) [\w ]{2,40} (?:needs?|gets?|belongs?)\b"),
    _form("belong", r"\bbelongs? (?:in|to)\b.*\bnever\b"),
    _form(
        "always|never",
        r"\b(?:we|nobody|[a-z]{3,}(?<!i)s) (?:always|never) (?!\w+ed\b)(?!(?:on|in|the|an?|so)\b)\w+ \w+",
    ),
)

FAILURES = (
    _form(
        "fail|crash|hang|break|broke|deadlock|freezes|froze|killed|time|leak|segfault|n't |not ",
        rf"{_FAILS}.*{_ON}|{_ON}.*{_FAILS}|{_FAILS}.*[;,] (?:i|we) \w+ed\b",
    ),
    _form(
        "silently|ignores|swallows|strips|support|only work",
        r"\b(?!it |this |that |he |she )\w+"
        r" (?:silently \w+s|ignores|swallows|strips|does(?:n't| not) support|only works?)\b",
    ),
)
