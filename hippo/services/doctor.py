"""Doctor: look at every part of a store, say which is ill, and mend what can be made again from the rest.

The memories themselves are never mended by guessing: a damaged database file is kept as it is, and the way back is
named.
"""

from __future__ import annotations

import os

from hippo.adapters.file_systems import unsafe_reason
from hippo.adapters.leftovers import remove_leftovers
from hippo.core.humane import ago, counted
from hippo.core.value import value
from hippo.errors import Busy, NoStore
from hippo.services import backup
from hippo.services.findings import Finding, Part, around
from hippo.services.hook_check import check_agents
from hippo.services.mending import mend_indexes
from hippo.services.mirror_check import check_mirrors
from hippo.services.opening import GLOBAL, open_folder
from hippo.services.scheduling import check_schedule
from hippo.services.vector_check import check_vectors, has_vectors
from hippo.services.writing import writing
from hippo.store.connection import Damaged
from hippo.store.mirrors import has_mirrors
from hippo.store.store import DATABASE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hippo.services.hook_install import Place
    from hippo.services.occasion import Occasion
    from hippo.store.store import Store
    from hippo.store.structure import Piece


@value
class Diagnosis:
    """All findings about one store, and what was said when it had to be made anew to be looked at."""

    scope: str
    folder: str
    findings: tuple[Finding, ...]
    notes: tuple[str, ...] = ()

    @property
    def is_well(self) -> bool:
        """Whether nothing is left to do."""
        return all(not finding.trouble or finding.mended for finding in self.findings)


def examine(
    folder: str,
    *,
    scope: str,
    occasion: Occasion,
    fix: bool,
    environ: Mapping[str, str] | None = None,
    places: Sequence[Place] = (),
) -> Diagnosis:
    """Look at the store in a folder, and at what is installed for agents in some places; with `fix` mend, look again.

    `environ` tells where models may lie, and what schedulers there are.

    Raises NoStore, NewerStore, Busy and what else keeps a store from being opened but damage.
    """
    if not os.path.isdir(folder):
        raise NoStore(folder)
    if fix:
        remove_leftovers(folder)
    notes: list[str] = []
    path = os.path.join(folder, DATABASE)
    if not os.path.exists(path):
        open_folder(folder, scope, warn=notes.append).store.close()
    outside = (*around(folder, fix=fix), check_agents(places, fix=fix), check_schedule(environ or {}))
    try:
        if os.access(path, os.R_OK):
            inside = tuple(_Examination(folder, scope, occasion, fix=fix, environ=environ).findings())
        else:
            inside = (Finding(part=Part.DATABASE, trouble="not readable by you", advice=f"`chmod u+rw {path}`"),)
    except Damaged as error:
        inside = (_lost(folder, scope, error.message, occasion),)
    return Diagnosis(scope=scope, folder=folder, findings=(*inside, *outside), notes=tuple(notes))


