"""Recall by words and meaning, and by words alone wherever meaning has nothing to say."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from hippo.adapters.embeddings.protocol import NoEmbeddings
from hippo.core.memory import Origin, State
from hippo.core.settings import EmbeddingSettings
from hippo.services import nearness as services_nearness
from hippo.services.embed import embed
from hippo.services.embedding import Embedding
from hippo.services.finding import find
from hippo.services.forget import forget
from hippo.services.left_out import next_step
from hippo.services.meaning import nearness
from hippo.services.nearness import Nearness
from hippo.services.recall import recall
from hippo.services.remember import remember
from hippo.services.restore import restore
from hippo.services.supersede import supersede
from hippo.store import narrow
from hippo.store.search import Scope
from hippo.store.store import Store
from tests.hashing import SAME, Hashing, Named, openai, serving
from tests.services.desk import Desk
from tests.support import NOON

TEXTS = (
    "deadlock between importer and indexer",
    "use pnpm in this repository",
    "blank screen on safari",
    "deploys need the vpn",
    "total 8 -rw-r--r-- 1 root 77 fox-7731",
    "the fox crossed the yard again",
    "machine 7731 was sold last spring",
)


@pytest.fixture
def desk(desk: Desk) -> Desk:
    for text in TEXTS:
        desk.remember(text)
    return desk


class Asked:
    """Questions to some stores by one embedding, and what was noted."""

    def __init__(self, embedding: Embedding) -> None:
        self.embedding = embedding
        self.notes: list[str] = []

    def near(self, stores: Sequence[Store], text: str) -> Nearness | None:
        return nearness(self.embedding, stores, text, note=self.notes.append)

    def __call__(self, stores: Sequence[Store] | Store, text: str, limit: int = 10, **scope: Any) -> list[str]:
        stores = [stores] if isinstance(stores, Store) else stores
        found = find(stores, text, scope=Scope(**scope), now=NOON, limit=limit, meaning=self.near)
        return [each.memory.text for each in found.found]


def by_words(stores: Store, text: str) -> list[str]:
    return [each.memory.text for each in find([stores], text, scope=Scope(), now=NOON, limit=10).found]


def test_what_is_meant_is_found_by_other_words(desk: Desk) -> None:
    asked = Asked(Named())
    embed(desk.store, asked.embedding)
    assert by_words(desk.store, "hangs when two jobs write") == []
    assert asked(desk.store, "hangs when two jobs write") == [TEXTS[0]]
    assert asked(desk.store, "browser shows nothing") == [TEXTS[2]]
    assert asked.notes == []


def test_nothing_relevant_stays_nothing(desk: Desk) -> None:
    asked = Asked(Named())
    embed(desk.store, asked.embedding)
    assert asked(desk.store, "favourite ice cream") == []
    assert asked(desk.store, "which of the") == by_words(desk.store, "which of the")


def test_a_rare_identifier_stays_first(desk: Desk) -> None:
    asked = Asked(Named())
    embed(desk.store, asked.embedding)
    assert asked(desk.store, "fox-7731")[0] == TEXTS[4]


def test_a_name_in_a_question_of_everyday_words_stays_first(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.remember("ECONNRESET: see wiki")
    asked = Asked(Named())
    embed(desk.store, asked.embedding)
    assert asked(desk.store, "ECONNRESET hangs") == ["ECONNRESET: see wiki", TEXTS[0]]
    monkeypatch.setattr("hippo.core.rank.NAMED", 1.0)
    assert asked(desk.store, "ECONNRESET hangs") == [TEXTS[0], "ECONNRESET: see wiki"]


def test_where_vectors_of_another_model_are_is_told_with_the_command_for_that_store(
    desk: Desk, tmp_path_factory: pytest.TempPathFactory
) -> None:
    embed(desk.store, Named())
    desk.store.scope = "global"
    with Store.open(str(tmp_path_factory.mktemp("local"))) as local:
        asked = Asked(Named("other"))
        asked([local, desk.store], "fox")
    assert asked.notes == ["words alone: no vector is of other; `hippo embed --global` makes them"]


@pytest.mark.parametrize(("scope", "whose"), [("local", "the project's store"), ("global", "your own store")])
def test_a_store_that_is_left_to_words_beside_another_is_told(
    desk: Desk, tmp_path: Path, scope: str, whose: str
) -> None:
    asked = Asked(Named("other"))
    (tmp_path / "config.toml").write_text('[embeddings]\nmodel = "old"\n')
    with Store.open(str(tmp_path), scope=scope) as left:
        remember(left, "deadlock in the kitchen", occasion=desk.occasion())
        embed(desk.store, asked.embedding)
        assert (asked([desk.store, left], "stuck"), asked.notes) == ([TEXTS[0]], [])
        embed(left, Named())
        assert asked([desk.store, left], "stuck") == [TEXTS[0]]
        end = " --global" if scope == "global" else ""
        steps = f"`hippo config embeddings.model ''{end}`, then `hippo embed{end}`"
        assert asked.notes == [f"words alone in {whose}: its vectors are of another model; {steps} makes others"]


@pytest.mark.parametrize("url", ["http://localhost:1/v1?key=k", "http://me:k@localhost:1/v1", "http://localhost/\x1b"])
def test_no_key_and_no_sign_stands_in_the_commands_that_are_told(desk: Desk, url: str) -> None:
    embedding = Named("other")
    embedding.settings = EmbeddingSettings(url=url, model="a model")
    assert next_step(embedding, desk.store) == (
        "`hippo config embeddings.model 'a model'`, then `hippo config embeddings.url …`, then `hippo embed`"
    )


def test_without_vectors_nobody_asks_for_a_model(desk: Desk) -> None:
    def never(*_: object) -> None:
        raise AssertionError

    found = find([desk.store], "fox", scope=Scope(), now=NOON, limit=10, meaning=never)
    assert [each.memory.text for each in found.found] == by_words(desk.store, "fox")


@pytest.mark.parametrize(
    ("embedding", "note"),
    [
        (Named("other"), "words alone: no vector is of other; `hippo embed` makes them"),
        (
            Named(embedder=Hashing(32)),
            "words alone: hashing gives 32 components now, the vectors have 512; `hippo embed --rebuild`",
        ),
        (Embedding(EmbeddingSettings(backend="ollama"), {}), "words alone: the ollama backend needs embeddings.model"),
        (Embedding(EmbeddingSettings(backend="off"), {}), None),
        (Named(weight=0.0), None),
    ],
)
def test_what_keeps_meaning_out_leaves_words_and_one_note(desk: Desk, embedding: Embedding, note: str | None) -> None:
    embed(desk.store, Named())
    asked = Asked(embedding)
    assert asked(desk.store, "fox crossed") == by_words(desk.store, "fox crossed")
    assert [each[: len(note or "")] for each in asked.notes] == ([note] if note else [])


def test_a_model_that_takes_seconds_is_not_loaded_for_a_question(desk: Desk) -> None:
    embed(desk.store, Named())
    slow = Named()
    slow._embedder, slow.settings = None, EmbeddingSettings(load="never")
    asked = Asked(slow)
    assert asked(desk.store, "fox") == by_words(desk.store, "fox")
    assert asked.notes[0].startswith("words alone: hashing is loaded by no recall")


def test_vectors_that_are_all_gone_change_no_order(desk: Desk) -> None:
    embed(desk.store, Named())
    with desk.store.transaction():
        desk.store.vectors.remove_all()
    for query in ("fox 7731", "deploys vpn", "hangs"):
        assert Asked(Named())(desk.store, query) == by_words(desk.store, query)


@pytest.mark.parametrize("state", [State.ARCHIVED, State.SUPERSEDED])
def test_what_was_forgotten_is_found_by_meaning_where_it_is_asked_for(desk: Desk, state: State) -> None:
    asked = Asked(Named())
    desk.remember("a new deadlock", "press")
    embed(desk.store, asked.embedding)
    [gone] = [each.memory for each in desk.store.memories.listed() if each.memory.text == TEXTS[0]]
    assert set(asked(desk.store, "hangs when two jobs write")) == {TEXTS[0], "a new deadlock"}
    leave(desk, gone.id, state)
    assert asked(desk.store, "hangs when two jobs write") == ["a new deadlock"]
    assert asked(desk.store, "hangs when two jobs write", state=state) == [TEXTS[0]]
    assert asked(desk.store, "hangs", state=state, tags=("press",)) == []
    assert asked.notes == []
    if state is State.ARCHIVED:
        restore([desk.store], gone.id, occasion=desk.occasion())
        assert embed(desk.store, asked.embedding).made == 0
        assert TEXTS[0] in asked(desk.store, "hangs when two jobs write")
    forget([desk.store], [gone.id], occasion=desk.occasion(), purge=True)
    assert asked(desk.store, "hangs when two jobs write", state=state) == []


def leave(desk: Desk, memory_id: str, state: State) -> None:
    """Take a memory out of what is live."""
    if state is State.ARCHIVED:
        forget([desk.store], [memory_id], occasion=desk.occasion())
    else:
        supersede([desk.store], memory_id, "use a queue", occasion=desk.occasion())


@pytest.mark.parametrize("side", [State.LIVE, State.ARCHIVED])
def test_a_few_among_many_of_another_state_are_found(desk: Desk, side: State, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services_nearness, "DEPTH", 2)
    monkeypatch.setattr(narrow, "FEW", 1)
    for number in range(40):
        desk.remember(f"deadlock {number}")
    wanted = [desk.remember(f"deadlock beside {number} lamps") for number in range(3)]
    asked = Asked(Named())
    embed(desk.store, asked.embedding)
    others = [each.memory.id for each in desk.store.memories.listed() if each.memory.id not in wanted]
    forget([desk.store], others if side is State.LIVE else wanted, occasion=desk.occasion())
    assert len(asked(desk.store, "hangs", state=side)) == 2


def test_filters_hold_for_what_meaning_finds(desk: Desk) -> None:
    asked = Asked(Named())
    remember(desk.store, "deadlock of the press", occasion=desk.occasion(), tags=["press"])
    embed(desk.store, asked.embedding)
    assert asked(desk.store, "hangs", tags=("press",)) == ["deadlock of the press"]
    assert set(asked(desk.store, "hangs")) == {"deadlock of the press", TEXTS[0]}
    assert asked(desk.store, "hangs", tags=("none",)) == []


def test_two_stores_are_searched_together_also_where_one_has_no_vectors(desk: Desk, tmp_path: Path) -> None:
    asked = Asked(Named())
    embed(desk.store, asked.embedding)
    with Store.open(str(tmp_path)) as other:
        remember(other, "deadlock in the kitchen", occasion=desk.occasion())
        assert asked([desk.store, other], "stuck") == [TEXTS[0]]
        embed(other, asked.embedding)
        assert set(asked([other, desk.store], "stuck")) == {TEXTS[0], "deadlock in the kitchen"}


def test_a_new_memory_is_found_before_it_has_a_vector(desk: Desk) -> None:
    asked = Asked(Named())
    embed(desk.store, asked.embedding)
    desk.remember("the new fox likes the yard")
    assert asked(desk.store, "new fox yard")[0] == "the new fox likes the yard"


def test_in_a_talk_a_memory_is_as_near_as_what_is_said_around_it(desk: Desk) -> None:
    for position, text in enumerate(("did you see that", "it is a deadlock", "no way")):
        origin = Origin(kind="talk", series="one", position=position)
        remember(desk.store, text, occasion=desk.occasion(), origin=origin)
    asked = Asked(Named())
    embed(desk.store, asked.embedding)
    found = recall([desk.store], "hangs", occasion=desk.occasion(), budget_tokens=500, limit=9, meaning=asked.near).hits
    [hit] = [each for each in found if each.memory.text == "it is a deadlock"]
    assert (hit.parts.cosine, hit.parts.meaning) == (pytest.approx(1, abs=0.02), pytest.approx(1 / 1.55, abs=0.02))


@pytest.mark.parametrize("fusion", ["sum", "rrf"])
def test_why_shows_the_cosine_and_both_parts(desk: Desk, fusion: str) -> None:
    asked = Asked(Named(fusion=fusion))
    embed(desk.store, asked.embedding)
    [hit] = recall(
        [desk.store], "safari", occasion=desk.occasion(), budget_tokens=500, limit=1, why=True, meaning=asked.near
    ).hits
    assert hit.memory.text == TEXTS[2]
    assert hit.parts.cosine == pytest.approx(3**-0.5, abs=0.01)
    assert hit.parts.words > 0 < hit.parts.meaning
    assert f"meaning {hit.parts.meaning:.3f}" in hit.lines
    assert f"cosine {hit.parts.cosine:.3f}" in hit.lines


def test_secrets_in_a_question_reach_no_model(desk: Desk) -> None:
    asked = Asked(Named())
    embed(desk.store, asked.embedding)
    key = "ghp_" + "Ab3dEf6hIj9kLmN2pQrS5tUvW8xYz1aBcD4e"
    asked(desk.store, f"fox {key}")
    assert key not in asked.embedding.hashing.asked[-1]


def test_a_server_of_the_project_is_asked_only_on_this_machine(desk: Desk, tmp_path: Path) -> None:
    environ = {"HIPPO_HOME": str(tmp_path / "home")}
    settings = EmbeddingSettings(backend="server", model="small", url="http://embeddings.example.com/v1")
    asked = Asked(Embedding(settings, environ))
    embed(desk.store, Named())
    assert asked(desk.store, "fox") == by_words(desk.store, "fox")
    assert "is not on this machine, and your own settings do not name it" in asked.notes[0]
    home = tmp_path / "home"
    home.mkdir()
    (home / "config.toml").write_text('[embeddings]\nurl = "http://embeddings.example.com/v1"\n')
    assert Embedding(settings, environ).choice.url == settings.url


@pytest.mark.parametrize("host", ["127.0.0.1.evil.example", "127.evil.example", "localhost.evil.example"])
def test_a_server_that_is_called_like_this_machine_gets_neither_texts_nor_the_key(host: str, tmp_path: Path) -> None:
    environ = {"HIPPO_HOME": str(tmp_path), "HIPPO_EMBEDDINGS_KEY": "k-1"}
    settings = EmbeddingSettings(backend="server", model="small", url=f"http://{host}/v1?a=b&c=d")
    embedding = Embedding(settings, environ)
    with pytest.raises(NoEmbeddings, match="is not on this machine, and your own settings do not name it") as raised:
        embedding.embed(["a secret plan"])
    assert raised.value.hint == f"`hippo config embeddings.url '{settings.url}' --global` allows it"


def test_a_server_is_asked_for_the_question_and_its_failure_leaves_words(desk: Desk) -> None:
    answers = {"status": 200}
    with serving(lambda asked: (answers["status"], openai([_same(each) for each in asked["input"]]))) as served:
        settings = EmbeddingSettings(backend="server", model="small", url=served.url, wait_ms=5000)
        embedding = Embedding(settings, {})
        embed(desk.store, embedding)
        asked = Asked(embedding)
        assert asked(desk.store, "hangs when two jobs write") == [TEXTS[0]]
        answers["status"] = 500
        assert asked(desk.store, "fox") == by_words(desk.store, "fox")
    assert len(asked.notes) == 1
    assert "answered 500" in asked.notes[0]


def _same(text: str) -> str:
    return " ".join(SAME.get(word, word) for word in text.split())
