"""How the libraries that run models are told to keep to themselves, before they are imported.

Why: onnxruntime writes an identifier of this machine and a database of what it did below the home folder, in order to
upload it, unless this variable is set; those of Hugging Face count uses at their server. Whoever sets a variable
otherwise is heeded.
"""

from __future__ import annotations

import os

_DEFAULTS = {
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "HF_HUB_DISABLE_UPDATE_CHECK": "1",
    "ORT_DISABLE_TELEMETRY": "1",
    "TOKENIZERS_PARALLELISM": "false",
}


def hush() -> None:
    """Turn off what libraries send and write for others."""
    for name, content in _DEFAULTS.items():
        os.environ.setdefault(name, content)
