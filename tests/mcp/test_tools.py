"""The tools: what they answer is what the command line says, in the shape that was promised."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from hippo.core.tokens import estimate_tokens
from hippo.core.value import replace
from hippo.mcp.calls import lean
from hippo.mcp.shapes import document
from hippo.mcp.table import TOOLS
from hippo.mcp.tool import Effect
from hippo.services.embed import embed
from hippo.services.warm import Warm
from hippo.store.store import Store
from tests.adapters.repositories import Checkout, surroundings
from tests.hashing import Named
from tests.mcp.conftest import Served
from tests.support import Hippo, at

__all__ = ["surroundings"]


def closed(schema: Any) -> Any:
    """A schema that allows nothing it does not name."""
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {key: closed(content) for key, content in schema.items()}
    return {**inner, "additionalProperties": False} if schema.get("properties") else inner


def checked(served: Served, tool: str, **arguments: Any) -> Any:
    """The data of a call, held to the tool's schema to the last property."""
    answer = served.document(tool, **arguments)
    Draft202012Validator(closed(document(TOOLS[tool].shape))).validate(answer)
    return answer["data"]


def contradiction(served: Served) -> str:
    """Two memories that contradict each other, found by sleep; the id of the contradiction."""
    served("remember", text="never deploy on Fridays")
    served("remember", text="always deploy on Fridays")
    served.hippo.json("sleep", now=at(days=1))
    return served.hippo.json("conflicts")[0]["id"]


# --- shapes ----------------------------------------------------------------------------------


def test_what_is_remembered_is_recalled_judged_replaced_and_put_away(served: Served) -> None:
    stored = checked(served, "remember", text="the valve opens to the left", tags=["valve"], error=True)
    memory_id = stored["memory"]["id"]
    assert stored["keeping"] == "stored"
    assert stored["memory"]["tags"] == ["error", "valve"]
    (hit,) = checked(served, "recall", query="which way does the valve open")
    assert (hit["memory"]["id"], hit["retrieved"]) == (memory_id, True)
    (judged,) = checked(served, "outcome", verdict="good")
    assert (judged["memory"]["id"], judged["memory"]["good"]) == (memory_id, 1)
    replaced = checked(served, "supersede", memory_id=memory_id, text="the valve opens to the right")
    assert replaced["old"]["id"] == memory_id
    new_id = replaced["memory"]["id"]
    assert checked(served, "forget", memory_ids=[new_id], dry_run=True)["dry_run"]
    assert checked(served, "forget", memory_ids=[new_id])["memories"][0]["state"] == "archived"
    assert checked(served, "recall", query="valve") == []
    (gone,) = checked(served, "recall", query="valve", state="superseded")
    assert gone["memory"]["id"] == memory_id


def test_a_new_memory_names_its_rivals(served: Served) -> None:
    old = served("remember", text="never cache the parser")["memory"]["id"]
    for text in ("the pump is green", "tea is in the cupboard", "the gate sticks"):
        served("remember", text=text)
    assert checked(served, "remember", text="always cache the parser")["rivals"][0]["memory_id"] == old


def test_a_contradiction_is_seen_and_settled(served: Served) -> None:
    conflict_id = contradiction(served)
    (found,) = checked(served, "conflicts")
    keep = found["memories"][0]["id"]
    assert checked(served, "resolve", conflict_id=conflict_id, keep=keep)["kept"]["id"] == keep
    assert checked(served, "conflicts") == []


def test_a_contradiction_may_be_none(served: Served) -> None:
    conflict_id = contradiction(served)
    assert checked(served, "resolve", conflict_id=conflict_id, both=True) == {"id": conflict_id}


