"""What a value says of itself: made by a machine, chosen by a person, or only standing in for a secret.

Beside a name such as `password` or `api_key` stand real secrets, and far more often the words of a sentence, a type, a
variable, a path or an example. The name alone decides nothing; these functions look at the value.

Choices: examples that say so (`changeme`, `your-key`, `xxxx`, `<token>`, `$TOKEN`, `password` itself) are no secrets,
although some of them work somewhere. A secret name beside a hash or a UUID is one: many keys look like that.
"""

from __future__ import annotations

import re

#: Characters of keys and tokens: base64 in both alphabets, hex, base58, and what joins their parts.
_MADE_OF = r"[A-Za-z0-9+/=_.~!@#%^&*:-]+"
#: Words, each with a short number before or after it, joined like a name, a path or a version: `my-app_v2/node18`.
_IDENTIFIER = r"(?:[~.]|[A-Za-z]:)?[-_./:@\\]*(?:(?:[A-Za-z]+\d{0,4}|\d{1,6}[A-Za-z]{0,3})(?:[-_./:@\\]+|\Z))+"
#: Camel-case runs of letters: the words of a name.
_LETTER_RUN = r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])"
#: What has a shape of its own and is no secret.
_OTHER_THINGS = (
    r"[\w+-]{2,}://.*"  # an address (a password in it is found by its own shape)
    r"|(?:sha|md)\d{1,3}[-:=].*"  # a checksum
    r"|mem_[0-9a-f]{12}"  # one of our ids
    r"|\d{4}-\d\d-\d\d.*"  # a time
    r"|#[0-9a-fA-F]{3,8}"  # a colour
    r"|arn:.*|op:/.*|vault:.*|(?:file|env):.*"  # the place where a secret is kept
    r"|(?i:aes|argon|base|bcrypt|ecdsa|ed|hmac|http|ipv|md|oauth|pbkdf|rsa|scrypt|sha)[-_]?\d{1,5}(?:id|hex|url)?"
    r"|[\w.+-]+@[\w-]+\.[a-z]{2,}"  # a mail address
    r"|(?:required|nullable|sometimes|string)\|.*"  # rules of a form
    r"|(?:[a-z_]\w{0,40}\.){0,4}[A-Z]\w+(?:Key|Token|Secret|Password|Credentials?|Field|Type)"  # the name of a class
    r"|(?:self|cls|this)\.[\w.]+"  # a part of an object
)
#: Marks of a value that was left out or shortened; seven equal characters are no chance in a key (1 in 4 million).
_REPETITION = r"(.)\1{6}|[xX]{5}|\*{3}|\.{3}|…|•{3}|_{4}"
_OPENERS = ("<", "{", "[", "(", "${", "$(", "{{", "%(", "!")
_VARIABLE = r"\$+[A-Za-z_]\w*|%[A-Za-z_]\w*%|@[A-Za-z_]+@|:?(?:%[sdr]:?)+"
_STEP = r"[A-Za-z_$]+(?:\d{1,3}[a-z_]*)?"
#: A name that leads to the value: `settings.api_key`, `process.env.TOKEN`, `get_token()`, `headers["x"]`.
_REFERENCE = rf"{_STEP}(?:(?:\.|->|::|\?\.){_STEP})+|[A-Za-z_$][\w$.]*[\[(].*"
_SAYS_SO = (
    r"example|placeholder|change[-_ ]?(?:me|this|it)|redacted|masked|\byour[-_ ]|[-_]here\b|insert[-_]|replace[-_]"
)
_OF_SECRETS = r"pass(?:word|wd|phrase|code)?|pwd|secret|token|api|key|credentials?|login|auth|hash|value|name|user|id"
_OF_EXAMPLES = (
    r"my|our|your|the|some|a|an|any|new|old|real|actual|dummy|fake|sample|test|demo|temp|default|valid|invalid|wrong"
    r"|correct|same|plain|hidden|secure|strong|admin|root|db|client|access|bearer"
)
#: Nothing but such words: `my_secret_key`, `new-password2`, `test`.
_STAND_IN = rf"(?:(?:{_OF_EXAMPLES}|{_OF_SECRETS})(?:[-_ .:]?|\Z))+\d?"
_PLAIN_WORDS = frozenset(
    "abc abc123 any array bar basic baz bool boolean bytes changed char cookie custom date disabled dynamic"
    " empty enabled encrypted enter env expired external false file foo foobar generated hashed header hunter"
    " input int integer keychain mandatory masked missing n/a nil no none null nullable number object off on"
    " one optional postgres prompt protected public qwerty random read redacted required rotated set shared"
    " str string stringify tbd text todo true undefined unknown unset varchar vault void write yes".split()
)


