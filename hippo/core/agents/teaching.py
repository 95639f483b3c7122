"""What hippo's block tells an agent: the loop of a session in six lines, so short that it costs little to carry."""

from __future__ import annotations

BLOCK = """\
## Memory: hippo

This project remembers from session to session. Use it every time, without being asked:

1. Begin with `hippo context "the task"`, unless its output was given to you already.
2. Before you debug or choose: `hippo recall "the error or the question"`. A hit may be stale: check it.
3. After a failure you understood: `hippo remember --error "what failed, why, and what helps"`.
4. For a fact that will hold: `hippo remember "the fact"`; for a choice: `hippo decide "what, and why"`.
5. Never store secrets, guesses, or what the code already says.
6. At the end: `hippo outcome --good` if a recall helped, `--bad` if it misled, then
   `hippo handoff save --summary "how things stand" --next "the next step"`."""

#: What a file begins with that is hippo's own, where the agent wants to know when the rule holds: always.
CURSOR_HEAD = "---\ndescription: The memory of this project\nalwaysApply: true\n---\n"
WINDSURF_HEAD = "---\ntrigger: always_on\n---\n"
