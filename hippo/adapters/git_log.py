"""The command that prints commits for a program, and the reader of what it prints.

Every field ends in NUL, the one byte that neither a message nor a path can hold. A record is an empty field, the seven
of `_FORMAT`, an empty field again, and the paths up to the next empty one.
"""

from __future__ import annotations

from collections import deque
from datetime import UTC, datetime, timedelta
from itertools import islice, takewhile

from hippo.core.commit import Commit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_FORMAT = "%x00%H%x00%P%x00%an%x00%ae%x00%at%x00%s%x00%b%x00"
#: Nothing that a configuration may say about `git log` is left to it: colours, notes, signatures (which would start
#: gpg), renames (which would read every file), paths relative to a folder, an order of files.
COMMAND = (
    *(
        "-c",
        "log.showRoot=true",
        "-c",
        "diff.relative=false",
        "log",
        "-z",
        f"--format=tformat:{_FORMAT}",
        "--encoding=UTF-8",
    ),
    *("--no-color", "--no-notes", "--no-show-signature", "--no-mailmap"),
    *("--no-renames", "--no-ext-diff", "--no-textconv", "-O/dev/null"),
)
WITH_FILES = ("--name-only",)
#: Bytes of one field and paths of one commit that are kept (chosen: a lesson takes a thousand characters and a
#: handful of paths, while a commit may carry a log of many megabytes or a whole tree).
FIELD_LIMIT_BYTES = 64 * 1024
FILES_LIMIT = 1000

#: Seven of the format, and the empty one that `git log -z` itself ends them with.
_HEADER_FIELDS = 8
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def commits(chunks: Iterable[bytes]) -> Iterator[Commit]:
    """The commits in the output of COMMAND, in its order."""
    fields = fields_of(chunks)
    next(fields, None)
    while header := tuple(islice(fields, _HEADER_FIELDS)):
        yield _commit(header, _paths(fields))


def fields_of(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The fields of an output that ends each in NUL, cut at FIELD_LIMIT_BYTES."""
    kept = b""
    for chunk in chunks:
        first, *others = chunk.split(b"\0")
        kept = (kept + first)[:FIELD_LIMIT_BYTES]
        for field in others:
            yield kept
            kept = field[:FIELD_LIMIT_BYTES]


def moment_of(seconds: bytes) -> datetime:
    """The moment of a git time in seconds; an unreadable or impossible one is the beginning of 1970."""
    try:
        return _EPOCH + timedelta(seconds=int(seconds))
    except (ValueError, OverflowError):
        return _EPOCH


def _paths(fields: Iterator[bytes]) -> tuple[str, ...]:
    """The paths of one commit; git puts a line feed before the first. Takes the empty field after them, too."""
    paths = takewhile(bool, fields)
    first = next(paths, b"").removeprefix(b"\n")
    kept = (first, *islice(paths, FILES_LIMIT - 1)) if first else ()
    deque(paths, maxlen=0)
    return tuple(map(_text, kept))


def _commit(header: tuple[bytes, ...], files: tuple[str, ...]) -> Commit:
    sha, parents, author, email, seconds, subject, body, _ = header
    return Commit(
        sha=_text(sha),
        subject=_text(subject),
        body=_text(body).rstrip("\n"),
        author=_text(author),
        author_email=_text(email),
        authored_at=moment_of(seconds),
        parents=len(parents.split()),
        files=files,
    )


def _text(field: bytes) -> str:
    return field.decode("utf-8", "replace")
