"""Names whole and in parts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core import identifiers
from hippo.core.identifiers import chunks, parts
from tests.growth import reads_linearly


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("getUserName", ["getUserName", "get", "User", "Name"]),
        ("snake_case", ["snake_case", "snake", "case"]),
        ("HTTPServer2", ["HTTPServer2", "HTTP", "Server", "2"]),
        ("a/b/c.py", ["a/b/c.py", "a", "b", "c.py", "c", "py"]),
        ("v2.1.3", ["v2.1.3", "2.1.3"]),
        ("python3.8", ["python3.8", "python", "3.8"]),
        ("3.15-dev", ["3.15-dev", "3.15", "dev"]),
        ("fox-7731", ["fox-7731", "fox", "7731"]),
        ("QX-100821", ["QX-100821", "QX", "100821"]),
        ("user@host", ["user@host", "user", "host"]),
        ("std::map", ["std::map", "std", "map"]),
        ("C++", ["C++", "C"]),
        ("__init__", ["__init__", "init"]),
        ("src/getUser.py", ["src/getUser.py", "src", "getUser.py", "getUser", "get", "User", "py"]),
        ("sha256", ["sha256", "sha", "256"]),
        ("word", ["word"]),
        ("WORD", ["WORD"]),
        ("हिन्दी", ["हिन्दी"]),
        ("naïveName", ["naïveName", "naïve", "Name"]),
    ],
)
def test_a_name_yields_itself_and_its_parts(name: str, expected: list[str]) -> None:
    assert parts(name) == expected


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("run --dry-run now", ["run", "dry-run", "now"]),
        ("KEY=value", ["KEY", "value"]),
        ("#tag and C#, C++ or g++.", ["tag", "and", "C#", "C++", "or", "g++"]),
        ("Edit tools/build_all.py, then go.", ["Edit", "tools/build_all.py", "then", "go"]),
        ("https://example.org/a?b=c", ["https", "example.org/a", "b", "c"]),
        ("wait...what", ["wait", "what"]),
        ("d['key'] = f(x)", ["d", "key", "f", "x"]),
    ],
)
def test_names_are_cut_out_of_the_text_around_them(text: str, names: list[str]) -> None:
    assert chunks(text) == names


@given(st.text(alphabet="aB9 .:_-'\n#+@/é", max_size=20))
def test_the_names_of_a_plain_sentence_are_those_that_the_pattern_finds(text: str) -> None:
    pattern = identifiers._PLAIN_CHUNK if text.isascii() else identifiers._ANY_CHUNK
    assert chunks(text) == pattern().findall(text)


@given(st.text(alphabet="abCD9", min_size=1, max_size=6))
def test_a_plain_word_is_the_one_part_that_the_pattern_finds(word: str) -> None:
    assert parts(word) == list(dict.fromkeys((word, *identifiers._HUMPS().findall(word))))


@given(st.text(max_size=60))
def test_parts_are_distinct_and_of_the_name(name: str) -> None:
    found = parts(name)
    assert len(found) == len(set(found))
    assert all(part and part in name for part in found)


@pytest.mark.parametrize(
    "name", ["1." + "1" * 16_000 + "!", "a1" * 8_000, "A" * 16_000 + "b", "a/" * 8_000, "_" * 16_000]
)
def test_a_long_name_costs_no_more_than_its_length(name: str) -> None:
    assert reads_linearly(parts, name)
