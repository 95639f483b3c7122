"""When two texts are one memory."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core.identity import fingerprint, identity


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("the  valve\topens", "the valve\nopens "),
        ("the valve\u00a0opens", "the valve\u3000opens"),
        ("cafe\u0301 closed", "café closed"),
        ("5 \u212b", "5 \u00c5"),
    ],
)
def test_blanks_and_composed_letters_do_not_make_another_memory(one: str, other: str) -> None:
    assert identity(one) == identity(other)
    assert fingerprint(one) == fingerprint(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("the Valve", "the valve"), ("10² m", "102 m"), ("½ cup", "1⁄2 cup"), ("①", "1"), ("port 7001", "port 7002")],
)
def test_case_and_compatible_characters_do(one: str, other: str) -> None:
    assert identity(one) != identity(other)


@given(st.text())
def test_identity_is_its_own_identity_and_has_one_fingerprint(text: str) -> None:
    assert identity(identity(text)) == identity(text)
    assert fingerprint(identity(text)) == fingerprint(text) < 2**32
