"""hippo's block in somebody else's file."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hippo.core.agents.marked_block import CRONTAB, MARKDOWN, BrokenMarks, Marks, find, with_block, without_block

#: Other processes on the machine may slow them down; that says nothing of the code.
CALM = settings(deadline=None, max_examples=80, suppress_health_check=[HealthCheck.too_slow])
BODY = "## Memory\n\nRecall first."
#: Pieces of files: line ends of both kinds and alone, a byte order mark, undecodable bytes, blanks, half of a mark.
PIECES = ("a", "\n", "\r\n", "\r", "\ufeff", "\udcff", " ", "\t", "# T", "<!-- hippo:", "hippo:end", "\x0b", "\u2028")
TEXTS = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
HEADS = st.sampled_from(["", "---\ntrigger: always_on\n---\n"])
KINDS = st.sampled_from([MARKDOWN, CRONTAB])


@CALM
@given(TEXTS, HEADS, KINDS)
def test_what_was_put_in_can_be_taken_out_to_the_byte(text: str, head: str, marks: Marks) -> None:
    inside = with_block(text, "codex", BODY, head=head, marks=marks)
    assert inside != text
    assert without_block(inside, "codex", head=head, marks=marks) == text


@CALM
@given(TEXTS | st.none(), HEADS, KINDS)
def test_putting_in_twice_is_once(text: str | None, head: str, marks: Marks) -> None:
    once = with_block(text, "codex", BODY, head=head, marks=marks)
    assert with_block(once, "codex", BODY, head=head, marks=marks) == once
    found = find(once, marks)
    assert found is not None
    assert (found.body, found.names) == (BODY, {"codex"})


@CALM
@given(TEXTS | st.none(), HEADS, st.permutations(["codex", "pi", "claude-code"]), st.permutations([0, 1, 2]))
def test_the_block_leaves_with_the_last_agent(text: str | None, head: str, names: list[str], order: list[int]) -> None:
    inside = text
    for name in names:
        inside = with_block(inside, name, BODY, head=head)
    for place in order:
        assert inside is not None
        assert find(inside) is not None
        inside = without_block(inside, names[place], head=head)
    assert inside == text


@CALM
@given(TEXTS, TEXTS)
def test_what_is_written_around_the_block_later_stays(before: str, behind: str) -> None:
    inside = f"{before}\n" + with_block("mine\n", "pi", BODY) + behind
    out = without_block(inside, "pi")
    assert out is not None
    assert out.startswith(f"{before}\nmine\n")
    assert out.endswith(behind)


def test_a_crontab_has_newlines_alone_whatever_else_is_in_it() -> None:
    inside = with_block("# mine\r\n", "codex", "1 2 * * * x", marks=CRONTAB)
    assert "1 2 * * * x\n" in inside
    assert "hippo:begin codex\n" in inside


def test_a_file_that_only_hippo_made_is_told_from_one_that_was_empty() -> None:
    made = with_block(None, "pi", BODY)
    assert without_block(made, "pi") is None
    assert without_block(made.replace("\n", "\r\n"), "pi") is None
    assert without_block(with_block("", "pi", BODY), "pi") == ""
    assert without_block(f"{made}more\n", "pi") == "more\n"


def test_the_block_is_renewed_where_it_is_with_its_indentation_and_line_ends() -> None:
    old = "a\r\n\r\n  <!-- hippo:begin pi -->\r\n  old\r\n  <!-- hippo:end -->\r\nb\r\n"
    new = with_block(old, "codex", "new\n\nlines")
    assert new == ("a\r\n\r\n  <!-- hippo:begin codex pi -->\r\n  new\r\n\r\n  lines\r\n  <!-- hippo:end -->\r\nb\r\n")
    found = find(new)
    assert found is not None
    assert found.body == "new\n\nlines"


def test_a_block_that_is_there_for_others_is_not_touched() -> None:
    text = with_block("a\n", "pi", BODY)
    assert without_block(text, "codex") == text
    assert without_block("a\n", "codex") == "a\n"


@pytest.mark.parametrize(
    "text",
    [
        "<!-- hippo:begin pi -->\n",
        "<!-- hippo:end -->\n",
        "<!-- hippo:end -->\n<!-- hippo:begin pi -->\n",
        "<!-- hippo:begin pi -->\n<!-- hippo:begin pi -->\n<!-- hippo:end -->\n",
        "<!-- hippo:begin pi -->\n<!-- hippo:end -->\n" * 2,
        "<!-- hippo:begin -->\n<!-- hippo:end -->\n",
        "<!-- hippo:begin pi --> mine\n<!-- hippo:end -->\n",
        "<!-- hippo:begin pi -->\n<!-- hippo:end --> mine\n",
        "<!-- hippo:begin pi\n<!-- hippo:end -->\n",
    ],
)
def test_marks_that_are_no_pair_are_refused(text: str) -> None:
    for attempt in (find, lambda text: with_block(text, "pi", BODY), lambda text: without_block(text, "pi")):
        with pytest.raises(BrokenMarks, match="marks"):
            attempt(text)


def test_marks_inside_a_line_are_text() -> None:
    assert find("see `<!-- hippo:begin pi -->` and <!-- hippo:end -->\n") is None
