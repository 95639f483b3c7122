"""English words that tell one text from another badly.

Leaving them out of queries was the largest single gain measured on conversations (+.046 nDCG@10). Kept, because
people search with them: `may` (the month), `let`, `not`, `no`, `if`, `else`, `while`, `until`, `all`, `any`, `only`,
`same`, `off`, `out`, `up`, `down`, `over`, `under`, `before`, `after`, `between`, `without`, `never`, `always`.
"""

from __future__ import annotations

_WORDS = """
a an the this that these those such one ones some each other another own
i me my mine myself we us our ours ourselves you your yours yourself he him his himself
she her hers herself it its itself they them their theirs themselves
am is are was were be been being have has had having do does did done doing
will would shall should can could might must ought wo ca sha
what which who whom whose when where why how
and or but nor so than then though although because since as
of to in on at by for from with about into onto upon within among
there here just also too very quite rather really still yet already even ever much many more most
please ok okay yes oh eg ie etc
"""

STOP_WORDS = frozenset(_WORDS.split())
