"""Letters folded to one form, and scripts without spaces."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core.scripts import fold, grams, is_unspaced, pairs, runs

CHINESE = st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x4FFF), min_size=1, max_size=12)


@pytest.mark.parametrize(
    ("typed", "folded"),
    [
        ("café Ünïcode naïve", "cafe Unicode naive"),
        ("cafe\u0301", "cafe"),
        ("Łódź Ærø straße", "Lodz Aero strasse"),
        ("Αθήνα", "Αθηνα"),
        ("ｎｇｉｎｘ ８０", "nginx 80"),
        ("ｻｰﾊﾞｰ", "サーバー"),
        ("ﬁle", "file"),
        ("it’s", "it's"),
        ("soft\u00adhyphen zero\u200bwidth", "softhyphen zerowidth"),
        ("مَكْتَبَة", "مكتبة"),
    ],
)
def test_letters_that_people_type_in_several_ways_become_one(typed: str, folded: str) -> None:
    assert fold(typed) == folded


@pytest.mark.parametrize("text", ["й", "हिन्दी", "がぎ", "데이터", "plain ASCII", "x²"])
def test_what_makes_another_word_stays(text: str) -> None:
    assert fold(text) == text


@given(st.text())
def test_folding_twice_is_folding_once(text: str) -> None:
    once = fold(text)
    assert fold(once) == once


def test_a_latin_word_glued_to_chinese_is_a_piece_of_its_own() -> None:
    assert runs("请修复nginx超时") == ["请修复", "nginx", "超时"]
    assert runs("src/文字.py") == ["src", "文字", "py"]


@pytest.mark.parametrize("run", ["备份", "サーバー", "ひらがな", "이전", "ไทย", "ລາວ", "ខ្មែរ", "မြန်မာ", "々"])
def test_scripts_without_spaces_are_told_by_their_letters(run: str) -> None:
    assert runs(run) == [run]
    assert is_unspaced(run)


@pytest.mark.parametrize("word", ["word", "слово", "λόγος", "كلمة", "शब्द"])
def test_scripts_with_spaces_keep_their_words_whole(word: str) -> None:
    assert runs(word) == [word]
    assert not is_unspaced(word)


def test_grams_are_characters_and_pairs_in_order() -> None:
    assert grams("中文字") == ["中", "中文", "文", "文字", "字"]
    assert pairs("中文字") == ["中文", "文字"]
    assert pairs("中") == ["中"]


@given(CHINESE, CHINESE, CHINESE)
def test_every_part_of_a_run_is_found(before: str, part: str, after: str) -> None:
    assert set(pairs(part)) <= set(grams(before + part + after))
