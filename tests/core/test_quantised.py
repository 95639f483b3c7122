"""Vectors as bytes: the cosines stay, and the nearest are the nearest."""

from __future__ import annotations

import numpy as np
import pytest

from hippo.core.quantised import cosines, nearest, packed, scale_for, unpacked


def rows(count: int, dimension: int, seed: int = 7) -> np.ndarray:
    made = np.random.default_rng(seed).standard_normal((count, dimension)).astype(np.float32)
    return made / np.linalg.norm(made, axis=1, keepdims=True)


@pytest.mark.parametrize("dimension", [8, 64, 384, 1536])
def test_a_cosine_is_within_two_thousandths_of_the_exact_one(dimension: int) -> None:
    made = rows(200, dimension)
    scale = scale_for(made)
    kept = unpacked(packed(made, scale), dimension)
    off = abs(cosines(kept, scale, made[0]) - made @ made[0])
    assert off.max() < (0.01 if dimension == 8 else 0.005)
    assert off.mean() < 0.002


def test_what_is_beyond_the_scale_is_cut_off() -> None:
    scale = scale_for(np.array([[0.1, 0.05]], np.float32))
    [part] = packed(np.array([[1.0, -1.0]], np.float32), scale)
    assert unpacked([part], 2).tolist() == [[127, -127]]


@pytest.mark.parametrize("made", [np.zeros((0, 4), np.float32), np.zeros((2, 4), np.float32)])
def test_vectors_that_say_nothing_have_a_scale_all_the_same(made: np.ndarray) -> None:
    assert scale_for(made) == 1.0 / 127


def test_a_vector_of_another_dimension_is_near_to_nothing() -> None:
    kept = unpacked([b"\x7f\x7f", b"\x7f", b""], 2)
    assert cosines(kept, 1 / 127, np.array([1.0, 0.0], np.float32)).tolist() == [1.0, 0.0, 0.0]


def test_blocks_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    made = rows(50, 16)
    scale = scale_for(made)
    kept = unpacked(packed(made, scale), 16)
    whole = cosines(kept, scale, made[3])
    monkeypatch.setattr("hippo.core.quantised._AT_ONCE", 7)
    assert np.allclose(cosines(kept, scale, made[3]), whole, atol=1e-6)


@pytest.mark.parametrize("most", [0, 1, 3, 6, 9])
def test_the_nearest_come_first_and_of_equals_the_first(most: int) -> None:
    near = np.array([0.1, 0.5, 0.5, -0.2, 0.5, 0.9], np.float32)
    assert nearest(near, most) == [5, 1, 2, 4, 0, 3][:most]
