"""hippo import"""

from __future__ import annotations

import io
import os
import sys

from hippo.adapters.foreign_files import ForeignFile, found_in, from_stream
from hippo.adapters.garbage import uncollected
from hippo.cli.declare import Command, Words, flag, repeated
from hippo.core.encode import clean_tags
from hippo.core.humane import counted
from hippo.core.memory import State
from hippo.core.public import plain_name
from hippo.errors import PartlyDone, Refused, UsageError
from hippo.importers.formats import FAMILIES
from hippo.services import gathering, importing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from hippo.adapters.foreign_files import PassedOver
    from hippo.cli.app import App
    from hippo.services.gathering_tally import Gathering
    from hippo.services.importing_tally import Imported

_HIPPO = "hippo"
_STANDARD_INPUT = "standard input"
#: Bad records that are named to a person (chosen: more are counted).
_NAMED = 20


def import_file(app: App, file: str, tags: tuple[str, ...], dry_run: bool, force: bool, **named: bool) -> int:
    """Take in what other tools keep, your notes, or an export of hippo.

    FILE is a file, a folder, a zip, or - for standard input; its format is known by its names and its contents, unless
    you name one. Rules in instruction files and facts of other memories stand until you take them back; notes fade
    unless they are used. Of talks only the lessons are taken, as by `hippo capture`. Blocks that hippo wrote are left
    out, secrets are masked, a broken record is told and stops nothing. What was taken before is not taken again, so a
    file that has changed brings only what is new; --force takes it again.

    Of hippo's own export, what this store has in a newer version stays as it is, and what was erased here stays erased;
    --force takes the export's word for both.
    """
    if not file:
        raise UsageError("the name of the file is empty", hint="`hippo import .` takes in the folder you are in")
    family = _family(named)
    tags = clean_tags(tags)
    path = os.path.abspath(os.path.join(app.folder, file))
    found = _found(path, file)
    store = app.store()
    if _is_own_export(found, family):
        return _import_export(app, found[0], file, tags=tags, dry_run=dry_run, force=force)
    source = _STANDARD_INPUT if file == "-" else _name(path, app.folder)
    with app.output.progress("import") as progress, uncollected():
        gathered = gathering.gather(
            store,
            found,
            source,
            occasion=app.occasion(),
            root=os.path.dirname(path) if os.path.isfile(path) else path,
            family=family,
            tags=tags,
            dry_run=dry_run,
            force=force,
            progress=progress,
        )
    if len(found) == 1 and gathered.skipped.get(gathering.UNKNOWN):
        raise _unknown(file, family)
    app.output.show(gathered, gathered_lines(gathered), notes=gathered.notes)
    return PartlyDone.exit_code if gathered.bad else 0


def _unknown(file: str, family: str) -> Refused:
    if family:
        return Refused(f"{file} is nothing that --{family} reads", hint=f"without --{family} hippo looks what it is")
    return Refused(f"{file} has no format that hippo knows", hint="name one: `hippo import --help` lists them")


def _family(named: dict[str, bool]) -> str:
    given = [name for name in FAMILIES if named.get(_parameter(name))]
    if len(given) > 1:
        raise UsageError(f"--{' and --'.join(given)} exclude each other")
    return given[0] if given else ""


def _found(path: str, file: str) -> list[ForeignFile | PassedOver]:
    if file != "-":
        return list(found_in(path))
    return [from_stream(sys.stdin.buffer if sys.stdin else io.BytesIO(), _STANDARD_INPUT)]


def _is_own_export(found: list[ForeignFile | PassedOver], family: str) -> bool:
    alone = found[0] if len(found) == 1 else None
    if family == _HIPPO and not isinstance(alone, ForeignFile):
        raise Refused("hippo's own export is one file")
    if family not in ("", _HIPPO) or not isinstance(alone, ForeignFile):
        return False
    try:
        with alone.open() as opened:
            return family == _HIPPO or importing.is_export(opened.peek())
    except OSError:  # told when it is read
        return False


def _import_export(app: App, found: ForeignFile | PassedOver, name: str, **how: Any) -> int:
    assert isinstance(found, ForeignFile)
    with found.open() as opened, uncollected():
        text = io.TextIOWrapper(opened, encoding="utf-8-sig", errors="surrogateescape")
        imported = importing.import_export(app.store(), text, name, occasion=app.occasion(), **how)
    app.output.show(imported, lines(imported), notes=imported.notes)
    return PartlyDone.exit_code if imported.broken else 0


