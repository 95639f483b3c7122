"""hippo doctor"""

from __future__ import annotations

from hippo.cli.declare import Command, flag
from hippo.errors import StoreError
from hippo.services import doctor as service
from hippo.services.hook_check import places_around

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from hippo.cli.app import App


def doctor(app: App, fix: bool) -> int:
    """Check the store, and mend what can be made again.

    Looks at the database and its structure, the full-text indexes, the totals, the Markdown files, the settings, file
    rights, backups, and at what is installed for agents and in a scheduler. With --fix what can be made again from the
    rest is, and is checked once more; the memories themselves are never changed.
    """
    scope = "global" if app.use_global else "local"
    places = places_around(app.folder, app.environ, everywhere=app.use_global)
    diagnosis = service.examine(
        app.store_folder(), scope=scope, occasion=app.occasion(), fix=fix, environ=app.environ, places=places
    )
    app.output.show(diagnosis, lines(diagnosis), notes=diagnosis.notes)
    return 0 if diagnosis.is_well else StoreError.exit_code


def lines(diagnosis: service.Diagnosis) -> Iterator[str]:
    yield f"{diagnosis.scope} store"
    for finding in diagnosis.findings:
        if not finding.trouble:
            yield f"  well     {finding.part}" + (f": {finding.advice}" if finding.advice else "")
        elif finding.mended:
            yield f"  mended   {finding.part}: it was {finding.trouble}"
        else:
            yield f"  ILL      {finding.part}: {finding.trouble}"
            yield f"           {finding.advice}"


COMMAND = Command(
    handler=doctor,
    options=(flag("--fix", "fix", "Mend what can be made again, and check once more."),),
)
