"""hippo sync"""

from __future__ import annotations

from hippo.core.value import replace
from hippo.store.mirror_text import parsed, rendered
from tests.cli.commands.transcript import Transcript
from tests.support import Hippo, at


def edited(hippo: Hippo, memory_id: str, old: str, new: str) -> None:
    [path] = hippo.store_folder.glob(f"episodic/*{memory_id}.md")
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_what_a_person_reads(hippo: Hippo) -> None:
    told = Transcript(hippo)
    left = hippo.remember("the valve opens to the left")
    pump = hippo.remember("the pump is green")
    gate = hippo.remember("the gate sticks")
    told("sync", now=at(hours=1))
    told.say("a person edits one file, writes one, and breaks one; the store changes the first as well")
    edited(hippo, left, "to the left", "to the right")
    edited(hippo, pump, "---\n\n", "\n")
    (hippo.store_folder / "episodic/tea.md").write_text("the tea is in the cupboard\n", encoding="utf-8")
    told("edit", left, "--text", "the valve is stuck", now=at(hours=2))
    told("sync", now=at(hours=3))
    told.say("a file comes from another clone, which had changed it before the store did")
    [path] = hippo.store_folder.glob(f"episodic/*{gate}.md")
    shown = parsed(path.read_text(encoding="utf-8"))
    hippo("edit", gate, "--text", "the gate was oiled", now=at(hours=9))
    theirs = replace(shown, text="the gate was painted", updated_at=at(hours=8))
    path.write_text(rendered(theirs), encoding="utf-8")
    told("sync", now=at(hours=10))
    told.matches("sync")


def test_json_tells_the_same(hippo: Hippo) -> None:
    left = hippo.remember("the valve opens to the left")
    edited(hippo, left, "to the left", "to the right")
    data = hippo.json("sync", now=at(hours=1))
    [taken] = data["taken"]
    assert (taken["memory"]["id"], taken["changed"], taken["is_new"]) == (left, ["text"], False)
    assert (data["written"], data["troubles"]) == (1, [])
    (hippo.store_folder / "episodic/broken.md").write_bytes(b"\xff")
    ran = hippo("sync", "--json")
    assert (ran.status, ran.data["troubles"]) == (
        6, [{"name": "episodic/broken.md", "reason": "it is not UTF-8 (byte 1)"}],
    )  # fmt: skip


def test_your_own_store_is_kept_in_step_too(hippo: Hippo) -> None:
    hippo.remember("the valve opens to the left", "--global")
    assert hippo.json("sync", "--global")["written"] == 0
    assert hippo("sync", "--global").out == "0 files taken in, 0 files written\n"
