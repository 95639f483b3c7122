"""With --json every command prints one document and nothing else, wherever the option stands."""

from __future__ import annotations

import json

import pytest

from tests.support import Hippo

CALLS = (
    "config",
    "config recall.limit 7",
    "context valve",
    "context --format json",
    "forget {id} --dry-run",
    "forget {id}",
    "init --no-hooks --no-schedule",
    "inspect {id}",
    "list --all",
    "outcome --good --id {id}",
    "recall valve --why",
    "recall nothing-of-the-kind",
    "remember a fact",
    "sleep --dry-run",
    "sleep",
    "status",
)


@pytest.mark.parametrize("call", CALLS)
def test_a_result_is_one_document_with_data_and_notes(call: str, hippo: Hippo) -> None:
    words = call.format(id=hippo.remember("the valve opens to the left")).split()
    for arguments in ([*words, "--json"], ["--json", *words], [words[0], "--json", *words[1:]]):
        ran = hippo(*arguments)
        assert (ran.status, ran.err) == (0, "")
        assert ran.out.count("\n") == 1
        assert list(json.loads(ran.out)) == ["schema", "data", "notes"]


@pytest.mark.parametrize("call", CALLS)
def test_a_person_gets_lines_and_no_document(call: str, hippo: Hippo) -> None:
    words = call.format(id=hippo.remember("the valve opens to the left")).split()
    ran = hippo(*words)
    assert ran.status == 0
    assert not ran.out.startswith("{") or "json" in words


@pytest.mark.parametrize(
    ("call", "status", "code"),
    [
        ("inspect mem_ffff", 3, "memory-not-found"),
        ("forget ffff", 3, "memory-not-found"),
        ("config no.such 1", 2, "usage"),
        ("outcome", 2, "usage"),
        ("recall x --store gone", 5, "no-store"),
        ("recall", 2, "usage"),
    ],
)
def test_a_failure_is_one_document_with_code_message_and_hint(call: str, status: int, code: str, hippo: Hippo) -> None:
    ran = hippo(*call.split(), "--json")
    assert (ran.status, ran.err) == (status, "")
    assert ran.error["code"] == code
    assert {"code", "message", "hint"} <= ran.error.keys()