class _Examination:
    """One look at what is inside a store."""

    def __init__(
        self, folder: str, scope: str, occasion: Occasion, *, fix: bool, environ: Mapping[str, str] | None
    ) -> None:
        self._folder, self._scope = folder, scope
        self._occasion = occasion
        self._fix = fix
        self._environ = environ or {}

    def findings(self) -> Iterator[Finding]:
        """Raises Damaged for a database that cannot even be opened."""
        with self._open() as store:
            lost = store.health.lost_pieces()
            truth = ", ".join(str(piece) for piece in lost if piece.holds_truth)
            trouble = f"missing or altered: {truth}" if truth else next(iter(store.health.damaged_pages()), "")
            if trouble:
                yield _lost(self._folder, self._scope, f"damaged: {trouble}", self._occasion)
                return
            structure = self._structure(store, lost)
            indexes = store.health.damaged_indexes()
        indexes_finding = self._indexes(indexes)
        with self._open() as store:
            yield self._database(store)
            yield structure
            yield indexes_finding
            if indexes and self._fix and not indexes_finding.mended:
                return
            is_whole = structure.mended or not structure.trouble
            if is_whole:
                yield self._totals(store)
            yield check_mirrors(store, self._occasion, fix=self._fix)
            yield self._spool(store)
            yield self._journal(store)
            if is_whole and has_vectors(store):
                yield check_vectors(store, self._occasion, self._environ, fix=self._fix)

    def _open(self) -> Store:
        return open_folder(self._folder, self._scope, warn=lambda _: None).store

    def _database(self, store: Store) -> Finding:
        stray = store.health.stray_pages()
        if stray and self._fix:
            store.health.rewrite()
        return Finding(
            part=Part.DATABASE,
            trouble=f"pages that belong to nothing: {stray[0]}" if stray else "",
            advice="`hippo doctor --fix` writes the file anew without them" if stray else "",
            mended=self._fix and bool(stray) and not store.health.stray_pages(),
        )

    def _structure(self, store: Store, lost: list[Piece]) -> Finding:
        if not lost:
            return Finding(part=Part.STRUCTURE)
        if self._fix:
            with writing(store, self._occasion):
                store.health.mend_pieces(lost)
        return Finding(
            part=Part.STRUCTURE,
            trouble=f"missing or altered: {', '.join(map(str, lost))}",
            advice="`hippo doctor --fix` makes them anew",
            mended=self._fix and not store.health.lost_pieces(),
        )

    def _indexes(self, ill: list[str]) -> Finding:
        if not ill:
            return Finding(part=Part.INDEX)
        return Finding(
            part=Part.INDEX,
            trouble=f"damaged or missing: {', '.join(ill)}",
            advice="`hippo doctor --fix` rebuilds it",
            mended=self._fix and bool(mend_indexes(self._folder, self._scope)),
        )

    def _totals(self, store: Store) -> Finding:
        if not store.health.wrong_totals():
            return Finding(part=Part.TOTALS)
        if self._fix:
            with writing(store, self._occasion):
                store.health.mend_totals()
        return Finding(
            part=Part.TOTALS,
            trouble="the running totals disagree with the memories",
            advice="`hippo doctor --fix` counts them anew",
            mended=self._fix and not store.health.wrong_totals(),
        )

    def _spool(self, store: Store) -> Finding:
        """Recalls that wait are no illness; a fix counts them all the same."""
        if self._fix and store.spool.waiting():
            with writing(store, self._occasion, note_all=True):
                pass
        waiting = len(store.spool.waiting(None))
        told = f"{counted(waiting, 'recall')} will be counted by the next command that writes"
        return Finding(part=Part.SPOOL, advice=told if waiting else "")

    def _journal(self, store: Store) -> Finding:
        reason = unsafe_reason(self._folder)
        if not reason or not store.health.has_log():
            return Finding(part=Part.JOURNAL)
        return Finding(
            part=Part.JOURNAL,
            trouble=f"a write-ahead log is not safe here: {reason}",
            advice="`hippo doctor --fix`, while nobody else uses the store, changes to a rollback journal",
            mended=self._fix and _left(store),
        )


def _left(store: Store) -> bool:
    try:
        return store.health.leave_log()
    except Busy:
        return False


def _lost(folder: str, scope: str, trouble: str, occasion: Occasion) -> Finding:
    """A database that cannot be trusted: nothing is written to it; the best way back is named."""
    sound = backup.newest_sound(folder)
    where = " --global" if scope == GLOBAL else ""
    if sound is not None:
        what = f"{counted(sound.memories, 'memory')}, from {ago(sound.taken_at, occasion.now)}"
        advice = f"`hippo backup restore {sound.path}{where}` brings back the newest sound backup ({what})"
        advice += f", then `hippo sync{where}` what the Markdown files know beyond it" * has_mirrors(folder)
    elif has_mirrors(folder):
        files = f"{os.path.join(folder, DATABASE)}*"
        advice = f"move {files} elsewhere: the next command makes the store anew from its Markdown files"
    else:
        advice = "keep the file; there is neither a sound backup nor a Markdown file to make the store from"
    return Finding(part=Part.DATABASE, trouble=trouble, advice=advice)
