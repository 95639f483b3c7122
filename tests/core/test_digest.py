"""A text is known again whatever Python it is read by."""

from __future__ import annotations

import sys
from hashlib import sha256

import pytest

from hippo.core.digest import digest

TEXTS = ["", "the valve", "阀门", "half of a character \ud800"]


@pytest.mark.parametrize("missing", [(), ("_sha256",), ("_sha256", "_sha2")])
@pytest.mark.parametrize("text", TEXTS)
def test_the_digest_is_that_of_hashlib(text: str, missing: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in missing:
        monkeypatch.setitem(sys.modules, name, None)
    assert digest(text) == sha256(text.encode("utf-8", "replace")).hexdigest()[:16]
