"""Text that gives orders to an agent instead of telling it something.

What a memory says may come from a log, a web page or somebody's commit, and reaches a prompt later. Real rules are
orders too ("run the tests before a commit"), so a commanding tone is no sign. What is: to set aside what the agent was
told before, to speak as the system, to send what it knows to some place, to show its prompt, to hide from the user.

Every rule asks for several parts in one sentence: a verb of setting aside, what is set aside, and its reach (all,
earlier, yours). "Ignore generated files" has only the first, "all rules of the linter" only the others. A denied verb
("never ignore the rules above") asks for the opposite. English, and the one order
to forget what was said in eight other languages; characters that hide are looked through. What is only perhaps an order
(`order_doubts`) is told apart: it waits for a person's word.

Measured: no alarm and no doubt on 5,766 real rules of agents, nor in 25 MB of the sources and documents of installed
packages. On texts labelled before anybody looked at the rules (51 orders, 61 notes) precision was 0.95 and recall 0.39;
the doubts and the other languages were added then. `scripts/bench door` prints today's figures.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from hippo.core.clues import WordClues
from hippo.core.hygiene import without_hidden
from hippo.core.order_doubts import DOUBTS
from hippo.core.orders_abroad import CLUES as ABROAD_CLUES
from hippo.core.orders_abroad import PATTERN as ABROAD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_CLAUSE = r"[^.!?;\n]"
_ROLE = (
    r"(?:system|developer|administrator|admin)"
    r"(?: (?:message|prompt|note|notice|override|instructions?|update|command))?"
)
_INSTRUCTIONS = r"(?:instructions?|directives?|directions|guidelines|guidance|orders)"
_RULES = (
    r"(?:rules?|prompts?|constraints|restrictions|polic(?:y|ies)|commands|messages|requests?|context|limits|limitations"
    r"|safeguards|training|programming)"
)
_SAID = r"(?:told|asked|said|given|instructed|taught|trained|ordered|requested|programmed|learned|learnt|wrote|know)"

_SET_ASIDE = (
    r"\b(?:(?:ignor|disregard|overrul|overrid|neglect|discard|abandon|forget)(?:e|es|s|t?ing)?|(?:bypass|dismiss)(?:es|ing)?"
    r"|(?:set|put|cast|push) aside|pay no (?:attention|heed|regard) to"
    r"|(?:do not|don't|stop|no longer|never|cease to|instead of|rather than)"
    r" (?:follow|obey|heed|listen to|adhere to|comply with|(?:follow|obey|heed|adher|comply)ing))\b"
)
#: A verb behind one of these is denied.
_DENIED = r"(?:\b(?:not|never|cannot|nor|without|avoids?|refuse to|rather than|instead of)|n't)(?: \w+){0,2} \Z"
_EARLIER = (
    r"\b(?:previous(?:ly)?|prior|above|before(?:hand)?|earlier|preceding|foregoing|former|past|so far|until now"
    r"|up to now|initial(?:ly)?|original(?:ly)?)\b"
)
_ALL = r"\b(?:all|any|every|everything|anything|whatever|what)\b"
_YOURS = (
    rf"\byour (?:\w+(?:'s)? ){{0,2}}(?:{_INSTRUCTIONS}|{_RULES})\b"
    r"|\byou(?:'ve| were| was| are| have| had)(?: been)?\b|\byou (?:got|received|know|learn(?:ed|t))\b"
)
#: What only an agent has, and `all instructions`, but not `all instructions in that file`: to read them as data is a
#: good rule.
_OF_AGENTS = (
    r"\bsystem prompt\b"
    r"|\A your (?:own )?(?:rules|guidelines|constraints|restrictions|limits|limitations)(?= ?(?:[,.;]|\Z|and\b))"
    r"|\byour (?:own |core )?(?:safety|content|ethical|programming|training|prompt)\b"
    rf"|\b(?:all|any|every)(?: of)?(?: (?:the|these|those|your|other))* {_INSTRUCTIONS}\b"
    r"(?! (?:in|from|inside|within|found|embedded|contained|that)\b)"
    r"|\beverything (?:written |said )?(?:above|so far|until now|up to now|before this)"
    r"(?: this line)?(?= ?(?:,|\Z|(?:and|then|instead)\b))"
)

_ADJECTIVE = r"(?:previous|prior|earlier|former|original|initial|above)"
_VOID = (
    rf"\b(?:(?:your|all|any)(?: the)? {_ADJECTIVE} (?:{_INSTRUCTIONS}|{_RULES})|the {_ADJECTIVE} {_INSTRUCTIONS})\b"
    rf"(?! in (?:the|our)\b){_CLAUSE}{{0,30}}\b(?:void|cancell?ed|revoked|obsolete|superseded|null|lifted|overridden"
    r"|(?:no longer|do not|don't) (?:apply|count))\b"
    rf"|\bthe (?:{_INSTRUCTIONS}|rules) (?:above|before this)(?: \w+){{0,2}}"
    r" (?:no longer|do not|don't) (?:apply|count) (?:to|for) you\b"
    r"|\b(?:can|could|may|will) do anything now\b"
    r"|\byou(?:'re| are) (?:now )?an? (?:unrestricted|uncensored|jailbroken)\b"
    r"|\byou(?:'re| are) (?:now )?(?:no longer (?:bound|restricted|limited|subject|constrained)"
    r"|free (?:of|from) (?:all|any|your)|released from|unrestricted|uncensored|jailbroken)\b"
    rf"|\b(?:pretend|imagine|(?:act|behave) as (?:if|though))\b{_CLAUSE}{{0,40}}\b(?:no|without(?: any)?)"
    r" (?:\w+ )?(?:rules|restrictions|guidelines|limits|limitations|instructions|filters?)\b"
)
_SYSTEM = (
    r"(?:\A|\n|[.!?>\"'] ?)"
    rf"(?:[\[(*#<]{{1,3}}{_ROLE}[\])*>]{{1,3}}[ :-]{{0,3}}|(?:[*#/-]{{1,3}} )?{_ROLE} ?(?::|->?|>) ?)"
    rf"{_CLAUSE}{{0,60}}\b(?:you (?:must|shall|will now|are now|have to)|override|ignore|disregard|obey|comply"
    r"|new (?:instructions|rules|task|orders))\b"
    r"|(?:\A|\n)(?:system|admin|developer) override\b(?= ?[:!,-])|\[inst\]|<\|start_header_id\|>"
    r"|<\|im_start\|>\s*system|<\|system\|>|<<sys>>|</?system[-_ ](?:prompt|message|reminder|note|instructions?)>"
)
_ADDRESS = (
    r"\bnew (?:instructions?|orders?|directives?|rules|task) (?:for|to) (?:the |you\b|this |any |all |every )*"
    r"(?:assistant|agent|ai\b|model|llm|bot|you\b)"
    r"|\b(?:assistant|agent|ai|model|llm|bot)s? (?:that |which |who )?(?:is |are )?(?:reading|reads?|processing) this\b"
)
_SEND = (
    rf"\b(?:send|post|upload|e-?mail|forward|transmit|exfiltrate|leak|deliver|submit|paste|copy)\b{_CLAUSE}{{0,40}}"
    r"(?:\b(?:config(?:uration)?|settings|credentials?|keys?|tokens?|secrets?|passwords?|environment variables|env vars"
    r"|environment|system prompt|conversation|chat history|transcripts?|memories|source code|codebase"
    r"|(?:confidential|private|personal|sensitive|internal|customer|user) data)\b"
    r"|\.env\b|\.ssh\b|id_rsa)[^!?;\n]{0,40}?\bto (?:(?:the|this|that|my|our|following) )*"
    r"(?:(?:(?:e-?mail|web|ip) )?address(?:es)? (?:below|above|in|given|at)"
    r"|(?:url|link|server|endpoint|webhook|recipient|site) (?:below|above)|attacker|https?://"
    r"|[\w.+-]{1,64}@[\w-]{1,64}\.\w|(?:[\w-]{1,64}\.){1,4}(?:com|net|org|io|dev|xyz|ru|cn)\b)"
)
#: A file that holds secrets, not its public half and no example of it.
_SECRET_FILE = (
    r"(?:\.ssh/(?:id_\w+|\*)?|\.ssh\b(?!/)|\.aws/credentials|\.env\b(?!\.(?:example|sample|template|dist))|\.netrc|\.pgpass"
    r"|\.kube/config|\.gnupg|/etc/shadow|\bid_(?:rsa|ed25519|ecdsa)\b)(?!\S*\.pub\b)"
)
#: Command lines that send such a file over the network: as data, through a pipe, as a part of an address.
_SEND_FILE = (
    rf"\b(?:curl|wget|http)\b[^\n]{{0,200}}?(?:-d|-f|-t|--data[\w-]*|--form|--upload-file|--post-file)"
    rf"[ =]?[\"']?[^\s\"']{{0,60}}{_SECRET_FILE}"
    rf"|{_SECRET_FILE}[^\n]{{0,60}}?\|[^\n]{{0,60}}\b(?:curl|wget|nc|ncat|netcat|socat|telnet)\b"
    rf"|\b(?:curl|wget)\b[^\n]{{0,200}}?[$`]\(?[^)`\n]{{0,60}}{_SECRET_FILE}"
)
_SHOW = (
    rf"\b(?:print|reveal|show|output|repeat|display|disclose|tell|leak|dump|recite|expose|share)\b{_CLAUSE}{{0,40}}\byour"
    r" (?:(?:own|system|hidden|initial|original|secret|internal|full|entire|exact) ){1,2}"
    rf"(?:{_INSTRUCTIONS}|{_RULES}|settings)\b"
    r"|\b(?:print|output|repeat|recite) (?:all|everything) (?:of the (?:text|words) )?above(?: this line)?"
    r"(?= (?:word|verbatim)| ?[.,;]|\Z)"
)
_HIDE = (
    r"\bwithout (?:the )?(?:user|human|owner|developer)(?:'s)? (?:knowing|knowledge|noticing)\b"
    r"(?! (?:the|an?|which|how|whether)\b)"
    rf"|\b(?:do not|don't|never) (?:tell|inform|alert|notify|mention|reveal){_CLAUSE}{{0,30}}\b(?:this|these)"
    r" (?:instructions?|note|message|memory|order)\b"
    r"|\b(?:do not|don't|never) (?:tell|inform|alert|notify) the (?:user|human|owner|developer)"
    r"(?: (?:about|of) (?:this|it|that))?(?: ?[.!,;\n]|\Z)"
)


def gives_orders(text: str) -> str:
    """The name of the rule by which a text gives orders to an agent; empty if it gives none."""
    plain = _plain(text)
    return next((name for name, fires in _CLUES.seen(plain) if fires(plain)), "")


def may_give_orders(text: str) -> str:
    """The name of the doubt whether a text gives orders to an agent; empty if there is none."""
    plain = _plain(text)
    return next((name for name, pattern in _CLUES_OF_DOUBTS.seen(plain) if re.search(pattern, plain)), "")


@lru_cache(maxsize=1)
def _plain(text: str) -> str:
    """Small letters with single blanks, as a reader sees them: a line that goes on in small letters is one sentence."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", without_hidden(text)).replace("’", "'")
    if "\n" not in text:
        return " ".join(text.lower().split())
    lines = "\n".join(" ".join(line.split()) for line in text.split("\n"))
    return re.sub(r"\n(?=[a-z]+ )", " ", lines).lower()


