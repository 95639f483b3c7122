"""The embedder of one run: chosen by the settings, loaded at the first text, and asked only where that is allowed."""

from __future__ import annotations

from hippo.adapters import config
from hippo.adapters.embeddings.choice import Choice, choose, load
from hippo.adapters.embeddings.protocol import NoEmbeddings
from hippo.adapters.places import global_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hippo.adapters.embeddings.protocol import Embedder, Rows
    from hippo.core.settings import EmbeddingSettings


class Embedding:
    """What makes vectors, by the settings. `embedder` stands in for the one that would be loaded."""

    def __init__(
        self, settings: EmbeddingSettings, environ: Mapping[str, str], *, embedder: Embedder | None = None
    ) -> None:
        self.settings = settings
        self.environ = environ
        self._embedder = embedder
        self._choice: Choice | None = None

    @property
    def choice(self) -> Choice:
        """The embedder that the settings mean; nothing is loaded.

        Raises NoEmbeddings if there is none, or if it is a server elsewhere that the user has not named.
        """
        if self._choice is None:
            chosen = choose(self.settings, self.environ)
            if chosen.is_server:
                _approve(chosen.url, self.environ)
            self._choice = chosen
        return self._choice

    def is_allowed(self) -> bool:
        """Whether a command that somebody waits for may make a vector itself."""
        load_when = self.settings.load
        return self._embedder is not None or load_when == "always" or self._is_cheap(load_when)

    def embed(self, texts: Sequence[str], *, wait_seconds: float | None = None) -> Rows:
        """A row for each text. Raises NoEmbeddings."""
        if self._embedder is None:
            self._embedder = load(self.choice)
        return self._embedder.embed(texts, wait_seconds=wait_seconds)

    def _is_cheap(self, load_when: str) -> bool:
        return load_when == "cheap" and self.choice.is_cheap


def _approve(url: str, environ: Mapping[str, str]) -> None:
    """Refuse a server elsewhere that the user's own settings do not name.

    A project's config.toml comes with the repository, from anybody: it must not send what is asked and remembered here
    to an address of its choice.
    """
    from shlex import quote

    from hippo.adapters.embeddings.addresses import is_this_machine, shown

    if is_this_machine(url) or config.load(global_folder(environ)).settings.embeddings.url == url:
        return
    raise NoEmbeddings(
        f"the embedding server {shown(url)} is not on this machine, and your own settings do not name it",
        hint=f"`hippo config embeddings.url {quote(url)} --global` allows it",
    )
