"""A sentence model as an ONNX file, run by onnxruntime: no torch, ready in half a second."""

from __future__ import annotations

import json
import os

from hippo.adapters.embeddings.libraries import hush
from hippo.adapters.embeddings.protocol import ANOTHER_MODEL, NoEmbeddings, unit
from hippo.adapters.embeddings.saying import first_line
from hippo.core.extras import how_to_install
from hippo.core.public import plain_name
from hippo.errors import shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from tokenizers import Tokenizer

    from hippo.adapters.embeddings.protocol import Rows

#: Pieces of words of one text that the model reads where its folder does not say; the rest of a long text is left out.
LONGEST = 256
#: Texts that go through the model together: those of about one length, since all are filled up to the longest.
_TOGETHER = 16
#: Threads that wait sleep instead of trying again and again, which took a fifth of the CPU time from whoever else works
#: on the machine and made nothing faster (measured on two busy cores).
_NO_SPINNING = ("session.intra_op.allow_spinning", "0")
#: What a model of texts can be given.
_INPUT = "input_ids"
_KNOWN_INPUTS = frozenset({_INPUT, "attention_mask", "token_type_ids"})
#: What goes wrong is raised; the library would print it as well, with names that stand in the model as they are.
_SAYS_NOTHING = 4
_VOCABULARY = os.path.join(os.path.dirname(__file__), "uncased_vocabulary.txt")


class OnnxEmbedder:
    """The model in one file, with the tokenizer beside it.

    `folder` holds `tokenizer.json`, and may say in the files of sentence-transformers how long a text may be and how
    its pieces become one vector; without a folder the tokenizer is that of uncased BERT.
    """

    def __init__(self, weights: str, folder: str = "") -> None:
        hush()
        try:
            import onnxruntime

            options = onnxruntime.SessionOptions()
            options.log_severity_level = _SAYS_NOTHING
            options.add_session_config_entry(*_NO_SPINNING)
            self._session = onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])
            self._tokenizer = _tokenizer(folder)
        except ImportError as error:
            raise missing() from error
        except Exception as error:
            raise NoEmbeddings(
                f"the model {weights} cannot be loaded: {first_line(error)}", hint=ANOTHER_MODEL
            ) from error
        self._weights = weights
        self._inputs = {each.name for each in self._session.get_inputs()}
        if not {_INPUT} <= self._inputs <= _KNOWN_INPUTS:
            takes = shortened(plain_name(", ".join(sorted(self._inputs))))
            raise NoEmbeddings(
                f"the model {weights} is none of texts: it takes {takes or 'nothing'}, not {_INPUT}", hint=ANOTHER_MODEL
            )
        self._takes_first = bool(_said(folder, "1_Pooling/config.json").get("pooling_mode_cls_token"))

    def embed(self, texts: Sequence[str], *, wait_seconds: float | None = None) -> Rows:  # noqa: ARG002
        """One row for each text. Raises NoEmbeddings."""
        import numpy as np

        try:
            rows = self._rows(texts)
        except Exception as error:
            raise NoEmbeddings(
                f"the model {self._weights} gives no vectors: {first_line(error)}", hint=ANOTHER_MODEL
            ) from error
        if not np.isfinite(rows).all():
            raise NoEmbeddings(f"the model {self._weights} gives what is no number", hint=ANOTHER_MODEL)
        return unit(rows)

    def _rows(self, texts: Sequence[str]) -> Rows:
        """The vectors of all texts, not yet of length 1."""
        import numpy as np

        pieces = [encoding.ids for encoding in self._tokenizer.encode_batch([*texts])]
        order = sorted(range(len(pieces)), key=lambda place: len(pieces[place]))
        rows: list[Any] = [None] * len(pieces)
        for start in range(0, len(order), _TOGETHER):
            places = order[start : start + _TOGETHER]
            for place, row in zip(places, self._run([pieces[place] for place in places]), strict=True):
                rows[place] = row
        found = np.array(rows, dtype=np.float32)
        if found.ndim != 2 or not found.shape[1]:
            raise ValueError(f"it gives {'x'.join(map(str, found.shape[1:])) or 1} numbers for a text")
        return found

    def _run(self, pieces: Sequence[Sequence[int]]) -> Rows:
        """The vectors of a few texts, not yet of length 1."""
        import numpy as np

        shape = (len(pieces), max(1, *map(len, pieces)))
        ids, mask = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        for row, each in enumerate(pieces):
            ids[row, : len(each)] = each
            mask[row, : len(each)] = 1
        given = {_INPUT: ids, "attention_mask": mask, "token_type_ids": np.zeros(shape, np.int64)}
        out = np.asarray(self._session.run(None, {name: given[name] for name in self._inputs})[0])
        if out.ndim != 3:
            return np.asarray(out, dtype=np.float32)
        if self._takes_first:
            return np.asarray(out[:, 0], dtype=np.float32)
        held = mask[:, :, None]
        return np.asarray((out * held).sum(axis=1) / np.maximum(held.sum(axis=1), 1), dtype=np.float32)


def missing() -> NoEmbeddings:
    """What to say where the packages are not installed."""
    return NoEmbeddings("the onnx backend needs onnxruntime and tokenizers", hint=f"{how_to_install('onnx')} adds them")


def _tokenizer(folder: str) -> Tokenizer:
    from tokenizers import Tokenizer

    path = os.path.join(folder, "tokenizer.json") if folder else ""
    tokenizer = Tokenizer.from_file(path) if path and os.path.exists(path) else _uncased(folder)
    tokenizer.no_padding()
    tokenizer.enable_truncation(int(_said(folder, "sentence_bert_config.json").get("max_seq_length") or LONGEST))
    return tokenizer


def _uncased(folder: str) -> Tokenizer:
    """The tokenizer of uncased BERT, over the vocabulary in the folder or the one that hippo brings."""
    from tokenizers import Tokenizer
    from tokenizers.models import WordPiece
    from tokenizers.normalizers import BertNormalizer
    from tokenizers.pre_tokenizers import BertPreTokenizer
    from tokenizers.processors import BertProcessing

    own = os.path.join(folder, "vocab.txt") if folder else ""
    with open(own if own and os.path.exists(own) else _VOCABULARY, encoding="utf-8") as file:
        vocabulary = {piece: number for number, piece in enumerate(file.read().split("\n")) if piece}
    tokenizer = Tokenizer(WordPiece(vocabulary, unk_token="[UNK]", max_input_chars_per_word=100))
    tokenizer.normalizer = BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = BertPreTokenizer()
    ends = [(name, vocabulary[name]) for name in ("[SEP]", "[CLS]")]
    tokenizer.post_processor = BertProcessing(*ends)
    return tokenizer


def _said(folder: str, name: str) -> Mapping[str, Any]:
    """What a file of the folder says; nothing for one that is missing or no JSON object."""
    if not folder:
        return {}
    try:
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            said = json.load(file)
    except (OSError, ValueError, RecursionError):
        return {}
    return said if isinstance(said, dict) else {}