def _sets_aside(plain: str) -> bool:
    """Whether a sentence asks to set aside what was said before."""
    for verb in re.finditer(_SET_ASIDE, plain):
        clause = re.split(r"[.!?;\n]", plain[verb.end() : verb.end() + 120], maxsplit=1)[0]
        if _reaches_instructions(clause) and not re.search(_DENIED, plain[max(0, verb.start() - 40) : verb.start()]):
            return True
    return False


def _reaches_instructions(clause: str) -> bool:
    """Whether what follows the verb is what the agent was told, not the rules of some tool."""
    if re.search(_OF_AGENTS, clause):
        return True
    earlier, everything, yours = (bool(re.search(part, clause)) for part in (_EARLIER, _ALL, _YOURS))
    if re.search(rf"\b{_INSTRUCTIONS}\b", clause):
        return earlier or yours
    return earlier + everything + yours >= 2 and bool(re.search(rf"\b(?:{_RULES}|(?<! is ){_SAID})\b", clause))


def _found(pattern: str) -> Callable[[str], bool]:
    return lambda plain: re.search(pattern, plain) is not None


#: Name, clues of which one stands in every text that the rule can fire on, and the rule.
_CHECKS: tuple[tuple[str, tuple[str, ...], Callable[[str], bool]], ...] = (
    (
        "sets aside instructions",
        ("ignor", "disregard", "forget", "overrid", "overrul", "bypass", "neglect", "dismiss", "discard", "abandon",
         " aside", "pay no ", "follow", "obey", "heed", "listen", "adher", "comply"),
        _sets_aside,
    ),
    (
        "voids instructions",
        ("void", "cancel", "revoked", "obsolete", "supersed", "longer ", "not apply", "n't apply", "not count", "null",
         "lifted", "overrid", " free ", "released", "unrestricted", "uncensored", "jailbroken", "pretend", "imagine",
         "as if", "as though", "anything now"),
        _found(_VOID),
    ),
    ("speaks as the system", ("system", "developer", "admin", "<<sys", "[inst]", "<|start"), _found(_SYSTEM)),
    (
        "addresses the agent",
        ("new instruct", "new order", "new direct", "new rules", "new task", "read this", "reads this", "ing this"),
        _found(_ADDRESS),
    ),
    (
        "sends secrets away",
        ("send", "post", "upload", "mail", "forward", "transmit", "exfiltrate", "leak", "deliver", "submit", "paste",
         "copy"),
        _found(_SEND),
    ),
    ("sends secrets away", ("curl", "wget", "nc ", "ncat", "netcat", "socat", "telnet", "http "), _found(_SEND_FILE)),
    ("sets aside instructions", ABROAD_CLUES, _found(ABROAD)),
    ("shows the prompt", ("your ", " above"), _found(_SHOW)),
    ("hides from the user", ("without ", "do not ", "don't ", "never "), _found(_HIDE)),
)  # fmt: skip
#: The same for each clue: a text is held against all clues, and mostly has none.
_CLUES = WordClues((clue, (name, fires)) for name, clues, fires in _CHECKS for clue in clues)
_CLUES_OF_DOUBTS = WordClues((clue, (name, pattern)) for name, clues, pattern in DOUBTS for clue in clues)
