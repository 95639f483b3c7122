"""Texts that nearly say the same."""

from __future__ import annotations

import pytest

from hippo.core.outline import outline


@pytest.mark.parametrize("near", ["use UV, never pip!", "Never pip. Use the uv.", "use uv  never-pip"])
def test_case_order_marks_and_small_words_make_no_other_outline(near: str) -> None:
    assert outline(near) == outline("Use uv, never pip.")


@pytest.mark.parametrize("other", ["Use uv, pip.", "Use uv 2, never pip.", "Use uv, never npm.", "the", ""])
def test_numbers_names_and_negations_do(other: str) -> None:
    assert outline(other) != outline("Use uv, never pip.")
