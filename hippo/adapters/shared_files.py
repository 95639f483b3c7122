"""Files that belong to somebody else and hold a part of hippo's: read whole, changed at once, left as they were.

A link is followed and stays a link; one that leads out of the folder that may be changed is refused, because what lies
behind it serves other projects as well.
"""

from __future__ import annotations

import os
import stat

from hippo.adapters import files
from hippo.adapters.leftovers import remove_leftovers_of
from hippo.errors import Refused, SystemTrouble

#: Larger files are no instructions or settings (chosen: a hundred times what an agent reads of one).
_MOST_BYTES = 4 * 1024 * 1024
_NEW_FILE = 0o666  # what the umask leaves of it


class SharedFile:
    """A file below a root, seen through links; with `inside` its true place must be below the root as well.

    Raises Refused where it leads elsewhere.
    """

    def __init__(self, root: str, name: str, *, inside: bool) -> None:
        self.root = os.path.realpath(root)
        self.name = name
        self.path = os.path.realpath(os.path.join(root, name))
        if inside and not self.path.startswith(os.path.join(self.root, "")):
            raise Refused(
                f"{name} leads out of the project, to {self.path}",
                hint="what lies there serves other projects too: change it there, or paste by hand",
            )

    def read(self) -> str | None:
        """The text, bytes that are not UTF-8 kept as they are; None if there is no such file.

        Raises Refused for what is no text file, and SystemTrouble.
        """
        try:
            if not stat.S_ISREG(os.stat(self.path).st_mode):  # before it is opened, which would wait at a pipe
                raise Refused(f"{self.name} is a folder, or no file at all")
            with open(self.path, "rb") as file:
                data = file.read(_MOST_BYTES + 1)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise SystemTrouble(error) from error
        if len(data) > _MOST_BYTES or b"\0" in data:
            what = "is too large" if len(data) > _MOST_BYTES else "is no text in UTF-8"
            raise Refused(f"{self.name} {what} to be changed")
        return data.decode("utf-8", "surrogateescape")

    def check_writable(self) -> None:
        """Raises Refused for a file that its owner has closed to writing, which a rename would not notice."""
        if os.path.exists(self.path) and not os.access(self.path, os.W_OK):
            raise Refused(f"{self.name} is not writable", hint=f"`chmod u+w {self.path}`")

    def write(self, text: str) -> None:
        """Put the text in place at once, with the rights and the owner that the file had; make the folders.

        Raises SystemTrouble.
        """
        try:
            os.makedirs(os.path.dirname(self.path), exist_ok=True)
            remove_leftovers_of(self.path)
            self._put(text.encode("utf-8", "surrogateescape"))
        except OSError as error:
            raise SystemTrouble(error) from error

    def remove(self) -> None:
        """Remove the file, and the folders below the root that are empty then.

        Raises SystemTrouble.
        """
        try:
            files.remove(self.path)
        except OSError as error:
            raise SystemTrouble(error) from error
        folder = os.path.dirname(self.path)
        while folder.startswith(self.root + os.sep):
            try:
                os.rmdir(folder)
            except OSError:
                return
            folder = os.path.dirname(folder)

    def _put(self, data: bytes) -> None:
        before = os.stat(self.path) if os.path.exists(self.path) else None
        temporary = f"{self.path}.{os.getpid()}.tmp"
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _NEW_FILE)
        try:
            with os.fdopen(descriptor, "wb") as file:
                if before is not None:
                    _take_over(temporary, before)
                file.write(data)
            os.replace(temporary, self.path)
        except BaseException:
            files.remove(temporary)
            raise


def _take_over(path: str, before: os.stat_result) -> None:
    """Give a file the owner and the rights of the one that it replaces; without the right to give, it is ours."""
    now = os.stat(path)
    if (now.st_uid, now.st_gid) != (before.st_uid, before.st_gid):
        try:
            os.chown(path, before.st_uid, before.st_gid)
        except OSError:
            pass
    os.chmod(path, stat.S_IMODE(before.st_mode))
