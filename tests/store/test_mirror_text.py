"""A memory as a Markdown file, and back."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core.memory import Confidence, Layer, Memory, Origin, State
from hippo.core.value import replace
from hippo.store.links import LinkKind
from hippo.store.mirror_text import BrokenMirror, file_name, is_untouched, links_in, parsed, rendered
from tests.core.memories import memory
from tests.store.strategies import memories, memory_ids

VALVE = memory(text="the valve opens to the left", tags=("pump",))
OWN_LINES = ["# kept by hand", "aliases: [left valve]", "", "nested: [[1], {a: b}]", "note: |", "  id: none"]


def with_block(text: str, *lines: str) -> str:
    """A mirror with other lines at the top of its block."""
    return "\n".join(["---", *lines, text.removeprefix("---\n")])


def hand_made(*lines: str, body: str = "the valve opens to the left") -> str:
    """A mirror as a person would write it."""
    return "\n".join(["---", "id: mem_0123456789ab", "created_at: 2031-03-03T12:00:00Z", *lines, "---", body])


@given(memories())
def test_any_memory_reads_back_from_its_mirror_as_it_was(any_memory: Memory) -> None:
    assert parsed(rendered(any_memory)) == any_memory


@given(memories(), memories())
def test_a_mirror_of_one_state_becomes_the_mirror_of_the_next(before: Memory, after: Memory) -> None:
    assert parsed(rendered(after, rendered(before))) == after


@given(memories(), st.data())
def test_own_keys_and_comments_at_any_place_stay_and_the_next_render_changes_no_byte(
    any_memory: Memory, data: st.DataObject
) -> None:
    lines = rendered(any_memory).split("\n")
    end = lines.index("---", 1)
    for own in data.draw(st.lists(st.sampled_from(OWN_LINES[:4]))):
        lines.insert(data.draw(st.integers(1, end)), own)
    edited = "\n".join(lines)
    first = rendered(any_memory, edited)
    block = first.split("\n---\n")[0].split("\n")
    assert all(block.count(own) >= lines[:end].count(own) for own in OWN_LINES[:4])
    assert rendered(any_memory, first) == first
    assert parsed(first) == any_memory


@given(memories(), st.lists(memory_ids, max_size=3, unique=True))
def test_the_ties_of_a_memory_stand_in_its_mirror(any_memory: Memory, ids: list[str]) -> None:
    links = {LinkKind.DISTILLED_FROM: tuple(ids), LinkKind.SUPERSEDES: ("mem_000000000009",)}
    text = rendered(any_memory, links=links)
    assert links_in(text) == {kind: found for kind, found in links.items() if found}
    assert links_in(rendered(any_memory, text)) == {}


@given(memories())
def test_a_mirror_knows_whether_it_is_as_hippo_wrote_it(any_memory: Memory) -> None:
    text = rendered(any_memory)
    assert is_untouched(text)
    assert is_untouched(text.replace("\n", "\r\n"))
    assert not is_untouched(text + "more\n")
    assert not is_untouched(with_block(text, "# mine"))
    assert not is_untouched(text.replace(any_memory.id, "mem_ffffffffffff")) or any_memory.id == "mem_ffffffffffff"


def test_also_a_changed_line_of_the_text_that_looks_like_the_checksum_is_an_edit() -> None:
    text = rendered(memory(text="check: the valve\nevery week"))
    assert is_untouched(text)
    assert not is_untouched(text.replace("check: the valve", "check: the pump"))


def test_without_a_checksum_or_a_block_a_file_counts_as_edited() -> None:
    assert not is_untouched("the valve opens to the left")
    assert not is_untouched(hand_made())
    assert not is_untouched("---\nopen")


def test_a_mirror_is_read_without_trouble_by_a_person() -> None:
    origin = Origin(
        kind="git",
        reference="0123abc",
        author="Ana Ruiz",
        happened_at=datetime(2031, 3, 1, tzinfo=UTC),
        files=("a.py",),
    )
    text = rendered(
        replace(
            VALVE,
            state=State.ARCHIVED,
            archived_at=VALVE.created_at,
            archived_reason="never used: 14 days",
            origin=origin,
        )
    )
    assert text == (
        "---\n"
        "id: mem_000000000001\n"
        "layer: episodic\n"
        "state: archived\n"
        "confidence: observed\n"
        "pinned: false\n"
        "tags: [pump]\n"
        "created_at: 2031-03-03T12:00:00Z\n"
        "updated_at: 2031-03-03T12:00:00Z\n"
        "last_used_at: 2031-03-03T12:00:00Z\n"
        "half_life_days: 7.0\n"
        "retrieval_count: 0\n"
        "good: 0\n"
        "bad: 0\n"
        "source: git\n"
        "archived_at: 2031-03-03T12:00:00Z\n"
        'archived_reason: "never used: 14 days"\n'
        'reference: "0123abc"\n'
        "author: Ana Ruiz\n"
        "happened_at: 2031-03-01T00:00:00Z\n"
        "files: [a.py]\n"
        "check: c0c077982\n"
        "---\n"
        "\n"
        "the valve opens to the left\n"
    )


def test_a_file_with_an_id_and_a_date_is_a_memory_with_ordinary_values() -> None:
    assert parsed(hand_made()) == memory(id="mem_0123456789ab")


def test_keys_without_a_value_mean_the_ordinary_one() -> None:
    empty = [
        f"{key}:"
        for key in ("layer", "state", "confidence", "pinned", "tags", "half_life_days", "good", "source", "files")
    ]
    assert parsed(hand_made(*empty, "updated_at: ~", "last_used_at: null", "archived_at:", "position:")) == memory(
        id="mem_0123456789ab"
    )


@pytest.mark.parametrize("spelling", ["true", "True", "YES", "on", "y", '"true"', "'yes' # mine"])
def test_true_is_read_in_every_spelling_of_yaml(spelling: str) -> None:
    assert parsed(hand_made(f"pinned: {spelling}")).pinned


@pytest.mark.parametrize("spelling", ["false", "No", "off", "n", "~", ""])
def test_false_is_read_in_every_spelling_of_yaml(spelling: str) -> None:
    assert not parsed(hand_made(f"pinned: {spelling}")).pinned


@pytest.mark.parametrize("tags", ["[pump, left]", "pump, left", "\n- left\n- pump\n- left", "['#pump', left]"])
def test_tags_are_read_in_every_form_and_tidied_like_typed_ones(tags: str) -> None:
    assert parsed(hand_made(f"tags: {tags}")).tags == ("left", "pump")


def test_words_of_a_choice_are_read_in_any_case() -> None:
    read = parsed(hand_made("layer: Semantic", "state: LIVE", "confidence: Verified"))
    assert (read.layer, read.state, read.confidence) == (Layer.SEMANTIC, State.LIVE, Confidence.VERIFIED)


@pytest.mark.parametrize(
    "moment", ["2031-03-03T12:00:00.123Z", "2031-03-03 13:00:00.123456+01:00", "2031-03-03T12:00:00.123999"]
)
def test_moments_of_other_tools_are_read_to_the_millisecond(moment: str) -> None:
    assert parsed(hand_made(f"updated_at: {moment}")).updated_at == datetime(2031, 3, 3, 12, 0, 0, 123_000, tzinfo=UTC)


def test_a_date_alone_is_its_midnight() -> None:
    assert parsed(hand_made("happened_at: 2031-03-01")).origin.happened_at == datetime(2031, 3, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("id: mem_12", "no memory id: 'mem_12'"),
        ("id: MEM_0123456789AB", "no memory id"),
        ("id: [mem_0123456789ab]", "id is a list"),
        ("id: ''", "no memory id: ''"),
        ("created_at: soon", "created_at is no time: 'soon'"),
        ("last_used_at: 2031-13-01", "last_used_at is no time"),
        ("layer: deep", "'deep' is not one of episodic, semantic"),
        ("state: gone", "'gone' is not one of live, archived, superseded"),
        ("confidence: sure", "'sure' is not one of"),
        ("pinned: perhaps", "pinned is neither true nor false: 'perhaps'"),
        ("half_life_days: 0", "half_life_days is out of range: 0"),
        ("half_life_days: nan", "half_life_days is out of range: nan"),
        ("half_life_days: long", "long"),
        ("good: -1", "a count is out of range: -1"),
        ("good: 4611686018427387904", "a count is out of range"),
        ("bad: many", "many"),
        ("tags: [pump", "tags: not a list of texts"),
        ('tags: ["\\u0007"]', "not a tag"),
    ],
)
def test_what_cannot_be_a_memory_is_named(line: str, reason: str) -> None:
    with pytest.raises(BrokenMirror) as broken:
        parsed(hand_made(line))
    assert reason in str(broken.value)


@pytest.mark.parametrize("body", ["", " \n\t\n", "\u200b", "a\0b"])
def test_a_mirror_without_a_text_is_none(body: str) -> None:
    with pytest.raises(BrokenMirror):
        parsed(hand_made(body=body))


def test_broken_front_matter_has_no_ties_and_is_replaced() -> None:
    with pytest.raises(BrokenMirror, match="no closing"):
        links_in("---\nid: one")
    assert rendered(VALVE, "---\nid: one") == rendered(VALVE)


@given(memories())
def test_the_name_of_a_file_is_short_and_its_own(any_memory: Memory) -> None:
    name = file_name(any_memory)
    assert name.startswith(f"{any_memory.layer}/")
    assert name.endswith(f"{any_memory.id}.md")
    assert len(name.encode()) < 150
    assert name == "".join(name.split())
    assert name.count("/") == 1
    assert "--" not in name


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("The valve opens to the left!", "the-valve-opens-to-the-left-"),
        ("../../etc/passwd", "etc-passwd-"),
        ("バルブは左に開く", "バルブは左に開く-"),
        ("🐘!?", ""),
        (
            "弁を左に開く前に、必ず圧力計を確かめること。圧力が高いときは開けない。冬はポンプも見る。もう一つ",
            "弁を左に開く前に-必ず圧力計を確かめること-圧力が高いときは開けな-",
        ),
        ("a" * 60, "a" * 48 + "-"),
        ("why the deploy of the second cluster needs two approvals", "why-the-deploy-of-the-second-cluster-needs-two-"),
    ],
)
def test_a_file_is_named_after_the_words_of_its_text(text: str, slug: str) -> None:
    assert file_name(memory(text=text)) == f"episodic/{slug}mem_000000000001.md"