def is_filler(value: str) -> bool:
    """Whether a value in the shape of a key is only drawn like one: `ghp_xxxxxxxx`, `sk-ant-your-key-here`.

    The word EXAMPLE is not enough: the keys that providers print as examples look like any other.
    """
    return bool(re.search(rf"{_REPETITION}|[-_]your[-_]|[-_]here\Z|(?i:placeholder|changeme|redacted)", value))


def stands_in(value: str) -> bool:
    """Whether a value beside a secret name is none: an example, a variable, a type, an address, a checksum, a time."""
    bare = value.strip(".,;:!?)'\"`")
    word = bare.lower()
    if len(bare) < 3 or word in _PLAIN_WORDS or value.startswith(_OPENERS) or len(set(word) - set("-_. ")) <= 2:
        return True
    if re.search(_REPETITION, value) or (re.search(_SAYS_SO, word) and not looks_made(bare, least=16)):
        return True
    return bool(re.fullmatch(_STAND_IN, word) or re.fullmatch(rf"{_VARIABLE}|{_REFERENCE}|{_OTHER_THINGS}", bare))


def looks_made(value: str, least: int = 8) -> bool:
    """Whether a value looks as if a machine had made it: a key, a token, a hash.

    Letters and digits that are not the words and numbers of a name; or twelve letters and more whose case changes so
    often that camel-case words would be shorter than 3.5 letters on average. Measured: that holds for 85 to 97 % of
    random letters and for 4 % of 20,860 camel-case names in Python packages.
    """
    if len(value) < least or not re.fullmatch(_MADE_OF, value) or not any(c.isalpha() for c in value):
        return False
    if any(c.isdigit() for c in value) and not re.fullmatch(_IDENTIFIER, value):
        return True
    letters = sum(map(str.isalpha, value))
    changes = len(re.findall(_LETTER_RUN, value)) - len(re.findall(r"[A-Za-z]+", value))
    return letters >= 12 and letters < 3.5 * (changes + 1)


def looks_drawn(value: str) -> bool:
    """Whether a value can be nothing but a key or a password: it needs no sign between its name and itself.

    Ten characters and more in both cases and with digits, where one sort follows upon another as if they were drawn:
    every 2 characters in random ones, every 4 in names such as `resetPassword2FAFlow`; or letters and digits with a
    sign that no name and no address has (`Tr0ub4dor&3`). Measured: that holds for 94 to 99 % of random letters and
    digits and for 9 of 1,112 names with digits in Python packages.
    """
    bare = value.rstrip(".,;:!?)")
    if len(bare) < 8 or not (any(map(str.isalpha, bare)) and any(map(str.isdigit, bare))):
        return False
    if re.fullmatch(r"[\w!#$%^&*+-]*[!#$%^&*][\w!#$%^&*+-]*", bare) and not re.match(r"[$%#&-]", bare):
        return True
    has_both_cases = bare.lower() != bare != bare.upper() and not bare.startswith("0x")
    if len(bare) < 10 or not has_both_cases or not re.fullmatch(_MADE_OF, bare):
        return False
    return len(bare) < (3 if len(bare) >= 20 else 2.5) * len(re.findall(rf"{_LETTER_RUN}|\d+", bare))


def looks_chosen(value: str) -> bool:
    """Whether a value looks like a password of a person: letters with digits, or both cases with a sign.

    Words and numbers joined like a name (`node-18`, `rc.2`) are not, one word with a number (`hunter2`) is.
    """
    bare = value.rstrip(".,;:)")
    if len(bare) < 6 or re.fullmatch(r"[/~].*|\.{1,2}/.*|[A-Za-z]:\\.*", bare):
        return False
    letters = any(c.isalpha() for c in bare)
    if letters and any(c.isdigit() for c in bare):
        return bool(re.fullmatch(r"[A-Za-z]+\d+", bare)) or not re.fullmatch(_IDENTIFIER, bare)
    return letters and bare.lower() != bare != bare.upper() and bool(re.search(r"[!@#$%^&*]", bare[:-1]))


def is_hash_or_uuid(value: str) -> bool:
    """Whether a value is the hash of a commit or a file, or a UUID: alone it is no secret."""
    return bool(re.fullmatch(r"[0-9a-fA-F-]+", value))
