"""From text to terms."""

from __future__ import annotations

import re
import sqlite3
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core.analysis import LONGEST_QUERY, LONGEST_TERM, MOST_QUERY_TERMS, analyse, analyse_query, written_names
from hippo.core.memory import Origin

ANY_TEXT = st.text(st.characters(codec=None))
#: What the index takes for one token: `tokenize = "ascii tokenchars '_.-/+#:@'"`.
TERM = re.compile(r"(?:[a-z0-9_.\-/+#:@]|[^\x00-\x7f])+")


def terms(text: str) -> list[str]:
    return analyse(text).terms.split()


def asked(text: str) -> list[str]:
    return [term.text for term in analyse_query(text).terms]


def found(query: str, text: str) -> bool:
    """Whether every term of the query is among those of the text."""
    return bool(asked(query)) and set(asked(query)) <= set(terms(text))


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("deploy payments", "deploying the payment service"),
        ("went", "where to go"),
        ("getUserName", "call getUserName() first"),
        ("user name", "call getUserName() first"),
        ("snake", "the snake_case rule"),
        ("server", "HTTPServer2 hangs"),
        ("c.py", "see a/b/c.py"),
        ("a/b/c.py", "see a/b/c.py"),
        ("2.1.3", "fixed in v2.1.3"),
        ("fox-7731", "-rw-r--r-- 1 root 77 fox-7731 -rw-r--r--"),
        ("qx-100821", "Ticket QX-100821 went live"),
        ("dry-run", "use --dry-run"),
        ("--dry-run", "use --dry-run"),
        ("KEY", "export KEY=value"),
        ("value", "export KEY=value"),
        ("KEY=value", "export KEY=value"),
        ("host", "ssh user@host"),
        ("C++", "written in C++"),
        ("tag", "about #tag"),
        ("cafe", "the café"),
        ("CAFÉ", "the café"),
        ("STRASSE", "die Straße"),
        ("ΛΌΓΟΣ", "ο λόγος"),
        ("ПРИВЕТ", "скажи привет"),
        ("हिन्दी", "यह हिन्दी है"),
        ("مكتبة", "هذه مَكْتَبَة"),
        ("备份失败原因", "昨天的会议讨论了备份失败原因和对策"),
        ("因", "备份失败原因和对策"),
        ("nginx", "请修复nginx超时设置后重启"),
        ("サーバー", "東京サーバーの再起動手順"),
        ("이전절차", "데이터베이스이전절차확인"),
        ("ไทย", "ภาษาไทยง่าย"),
        ("doesn't work", "it does not work"),
    ],
)
def test_a_query_finds_the_text(query: str, text: str) -> None:
    assert found(query, text)


def test_a_term_is_one_token_of_the_index() -> None:
    database = sqlite3.connect(":memory:")
    database.execute("""CREATE VIRTUAL TABLE words USING fts5 (terms, tokenize = "ascii tokenchars '_.-/+#:@'")""")
    database.execute("CREATE VIRTUAL TABLE vocabulary USING fts5vocab (words, row)")
    text = "Fix getUserName in src/a_b.py for v2.1.3, C++ and C#: user@host, std::map, #4, 备份 café х"
    database.execute("INSERT INTO words VALUES (?)", (analyse(text).terms,))
    assert {row[0] for row in database.execute("SELECT term FROM vocabulary")} == set(terms(text))


@given(ANY_TEXT, ANY_TEXT)
def test_terms_hold_only_what_the_index_takes_for_one_token(text: str, tag: str) -> None:
    analysis = analyse(text, tags=(tag,), origin=Origin(author=tag, files=(text, tag)))
    for term in (*analysis.terms.split(" "), *analysis.meta.split(" ")):
        assert term == "" or (TERM.fullmatch(term) and not re.search(r"\s|[\ud800-\udfff]", term))
    assert analysis.term_count == len(analysis.terms.split())
    assert 0 <= analysis.head_count <= analysis.term_count


@given(ANY_TEXT)
def test_any_text_is_a_query_and_finds_itself(text: str) -> None:
    query = analyse_query(text)
    assert query.text == text
    assert len({term.text for term in query.terms}) == len(query.terms)
    held = set(terms(text))
    assert all(term.text in held for term in query.terms if term.surface)


