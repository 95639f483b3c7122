"""What a sync would meet in the Markdown files of a store, found by doing it and taking it back."""

from __future__ import annotations

import os

from hippo.core.humane import counted
from hippo.core.value import value
from hippo.services.findings import Finding, Part
from hippo.services.sync import read_files
from hippo.store.connection import ReadOnly
from hippo.store.mirrors import write_mirrors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from hippo.services.arriving import Arrivals
    from hippo.services.occasion import Occasion
    from hippo.store.mirror_folder import MirrorTrouble
    from hippo.store.store import Store

#: Files that are named one by one.
_MOST_NAMED = 3


class _OnlyLooking(Exception):
    """Ends a transaction that is not to last."""


@value
class _Met:
    """The rows without a file, those whose file is behind, how many files have news, and which cannot be used."""

    missing: tuple[int, ...]
    behind: tuple[int, ...]
    news: int
    refused: tuple[MirrorTrouble, ...]


def check_mirrors(store: Store, occasion: Occasion, *, fix: bool) -> Finding:
    """Whether every memory has its file and every file can be used.

    It is no illness that a file is behind, as it is after a recall, or that it has news for a sync.
    """
    met = _meet(store, occasion)
    unwritten = write_mirrors(store, [*met.missing, *met.behind]) if fix else []
    return Finding(
        part=Part.MIRRORS,
        trouble="; ".join(_troubles(met)),
        advice="; ".join([*map(str, unwritten[:1]), *_advice(met, fix=fix)]),
        mended=fix and bool(met.missing) and not unwritten and not met.refused,
    )


def _meet(store: Store, occasion: Occasion) -> _Met:
    arrivals = _arrivals(store, occasion)
    names = {each.number: each.name for each in store.mirrors.known()}
    news = {each.file for each in arrivals.taken}
    waiting = [number for number in arrivals.to_write() if names[number] not in news]
    there = {number for number, name in names.items() if name and os.path.lexists(os.path.join(store.folder, name))}
    return _Met(
        missing=tuple(number for number in waiting if number not in there),
        behind=tuple(number for number in waiting if number in there),
        news=len(news),
        refused=tuple(arrivals.troubles),
    )


def _arrivals(store: Store, occasion: Occasion) -> Arrivals:
    arrivals = read_files(store, occasion)
    if not arrivals.has_news:
        return arrivals
    try:
        with store.transaction():
            arrivals.take()
            raise _OnlyLooking
    except (_OnlyLooking, ReadOnly):
        return arrivals


def _troubles(met: _Met) -> Iterator[str]:
    if met.missing:
        yield f"{counted(len(met.missing), 'memory')} without a Markdown file"
    if met.refused:
        named = ", ".join(f"{each.name} ({each.reason})" for each in met.refused[:_MOST_NAMED])
        more = len(met.refused) - _MOST_NAMED
        yield f"not usable: {named}" + (f" and {more:,} more" if more > 0 else "")


def _advice(met: _Met, *, fix: bool) -> Iterator[str]:
    if met.missing and not fix:
        yield "`hippo doctor --fix` or `hippo sync` writes them"
    if met.refused:
        yield "mend it by hand, then `hippo sync`"
    if met.behind and not fix:
        yield f"{counted(len(met.behind), 'file')} will be brought up to date by the next sleep"
    if met.news:
        yield f"{counted(met.news, 'file')} with news for `hippo sync`"
