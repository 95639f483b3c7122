"""What a command is given: the clock, the folder, the environment, the options that every command has, the stores.

What opens stores is imported when one is opened: `--help` and `--version` need no database.
"""

from __future__ import annotations

import os

from hippo import clock
from hippo.adapters.agents import agent_name, session_of
from hippo.adapters.places import global_folder, local_folder, same_folder
from hippo.cli.output import Output
from hippo.core.settings import Settings
from hippo.errors import HippoError, NoStore, StoreError, UsageError
from hippo.services.occasion import Occasion, random_id
from hippo.store.events import Actor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime
    from typing import Any

    from hippo.services.opening import Opened
    from hippo.store.store import Store


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
    ) -> None:
        self.environ = os.environ if environ is None else environ
        self.output = output or Output()
        self.store_path = ""
        self.use_global = False
        self.session = ""
        self._folder = folder
        self._clock = now
        self._now: datetime | None = None
        self._new_id = new_id
        self._local: Opened | None = None
        self._global: Opened | None = None

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
        if not self.use_global:
            return self._open_local().store
        opened = self._open_global(create=True)
        assert opened is not None
        return opened.store

    def existing_store(self) -> Store:
        """The same for a command that only reads: nothing is made by asking. Raises NoStore."""
        if not self.use_global:
            return self._open_local().store
        opened = self._open_global(create=False)
        if opened is None:
            raise NoStore(global_folder(self.environ), hint="`hippo init --global` makes it")
        return opened.store

    def store_folder(self) -> str:
        """The folder of the store that is written to, without opening its database, which may be damaged."""
        if self.use_global:
            return global_folder(self.environ)
        return local_folder(self.folder, self.environ, named=self.store_path)

    def stores(self) -> tuple[Store, ...]:
        """The stores that are read together: the project's and the user's; with --global the user's alone.

        Outside any project the user's alone, if there is one.

        Raises NoStore.
        """
        if self.use_global:
            return (self.existing_store(),)
        try:
            local = self._open_local().store
        except NoStore:
            named = self.store_path or self.environ.get("HIPPO_DIR")
            opened = None if named else self._open_global(create=False)
            if opened is None:
                raise
            return (opened.store,)
        return (local, *self._beside(local))

    def occasion(self) -> Occasion:
        """The moment and circumstances of this run; the clock is read once, so that one run sees one moment."""
        self._now = self._now or self._clock()
        opened = self._global if self.use_global or self._local is None else self._local
        return Occasion(
            now=self._now,
            actor=Actor(name=agent_name(self.environ), session=self._session()),
            settings=opened.settings if opened else Settings(),
            new_id=self._new_id,
        )

    def _session(self) -> str:
        """The session's name, which is stored with every event: a secret in it is masked."""
        from hippo.core.secrets import mask_secrets

        masked, _ = mask_secrets(session_of(self.environ, self.session))
        return masked

    def settings(self) -> Settings:
        """The settings of the store that is written to."""
        self.store()
        return self.occasion().settings

    def mend_indexes(self) -> bool:
        """Make damaged full-text indexes of the stores in use anew; whether there were any, and nothing worse."""
        from hippo.services.mending import mend_indexes

        places = [(opened.store.folder, opened.store.scope) for opened in (self._local, self._global) if opened]
        self.close()
        mended = [name for folder, scope in places for name in mend_indexes(folder, scope)]
        if mended:
            names = ", ".join(dict.fromkeys(mended))
            self.output.note(f"the full-text index was damaged ({names}) and has been rebuilt from the memories")
        return bool(mended)

    def close(self) -> None:
        """Close what was opened."""
        for opened in (self._local, self._global):
            if opened:
                opened.store.close()
        self._local = self._global = None

    def _open_local(self) -> Opened:
        if self._local is None:
            from hippo.services.opening import open_local

            self._local = open_local(self.folder, self.environ, named=self.store_path, warn=self.output.note)
        return self._local

    def _beside(self, local: Store) -> list[Store]:
        """The user's store, if there is another one than the project's; one that cannot be used is left out."""
        if same_folder(global_folder(self.environ), local.folder):
            return []
        try:
            opened = self._open_global(create=False)
        except HippoError as error:
            self.output.note(f"your own store was left out: {error.message}")
            return []
        return [opened.store] if opened else []

    def _open_global(self, *, create: bool) -> Opened | None:
        if self._global is None:
            from hippo.services.opening import open_global

            self._global = open_global(self.environ, create=create, warn=self.output.note)
        return self._global


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
