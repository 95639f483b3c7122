"""hippo's entries among those of others."""

from __future__ import annotations

import json

import pytest

from hippo.core.agents.entries import Event, Form, entries_in, entry, with_entries, without_entries

OTHERS = [
    {"hooks": {"sessionStart": [{"note": "hippo"}]}},
    {"hooks": {"sessionStart": ["hippo hook prompt"], "stop": {"hippo": 1}}},
    {"hooks": {"sessionStart": [{"command": 7, "why": "hippo"}, {"hooks": "hippo"}, {"hooks": [None, "hippo"]}]}},
    {"hooks": {"sessionStart": [{"command": "hippopotamus hook prompt"}]}},
    {"said": "hippo"},
]


@pytest.mark.parametrize("content", OTHERS)
@pytest.mark.parametrize("form", list(Form))
def test_what_does_not_call_hippo_is_nobody_elses_business(content: dict[str, object], form: Form) -> None:
    text = json.dumps(content)
    assert entries_in(text) == []
    assert without_entries(text, versioned=False) == text
    if not any(isinstance(items, dict) for items in content.get("hooks", {}).values()):
        ours = [entry(form, Event(name="sessionStart", does="session-start", timeout=5), "hippo")]
        installed = with_entries(text, ours, versioned=False)
        assert entries_in(installed) == ours
        assert json.loads(without_entries(installed, versioned=False) or "") == content
