"""Markdown notes: what stands together, under which tags, and what nobody is meant to see."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hippo.importers.markdown import read, slug
from hippo.importers.sections import LONGEST_SECTION
from tests.importers.reading import found, items, passed, texts


def tags(text: str) -> list[tuple[str, ...]]:
    return [each.tags for each in items(read, text)]


def test_each_item_of_a_list_is_a_memory_with_its_line() -> None:
    text = "- oil the mill\n* grind\n  at night\n1. one\n2) two\n"
    assert [(each.line, each.text) for each in items(read, text)] == [
        (1, "oil the mill"), (2, "grind\nat night"), (4, "one"), (5, "two"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "whole",
    [
        "step\n- a\n  - b\n    - c\n- d",
        "run\n\n```sh\n- no item\n\n# no heading\n```\n\nthen look",
        "run\n~~~\n```\n~~~",
        "first\n\nsecond paragraph of it",
    ],
)
def test_an_item_keeps_all_that_stands_below_it(whole: str) -> None:
    indented = whole.replace("\n", "\n  ").replace("\n  \n", "\n\n")
    assert texts(read, f"- {indented}\n- next\n") == [whole, "next"]


@pytest.mark.parametrize(
    "block", ["```\n# a\n\n- b\n```", "| a | b |\n|---|---|\n| 1 | 2 |", "> said\n> so", "plain\ntext"]
)
def test_prose_of_a_section_stays_together(block: str) -> None:
    assert texts(read, f"# Head\n\nFirst.\n\n{block}\n\nLast.\n") == [f"First.\n\n{block}\n\nLast."]


def test_of_a_long_section_each_paragraph_is_one_with_the_code_that_follows_it() -> None:
    long = "word " * (LONGEST_SECTION // 5)
    assert texts(read, f"{long}\n\nRun\n\n```\nmake\n\n```\n\nEnd.") == [
        long.strip(),
        "Run\n\n```\nmake\n\n```",
        "End.",
    ]


def test_a_list_stays_with_the_line_that_introduces_it() -> None:
    assert texts(read, "Before a release:\n\n- tag it\n- build\n  it\n\nAfter.") == [
        "Before a release:\n- tag it\n- build\n  it", "After.",
    ]  # fmt: skip
    many = [f"item {number} {'x' * 40}" for number in range(100)]
    assert texts(read, "Notes:\n" + "".join(f"- {each}\n" for each in many)) == ["Notes:", *many]


def test_headings_become_tags_of_what_is_below_them() -> None:
    text = "# The Mill\na\n## Oil & Water\nb\n### 2026-01-15\nc\n# Other\nd\n\nUnder\n---\ne\n\n**Bold one:**\n\nf"
    assert tags(text) == [
        ("the-mill",), ("the-mill", "oil-water"), ("the-mill", "oil-water"), ("other",), ("other", "under"),
        ("other", "under", "bold-one"),
    ]  # fmt: skip
    assert texts(read, text) == ["a", "b", "c", "d", "e", "f"]


def test_what_looks_like_a_heading_and_is_none() -> None:
    assert texts(read, "#tag first\n\na | b\n--- | ---\n") == ["#tag first\n\na | b\n--- | ---"]
    assert tags("#tag first") == [("tag",)]
    assert texts(read, "in\n1986. it rained") == ["in\n1986. it rained"]


def test_tags_stand_in_the_text_and_in_the_front_matter() -> None:
    head = "---\ntags: [how-to, '#mill']\ntag: oil, water\n---\n"
    assert tags(f"{head}- see #winter/2026 `#code` #12 #fff a#b (#paren)") == [
        ("how-to", "#mill", "oil", "water", "winter/2026", "paren"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("head", "name", "when"),
    [
        ("---\ncreated: 2026-01-15\n---\n", "a.md", datetime(2026, 1, 15, tzinfo=UTC)),
        ("---\ndate: 2026-01-15T10:00:00+02:00\n---\n", "a.md", datetime(2026, 1, 15, 8, tzinfo=UTC)),
        ("---\ncreated: soon\nupdated: 2026-01-16\n---\n", "a.md", datetime(2026, 1, 16, tzinfo=UTC)),
        ("", "2026-01-17.md", datetime(2026, 1, 17, tzinfo=UTC)),
        ("", "2026-13-17.md", None),
        ("", "a.md", None),
    ],
)
def test_a_note_has_the_day_that_it_tells(head: str, name: str, when: datetime | None) -> None:
    assert [each.happened_at for each in items(read, f"{head}text", name)] == [when]


def test_obsidians_marks_become_plain_words() -> None:
    text = (
        "See [[Trees#Oak|the oak]], [[Mill]], [[Trees#Oak]] and ![[map.png]]; `[[ -f x ]]` and [[ -f x ]] stay. ^b1\n\n"
        "> [!tip]- Saw\n> Clean it.\n\n> said\n\n```\n[[raw]]\n```"
    )
    first = "See the oak, Mill, Trees > Oak and map.png; `[[ -f x ]]` and [[ -f x ]] stay."
    assert texts(read, text) == [f"{first}\n\nSaw\nClean it.\n\n> said\n\n```\n[[raw]]\n```"]


@pytest.mark.parametrize(
    ("hidden", "left"),
    [
        ("a <!-- b\nc --> d", "a\n d"),
        ("a %%b%% c", "a  c"),
        ("100 %% of it\nand %%time", "100 %% of it\nand %%time"),
        ("see E = m c ^2", "see E = m c ^2"),
        ("a\n%%\nb\n\n- c\n%%\nd", "a\nd"),
        ("a <private>b\n\n- c\n</private>d", "a\nd"),
        ("a\n<private>b <private>c\n</private> d\n</private>\ne", "a\ne"),
        ("`<!-- code -->` a", "`<!-- code -->` a"),
        ("```\n<!-- b -->\n```", "```\n<!-- b -->\n```"),
        ("a\n<hippo-memory>\n- b\n\n</hippo-memory>\nc", "a\nc"),
        ("a\n<!-- hippo:begin v1 -->\n# b\n- c\n<!-- hippo:end -->\nd", "a\nd"),
        ("a\n```\n<hippo-memory>\nb\n</hippo-memory>\n```", "a\n\n```\n```"),
        ("a\n[mem_0123456789ab] b", "a"),
    ],
)
def test_what_nobody_is_meant_to_see_is_left_out(hidden: str, left: str) -> None:
    assert texts(read, hidden) == [left]


def test_a_block_of_hippos_is_told_once_and_one_left_open_hides_the_rest() -> None:
    text = "a\n<!-- hippo:begin -->\nb\nc\n<!-- hippo:end -->\nd\n<hippo-memory>\ne"
    assert texts(read, text) == ["a\nd"]
    assert passed(read, text) == [(2, "written by hippo"), (7, "written by hippo")]
    assert found(read, "---\nid: mem_0123456789ab\n---\na")[0].reason == "written by hippo"  # type: ignore[union-attr]


def test_a_broken_front_matter_costs_itself_alone() -> None:
    assert texts(read, '---\ntitle: "open\ntags: [a, b\n---\nbody') == ["body"]
    assert tags('---\ntitle: "open\ntags: [a, b\n---\nbody') == [("a", "b")]
    assert texts(read, "---\ntitle: x\nbody\n\nmore") == ["title: x\nbody\n\nmore"]
    assert passed(read, "---\ntitle: x\nbody") == [(1, "a front matter without an end")]
    assert texts(read, "---\nplain\n") == ["plain"]
    assert texts(read, "---\n" + "k: v\n" * 500) == [("k: v\n" * 500).strip()]
    assert texts(read, "") == texts(read, "---\n---\n") == texts(read, "\n\n***\n") == []


def test_a_slug_is_easy_to_type() -> None:
    assert [slug(each) for each in ("Oil & Water!", "[[Mill|The Mill]]", "2026-01-02 Friday", "左 右", "v2.1")] == [
        "oil-water", "the-mill", "", "左-右", "v2.1",
    ]  # fmt: skip


@given(st.text(st.sampled_from("-*#>|`~ \n\t1.)x[]<!%:=_"), max_size=120))
@example("x\n=")
def test_no_word_is_lost_or_made_up(text: str) -> None:
    """Whatever the marks, every letter is in a memory once, or in a tag, or hidden; a heading of nothing is nothing."""
    told = "".join(texts(read, text)) + "".join("".join(each) for each in tags(text))
    if not any(mark in text for mark in ("<!", "%%", "[", "---", "**", "__")):
        lines = text.splitlines()
        said = [
            line
            for line, under in zip(lines, [*lines[1:], ""], strict=False)
            if not line.lstrip().startswith("#") and set(under.strip()) not in ({"="}, {"-"})
        ]
        assert told.count("x") >= "".join(said).count("x")
