"""What may be an order to an agent, and may as well be a note of a person: such a text waits for somebody's word.

"Do not tell the user about this step" is said by an attacker, and by a designer of dialogues; "Note to Claude:" begins
both. One sign is enough here, where a sure rule (`orders`) asks for several; what real rules of agents say often
("ask the user before you delete anything") is no sign at all.
"""

from __future__ import annotations

_AGENT = r"(?:ai|llm|language model|large language model|assistant|claude|chatgpt|gpt|copilot|gemini)"
_CLAUSE = r"[^.!?;\n]"
_USER = r"(?:user|human|owner|developer)"

_HIDES = (
    rf"\b(?:do not|don't|never) (?:tell|inform|alert|notify) the {_USER} (?:about (?:this|these|it)|that you)\b"
    rf"|\b(?:do not|don't|never) let the {_USER} (?:know|notice|find out)\b"
    rf"|\bhide (?:this|these|it|that) (?:\w+ )?from the {_USER}\b"
    rf"|\bkeep (?:this|it|that) (?:a )?(?:secret|hidden|quiet) from the {_USER}\b"
    rf"|(?:\A|[.!:;\n] ?|\b(?:and|then) ){_CLAUSE}{{0,60}}"
    rf"\bwithout (?:telling|informing|alerting|notifying) the {_USER}\b"
    r"|\b(?:do|run|perform|execute) (?:this|it|that|the following) silently\b"
)
_ADDRESSES = (
    r"(?:\A|[.!?\n*#>-] ?)(?:important |urgent |secret )?(?:note|message|notice|hint) (?:to|for) (?:the |any |all )?"
    rf"{_AGENT}s?\b"
    rf"|\battention,? (?:all )?{_AGENT}s?\b(?: ?[:,!]|\Z)"
    rf"|\b(?:if|when|since|as) you are (?:an?|the) {_AGENT}\b{_CLAUSE}{{0,40}}\b(?:reading|read|processing)\b"
    rf"|\bwhen (?:the|an?) {_AGENT} reads? (?:this|the following)\b"
    r"|(?:\A|\n)assistant: ?(?:sure|ok|okay|certainly|of course|understood|yes)\b"
)
_UNREINED = (
    r"\byou are now in (?:developer|dan|god|jailbreak|admin|root) mode\b"
    r"|\b(?:enter|activate|enable|switch to) (?:dan|god|jailbreak) mode\b"
    r"|\b(?:enter|activate|enable|switch to) developer mode and (?:disable|ignore|bypass|turn off)\b"
    r"|\b(?:disable|turn off|bypass) (?:all |your |any )+(?:safety|content) (?:filters?|checks?|guidelines|policies)\b"
    r"|\bignore (?:the )?(?:text|message|prompt|conversation|everything) above(?: this line)?"
    r"(?= ?(?:[.,;]|\Z|and\b))"
)
_SHOWS = (
    rf"\b(?:print|reveal|show|output|repeat|display|disclose|recite|list|say)\b{_CLAUSE}{{0,40}}"
    rf"\b(?:prompt|instructions)\b{_CLAUSE}{{0,40}}\b(?:verbatim|word for word)\b"
    r"|\b(?:prompt|instructions)\b[^\n]{0,40}\b(?:output|repeat|print) (?:it|them)"
    r" (?:verbatim|word for word|in full)\b"
    r"|\b(?:print|reveal|show|output|disclose) (?:the|all) (?:hidden|secret) instructions\b"
    r"|\brepeat everything above\b"
)
_SECRETS = r"(?:\.env\b|\.ssh\b|\b(?:keys?|tokens?|secrets?|passwords?|credentials)\b)"
_SENDS = (
    r"(?:\A|[.!?:;\n] ?|\bthen |\band )exfiltrate (?:the|all|any|every|your|our)\b"
    rf"|\b(?:send|post|upload|copy|paste|submit)\b{_CLAUSE}{{0,60}}{_SECRETS}{_CLAUSE}{{0,40}}"
    r"\b(?:pastebin|webhook\.site|requestbin|ngrok)\b"
    rf"|\b(?:append|add|include|embed|encode|put)\b{_CLAUSE}{{0,40}}{_SECRETS}{_CLAUSE}{{0,40}}"
    r"\b(?:to|in|into) this (?:url|link|image)\b"
    rf"|\b(?:e-?mail|send|forward)\b{_CLAUSE}{{0,20}}\b(?:customer|user|client|member) (?:list|records) to"
    r" [\w.+-]{1,64}@"
)
_SYSTEM = (
    r"(?:\A|\n)<system>"
    rf"|(?:\A|\n)system: ?(?:the )?(?:{_USER}|admin) (?:has|have) (?:authori[sz]ed|granted|given|approved|enabled)\b"
)

#: Name, clues of which one stands in every text that the rule can fire on, and its pattern.
DOUBTS: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("perhaps hides from the user", ("user", "human", "owner", "developer", "silent"), _HIDES),
    (
        "perhaps addresses the agent",
        (
            *("note", "message", "attention", "notice", "hint", " you are ", "assistant:"),
            *("read this", "reads this", "read the following", "reads the following"),
        ),
        _ADDRESSES,
    ),
    ("perhaps takes off the reins", (" mode", "above", "safety", "content "), _UNREINED),
    (
        "perhaps shows the prompt",
        ("verbatim", "word for word", "in full", "hidden ", "secret ", "everything above"),
        _SHOWS,
    ),
    (
        "perhaps sends secrets away",
        (
            "exfiltrat",
            "pastebin",
            "webhook.site",
            "requestbin",
            "ngrok",
            "this url",
            "this link",
            "this image",
            "list to",
            "records to",
        ),
        _SENDS,
    ),
    ("perhaps speaks as the system", ("system",), _SYSTEM),
)
