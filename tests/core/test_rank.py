"""How well memories answer a query."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core.analysis import analyse, analyse_query
from hippo.core.memory import Origin
from hippo.core.rank import META, NAMED, Document, Ranked, Statistics, rank
from hippo.core.typos import corrected
from tests.growth import is_linear

NOTES = (
    "the garden needs water on Fridays",
    "Edit NOTES.md then run tools/build_all.py",
    "deploying the payment service drains two queues first",
    "the payment page shows the wrong currency for Swiss customers",
    "a failed login must not say which half was wrong",
    "queues are drained by the night job before a deploy",
)
WORDS = st.lists(st.sampled_from("red green blue lamp hall door key".split()), min_size=1, max_size=8).map(" ".join)


def document(key: int, text: str, *, tags: tuple[str, ...] = (), origin: Origin = Origin()) -> Document:
    analysis = analyse(text, tags=tags, origin=origin)
    return Document(
        key=key,
        text=text,
        terms=analysis.terms,
        head_count=analysis.head_count,
        term_count=analysis.term_count,
        meta=analysis.meta,
        series=origin.series,
        position=origin.position,
    )


def statistics_of(documents: list[Document]) -> Statistics:
    lengths: Counter[str] = Counter()
    for each in documents:
        lengths[each.series] += each.term_count
    return Statistics(
        documents=len(documents),
        average_terms=sum(each.term_count for each in documents) / max(1, len(documents)),
        document_frequency=Counter(term for each in documents for term in set(each.terms.split())),
        meta_frequency=Counter(term for each in documents for term in set(each.meta.split())),
        series_count=len(lengths),
        series_terms=lengths,
    )


def ranked(query: str, documents: list[Document]) -> list[Ranked]:
    return rank(analyse_query(query), documents, statistics_of(documents))


def texts(query: str, *given: str) -> list[str]:
    documents = [document(number, text) for number, text in enumerate(given)]
    return [given[each.key] for each in ranked(query, documents)]


def talk(*turns: str, series: str = "monday") -> list[Document]:
    start = 1000 * len(series)
    return [
        document(start + place, turn, origin=Origin(series=series, position=place)) for place, turn in enumerate(turns)
    ]


def test_the_document_that_holds_the_words_comes_first_and_the_others_are_left_out() -> None:
    assert texts("wrong currency", *NOTES)[0] == NOTES[3]
    assert texts("garden", *NOTES) == [NOTES[0]]
    assert texts("zygote harpsichord", *NOTES) == []


def test_no_documents_and_no_terms_give_an_empty_list() -> None:
    assert ranked("anything", []) == []
    assert texts("", *NOTES) == []


def test_a_part_of_a_word_is_no_match() -> None:
    assert texts("art", "an article about the party", NOTES[0]) == []


def test_a_rare_identifier_in_a_listing_beats_texts_that_share_its_parts() -> None:
    listing = (
        "total 24 -rw-r--r-- 1 root 4096 alpha.log -rw-r--r-- 1 root 812 bravo.tmp "
        "-rw-r--r-- 1 root 77 fox-7731 -rw-r--r-- 1 root 9 zulu.lock"
    )
    fox, machine = "the fox crossed the yard again", "machine 7731 was sold last spring"
    assert texts("fox-7731", *NOTES, fox, machine, listing)[0] == listing
    assert texts("fox-7731", fox, machine, listing)[0] == listing


def test_a_whole_chinese_phrase_beats_its_pieces() -> None:
    whole = "昨天的会议讨论了备份失败原因和对策"
    assert texts("备份失败原因", "备份备份备份", "失败失败原因原因", whole, "明天上午检查花园的水管")[0] == whole


def test_the_first_line_counts_more_than_the_body() -> None:
    subject = "Fix session cookie\n\nThe value was lost after a redirect"
    body = "Fix lost value\n\nThe session cookie went away after a redirect"
    assert texts("session cookie", body, subject, *NOTES)[0] == subject


def test_a_memory_around_which_the_talk_answers_comes_before_its_like() -> None:
    answer = "Since I was seventeen or so"
    asked = talk("How long have you been painting?", answer, "Great, see you soon")
    other = talk("Where do you live?", answer, "Nice", series="tuesday")
    found = [each.key for each in ranked("painting at seventeen", [*other, *asked])]
    assert found.index(asked[1].key) < found.index(other[1].key)


def test_a_neighbour_of_a_match_is_a_hit_and_its_neighbour_part_says_why() -> None:
    question, answer, *_ = turns = talk("Which database do we use?", "Postgres", "ok", "fine", "bye")
    found = {each.key: each for each in ranked("database", turns)}
    assert found[answer.key].neighbours > 0 == found[answer.key].words
    assert found[question.key].relevance > found[answer.key].relevance
    assert turns[4].key not in found


def test_talks_lend_nothing_to_a_memory_outside_them() -> None:
    note = document(1, "the database is down")
    found = {each.key: each for each in ranked("database", [note, *talk("Which database do we use?", "Postgres")])}
    assert found[1].series == found[1].neighbours == 0 < found[1].words


def test_what_precedes_counts_more_than_what_follows() -> None:
    turns = talk("yes", "Which database do we use?", "Postgres")
    found = {each.key: each for each in ranked("database", turns)}
    assert found[turns[2].key].relevance > found[turns[0].key].relevance


def test_the_author_and_the_date_order_what_the_words_leave_equal() -> None:
    text = "we moved the queue to Redis"
    plain, anns = document(1, text, origin=Origin(author="Bob")), document(2, text, origin=Origin(author="Ann Lee"))
    others = [document(10 + number, note, origin=Origin(author="Bob")) for number, note in enumerate(NOTES)]
    first = ranked("what did Ann move to Redis?", [plain, anns, *others])[0]
    assert first.key == 2
    assert first.metadata > 0


def test_a_tag_alone_is_a_hit() -> None:
    tagged = document(1, "the red one is broken", tags=("lamp",))
    assert [each.key for each in ranked("lamp", [tagged, document(2, NOTES[0])])] == [1]


def test_a_common_tag_does_not_lift_what_shares_nothing_else() -> None:
    tagged = [document(number, f"nothing in common {number}", tags=("error",)) for number in range(5)]
    plain = document(9, "the timeout error of the payment queue")
    best, *others = ranked(
        "payment timeout error", [*tagged, plain, *(document(20 + n, note) for n, note in enumerate(NOTES))]
    )
    assert best.key == 9
    assert all(each.relevance < best.relevance / 2 for each in others if each.key in range(5))


def test_a_mistyped_query_finds_the_text_and_is_worth_nearly_as_much() -> None:
    documents = [document(number, note) for number, note in enumerate(NOTES)]
    statistics = statistics_of(documents)
    typed = corrected(analyse_query("gardn water"), {"gardn": ["garden"]})
    wrong, right = rank(typed, documents, statistics)[0], ranked("garden water", documents)[0]
    assert wrong.key == right.key == 0
    assert wrong.matched == right.matched == ("garden", "water")
    assert wrong.relevance == pytest.approx(right.relevance, rel=0.1)


def test_pieces_of_words_order_what_the_words_leave_equal() -> None:
    near, far = "the config loader fails", "the paint loader fails"
    found = ranked("configuration loader", [document(1, far), document(2, near)])
    assert [each.key for each in found] == [2, 1]
    assert found[0].spelling > found[1].spelling


def test_holding_every_word_once_is_worth_one_by_the_words_alone() -> None:
    documents = [document(1, "red lamp"), document(2, "blue door"), document(3, "green hall")]
    assert ranked("red lamp", documents)[0].words == pytest.approx(1.0)


def test_a_name_tells_more_than_a_word_and_what_was_not_typed_nothing() -> None:
    documents = [document(1, "ECONNRESET"), document(2, "lamp"), document(3, "hall")]
    query = analyse_query("ECONNRESET or a lamp")
    found = rank(query, documents, statistics_of(documents), names=frozenset({"econnreset"}))
    told = {each.key: each.told for each in found}
    assert told[1] == pytest.approx(NAMED * told[2])
    slip = corrected(analyse_query("lamb"), {"lamb": ["lamp"]})
    [guessed] = rank(slip, documents, statistics_of(documents))
    assert guessed.words > 0.0
    assert (guessed.told, guessed.cover) == (0.0, 0.0)


def test_what_is_covered_is_the_share_of_the_worth_of_the_words() -> None:
    documents = [document(1, "red red lamp"), document(2, "red door"), document(3, "red hall"), document(4, NOTES[0])]
    cover = {each.key: each.cover for each in ranked("red lamp", documents)}
    assert cover[1] == pytest.approx(1.0)
    assert 0.0 < cover[2] == cover[3] < 0.5


def test_metadata_tell_by_what_they_raise_the_other_parts() -> None:
    plain, anns = document(1, "a red lamp"), document(2, "a red lamp", origin=Origin(author="Ann"))
    lift = {each.key: each.lift for each in ranked("red lamp of Ann", [plain, anns])}
    assert lift[1] == 1.0 < lift[2] <= 1.0 + META


@given(st.lists(WORDS, max_size=12), WORDS)
def test_the_parts_sum_to_the_relevance(bodies: list[str], query: str) -> None:
    for each in ranked(query, [document(number, body) for number, body in enumerate(bodies)]):
        parts = each.words + each.first_line + each.spelling + each.series + each.neighbours + each.metadata
        assert each.relevance == pytest.approx(parts)
        assert each.relevance > 0


@given(st.lists(WORDS, max_size=12), WORDS, st.randoms(use_true_random=False))
def test_the_order_of_the_candidates_changes_nothing(bodies: list[str], query: str, chance: object) -> None:
    documents = [document(number, body) for number, body in enumerate(bodies)]
    shuffled = list(documents)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert [each.key for each in ranked(query, documents)] == [each.key for each in ranked(query, shuffled)]


def test_equals_stand_in_the_order_of_their_keys() -> None:
    same = [document(key, "red lamp") for key in (3, 1, 2)]
    assert [each.key for each in ranked("lamp", same)] == [1, 2, 3]


def test_the_work_grows_with_the_candidates_and_no_faster() -> None:
    body = " ".join(f"word{number}" for number in range(29))
    documents = [document(number, f"lamp{number % 7} door {body}") for number in range(400)]
    query, statistics = analyse_query("lamp1 lamp2 door word3 word9 the red one"), statistics_of(documents)
    assert is_linear(lambda: rank(query, documents[:100], statistics), lambda: rank(query, documents, statistics))
