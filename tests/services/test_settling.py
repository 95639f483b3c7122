"""What was settled stays settled: over nights, in mirrors, in exports, until one of the texts changes."""

from __future__ import annotations

from tests.support import Hippo, at

ON = "the nightly export job is enabled on the blue host"
OFF = "the nightly export job is disabled on the blue host"


def clash(hippo: Hippo) -> tuple[str, str, str]:
    """Two memories that contradict each other, and their conflict."""
    one, other = hippo.remember(ON, now=at()), hippo.remember(OFF, now=at(hours=1))
    hippo.json("sleep", now=at(hours=2))
    (found,) = hippo.json("conflicts", now=at(hours=2))
    return one, other, found["id"]


def test_that_both_hold_is_kept_over_nights(hippo: Hippo) -> None:
    *_, conflict = clash(hippo)
    hippo.json("resolve", conflict, "--both", now=at(hours=3))
    for day in (1, 2):
        hippo.json("sleep", now=at(days=day))
        assert hippo.json("conflicts", now=at(days=day)) == []


def test_that_both_hold_survives_a_lost_database(hippo: Hippo) -> None:
    one, other, conflict = clash(hippo)
    hippo.json("resolve", conflict, "--both", now=at(hours=3))
    for path in hippo.store_folder.glob("hippo.db*"):
        path.unlink()
    hippo.json("sleep", now=at(days=1))
    assert hippo.json("conflicts", now=at(days=1)) == []
    assert hippo.json("inspect", one, now=at(days=1))["ties"] == {"stands_beside": [other]}
    assert hippo.json("inspect", other, now=at(days=1))["ties"] == {"stands_beside": [one]}


def test_a_changed_text_is_compared_again(hippo: Hippo) -> None:
    one, _, conflict = clash(hippo)
    hippo.json("resolve", conflict, "--both", now=at(hours=3))
    hippo.json("edit", one, "--text", "on the blue host the nightly export job is enabled", now=at(hours=4))
    hippo.json("sleep", now=at(days=1))
    assert len(hippo.json("conflicts", now=at(days=1))) == 1


def test_what_an_update_replaced_and_a_person_restored_is_left_alone(hippo: Hippo) -> None:
    old = hippo.remember("the API rate limit is 100 requests per minute", now=at())
    new = hippo.remember("we raised the API rate limit from 100 to 500 requests per minute", now=at(hours=1))
    hippo.json("sleep", now=at(hours=2))
    assert hippo.inspect(old, now=at(hours=2))["state"] == "superseded"
    hippo.json("restore", old, now=at(hours=3))
    hippo.json("sleep", now=at(days=1))
    assert hippo.inspect(old, now=at(days=1))["state"] == "live"
    assert hippo.json("conflicts", now=at(days=1)) == []
    assert hippo.json("inspect", new, now=at(days=1))["ties"] == {"stands_beside": [old]}


def test_a_forgotten_pattern_comes_back_though_a_source_has_its_words(hippo: Hippo) -> None:
    texts = (
        "import worker hung: Postgres connection pool exhausted at 20 connections after the retry storm",
        "Postgres connection pool of the import worker exhausted at 20 connections during the nightly load",
        "Postgres connection pool exhausted at 20 connections, mended by closing cursors in the import worker",
    )
    for number, text in enumerate(texts):
        hippo.remember(text, now=at(hours=number))
    hippo.json("sleep", now=at(days=1))
    (pattern,) = hippo.json("list", "--layer", "semantic", now=at(days=1))
    memory_id = pattern["memory"]["id"]
    hippo.json("edit", memory_id, "--text", texts[0], now=at(days=1))
    hippo.json("forget", memory_id, now=at(days=1))
    hippo.json("restore", memory_id, now=at(days=1))
    assert hippo.inspect(memory_id, now=at(days=1))["state"] == "live"
