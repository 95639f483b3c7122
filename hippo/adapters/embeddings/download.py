"""Fetching a model from Hugging Face (or what HF_ENDPOINT names): its list of files first, then the files that count.

The weights come last, and no file appears before it is whole: what an interrupted download has fetched is not fetched
again. Sizes and, where the list has them, SHA-256 sums are checked. HF_HUB_OFFLINE forbids it all.
"""

from __future__ import annotations

import json
import os

from hippo.adapters import files
from hippo.adapters.embeddings import models
from hippo.adapters.embeddings.choice import ONNX
from hippo.adapters.embeddings.protocol import NoEmbeddings
from hippo.adapters.embeddings.saying import first_line
from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

    Progress = Callable[[int, int], None]

_ENDPOINT = "https://huggingface.co"
_WAIT_SECONDS = 30.0
_COPIED = "a model's folder may be copied here: `hippo config embeddings.model` takes its path"
_PART = 1 << 18
#: Bytes of the longest list of files that is read (chosen: a hundred times that of a large model).
_LONGEST_LIST = 16 * 1024 * 1024
#: Folders and endings of files that are the same model for other programs.
_OTHERS = (".h5", ".ot", ".msgpack", ".onnx", ".onnx_data", ".md", ".gitattributes", ".gguf", ".tflite")
_OTHER_FOLDERS = ("onnx/", "openvino/", "coreml/")


@value
class File:
    """A file of a model: its path in the model's folder, bytes, and SHA-256 where it is known."""

    path: str
    size: int
    digest: str = ""


@value
class Plan:
    """What would be fetched, from where to where."""

    name: str
    source: str
    folder: str
    files: tuple[File, ...]

    @property
    def size(self) -> int:
        """Bytes of all files."""
        return sum(each.size for each in self.files)


def plan(backend: str, model: str, environ: Mapping[str, str]) -> Plan:
    """What a backend needs of a model that is not on this machine. Raises NoEmbeddings."""
    name = models.full_name(model)
    if models.is_offline(environ):
        raise NoEmbeddings(
            f"the model {name} is not on this machine, and HF_HUB_OFFLINE forbids downloading it", hint=_COPIED
        )
    source = environ.get("HF_ENDPOINT", "").rstrip("/") or _ENDPOINT
    listed = _listed(f"{source}/api/models/{name}/tree/main?recursive=true")
    wanted = tuple(sorted(_wanted(backend, listed), key=lambda each: (_is_weights(each.path), each.path)))
    if not any(_is_weights(each.path) for each in wanted):
        raise NoEmbeddings(
            f"{source} has no weights of {name} for the {backend} backend",
            hint="`hippo config embeddings.model` takes another name, embeddings.backend another backend",
        )
    return Plan(name=name, source=source, folder=models.own_folder(model, environ), files=wanted)


def fetch(plan: Plan, progress: Progress) -> None:
    """Fetch all files of a plan. Raises NoEmbeddings, and OSError for what the disk refuses."""
    files.make_private_folder(plan.folder)
    done = 0
    for each in plan.files:
        path = os.path.join(plan.folder, *each.path.split("/"))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if not os.path.exists(path) or os.path.getsize(path) != each.size:
            parts = _parts(f"{plan.source}/{plan.name}/resolve/main/{each.path}", each)
            files.write_parts(path, _shown(parts, done, plan.size, progress))
        done += each.size
        progress(done, plan.size)


def _wanted(backend: str, listed: Sequence[File]) -> Iterator[File]:
    """The files that a backend reads: what describes the model, and one kind of weights."""
    names = {each.path for each in listed}
    weights = next((name for name in (models.ONNX_FILES if backend == ONNX else models.WEIGHTS) if name in names), "")
    for each in listed:
        is_weights = each.path.endswith((".bin", ".safetensors")) and "/" not in each.path
        is_other = each.path.endswith(_OTHERS) or each.path.startswith(_OTHER_FOLDERS) or is_weights
        if each.path == weights or not is_other:
            yield each


def _is_weights(path: str) -> bool:
    return path in models.ONNX_FILES or path in models.WEIGHTS


def _listed(url: str) -> list[File]:
    try:
        said = json.loads(b"".join(_at_most(_LONGEST_LIST, _read(url))))
        found = [each for each in said if each["type"] == "file"]
        return [File(path=_safe(each["path"]), size=int(each["size"]), digest=_digest(each)) for each in found]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise NoEmbeddings(
            f"{url} did not list the files of a model", hint="`hippo config embeddings.model` shows its name"
        ) from error


def _at_most(size: int, parts: Iterator[bytes]) -> Iterator[bytes]:
    """The same parts, up to so many bytes. Raises ValueError for more."""
    for part in parts:
        size -= len(part)
        if size < 0:
            raise ValueError("it is too long")
        yield part


def _digest(entry: Mapping[str, Any]) -> str:
    lfs = entry.get("lfs")
    return str(lfs["oid"]) if isinstance(lfs, dict) and "oid" in lfs else ""


def _safe(path: str) -> str:
    """A path that stays in the folder. Raises ValueError."""
    parts = path.split("/")
    if not path.isprintable() or any(part in ("", ".", "..") or "\\" in part or ":" in part for part in parts):
        raise ValueError(path)
    return path


def _parts(url: str, file: File) -> Iterator[bytes]:
    """The bytes of a file, which are checked at the end."""
    import hashlib

    digest, size = hashlib.sha256(), 0
    for part in _read(url):
        digest.update(part)
        size += len(part)
        if size > file.size:
            break
        yield part
    if size != file.size or (file.digest and digest.hexdigest() != file.digest):
        raise NoEmbeddings(f"{url} is not the file that was listed", hint="try `hippo embed` again")


def _read(url: str) -> Iterator[bytes]:
    from http.client import HTTPException
    from urllib.request import Request, urlopen

    if not url.startswith(("http://", "https://")):
        raise NoEmbeddings(f"{url} is no address to download from", hint="HF_ENDPOINT names one")
    try:
        with urlopen(Request(url, headers={"User-Agent": "hippo"}), timeout=_WAIT_SECONDS) as answer:
            while part := answer.read(_PART):
                yield part
    except (OSError, HTTPException) as error:
        raise NoEmbeddings(
            f"{url} cannot be read: {first_line(error)}",
            hint=_COPIED,
        ) from error


def _shown(parts: Iterator[bytes], done: int, total: int, progress: Progress) -> Iterator[bytes]:
    """The same parts, with a word after each on how much of all files is done."""
    for part in parts:
        done += len(part)
        yield part
        progress(done, total)
