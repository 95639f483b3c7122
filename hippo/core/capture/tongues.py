"""Rules, decisions and preferences in languages other than English: only the forms that say it outright.

Chosen: `never do`, `always do`, `we decided`, `I prefer` as an order or a statement is worded, so that a complaint
(`It is always slow`) or a question is none. What a language hedges with makes a guess of it.
"""

from __future__ import annotations

from hippo.core.lazy_pattern import lazily

#: By kind; a form stands at the beginning of a sentence where casual talk has the same words elsewhere.
RULES = lazily(
    # German, Dutch
    r"^(?:bitte )?(?:niemals|nie|immer) (?!wieder\b|noch\b|mehr\b|ich\b"
    r"|wenn\b)(?:[\wäöüß./`'-]+ )+[\wäöüß]+en\b(?!.*\bhabe\b)"
    r"|\b(?:darf|dürfen|sollen?|muss|müssen) (?:[\wäöüß-]+ )?(?:nie|niemals|immer|stets) "
    r"|^(?:nooit|altijd) (?:[\w./`'-]+ )+\w+en\b"
    # French
    r"|^(?:ne jamais|ne pas|toujours) \w+(?:er|ir|re)\b|\bil (?:ne )?faut (?:toujours|jamais|absolument)\b"
    r"|^n['’](?:utilisez|utilise|exécutez) jamais\b"
    # Spanish, Portuguese, Italian
    r"|^nunca (?:hagas|uses|toques|subas|ejecutes|borres|faça|use|altere|suba|execute|apague|\w+(?:ar|er|ir)) "
    r"|^siempre (?:hay que|usa|ejecuta|prueba|\w+(?:ar|er|ir)\b)|^sempre (?:use|execute|rode|usare|eseguire)\b"
    r"|^(?:non|mai) (?:usare|eseguire|toccare|fare|modificare)\b"
    # Russian, Polish
    r"|^(?:никогда не|всегда) [\w-]+(?:йте|ите|ьте|ть)\b|^(?:nigdy nie|zawsze) (?!był|mia)\w+(?:j|aj|uj|ać|ić|ść)\b"
    # Japanese, Chinese, Korean
    r"|(?:ないでください|してはいけません|してはならない|必ず.{2,}(?:ください|こと))[。！.!]?$"
    r"|^(?:请)?(?:永远不要|千万不要|切勿|禁止|务必|必须|始终)"
    r"|(?:하지 마세요|하지 마십시오|해야 합니다|하면 안 됩니다)[.!]?$"
    # Hindi, Persian
    r"|कभी न(?:हीं)? .*(?:करें|करना)|^(?:هرگز|همیشه) .*(?:نکنید|کنید|نزنید)"
)
DECISIONS = lazily(
    r"\bwir haben (?:uns )?(?:.{2,60} )?(?:beschlossen|entschieden|vereinbart|geeinigt)\b"
    r"|\bwe hebben (?:.{2,60} )?besloten\b"
    r"|\b(?:nous avons|on a) (?:décidé|choisi|convenu)\b|\bhemos (?:decidido|acordado|elegido)\b|^decidimos \w+ \w+"
    r"|\babbiamo deciso\b|^мы (?:решили|договорились|выбрали) |^zdecydowaliśmy |(?:することに|に)(?:決めました"
    r"|決定しました)"
    r"|我们(?:决定|选择了|商定)|하기로 (?:결정)?했(?:습니다|어요)"
)
PREFERENCES = lazily(
    r"^ich (?:bevorzuge|mag keine|hasse) \w+|^je préfère (?!ça|cela|celui)\w+|^prefiero (?!est|es[ao]|no\b)\w+"
    r"|^prefiro \w+"
    r"|^preferisco \w+|^ik heb liever |^я предпочитаю |^wolę "
)
GUESSES = lazily(
    r"\b(?:vielleicht|eventuell|könnten?|misschien|peut-être|pourrait|quizás?|tal vez|talvez|forse|może|może"
    r"|быть может"
    r"|может быть|наверное)\b|多分|かもしれ|也许|可能|아마|शायद|شاید"
)
#: A text that holds none of these has none of the forms.
CLUES = tuple(
    clue.replace("~", " ")
    for clue in """
    nie immer nooit altijd jamais toujours faut ne~pas nunca siempre sempre non~ mai~ никогда всегда
    nigdy zawsze ください
    いけません ならない 必 不要 切勿 禁止 始终 마세요 마십시오 합니다 됩니다 कभी هرگز همیشه beschlossen entschieden
    vereinbart geeinigt besloten nous~avons on~a~ hemos decidimos abbiamo мы~ zdecydowa 決 决定 选择 商定 하기로
    bevorzuge ich~mag hasse préfère prefiero prefiro preferisco liever предпочитаю wolę
    """.split()
)
