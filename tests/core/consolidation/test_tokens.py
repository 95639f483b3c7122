from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core.consolidation.statement import read
from hippo.core.consolidation.tokens import tokens
from tests.growth import reads_linearly


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("https://api.acme.dev/v1?x=1", "url"),
        ("--no-ff", "flag"),
        ("-v", "flag"),
        ("~/.config/app.toml", "path"),
        ("/etc/hosts", "path"),
        ("a/b/c", "path"),
        ("src/main", "path"),
        ("docs/", "path"),
        ("@scope/pkg", "path"),
        ("app.py", "file"),
        (".env.local", "file"),
        ("get_user()", "call"),
        ("cache.clear()", "call"),
        ("snake_case", "name"),
        ("camelCase", "name"),
        ("eu-west-1", "name"),
        ("KEY=value", "setting"),
        ("v1.2", "version"),
        ("1.2.3-rc1", "version"),
        ("12:30", "time"),
        ("2024-05-01", "date"),
        ("localhost:8080", "host"),
        (":8080", "port"),
        ("ABC-123", "ticket"),
        ("4f2a9c1e", "hash"),
        ("C++", "word"),
        ("non-blocking", "word"),
    ],
)
def test_a_name_is_one_token_of_its_kind(text, kind):
    assert [(token.kind, token.text) for token in tokens(text)] == [(kind, text)]


def test_words_joined_by_a_slash_are_no_path():
    assert [token.text for token in tokens("read/write")] == ["read", "/", "write"]


def test_a_standard_is_no_ticket():
    assert [token.kind for token in tokens("UTF-8")] == ["name"]


def test_contracted_and_joined_denials_come_apart():
    assert "not" in [token.text for token in tokens("it doesn't work")]
    assert "not" in [token.text for token in tokens("it cannot work")]


def test_quoted_speech_is_marked_and_a_quoted_word_is_not():
    assert all(token.quoted for token in tokens('"the file is missing"'))
    assert not any(token.quoted for token in tokens("use 'items' here"))
    assert [token.code for token in tokens("run `now` now")] == [False, True, False]


def test_a_condition_lasts_until_its_clause_ends():
    found = {token.text: token.condition for token in tokens("retry if the host is down, else stop")}
    assert found["retry"] == ""
    assert found["down"] == "if"
    assert found["stop"] == ""


def test_what_is_to_be_avoided_is_a_clause_of_its_own():
    clauses = {token.text: token.clause for token in tokens("use UTC to avoid double runs")}
    assert clauses["UTC"] != clauses["runs"]


def test_a_number_opens_no_condition():
    assert not any(token.condition for token in tokens("tokens expire after 15 minutes"))


def test_scripts_without_spaces_come_in_pairs_of_characters():
    assert [token.text for token in tokens("端口7001")] == ["端口", "7001"]


@given(st.text(max_size=200))
def test_any_text_has_tokens_whose_clauses_only_rise(text):
    clauses = [token.clause for token in tokens(text)]
    assert clauses == sorted(clauses)


@pytest.mark.parametrize(
    "piece", ["a-", "a/", "a.b.", "a_", "a=", "f((", "--a", "1,", "deadbeef", '"', "a-1.", "@a/", " ", "{"]
)
def test_an_odd_text_costs_no_more_than_its_length(piece):
    assert reads_linearly(read, piece * (16_384 // len(piece)))
