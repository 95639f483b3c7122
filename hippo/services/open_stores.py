"""The stores that one command, or one call of the server, works on: opened at first use, closed at the end."""

from __future__ import annotations

from hippo.adapters.places import global_folder, local_folder, same_folder
from hippo.core.settings import Settings
from hippo.errors import HippoError, NoStore

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hippo.services.opening import Opened
    from hippo.store.store import Store


class OpenStores:
    """The project's store seen from a folder, and the user's.

    `named` is the path of a store that was asked for, `use_global` asks for the user's alone; `warn` is told what a
    person should know about a store. What opens one is imported when one is opened: `--help` needs no database.
    """

    def __init__(
        self,
        folder: Callable[[], str],
        environ: Mapping[str, str],
        *,
        named: str = "",
        use_global: bool = False,
        warn: Callable[[str], None],
    ) -> None:
        self._start = folder
        self._environ = environ
        self._named = named
        self._use_global = use_global
        self._warn = warn
        self._local: Opened | None = None
        self._global: Opened | None = None

    def store(self) -> Store:
        """The store that is written to: the project's, or the user's where that is meant, which is made if need be."""
        if not self._use_global:
            return self._open_local().store
        opened = self._open_global(create=True)
        assert opened is not None
        return opened.store

    def existing_store(self) -> Store:
        """The same for what only reads: nothing is made by asking. Raises NoStore."""
        if not self._use_global:
            return self._open_local().store
        opened = self._open_global(create=False)
        if opened is None:
            raise NoStore(global_folder(self._environ), hint="`hippo init --global` makes it")
        return opened.store

    def folder(self) -> str:
        """The folder of the store that is written to, without opening its database, which may be damaged."""
        if self._use_global:
            return global_folder(self._environ)
        return local_folder(self._start(), self._environ, named=self._named)

    def together(self) -> tuple[Store, ...]:
        """The stores that are read together: the project's and the user's, or the user's alone.

        Outside any project the user's alone, if there is one.

        Raises NoStore.
        """
        if self._use_global:
            return (self.existing_store(),)
        try:
            local = self._open_local().store
        except NoStore:
            named = self._named or self._environ.get("HIPPO_DIR")
            opened = None if named else self._open_global(create=False)
            if opened is None:
                raise
            return (opened.store,)
        return (local, *self._beside(local))

    def settings(self) -> Settings:
        """The settings of the store that was opened; the defaults while none is."""
        opened = self._global if self._use_global or self._local is None else self._local
        return opened.settings if opened else Settings()

    def mend_indexes(self) -> list[str]:
        """Close the stores and make their damaged full-text indexes anew; their names, none if worse is damaged."""
        from hippo.services.mending import mend_indexes

        places = [(opened.store.folder, opened.store.scope) for opened in (self._local, self._global) if opened]
        self.close()
        return [*dict.fromkeys(name for folder, scope in places for name in mend_indexes(folder, scope))]

    def close(self) -> None:
        """Close what was opened."""
        for opened in (self._local, self._global):
            if opened:
                opened.store.close()
        self._local = self._global = None

    def _open_local(self) -> Opened:
        if self._local is None:
            from hippo.services.opening import open_local

            self._local = open_local(self._start(), self._environ, named=self._named, warn=self._warn)
        return self._local

    def _beside(self, local: Store) -> list[Store]:
        """The user's store, if there is another one than the project's; one that cannot be used is left out."""
        if same_folder(global_folder(self._environ), local.folder):
            return []
        try:
            opened = self._open_global(create=False)
        except HippoError as error:
            self._warn(f"your own store was left out: {error.message}")
            return []
        return [opened.store] if opened else []

    def _open_global(self, *, create: bool) -> Opened | None:
        if self._global is None:
            from hippo.services.opening import open_global

            self._global = open_global(self._environ, create=create, warn=self._warn)
        return self._global
