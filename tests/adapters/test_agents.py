"""Who calls hippo."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.adapters import agents
from hippo.adapters.agents import agent_name, session_of
from hippo.core import waiting


@pytest.mark.parametrize(
    ("environ", "name"),
    [
        ({}, "cli"),
        ({"CLAUDECODE": "1"}, "claude-code"),
        ({"CODEX_THREAD_ID": "abc"}, "codex"),
        ({"GEMINI_CLI": "1"}, "gemini"),
        ({"CURSOR_VERSION": "1.7"}, "cursor"),
        ({"CLAUDECODE": "", "GEMINI_CLI": "1"}, "gemini"),
        ({"CLAUDECODE": "1", "HIPPO_AGENT": "robin"}, "robin"),
        ({"CLAUDECODE": "1", "HIPPO_AGENT": " \n"}, "claude-code"),
    ],
)
def test_an_agent_is_known_by_its_environment_or_named(environ: dict[str, str], name: str) -> None:
    assert agent_name(environ) == name


@pytest.mark.parametrize(
    ("environ", "named", "session"),
    [
        ({}, "", ""),
        ({"CLAUDE_CODE_SESSION_ID": "c"}, "", "c"),
        ({"CODEX_THREAD_ID": "x"}, "", "x"),
        ({"HIPPO_SESSION": "h", "CLAUDE_CODE_SESSION_ID": "c"}, "", "h"),
        ({"HIPPO_SESSION": "", "CLAUDE_CODE_SESSION_ID": "c"}, "", "c"),
        ({"HIPPO_SESSION": "h"}, "mine", "mine"),
    ],
)
def test_the_session_is_the_one_named_else_hippos_else_the_agents(
    environ: dict[str, str], named: str, session: str
) -> None:
    assert session_of(environ, named) == session


@given(st.text())
def test_names_from_outside_are_short_and_printable(text: str) -> None:
    for name in (agent_name({"HIPPO_AGENT": text}), session_of({"HIPPO_SESSION": text}), session_of({}, text)):
        assert name.isprintable()
        assert name == name.strip()
        assert len(name) <= 200


def test_whoever_is_no_agent_is_the_person_who_may_approve() -> None:
    assert agents.PERSON == waiting.PERSON
