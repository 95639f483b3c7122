"""The block at the top of a Markdown file."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core import front_matter
from hippo.core.front_matter import BrokenFrontMatter

KEYS = ("id", "tags", "pinned", "author")

keys = st.sampled_from(KEYS)
contents = st.text(st.characters(), max_size=20) | st.lists(st.text(st.characters(), max_size=10), max_size=3).map(
    tuple
)
values = st.dictionaries(keys, contents)
#: Lines that a person may write beside hippo's, whole keys with what belongs to them.
foreign = st.lists(
    st.sampled_from(
        [
            "# a comment",
            "",
            "aliases: [left valve]",
            "nested: [[1, 2], {a: 1}]",
            "broken: [1, 2",
            'quote: "open',
            "block: |\n  id: not this\n  tags: nor this",
            "list:\n  - a  # one\n  - b",
            "date created: 2031-03-03",
            "cssclass:",
        ]
    ).map(lambda lines: lines.split("\n")),
    max_size=6,
)


@given(values)
def test_what_is_written_is_read(written: dict[str, str | tuple[str, ...]]) -> None:
    found = front_matter.read(front_matter.write(written), KEYS)
    assert found == {key: list(content) if isinstance(content, tuple) else content for key, content in written.items()}


@given(foreign, values, values)
def test_lines_of_a_person_stay_in_their_order_and_hippos_are_replaced(
    own: list[list[str]], before: dict[str, str], after: dict[str, str]
) -> None:
    groups = [[line] for line in front_matter.write(before)]
    for place, group in enumerate(own):
        groups.insert(2 * place, group)
    lines = [line for group in groups for line in group]
    written = front_matter.write(after, lines, own=KEYS)
    wanted = [line for group in own for line in group]
    kept = iter(written)
    assert [line for line in wanted if line not in kept] == []
    assert front_matter.read(written, KEYS) == front_matter.read(front_matter.write(after), KEYS)


@given(foreign, values)
def test_writing_the_same_values_again_changes_no_byte(own: list[list[str]], same: dict[str, str]) -> None:
    lines = front_matter.write(same, [line for group in own for line in group])
    assert front_matter.write(same, lines, own=KEYS) == lines


def test_a_key_stays_where_it_is_and_keeps_its_comments() -> None:
    before = [
        "# top",
        "id: one  # mine",
        "tags: # why",
        "  # of the pump",
        "  - pump # big",
        "  - valve",
        "",
        "author: Ana",
    ]
    assert front_matter.write({"id": "two", "tags": ("pump",), "author": "Ben"}, before) == [
        "# top",
        "id: two  # mine",
        "tags: [pump]  # why",
        "  # of the pump",
        "  # big",
        "",
        "author: Ben",
    ]


def test_a_value_in_another_spelling_stays_as_the_person_wrote_it() -> None:
    before = ["'id'  : 'one' # mine", "tags:", "- pump", "- 'valve'", "pinned: yes", "author:"]
    same = {"id": "one", "tags": ("pump", "valve"), "pinned": "yes", "author": ""}
    assert front_matter.write(same, before) == before


def test_keys_without_a_value_any_more_go_and_new_ones_come_last() -> None:
    before = ["id: one", "author: Ana", "reviewed_by: Ben"]
    assert front_matter.write({"id": "one", "tags": ()}, before, own=KEYS) == [
        "id: one",
        "reviewed_by: Ben",
        "tags: []",
    ]


def test_of_a_key_that_stands_twice_the_last_counts_and_the_first_is_kept() -> None:
    before = ["tags: [old]", "# between", "tags: [new]"]
    assert front_matter.read(before, KEYS) == {"tags": ["new"]}
    assert front_matter.write({"tags": ("newer",)}, before) == ["tags: [newer]", "# between"]


def test_a_value_that_cannot_be_read_is_replaced() -> None:
    assert front_matter.write({"tags": ("pump",)}, ["tags: [pump, [valve]]", "  # why"]) == ["tags: [pump]", "  # why"]


def test_only_the_keys_that_are_asked_for_can_be_broken() -> None:
    lines = ["id: one", "matrix: [[1, 2], [3]]", "tags: [open"]
    assert front_matter.read(lines, ("id",)) == {"id": "one"}
    with pytest.raises(BrokenFrontMatter, match=r"^tags: not a list of texts: '\[open'$"):
        front_matter.read(lines, ("id", "tags"))


@pytest.mark.parametrize(
    "text",
    [
        "---\nid: one\n---\nbody\n",
        "---\r\nid: one\r\n---\r\nbody\r\n",
        "\ufeff---\nid: one\n---\nbody\n",
        "--- \rid: one\r---\t\rbody\r",
    ],
)
def test_line_ends_blanks_behind_fences_and_a_byte_order_mark_do_not_matter(text: str) -> None:
    assert front_matter.split(text) == (["id: one"], "body\n")


def test_a_text_without_a_block_is_all_body() -> None:
    assert front_matter.split("no --- here\n---\n") == ([], "no --- here\n---\n")
    assert front_matter.split("") == ([], "")
    assert front_matter.split(" ---\nid: one\n---\n") == ([], " ---\nid: one\n---\n")


def test_only_the_first_closing_fence_ends_the_block() -> None:
    assert front_matter.split("---\n---\na\n---\nb") == ([], "a\n---\nb")


def test_a_block_without_an_end_is_broken() -> None:
    with pytest.raises(BrokenFrontMatter, match="no closing ---"):
        front_matter.split("---\nid: one\n -- \n")
