"""What is taken of what was said."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core.capture.doubts import LONGEST, Doubt
from hippo.core.capture.lessons import LeftOut, Lesson, judge, lessons
from hippo.core.capture.turn import Speaker, Turn
from tests.core.capture.said import NO_LESSON, labelled


def taken(text: str, speaker: Speaker = Speaker.PERSON) -> list[str]:
    return [each.text for each in lessons(Turn(text=text, speaker=speaker)) if isinstance(each, Lesson)]


def left_out(text: str, speaker: Speaker = Speaker.PERSON) -> list[Doubt]:
    return [each.doubt for each in lessons(Turn(text=text, speaker=speaker)) if isinstance(each, LeftOut)]


@pytest.mark.parametrize(
    ("name", "precision", "recall"),
    [
        ("said.txt", 0.98, 0.97),
        ("said_unseen.txt", 0.95, 0.9),
        ("said_wild.txt", 0.95, 0.9),
        ("said_wild_unseen.txt", 0.95, 0.9),
        ("said_elsewhere.txt", 0.98, 0.9),
    ],
)
def test_lessons_are_found_among_sentences_of_all_kinds(name: str, precision: float, recall: float) -> None:
    sentences = list(labelled(name))
    found = [(kind, [each for each in lessons(turn) if isinstance(each, Lesson)]) for kind, turn in sentences]
    right = sum(kind != NO_LESSON and bool(got) for kind, got in found)
    assert right >= precision * sum(bool(got) for _, got in found)
    assert right >= recall * sum(kind != NO_LESSON for kind, _ in found)
    assert sum(bool(got) and got[0].kind == kind for kind, got in found) >= 0.95 * right


def test_what_is_taken_is_whole() -> None:
    for name in ("said.txt", "said_elsewhere.txt"):
        for _, turn in labelled(name):
            for text in taken(turn.text, turn.speaker):
                assert turn.text.startswith(text) or f". {text}" in turn.text


@pytest.mark.parametrize(
    "text",
    [
        "Niemals direkt auf main pushen, sonst läuft die Prüfung nicht.",
        "Il ne faut jamais modifier le fichier généré à la main.",
        "絶対に本番で実行しないでください。",
        "هرگز مستقیماً به شاخه main پوش نکنید.",
    ],
)
def test_a_rule_in_another_language_is_kept_as_it_was_said(text: str) -> None:
    assert taken(text) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "Vielleicht haben wir uns auf vier Leerzeichen geeinigt.",
        "Warum niemals direkt auf main pushen？",
        "Peut-être il faut toujours relancer deux fois.",
    ],
)
def test_a_guess_or_question_in_another_language_is_none(text: str) -> None:
    assert taken(text) == []


def test_never_stays_never() -> None:
    text = "Some words first. Please, never run `hippo sleep` as root! Some words after."
    assert taken(text) == ["Please, never run `hippo sleep` as root!"]
    assert taken("Under no circumstances may X be run.") == ["Under no circumstances may X be run."]


def test_the_dot_of_a_name_ends_no_sentence() -> None:
    assert taken("Never commit .env files.") == ["Never commit .env files."]
    assert taken("Never commit.") == []


def test_a_sentence_over_several_lines_is_one() -> None:
    assert taken("Notes:\n\n- never run the mill\n  without\n  oil\n- nothing\n") == ["never run the mill without oil"]


def test_a_sentence_that_points_back_brings_the_one_before_it() -> None:
    assert taken("The valve is old. It must be closed first. Fine.") == ["The valve is old. It must be closed first."]
    assert left_out("It must be closed first.") == [Doubt.UNCLEAR]
    assert left_out("Is it old? It must be closed first.") == [Doubt.UNCLEAR]
    assert taken("It is forbidden to open the valve.") == ["It is forbidden to open the valve."]


def test_a_reason_comes_with_its_rule() -> None:
    text = "Never open both valves. Otherwise the mill floods. It is old."
    assert taken(text) == ["Never open both valves. Otherwise the mill floods."]


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ("Should we always oil the mill?", Doubt.QUESTION),
        ("Maybe we should always oil the mill.", Doubt.GUESS),
        ("The miller said that we must always oil the mill.", Doubt.REPORTED),
        ("I will oil it, and never run it dry.", Doubt.OWN_WORK),
        ("Don't oil the mill yet.", Doubt.NOW),
        ("Don't do that again.", Doubt.UNCLEAR),
        ("They must be tired of the mill.", Doubt.TALK),
        ("Never " + "x " * LONGEST, Doubt.LONG),
    ],
)
def test_what_sounds_like_a_lesson_and_is_none_is_told_with_its_reason(text: str, doubt: Doubt) -> None:
    assert left_out(text) == [doubt]
    assert taken(text) == []


def test_a_label_makes_a_lesson_of_any_language_but_not_of_a_question() -> None:
    assert taken("Rule: Die Mühle läuft nie ohne Öl.") == ["Rule: Die Mühle läuft nie ohne Öl."]
    assert taken("Decision: 製粉所は油なしで動かさない") == ["Decision: 製粉所は油なしで動かさない"]
    assert taken("Rule: perhaps we should oil it?") == []


def test_an_agents_wishes_and_plans_are_not_the_persons() -> None:
    assert taken("I prefer short names.", Speaker.AGENT) == []
    assert taken("Let's go with short names.", Speaker.AGENT) == []
    assert taken("The user prefers short names.", Speaker.AGENT) == ["The user prefers short names."]


def test_private_parts_are_not_read() -> None:
    text = "<private>Never tell anybody.\n\nAlways lie.</private>\n\nNever run the mill dry. <private>Always lie"
    assert taken(text) == ["Never run the mill dry."]


def test_a_lesson_knows_its_line() -> None:
    turn = Turn(
        text="One.\n\n- Two.\n- Never run\n  the mill dry.\n\nAlways oil the mill.", line=10, has_own_lines=True
    )
    assert [each.line for each in lessons(turn)] == [13, 16]
    assert [each.line for each in lessons(Turn(text=turn.text, line=10))] == [10, 10]
    torn = Turn(text="One.\n\nNever <private>x</private>run the mill dry.", line=10, has_own_lines=True)
    assert [each.line for each in lessons(torn)] == [10]


def test_short_words_and_plain_talk_are_not_even_looked_at() -> None:
    assert judge("Never mind.", Turn(text="")) is None
    assert judge("The mill is old and the valve opens to the left.", Turn(text="")) is None


@given(st.text(max_size=300))
def test_no_text_breaks_it_and_what_is_taken_stands_in_it(text: str) -> None:
    for speaker in Speaker:
        for each in lessons(Turn(text=text, speaker=speaker, has_own_lines=True)):
            assert each.line <= text.count("\n") + 1
            assert "".join(each.text.split()) in "".join(text.split())
