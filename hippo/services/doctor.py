"""Doctor: look at every part of a store, say which is ill, and mend what can be made again from the rest.

The memories themselves are never mended by guessing: a damaged database file is kept as it is, and the way back is
named.
"""

from __future__ import annotations

import os
import stat
from enum import StrEnum

from hippo.adapters import config, files
from hippo.core.humane import ago, counted
from hippo.core.value import value
from hippo.errors import HippoError, NewerStore
from hippo.services import backup
from hippo.services.opening import open_folder
from hippo.services.writing import writing
from hippo.store.mirrors import has_mirrors, write_mirrors
from hippo.store.store import DATABASE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from hippo.services.occasion import Occasion
    from hippo.store.store import Store


class Part(StrEnum):
    """What is looked at."""

    DATABASE = "database"
    INDEX = "full-text index"
    TOTALS = "totals"
    MIRRORS = "mirrors"
    SPOOL = "waiting recalls"
    SETTINGS = "settings"
    RIGHTS = "file rights"
    BACKUPS = "backups"


@value
class Finding:
    """A part with what is wrong with it (empty: it is well), what to do, and whether `--fix` has mended it."""

    part: Part
    trouble: str = ""
    advice: str = ""
    mended: bool = False


@value
class Diagnosis:
    """All findings about one store."""

    scope: str
    folder: str
    findings: tuple[Finding, ...]

    @property
    def is_well(self) -> bool:
        """Whether nothing is left to do."""
        return all(not finding.trouble or finding.mended for finding in self.findings)


def examine(folder: str, *, scope: str, occasion: Occasion, fix: bool) -> Diagnosis:
    """Look at the store in a folder; with `fix` mend and look again. Raises NewerStore."""
    outside = [*_settings(folder), *_rights(folder, fix=fix), *_backups(folder)]
    try:
        store = open_folder(folder, scope, warn=lambda _: None).store
    except NewerStore:
        raise
    except HippoError as error:
        return Diagnosis(scope=scope, folder=folder, findings=(_lost(folder, error.message, occasion.now), *outside))
    with store:
        return Diagnosis(scope=scope, folder=folder, findings=(*_inside(store, occasion, fix=fix), *outside))


def _inside(store: Store, occasion: Occasion, *, fix: bool) -> Iterator[Finding]:
    pages = store.health.damaged_pages()
    if pages:
        yield _lost(store.folder, f"damaged: {pages[0]}", occasion.now)
        return
    yield Finding(part=Part.DATABASE)
    yield _indexes(store, occasion, fix=fix)
    yield _totals(store, occasion, fix=fix)
    yield _mirrors(store, fix=fix)
    yield _spool(store, occasion, fix=fix)


def _lost(folder: str, trouble: str, now: datetime) -> Finding:
    """A database that cannot be trusted: nothing is written to it; the best way back is named."""
    sound = backup.newest_sound(folder)
    if sound is not None:
        what = f"{counted(sound.memories, 'memory')}, from {ago(sound.taken_at, now)}"
        advice = f"`hippo backup restore {sound.path}` brings back the newest sound backup ({what})"
    elif has_mirrors(folder):
        advice = (
            f"rename {os.path.join(folder, DATABASE)}: the next command makes the store anew from its Markdown files"
        )
    else:
        advice = "keep the file; there is neither a sound backup nor a Markdown file to make the store from"
    return Finding(part=Part.DATABASE, trouble=trouble, advice=advice)


def _indexes(store: Store, occasion: Occasion, *, fix: bool) -> Finding:
    ill = store.health.damaged_indexes()
    if not ill:
        return Finding(part=Part.INDEX)
    trouble = f"damaged or missing: {', '.join(ill)}"
    if fix:
        with writing(store, occasion):
            store.health.mend_indexes(ill)
        ill = store.health.damaged_indexes()
    return Finding(part=Part.INDEX, trouble=trouble, advice="`hippo doctor --fix` rebuilds it", mended=fix and not ill)


def _totals(store: Store, occasion: Occasion, *, fix: bool) -> Finding:
    if not store.health.wrong_totals():
        return Finding(part=Part.TOTALS)
    if fix:
        with writing(store, occasion):
            store.health.mend_totals()
    return Finding(
        part=Part.TOTALS,
        trouble="the running totals disagree with the memories",
        advice="`hippo doctor --fix` counts them anew",
        mended=fix and not store.health.wrong_totals(),
    )


def _mirrors(store: Store, *, fix: bool) -> Finding:
    behind = [each for each in store.mirrors.known() if each.is_behind and each.name == ""]
    gone = [
        each
        for each in store.mirrors.known()
        if each.name and not os.path.exists(os.path.join(store.folder, each.name))
    ]
    missing = [*behind, *gone]
    if not missing:
        return Finding(part=Part.MIRRORS)
    troubles = write_mirrors(store, [each.number for each in missing]) if fix else []
    return Finding(
        part=Part.MIRRORS,
        trouble=f"{counted(len(missing), 'memory')} without a Markdown file",
        advice=str(troubles[0]) if troubles else "`hippo doctor --fix` or `hippo sync` writes them",
        mended=fix and not troubles,
    )


def _spool(store: Store, occasion: Occasion, *, fix: bool) -> Finding:
    waiting = store.spool.waiting()
    if waiting and fix:
        with writing(store, occasion):
            pass
    if not waiting:
        return Finding(part=Part.SPOOL)
    return Finding(
        part=Part.SPOOL,
        trouble=f"{counted(len(waiting), 'recall')} not counted yet",
        advice="the next command that writes counts them",
        mended=fix,
    )


def _settings(folder: str) -> Iterator[Finding]:
    complaints = config.load(folder).complaints
    yield Finding(
        part=Part.SETTINGS, trouble="; ".join(complaints), advice="mend config.toml by hand" if complaints else ""
    )


def _rights(folder: str, *, fix: bool) -> Iterator[Finding]:
    """The folder must be its owner's alone, and so must the database, its log and its copies."""
    wide = [path for path in _private_paths(folder) if stat.S_IMODE(os.stat(path).st_mode) & 0o077]
    if wide and fix:
        for path in wide:
            os.chmod(path, files.PRIVATE_FOLDER if os.path.isdir(path) else files.PRIVATE_FILE)
    names = ", ".join(os.path.relpath(path, os.path.dirname(folder)) for path in wide[:3])
    yield Finding(
        part=Part.RIGHTS,
        trouble=f"readable by others: {names}" if wide else "",
        advice="`hippo doctor --fix` makes them private" if wide else "",
        mended=fix and bool(wide),
    )


def _private_paths(folder: str) -> Iterator[str]:
    if os.name != "posix":
        return
    yield folder
    for name in os.listdir(folder):
        if name.startswith(DATABASE):
            yield os.path.join(folder, name)
    for each in backup.list_backups(folder):
        yield each.path


def _backups(folder: str) -> Iterator[Finding]:
    ill = [each for each in backup.list_backups(folder, check=True) if each.trouble]
    names = ", ".join(os.path.basename(each.path) for each in ill)
    yield Finding(
        part=Part.BACKUPS,
        trouble=f"damaged: {names}" if ill else "",
        advice="remove it, then `hippo backup`" if ill else "",
    )