def test_the_buffer_takes_shows_and_promotes(served: Served) -> None:
    pushed = checked(served, "buffer", action="push", text="ask the shop about oil", kind="task", importance=0.9)
    assert (pushed["kept"], pushed["entry"]["importance"], pushed["scope"]) == (True, 0.9, "project")
    assert checked(served, "buffer")["entries"] == [pushed["entry"]]
    promoted = checked(served, "buffer", action="promote", entry_id=pushed["entry"]["id"])
    assert promoted["memory"]["text"] == "ask the shop about oil"
    assert checked(served, "buffer") == {"scope": "project", "room": 20}


def test_a_handoff_is_left_listed_shown_and_taken_up(served: Served) -> None:
    assert served.document("handoff") == {"schema": 1, "data": {}, "notes": ["no handoff was left here"]}
    saved = checked(
        served, "handoff", action="save", summary="the belt is ordered", next_steps=["fit it"], artifacts=["a.py"]
    )
    name = saved["handoff"]["id"]
    assert saved["artifacts"] == [{"path": "a.py", "exists": False}]
    assert [each["id"] for each in checked(served, "handoff", action="list")["handoffs"]] == [name]
    assert checked(served, "handoff", handoff_id=name) == saved
    assert checked(served, "handoff", action="resume", client="robot")["handoff"]["resumed_by"] == "robot"
    assert checked(served, "handoff", action="save", auto=True)["handoff"]["leaving"]["summary"]


def test_the_core_pages_are_changed_and_shown(served: Served) -> None:
    added = checked(served, "core", action="add", text="the shop closes at six", page="memory")
    assert added["changes"][0]["what"] == "added"
    changed = checked(served, "core", action="replace", match="closes at six", part="six", text="five")
    assert changed["changes"][0]["entry"]["text"] == "the shop closes at five"
    assert checked(served, "core")["pages"][0]["entries"][0]["text"] == "the shop closes at five"
    assert checked(served, "core", action="remove", match="closes at five")["changes"][0]["what"] == "removed"


def test_lessons_are_learnt_from_the_project_once(surroundings: None, served: Served) -> None:
    checkout = Checkout(served.hippo.project, "init", "-q")
    checkout.commit("fix: close the valve before the pump starts", "pump.py", when=at(days=-2))
    assert len(checked(served, "learn", dry_run=True)["repositories"][0]["lessons"]) == 1
    assert checked(served, "learn")["repositories"][0]["lessons"][0]["memory"]["source"]["kind"] == "git"
    assert checked(served, "learn")["repositories"][0]["known"] == 1
    assert checked(served, "learn", days=1)["repositories"][0]["read"] == 0


def test_context_is_one_block(served: Served) -> None:
    assert checked(served, "context") == {"framing": "observe", "left_out": 0}
    served("remember", text="the valve opens to the left")
    shown = checked(served, "context", query="valve", framing="assert", auto=True)
    assert "the valve opens to the left" in shown["text"]
    assert checked(served, "context", budget=0) == {"framing": "observe", "left_out": 0}
    assert len(checked(served, "context", max_chars=300)["text"]) <= 300


def test_status_tells_of_every_store(served: Served) -> None:
    served("remember", text="the valve opens to the left")
    served.hippo.json("sleep", now=at(days=10))
    (store,) = checked(served, "status", now=at(days=10))["stores"]
    assert (store["live"], store["scope"]) == (1, "local")
    assert store["fading"][0]["memory"]["text"] == "the valve opens to the left"


# --- the same data as the command line's ------------------------------------------------------


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("status", {}, ["status"]),
        ("conflicts", {}, ["conflicts"]),
        ("core", {}, ["core"]),
        ("buffer", {"scope": "shop"}, ["buffer", "show", "--scope", "shop"]),
        ("handoff", {}, ["handoff", "show"]),
        ("forget", {"memory_ids": ["mem_0001ffffffff"], "dry_run": True}, ["forget", "mem_0001", "--dry-run"]),
        ("outcome", {"verdict": "good", "memory_ids": ["mem_0001"]}, ["outcome", "--good", "--id", "mem_0001"]),
    ],
)
def test_a_tool_answers_what_the_command_line_says(
    tool: str, arguments: dict[str, Any], words: list[str], served: Served
) -> None:
    contradiction(served)
    served("core", action="add", text="the shop closes at six")
    served("buffer", action="push", text="ask about oil", scope="shop")
    served("handoff", action="save", summary="the belt is ordered")
    served("outcome", verdict="good", memory_ids=["mem_0001"])
    assert served(tool, **arguments) == lean(served.hippo.json(*words))


