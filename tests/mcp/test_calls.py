"""One call: its errors, its session, the damage it mends."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest

from hippo.core.value import replace
from hippo.errors import HippoError, SystemTrouble
from hippo.mcp import calls
from hippo.mcp.calls import acting, call, failure, lean
from hippo.mcp.table import TOOLS
from hippo.services.lookup import look_up
from hippo.store import connection
from tests.mcp.conftest import Served
from tests.store.damaging import pages_of, zero
from tests.support import Hippo, at


def test_an_error_says_its_kind_what_happened_and_what_to_do() -> None:
    assert failure(HippoError("it is so", hint="do that")) == "error: it is so\nhint: do that"
    assert failure(HippoError("it is so")) == "error: it is so"


def test_what_is_empty_is_left_out_and_what_is_false_or_zero_is_not() -> None:
    assert lean({"a": None, "b": "", "c": [], "d": {"e": ""}, "f": False, "g": 0, "h": [{"i": []}]}) == {
        "f": False,
        "g": 0,
        "h": [{}],
    }


@pytest.mark.parametrize(
    ("tool", "arguments", "told"),
    [
        ("forget", {"memory_ids": ["mem_0123456789ab"]}, "memory-not-found: no memory has the id 'mem_0123456789ab'"),
        ("outcome", {"verdict": "good"}, "nothing-recalled: "),
        ("resolve", {"conflict_id": "con_0123456789ab", "both": True}, "conflict-not-found: "),
        ("resolve", {"conflict_id": "con_0123456789ab"}, "usage: resolve: say either keep"),
        ("resolve", {"conflict_id": "c", "both": True, "forget": True}, "usage: resolve: say either keep"),
        ("supersede", {"memory_id": "mem_0123456789ab", "text": "a"}, "memory-not-found: "),
        ("buffer", {"action": "push"}, "usage: buffer: push needs 'text'"),
        ("buffer", {"action": "promote"}, "usage: buffer: promote needs 'entry_id'"),
        ("handoff", {"action": "save"}, "usage: handoff: say in 'summary' how things stand"),
        ("handoff", {"action": "resume"}, "handoff-not-found: "),
        ("core", {"action": "replace", "match": "a"}, "usage: core: replace needs 'text'"),
        ("core", {"action": "remove", "match": "a"}, "entry-not-found: "),
        ("learn", {}, "not-found: "),
        ("remember", {"text": "the token is ghp_" + "a1B2" * 9}, "secret"),
        ("remember", {"text": " "}, "usage: "),
    ],
)
def test_what_is_refused_is_an_answer_with_the_reason(
    tool: str, arguments: dict[str, object], told: str, served: Served
) -> None:
    assert served.refused(tool, **arguments).startswith(told)


def test_without_a_store_a_call_says_how_to_make_one(nowhere: Hippo) -> None:
    said = Served(nowhere).refused("recall", query="valve")
    assert said.startswith("no-store: no hippo store in ")
    assert said.endswith("\nhint: run `hippo init` in your project first")


def test_outside_a_project_the_persons_own_store_answers(nowhere: Hippo) -> None:
    assert nowhere("remember", "--global", "use metric units").status == 0
    assert Served(nowhere)("recall", query="metric units")[0]["scope"] == "global"


def test_what_holds_everywhere_goes_to_the_persons_own_store(served: Served) -> None:
    assert served("remember", text="use metric units", scope="global")["scope"] == "global"
    assert served("core", action="add", text="answers in French", page="user", scope="global")["pages"]
    assert [(page["scope"], page["used"]) for page in served("core")["pages"] if page["page"] == "user"] == [
        ("local", 0),
        ("global", 17),
    ]
    assert [each["memory"]["text"] for each in served.hippo.json("list", "--global")] == ["use metric units"]
    assert served.hippo.json("list") == []


def test_a_server_of_one_named_store_keeps_to_it(served: Served, tmp_path: Path) -> None:
    served("remember", text="the valve opens to the left")
    surroundings = replace(served.surroundings, folder=str(tmp_path), store_path=str(served.hippo.store_folder))
    found = call(TOOLS["recall"], {"query": "valve"}, surroundings, folder=str(tmp_path))
    assert found.document is not None
    assert len(found.document["data"]) == 1


def test_an_outcome_is_for_the_recall_of_the_same_session(served: Served) -> None:
    left = served("remember", text="the valve opens to the left")["memory"]["id"]
    served("remember", text="the pump hums")
    served("recall", query="valve", now=at(hours=1))
    served.hippo("recall", "pump", now=at(hours=2), HIPPO_SESSION="another")
    assert [each["memory"]["id"] for each in served("outcome", verdict="bad", now=at(hours=3))] == [left]


@pytest.mark.parametrize(
    ("environ", "client", "name", "session"),
    [
        ({}, "", "mcp", "mcp-test"),
        ({}, "cli", "mcp", "mcp-test"),
        ({}, "robot\x1b", "robot", "mcp-test"),
        ({"CLAUDECODE": "1", "CLAUDE_CODE_SESSION_ID": "s1"}, "robot", "claude-code", "s1"),
        ({"HIPPO_AGENT": "mine", "HIPPO_SESSION": "s2"}, "robot", "mine", "s2"),
    ],
)
def test_who_acts_is_told_by_the_environment_else_by_the_client(
    environ: dict[str, str], client: str, name: str, session: str, served: Served
) -> None:
    surroundings = replace(served.surroundings, environ={**served.hippo.environ, **environ})
    done = call(TOOLS["remember"], {"text": "a"}, surroundings, folder=surroundings.folder, client=client)
    assert done.document is not None
    shown = served.hippo.inspect(done.document["data"]["memory"]["id"])
    assert shown["events"][0]["actor"] == {"name": name, "session": session}


def test_where_approval_is_on_what_an_agent_stores_waits_and_is_not_shown(served: Served) -> None:
    served.hippo("config", "door.write_approval", "true")
    answer = served.document("remember", text="the valve opens to the left", client="cli")
    assert (answer["data"]["keeping"], answer["data"]["memory"]["state"]) == ("waiting", "waiting")
    assert answer["notes"] == ["it waits until a person approves it"]
    assert served("recall", query="valve") == []
    assert "must be one of live, archived, superseded" in served.refused("recall", query="valve", state="waiting")


def test_a_damaged_index_is_mended_and_the_call_answered(served: Served) -> None:
    for number in range(12):
        served("remember", text=f"note {number} of the quarry road, {number * 7919} floods in november")
    database = served.hippo.store_folder / "hippo.db"
    zero(database, pages_of(database, "live_words_data")[0])
    answer = served.document("remember", text="the valve opens to the left")
    assert answer["notes"] == ["the full-text index was damaged (live_words) and has been rebuilt from the memories"]
    assert len(served("recall", query="valve")) == 1


def test_damage_that_cannot_be_mended_is_told(served: Served) -> None:
    (served.hippo.store_folder / "hippo.db").write_bytes(b"no database at all" * 1000)
    assert served.refused("recall", query="valve").startswith("store-damaged: ")


def test_a_store_that_another_process_holds_is_an_answer(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "WRITE_WAIT_SECONDS", 0.01)
    raw = sqlite3.connect(served.hippo.store_folder / "hippo.db", isolation_level=None)
    raw.execute("BEGIN IMMEDIATE")
    try:
        said = served.refused("remember", text="the valve opens to the left")
    finally:
        raw.close()
    assert said.startswith("busy: ")
    assert said.endswith("hint: try again in a moment")


def test_what_the_system_refuses_is_an_answer(served: Served) -> None:
    def full(_: object) -> None:
        raise OSError(28, "No space left on device")

    with pytest.raises(SystemTrouble, match="No space left on device"):
        acting(served.surroundings, full, folder="/")


def test_several_calls_at_once_lose_nothing(served: Served) -> None:
    done: list[calls.Outcome] = []

    def work(number: int) -> None:
        for turn in range(5):
            done.append(served.outcome("remember", text=f"valve {number} has {turn} turns"))
            done.append(served.outcome("recall", query=f"valve {number}"))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [each.text for each in done if each.document is None] == []
    assert served("status")["stores"][0]["live"] == 30


def test_nothing_stays_open_behind_a_call(served: Served) -> None:
    found = {}

    def look(desk: object) -> None:
        found["store"], _ = look_up(desk.stores(), served("remember", text="a")["memory"]["id"])  # type: ignore[attr-defined]

    acting(served.surroundings, look, folder=served.surroundings.folder)
    with pytest.raises(HippoError, match="closed"):
        found["store"].memories.counts()