@pytest.mark.parametrize("text", ["", "   ", "\x00", "\ud800", "!?…", "🦛", "_"])
def test_what_holds_no_word_asks_for_nothing(text: str) -> None:
    assert analyse_query(text).terms == ()
    assert not analyse_query(text).only_stop_words
    assert analyse(text).terms == ""


def test_of_a_very_long_query_both_ends_are_read() -> None:
    middle = " ".join(f"middle{number}x" for number in range(20_000))
    query = asked(f"alpha {middle} omega")
    assert {"alpha", "omega"} <= set(query)
    assert len(query) <= MOST_QUERY_TERMS
    assert len(asked("x" * 100_000)) <= LONGEST_QUERY


def test_stop_words_are_dropped_when_other_words_remain() -> None:
    assert asked("what is the timeout") == ["timeout"]
    assert terms("the timeout is here") == ["timeout"]


def test_a_query_of_stop_words_alone_keeps_them_and_says_so() -> None:
    query = analyse_query("what is the")
    assert [term.text for term in query.terms] == ["what", "is", "the"]
    assert query.only_stop_words
    assert not analyse_query("what is a timeout").only_stop_words
    assert terms("who are you") == ["who", "are", "you"]


def test_a_term_remembers_the_word_it_is_the_form_of() -> None:
    assert [(term.text, term.surface) for term in analyse_query("Payments").terms] == [("payment", "payments")]


def test_the_first_line_is_told_from_the_rest() -> None:
    analysis = analyse("\n  Fix the session cookie\n\nIt was lost after a redirect")
    assert analysis.terms.split()[: analysis.head_count] == ["fix", "session", "cooki"]
    assert analysis.term_count > analysis.head_count


def test_long_words_are_cut_alike_in_texts_and_queries() -> None:
    assert found("a" * 1000, "b " + "a" * 2000)
    assert max(map(len, terms("a" * 1000))) == LONGEST_TERM
    assert found("x1" * 100, "x1" * 100)


def test_metadata_is_tags_author_files_and_date() -> None:
    origin = Origin(
        author="Ann Lee",
        files=("src/app.py", "tests/test_app.py", "my notes.md", "文字.py", ".gitignore"),
        happened_at=datetime(2023, 5, 8, tzinfo=UTC),
    )
    meta = analyse("text", tags=("error",), origin=origin).meta.split()
    assert {"error", "ann", "lee", "src/app.py", "src", "app.py", "app", "test_app", "notes.md", "文字"} <= set(meta)
    assert meta[-3:] == ["date:2023", "date:05", "date:05-08"]
    assert len(meta) == len(set(meta))


def test_a_file_is_no_set_of_loose_words() -> None:
    """Else a query with `py` or `test` in it would lift every commit of a project."""
    meta = analyse("text", origin=Origin(files=("test_app.py",))).meta.split()
    assert meta == ["test_app.py", "test_app"]


def test_a_date_in_a_query_asks_for_the_metadata_too() -> None:
    assert asked("what broke in May 2023") == ["break", "may", "2023", "date:05", "date:2023"]
    assert asked("on 8 May 2023") == ["8", "may", "2023", "date:05", "date:05-08", "date:2023"]


def test_surface_words_are_what_typing_errors_are_measured_against() -> None:
    assert analyse("Deploying getUserName of v2.1.3 at 8080 备份 by the").words == (
        "deploying",
        "getusername",
        "get",
        "user",
        "name",
        "v2.1.3",
        "2.1.3",
    )


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("ECONNRESET during file transfer", {"econnreset"}),
        ("does getUserName in src/a.py fail at v2.1.3", {"getusernam", "src/a.py", "a.py", "v2.1.3", "2.1.3"}),
        ("E501 and max_age of fox-7731", {"e501", "max_age", "fox-7731"}),
        ("What is the API key on S3? Ask Ann on Monday, port 7001", set()),
        ("a pre-release, and/or a retry", set()),
        ("WHY DOES ECONNRESET COME", set()),
    ],
)
def test_names_are_told_by_how_they_are_written(text: str, names: set[str]) -> None:
    assert written_names(text) == names


@given(ANY_TEXT)
def test_any_text_may_be_looked_through_for_names(text: str) -> None:
    assert all(len(name) <= LONGEST_TERM for name in written_names(text))


@given(st.text("abcdéßя山- "))
def test_plain_words_hold_no_name(text: str) -> None:
    assert written_names(text) == set()
