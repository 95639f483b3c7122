"""What a command is given: the clock, the folder, the environment, the options that every command has, the stores."""

from __future__ import annotations

import os
import sys

from hippo import clock
from hippo.adapters.agents import agent_name, session_of
from hippo.cli.output import Output
from hippo.core.waiting import PERSON
from hippo.errors import StoreError, UsageError
from hippo.services.occasion import Occasion, random_id
from hippo.services.open_stores import OpenStores
from hippo.store.events import Actor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime
    from typing import Any

    from hippo.core.settings import Settings
    from hippo.services.embedding import Embedding
    from hippo.services.nearness import Near
    from hippo.store.store import Store


def _at_terminal() -> bool:
    """Whether standard input is a terminal."""
    return sys.stdin is not None and sys.stdin.isatty()


class App:
    """One run of the command line. Stores open at first use and close at the end."""

    def __init__(
        self,
        *,
        environ: Mapping[str, str] | None = None,
        folder: str | None = None,
        now: Callable[[], datetime] = clock.now,
        new_id: Callable[[], str] = random_id,
        output: Output | None = None,
        is_terminal: Callable[[], bool] = _at_terminal,
    ) -> None:
        self.environ = os.environ if environ is None else environ
        self.output = output or Output()
        self.store_path = ""
        self.use_global = False
        self.session = ""
        self._folder = folder
        self.clock = now
        self._now: datetime | None = None
        self.new_id = new_id
        self._open: OpenStores | None = None
        self._embedding: Embedding | None = None
        self._is_terminal = is_terminal

    @property
    def folder(self) -> str:
        """The working directory."""
        if self._folder is None:
            try:
                self._folder = os.getcwd()
            except OSError as error:
                raise StoreError("the working directory is gone", hint="change to a folder that exists") from error
        return self._folder

    def store(self) -> Store:
        """The store that is written to: the project's, or with --global the user's, which is made if need be."""
        return self._stores().store()

    def existing_store(self) -> Store:
        """The same for a command that only reads: nothing is made by asking. Raises NoStore."""
        return self._stores().existing_store()

    def store_folder(self) -> str:
        """The folder of the store that is written to, without opening its database, which may be damaged."""
        return self._named_stores().folder()

    def stores(self) -> tuple[Store, ...]:
        """The stores that are read together: the project's and the user's; with --global the user's alone.

        Raises NoStore.
        """
        return self._stores().together()

    def occasion(self) -> Occasion:
        """The moment and circumstances of this run; the clock is read once, so that one run sees one moment."""
        self._now = self._now or self.clock()
        from hippo.core.public import public

        return Occasion(
            now=self._now,
            actor=Actor(name=public(agent_name(self.environ)), session=public(session_of(self.environ, self.session))),
            settings=self._stores().settings(),
            new_id=self.new_id,
        )

    def require_person(self, what: str) -> None:
        """Raise PersonNeeded where an agent calls, or no terminal is there at which a person could sit.

        A fence and no wall: an agent that may run any program can open a terminal, and write the database.
        """
        from hippo.services.approval import PersonNeeded

        if agent_name(self.environ) != PERSON or not self._is_terminal():
            raise PersonNeeded(what)

    def settings(self) -> Settings:
        """The settings of the store that is written to."""
        self.store()
        return self.occasion().settings

    def embedding(self) -> Embedding:
        """What makes vectors by the settings of the store in use; nothing is loaded yet."""
        if self._embedding is None:
            from hippo.services.embedding import Embedding

            self._embedding = Embedding(self._stores().settings().embeddings, self.environ)
        return self._embedding

    def meaning(self, stores: Sequence[Store], text: str) -> Near | None:
        """Who knows how near the memories are to a question; see `services.meaning`."""
        from hippo.services.meaning import nearness, start_resident

        return nearness(self.embedding(), stores, text, note=self.output.note, start=start_resident)

    def mend_indexes(self) -> bool:
        """Make damaged full-text indexes of the stores in use anew; whether there were any, and nothing worse."""
        mended = self._stores().mend_indexes()
        if mended:
            names = ", ".join(mended)
            self.output.note(f"the full-text index was damaged ({names}) and has been rebuilt from the memories")
        return bool(mended)

    def close(self) -> None:
        """Close what was opened."""
        if self._open is not None:
            self._open.close()
            self._open = None

    def _stores(self) -> OpenStores:
        """The stores of this run; no command opens one before its options are read."""
        if self._open is None:
            self._open = self._named_stores()
        return self._open

    def _named_stores(self) -> OpenStores:
        """The stores that the options name."""
        return OpenStores(
            lambda: self.folder,
            self.environ,
            named=self.store_path,
            use_global=self.use_global,
            warn=self.output.note,
        )


def take_common(app: App, values: dict[str, Any]) -> None:
    """Move the common options out of a command's values into the app; one given twice counts once.

    Raises UsageError for two that exclude each other.
    """
    app.output.json = values.pop("json") or app.output.json
    app.output.quiet = values.pop("quiet") or app.output.quiet
    app.store_path = values.pop("store") or app.store_path
    app.use_global = values.pop("use_global") or app.use_global
    app.session = values.pop("session") or app.session
    if values.pop("no_color") or app.environ.get("NO_COLOR") or app.environ.get("TERM") == "dumb":
        app.output.color = False
    if app.use_global and app.store_path:
        raise UsageError("--global and --store exclude each other")
