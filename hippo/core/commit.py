"""A commit as the history reader hands it to the importer that makes lessons of it."""

from __future__ import annotations

from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime


@value
class Commit:
    """One commit: who changed what when, and what they said about it.

    `subject` is the first paragraph on one line, `body` the rest as it was written. `parents` counts the
    parents (two or more are a merge). `files` are the paths that differ from the parent.
    Why here: adapters read commits and importers judge them, and neither knows the other.
    """

    sha: str
    subject: str
    body: str = ""
    author: str = ""
    author_email: str = ""
    authored_at: datetime
    parents: int = 1
    files: tuple[str, ...] = ()
