"""Whether a memory relies on something that its project has done with."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core.retirement import Retirement, is_name, relied_on

WEBPACK = Retirement(gone=("webpack",), instead="vite")
PYTHON = Retirement(gone=("Python 3.9",))
NPM = Retirement(gone=("npm", "yarn"), instead="pnpm", named=False)
CACHE = Retirement(gone=("redis cache",))
MOMENT = Retirement(gone=("moment.js",), instead="date-fns")
API = Retirement(gone=("Queue",))


@pytest.mark.parametrize(
    ("text", "retirement"),
    [
        ("The bundler is webpack.", WEBPACK),
        ("Never run webpack in watch mode on CI.", WEBPACK),
        ("We moved from rollup to Webpack.", WEBPACK),
        ("We support Python 3.9 and newer.", PYTHON),
        ("Python 3.8, 3.9 and 3.10 are tested.", PYTHON),
        ("needs python>=3.9", PYTHON),
        ("Install packages with npm.", NPM),
        ("Use yarn for everything.", NPM),
        ("The redis cache holds tariffs for one hour.", CACHE),
        ("Never clear the Redis caches by hand.", CACHE),
        ("Format dates with moment.", MOMENT),
        ("Jobs wait in the Queue.", API),
    ],
)
def test_a_text_relies_on_what_it_uses_builds_with_or_speaks_of(text: str, retirement: Retirement) -> None:
    assert relied_on(text, retirement) in retirement.gone


@pytest.mark.parametrize(
    ("text", "retirement"),
    [
        ("Use vite, not webpack.", WEBPACK),
        ("Use vite instead of webpack.", WEBPACK),
        ("We migrated from webpack to vite.", WEBPACK),
        ("webpack was replaced by vite", WEBPACK),
        ("Don't use webpack here.", WEBPACK),
        ("The bundler is fast.", WEBPACK),
        ("Do not use Python 3.9.", PYTHON),
        ("Python 3.10 is the floor.", PYTHON),
        ("Always use pnpm, never npm.", NPM),
        ("The registry that yarn and others read is slow.", NPM),
        ("Sessions live in redis.", CACHE),
        ("We removed the redis cache.", CACHE),
        ("Wait a moment before the retry.", MOMENT),
        ("Jobs wait in a queue.", API),
    ],
)
def test_a_text_that_turns_it_down_or_means_something_else_does_not(text: str, retirement: Retirement) -> None:
    assert relied_on(text, retirement) == ""


@pytest.mark.parametrize(
    ("words", "is_one"),
    [
        ("redis", True),
        ("Python 3.9", True),
        ("date-fns", True),
        ("GitPython", True),
        ("lock", False),
        ("error page", False),
    ],
)
def test_a_name_is_told_from_everyday_words(words: str, is_one: bool) -> None:
    assert is_name(words) is is_one


@given(st.text(), st.text(), st.text())
def test_any_text_and_name_give_an_answer(text: str, name: str, instead: str) -> None:
    retirement = Retirement(gone=(name,), instead=instead)
    assert relied_on(text, retirement) in ("", name)
