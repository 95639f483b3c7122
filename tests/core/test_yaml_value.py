"""The values of a front matter."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core import yaml_value
from hippo.core.yaml_value import BrokenValue

any_text = st.text(st.characters())


def read(source: str) -> str | list[str]:
    """The value of a key as it stands behind its colon."""
    first, *below = source.split("\n")
    return yaml_value.read(first, below)


@given(any_text)
def test_any_text_reads_back_as_it_was_written(text: str) -> None:
    assert read(yaml_value.written(text)) == text


@given(st.lists(any_text).map(tuple))
def test_any_list_of_texts_reads_back_as_it_was_written(texts: tuple[str, ...]) -> None:
    assert read(yaml_value.written(texts)) == list(texts)


@given(any_text)
def test_a_written_text_is_one_line_that_every_reader_of_yaml_can_print(text: str) -> None:
    line = yaml_value.written(text)
    assert not any("\ud800" <= character <= "\udfff" for character in line)
    assert len(line.splitlines()) == 1
    assert all(character >= " " and not "\x7f" <= character <= "\x9f" for character in line)


@pytest.mark.parametrize(
    "text",
    ["left", "mem_000000000001", "src/main.py", "never used in 14 days", "2031-03-03T12:00:00Z", "größe", "v1.2"],
)
def test_an_ordinary_text_is_written_plain(text: str) -> None:
    assert yaml_value.written(text) == text


AMBIGUOUS = (
    "yes|No|ON|off|true|False|null|~|y|n|| |1|1.5|0x1f|1_000|12:30:45|2031-03-03|a: b|a #b|#a|- a|a  b| a|a |[a]|a, b|"
    "{a}|&a|*a|!a|%a|@a|`a|'a'|\"a\"|>|?|.inf|<<|=|a\nb|a\\b|\x85|\u2028"
)


@pytest.mark.parametrize("text", ["|", *AMBIGUOUS.split("|")])
def test_what_yaml_could_read_as_something_else_is_quoted(text: str) -> None:
    assert yaml_value.written(text).startswith('"')


@pytest.mark.parametrize(
    ("content", "line"),
    [(True, "true"), (False, "false"), (7, "7"), (7.0, "7.0"), ((), "[]"), (("a", "b, c"), '[a, "b, c"]')],
)
def test_numbers_truth_and_lists_are_written_as_yaml_has_them(content: yaml_value.Content, line: str) -> None:
    assert yaml_value.written(content) == line


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("left", "left"),
        ("left  # my comment", "left"),
        ("# only a comment", ""),
        ("left#right", "left#right"),
        ("it's 5 o'clock # really", "it's 5 o'clock"),
        ("http://a.example/b:c", "http://a.example/b:c"),
        ("'it''s left # right'  # why", "it's left # right"),
        ('"left # right" # why', "left # right"),
        ('"tab\\tline\\nquote\\" back\\\\ slash\\/"', 'tab\tline\nquote" back\\ slash/'),
        ('"\\x41\\u00e9\\U0001F418\\e\\N\\_\\L\\P\\0\\ "', "A\u00e9\U0001f418\x1b\x85\xa0\u2028\u2029\0 "),
        ('"\\ud83d\\udc18"', "\U0001f418"),
        ("null", ""),
        ("~", ""),
        ("NULL", ""),
        ('"null"', "null"),
        ("", ""),
        ("a long\n  text in\n  three lines", "a long text in three lines"),
        ("\n  the text below", "the text below"),
        ("'a long\n  text'", "a long text"),
        ('"a long\n  text"', "a long text"),
        ('"a long \\\n  text\\\n  \\  here"', "a long text  here"),
        (">-\n  folded\n  text", "folded text"),
        ("|\n  line one\n    line two", "line one\n  line two"),
        ("a\n  # between\n  b # behind", "a b"),
    ],
)
def test_every_way_to_write_a_text_is_read(source: str, text: str) -> None:
    assert read(source) == text


@pytest.mark.parametrize(
    ("source", "texts"),
    [
        ("[]", []),
        ("[ ]", []),
        ("[a]", ["a"]),
        ("[a, 'b, c' , \"d]\" ]", ["a", "b, c", "d]"]),
        ("[a, b,]", ["a", "b"]),
        ("[a, , b]", ["a", "b"]),
        ('[a, ""]', ["a", ""]),
        ("[#a, b#c]", ["#a", "b#c"]),
        ("[left valve, it's]  # why", ["left valve", "it's"]),
        ("[\n  a, # first\n  # second\n  b\n]", ["a", "b"]),
        ("\n  - a\n  - b", ["a", "b"]),
        ("\n- a\n-   'b, c' # why\n-\n- \"\"", ["a", "b, c", ""]),
        ("# mine\n  # too\n  - a\n  # between\n  - b\n    goes on\n  # last", ["a", "b goes on"]),
        ("\n  - >-\n    folded\n    text\n  - b", ["folded text", "b"]),
        ("[a\n  b, c]", ["a b", "c"]),
    ],
)
def test_every_way_to_write_a_list_is_read(source: str, texts: list[str]) -> None:
    assert read(source) == texts


@pytest.mark.parametrize(
    "source",
    [
        '"open',
        "'open",
        '"a" b',
        "'a' b",
        '"\\x4"',
        '"\\q"',
        '"\\U00110000"',
        "[a",
        "[a, [b]]",
        "[a] b",
        '["a]',
        '["a" b]',
        "[a]]",
    ],
)
def test_what_is_no_text_and_no_list_of_texts_is_broken(source: str) -> None:
    with pytest.raises(BrokenValue, match="not a"):
        read(source)


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("left", []),
        ("left # why", ["# why"]),
        ("# why", ["# why"]),
        ('"left # right" # why', ["# why"]),
        ("['a # b', c] # why", ["# why"]),
        ("it's # why it's", ["# why it's"]),
        ("\n  # one\n  - a # two\n  - b", ["# one", "# two"]),
        ("|\n  # text", []),
    ],
)
def test_comments_are_told_from_what_only_looks_like_one(source: str, found: list[str]) -> None:
    first, *below = source.split("\n")
    assert yaml_value.comments(first, below) == found


@given(st.text(st.sampled_from("[]\"'#, \n\\ab-|>"), max_size=400))
def test_any_value_is_read_or_broken_in_no_time(source: str) -> None:
    try:
        found = read(source)
    except BrokenValue:
        return
    assert isinstance(found, str | list)


def test_a_very_long_value_is_read_in_one_pass() -> None:
    assert read("[" + ", ".join(["a b"] * 50_000) + "]") == ["a b"] * 50_000
    assert read('"' + "a " * 200_000 + '"') == "a " * 200_000
    with pytest.raises(BrokenValue):
        read("[" + " " * 200_000)
