"""Orders to set aside what was said, in the languages after English that most agents are spoken to in.

One sentence shape for each: a verb of ignoring or forgetting near `previous` (or `all`) and a word for instructions.
"""

from __future__ import annotations

#: Clues of which one stands in every text that the pattern can match.
CLUES = tuple(
    "ignor oubli vergiss vergessen missacht olvid esque dimentic игнорир забуд 忽略 无视 無視 忘 무시 잊".split()
)
PATTERN = (
    r"\b(?:ignore[rz]?|oublie[rz]?)\b[^.!?;\n]{0,25}\b(?:instructions?|consignes?|règles)"
    r" (?:précédentes?|antérieures?|ci-dessus)"
    r"|\b(?:ignorier\w*|vergiss|vergessen sie|missacht\w*)\b[^.!?;\n]{0,25}\b(?:vor(?:her)?ig|bisherig|obig|früher)\w*"
    r"[^.!?;\n]{0,12}\b(?:anweisung|instruktion|befehl|regel|vorgabe)\w*"
    r"|\b(?:ignor|olvid)\w{1,6}\b[^.!?;\n]{0,25}\b(?:instrucciones|órdenes|reglas) (?:anteriores|previas|de arriba)"
    r"|\b(?:ignor[ae]\w*|esque[çc]a\w*)\b[^.!?;\n]{0,25}\b(?:instruções|ordens|regras) (?:anteriores|prévias|acima)"
    r"|\b(?:ignor|dimentic)\w{1,6}\b[^.!?;\n]{0,25}\b(?:istruzioni|regole) (?:precedenti|sopra)"
    r"|\b(?:игнорируй\w*|забудь\w*)\b[^.!?;\n]{0,20}\b(?:предыдущ|прежн|все)\w*[^.!?;\n]{0,20}"
    r"\b(?:инструкци|указани)\w*"
    r"|(?:忽略|无视|無視|忘记|忘記|忘掉)[^。!?\n]{0,6}(?:之前|以上|先前|前面|上面|所有)[^。!?\n]{0,6}"
    r"(?:指令|指示|说明|說明|提示|规则|規則|命令)"
    r"|(?:以前|上記|これまで|前)の[^。!?\n]{0,6}(?:指示|命令|指令|プロンプト)[^。!?\n]{0,6}(?:無視|忘れ)"
    r"|(?:이전|위의?|앞의?)[^.!?\n]{0,6}(?:지시|명령|지침)[^.!?\n]{0,6}(?:무시|잊)"
)
