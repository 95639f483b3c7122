"""hippo config"""

from __future__ import annotations

from hippo.cli.declare import Command, Words
from hippo.services import config as service

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hippo.cli.app import App
    from hippo.core.settings import Setting


def config(app: App, key: str | None, content: str | None) -> None:
    """Show the settings, or change one.

    Without KEY all of them, with KEY that one; with a VALUE it is written to config.toml, which keeps its comments.
    Only a person at a terminal can turn door.write_approval off.
    """
    store = app.existing_store()
    if key is not None and content is not None:
        if service.lifts_approval(app.settings(), key, content):
            app.require_person("turn door.write_approval off")
        shown: Sequence[service.Shown] = [service.change(store, key, content)]
    else:
        shown = service.show(app.settings(), key)
    app.output.show({each.key: each.content for each in shown}, lines(shown))


def lines(shown: Sequence[service.Shown]) -> Iterator[str]:
    for each in shown:
        default = "" if each.is_default else f"  (default {_shown(each.default)})"
        yield f"{each.key} = {_shown(each.content)}{default}"


def _shown(content: Setting) -> str:
    return str(content).lower() if isinstance(content, bool) else str(content) or '""'


COMMAND = Command(
    handler=config,
    words=(
        Words(name="key", required=False, many=False),
        Words(name="content", metavar="[VALUE]", required=False, many=False),
    ),
)
