"""What a revert takes back, by the name people know it under: the subject of the commit, not its hash."""

from __future__ import annotations

import re

from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_QUOTING = re.compile(
    r"(?P<verb>revert(?:s|ed)?|re-?appl(?:y|ies|ied)):?\s+[\"“](?P<what>.*)", re.IGNORECASE | re.DOTALL
)
_HASH = re.compile(r"(?:\bcommits?\s+)?\b(?P<hash>(?=[0-9a-f]*\d)[0-9a-f]{7,40})\b")
_IN_BODY = re.compile(r"\breverts\s+commits?\s+(?P<hash>[0-9a-f]{7,40})\b", re.IGNORECASE)


@value
class TakenBack:
    """A commit that another one takes back, by its subject or by its hash, or both; `again` if it is put back."""

    title: str = ""
    hash: str = ""
    again: bool = False

    def is_of(self, subject: str, sha: str) -> bool:
        """Whether a commit is the one that was taken back."""
        return (bool(self.hash) and sha.startswith(self.hash)) or (bool(self.title) and subject == self.title)


def taken_back(subject: str, body: str) -> TakenBack:
    """What a revert takes back; the subject of git's own reverts quotes it, however often it was taken back."""
    times, title = _unwound(subject)
    found = _IN_BODY.search(body) or _HASH.search(subject)
    return TakenBack(
        title=title if times else "", hash=found["hash"] if found else "", again=times % 2 == 0 and times > 0
    )


def named(subject: str, body: str, subject_of: Callable[[str], str]) -> str:
    """The subject of a revert, telling what was taken back in the words of that commit.

    `Revert "Revert "…""` becomes `Reapply "…"`; a hash becomes the subject of its commit, if `subject_of` knows it.
    """
    times, title = _unwound(subject)
    if times > 1:
        return f'{"Revert" if times % 2 else "Reapply"} "{title}"'
    if times:
        return subject
    found = _HASH.search(subject)
    if found:
        title = subject_of(found["hash"])
        return f'{subject[: found.start()]}"{title}"{subject[found.end() :]}' if title else subject
    in_body = _IN_BODY.search(body)
    title = subject_of(in_body["hash"]) if in_body else ""
    return f'{subject} (takes back "{title}")' if title and title.lower() not in subject.lower() else subject


def _unwound(subject: str) -> tuple[int, str]:
    """How often a subject says that something was taken back, and the subject within; put back counts twice."""
    times, rest = 0, subject
    while found := _QUOTING.match(rest):
        times += 1 if found["verb"].lower().startswith("revert") else 2
        rest = found["what"]
        end = max(rest.rfind('"'), rest.rfind("”"))
        rest = rest[:end] if end >= 0 else rest
    return times, rest