def _name(path: str, folder: str) -> str:
    """What is imported as memories name it: below the working directory as it is from there, elsewhere whole."""
    inside = os.path.relpath(path, folder)
    return plain_name(path if inside.startswith(os.pardir) else inside)


def gathered_lines(gathered: Gathering) -> Iterator[str]:
    if gathered.dry_run:
        yield from _would_take(gathered)
    read = ", ".join(f"{counted(count, 'file')} of {name}" for name, count in gathered.formats.items())
    yield f"{gathered.source}: {read or 'nothing that hippo reads'}"
    would = "would be " if gathered.dry_run else ""
    yield f"{counted(gathered.new, 'memory')} {would}added, {gathered.strengthened:,} {would}strengthened"
    if gathered.known:
        yield f"  {gathered.known:,} known before, unchanged"
    if gathered.near:
        yield f"  {gathered.near:,} of the new ones nearly say what another does: sleep looks into it"
    if gathered.waiting:
        wait = "would wait" if gathered.dry_run else "wait"
        yield f"  {gathered.waiting:,} of the new ones {wait} for your word: `hippo pending`"
    if gathered.masked:
        yield f"  {gathered.masked:,} with masked secrets"
    if gathered.flagged:
        yield f"  {gathered.flagged:,} flagged: kept, but out of every context"
    yield from _left_out(gathered)


def _would_take(gathered: Gathering) -> Iterator[str]:
    for each in gathered.taken:
        tags = "".join(f"  #{tag}" for tag in each.tags)
        yield f"would take  {each.file}:{each.line}{tags}"
        yield f"  {each.text.replace(chr(10), chr(10) + '  ')}"
    more = gathered.new + gathered.strengthened - len(gathered.taken)
    if more > 0:
        yield f"and {more:,} more"


def _left_out(gathered: Gathering) -> Iterator[str]:
    for reason, count in gathered.skipped.items():
        yield f"  left out: {count:,} {reason}"
    for bad in gathered.bad[:_NAMED]:
        yield f"  {bad.file}, line {bad.line:,} left out: {bad.reason}"
    if gathered.bad_count > _NAMED:
        yield f"  and {gathered.bad_count - _NAMED:,} more left out"


def lines(imported: Imported) -> Iterator[str]:
    if imported.dry_run:
        yield from _would_enter(imported)
    would = "would be " if imported.dry_run else ""
    yield f"{counted(imported.added, 'memory')} {would}added, {imported.updated:,} {would}updated"
    if imported.kept_newer:
        yield f"  {imported.kept_newer:,} kept: the store has them in a newer version (--force overwrites)"
    if imported.unchanged:
        yield f"  {imported.unchanged:,} known before, unchanged"
    if imported.erased_before:
        yield f"  {imported.erased_before:,} left out: they were erased here (--force brings them back)"
    if imported.core_entries:
        yield f"  {counted(imported.core_entries, 'entry')} of the core pages {would}taken in"
    if imported.buffer_entries:
        yield f"  {counted(imported.buffer_entries, 'entry')} of the working memory {would}taken in"
    if imported.handoffs:
        yield f"  {counted(imported.handoffs, 'handoff')} {would}taken in"
    for broken in imported.broken:
        yield f"  line {broken.line:,} left out: {broken.reason}"
    if imported.broken_count > len(imported.broken):
        yield f"  and {imported.broken_count - len(imported.broken):,} more lines left out"


def _would_enter(imported: Imported) -> Iterator[str]:
    for each in imported.taken:
        what = "add" if each.outcome == "added" else "update"
        state = "" if each.state == State.LIVE else f"  ({each.state})"
        yield f"would {what}  {each.id}{state}" + "".join(f"  #{tag}" for tag in each.tags)
        yield f"  {each.text.replace(chr(10), chr(10) + '  ')}"
    more = imported.added + imported.updated - len(imported.taken)
    if more > 0:
        yield f"and {more:,} more"


def _parameter(family: str) -> str:
    return "as_" + family.replace("-", "_")


COMMAND = Command(
    handler=import_file,
    words=(Words(name="file", metavar="FILE", many=False),),
    options=(
        *(flag(f"--{family}", _parameter(family), help) for family, help in FAMILIES.items()),
        repeated("--tag", "tags", "Give every memory a tag; may be repeated.", "TAG"),
        flag("--dry-run", "dry_run", "Say what would be taken and what is left out; do nothing."),
        flag("--force", "force", "Take again what was taken, erased, or is newer here."),
    ),
)