# --- recall over the wire ---------------------------------------------------------------------


def test_a_reader_gets_the_lines_that_the_command_line_prints(served: Served) -> None:
    served.hippo.remember("the valve opens to the left")
    served.hippo.remember("the valve was replaced in spring", "--global")
    printed = served.hippo("context", "valve").out
    assert served.outcome("context", query="valve").text == printed
    assert served.outcome("recall", query="valve").text == served.hippo("recall", "valve").out


@pytest.mark.parametrize("budget", [0, 40, 90, 150, 300, 1000, 4000])
def test_the_data_of_a_recall_stays_within_its_budget(budget: int, served: Served) -> None:
    for number in range(12):
        text = f"the valve {number} opens to the left.\n" + f'Its seat {number} is "worn". ' * (number * 3)
        served("remember", text=text, tags=["valve", f"line-{number}"])
    found = served("recall", query="valve", budget=budget)
    spent = estimate_tokens(json.dumps(found, ensure_ascii=False)) if found else 0
    assert spent <= budget
    assert bool(found) == (budget >= 300)


def test_a_recall_may_be_narrowed(served: Served) -> None:
    served("remember", text="the valve opens to the left", tags=["left"])
    served("remember", text="the valve opens to the right", tags=["right"], now=at(days=3))
    later = at(days=4)
    assert [hit["memory"]["tags"] for hit in served("recall", query="valve", tags=["left"], now=later)] == [["left"]]
    assert [hit["memory"]["tags"] for hit in served("recall", query="valve", since="2d", now=later)] == [["right"]]
    assert len(served("recall", query="valve", limit=1, now=later)) == 1
    assert served("recall", query="valve", layer="semantic", now=later) == []
    assert "usage: recall: 'since': 'soon' is neither" in served.refused("recall", query="valve", since="soon")


# --- how they present themselves --------------------------------------------------------------


def test_every_tool_says_when_to_call_it_and_what_it_takes() -> None:
    for tool in TOOLS.values():
        assert 80 < len(tool.description) < 700
        assert all(each.description.endswith(".") for each in tool.parameters)
    assert [name for name, tool in TOOLS.items() if tool.effect is Effect.READS] == ["context", "conflicts", "status"]
    retiring = [name for name, tool in TOOLS.items() if tool.effect is Effect.RETIRES]
    assert retiring == ["supersede", "forget", "resolve", "core"]


def test_nothing_is_beyond_undoing_and_nobody_approves_its_own_proposals(hippo: Hippo) -> None:
    assert not {"approve", "reject", "purge", "sleep", "config"} & {*TOOLS}
    assert not {"purge", "clear"} & {each.name for tool in TOOLS.values() for each in tool.parameters}
    assert "clear" not in str([each.choices for each in TOOLS["buffer"].parameters])


def test_a_recall_by_meaning_has_the_model_from_the_second_time_on(served: Served) -> None:
    served("remember", text="deadlock between importer and indexer")
    with Store.open(str(served.hippo.store_folder)) as store:
        embed(store, Named())
    warm = Warm({}, made=lambda settings, environ: Named())
    served.surroundings = replace(served.surroundings, warm=warm)
    assert served("recall", query="hangs") == []
    warm.wait()
    assert [each["memory"]["text"] for each in served("recall", query="hangs")] == [
        "deadlock between importer and indexer"
    ]
    assert served("status")["stores"][0]["vectors"]["live"] == 1
