"""Whatever hippo is given: no secret and no private part of it reaches the disk."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import pytest

from scripts.benchmarks.door_samples import ALNUM, drawn
from tests.adapters.repositories import Checkout, surroundings
from tests.support import Hippo, at

__all__ = ["surroundings"]

KEY = "gh" + "p_" + drawn(random.Random(11), ALNUM, 36)
PRIVATE = "quokka"
TEXT = f"the walnut door takes {KEY} <private>{PRIVATE} one</private> for now"


def written(hippo: Hippo, *words: str) -> list[str]:
    """The files of the store and the home that hold one of some words, in their names or in their bytes."""
    places = [hippo.store_folder, hippo.root / "home"]
    paths = [path for place in places for path in place.rglob("*")]
    return [
        str(path.relative_to(hippo.root))
        for path in paths
        for word in words
        if word.encode() in path.name.encode() or (path.is_file() and word.encode() in path.read_bytes())
    ]


def remember(hippo: Hippo) -> None:
    hippo("remember", TEXT, "--redact")
    hippo("remember", "the lamp is red", "--tag", KEY)
    hippo("remember", TEXT)
    hippo("decide", f"use {KEY}", "--context", TEXT, "--redact")
    own = hippo.remember("the lamp is green")
    hippo("edit", own, "--text", TEXT, "--redact")
    hippo("supersede", own, f"{TEXT} again", "--redact")


def ask(hippo: Hippo) -> None:
    hippo.remember("the walnut door is red")
    hippo("recall", f"walnut door {KEY} <private>{PRIVATE}</private>")
    hippo("context", f"walnut door {KEY}")
    hippo("invalidate", f"walnut {KEY}")
    hippo.remember("the walnut door needs oil")
    hippo("invalidate", "walnut")


def names(hippo: Hippo) -> None:
    hippo("remember", "the walnut lamp", "--session", KEY, HIPPO_AGENT=KEY)
    hippo("recall", "walnut", "--session", KEY, HIPPO_AGENT=KEY)
    hippo("buffer", "push", TEXT, "--scope", f"scope {KEY}", "--redact")
    hippo("buffer", "push", "x y z", HIPPO_SESSION=KEY)


def handoff(hippo: Hippo) -> None:
    hippo("handoff", "save", "--summary", TEXT, "--next", TEXT, "--artifact", f"src/{KEY}.py", "--redact")
    hippo("core", "add", TEXT, "--redact")


def files(hippo: Hippo) -> None:
    notes = hippo.root / f"{KEY}.txt"
    notes.write_text(
        f"From now on, never oil the walnut table.\nAlways use {KEY} for the walnut door.\n", encoding="utf-8"
    )
    hippo("capture", str(notes))
    markdown = hippo.root / f"{KEY}.md"
    markdown.write_text(
        f"# Walnut {KEY}\n\n- {TEXT}\n\n## <private>{PRIVATE}</private>\n\n- oil it\n", encoding="utf-8"
    )
    hippo("import", str(markdown))


def mirrors(hippo: Hippo) -> None:
    hippo.remember("the walnut door is red")
    hippo("core", "add", "the shop closes at six")
    mirror = next(hippo.store_folder.rglob("*mem_*.md"))
    mirror.write_text(mirror.read_text(encoding="utf-8").replace("is red", TEXT), encoding="utf-8")
    page = hippo.store_folder / "core" / "MEMORY.md"
    page.write_text(f"{page.read_text(encoding='utf-8')}§\n{TEXT}\n", encoding="utf-8")
    hippo("sync", now=at(1))
    hippo("sync", now=at(2))


def export(hippo: Hippo) -> None:
    hippo.remember("the walnut door is red")
    place = hippo.root / "export.jsonl"
    hippo("export", "--output", str(place))
    rows = [json.loads(line) for line in place.read_text(encoding="utf-8").splitlines()]
    row = next(each for each in rows if "memory" in each)
    row["memory"] |= {"id": "mem_00aa00000000", "text": TEXT, "archived_reason": KEY, "flag": KEY}
    row["memory"]["source"] |= {"kind": KEY, "reference": KEY, "author": KEY, "files": [f"{KEY}.py"], "series": KEY}
    actor = {"name": KEY, "session": KEY}
    row["events"][0] |= {"kind": KEY, "actor": actor, "before": {"text": TEXT, "tags": [KEY]}}
    place.write_text("".join(json.dumps(each) + "\n" for each in rows), encoding="utf-8")
    assert hippo("import", str(place)).status == 0
    row["memory"]["updated_at"] = "2040-01-01T00:00:00Z"
    place.write_text("".join(json.dumps(each) + "\n" for each in rows), encoding="utf-8")
    assert hippo("import", str(place)).status == 0
    assert hippo.inspect("mem_00aa00000000")["updated_at"].startswith("2040")


def history(hippo: Hippo) -> None:
    repository = Checkout(hippo.project, "init", "-q")
    message = f"fix: the walnut door jammed because {KEY} was old\n\nThe cause was that {KEY} had expired.\n"
    repository.commit(message, f"src/{KEY}.py", author=f"{KEY} <ada@example.invalid>")
    assert "walnut" in hippo("learn", "--git", "--days", "9999").out


@pytest.mark.usefixtures("surroundings")
@pytest.mark.parametrize("give", [remember, ask, names, handoff, files, mirrors, export, history])
def test_no_secret_and_nothing_private_reaches_the_disk(hippo: Hippo, give: Callable[[Hippo], None]) -> None:
    give(hippo)
    hippo("sleep", now=at(40))
    assert written(hippo, KEY, KEY[4:20], PRIVATE) == []
