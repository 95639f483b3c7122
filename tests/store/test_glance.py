"""A glance never says no where a whole look would find something."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hippo.core.encode import encode
from hippo.services.hook_prompt import bearing
from hippo.services.keeping import keep
from hippo.services.occasion import Occasion
from hippo.store import glance
from hippo.store.content import has_content
from hippo.store.glance import may_bear_on
from hippo.store.store import DATABASE, Store
from tests.support import NOON

WORDS = """
linen press jams belt cold deploys need vpn run the tests getUserName press.py py3 follow-up don't été 阀门 #7
""".split()
TEXTS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map(" ".join)


def path_of(store: Store) -> str:
    return os.path.join(store.folder, DATABASE)


def remember(store: Store, occasion: Callable[..., Occasion], *texts: str) -> list[int]:
    now = occasion()
    with store.transaction():
        return [keep(store, encode(text, settings=now.settings.memory), now).number for text in texts]


@given(texts=st.lists(TEXTS, max_size=6), prompt=TEXTS, most_rows=st.sampled_from([0, 2, 5_000]))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
def test_what_bears_on_a_prompt_is_seen_at_a_glance(
    tmp_path_factory: pytest.TempPathFactory,
    occasion: Callable[..., Occasion],
    texts: list[str],
    prompt: str,
    most_rows: int,
) -> None:
    with Store.open(str(tmp_path_factory.mktemp("store"))) as store, pytest.MonkeyPatch.context() as patch:
        patch.setattr(glance, "_MOST_ROWS", most_rows)
        remember(store, occasion, *texts)
        if bearing([store], prompt, occasion()):
            assert may_bear_on([path_of(store)], prompt, session="one")


def test_what_is_denied_is_a_word_of_the_prompt(store: Store, occasion: Callable[..., Occasion]) -> None:
    remember(store, occasion, "linen need don't")
    assert bearing([store], "linen need don't", occasion())
    assert may_bear_on([path_of(store)], "linen need don't", session="one")


@pytest.mark.parametrize(
    ("prompt", "may"),
    [
        ("why is the linen press slow", True),
        ("run the tests again please", False),
        ("the press", False),
        ("is the invoice larger than the basket of the customer", False),
        ("the press of the customer: what does the belt cost", True),
        ("call getUserName", False),
        ("call getLinen of press.py", True),
        ("été", False),
        ("la table d'été: LINEN", False),
        ("阀门 linen", False),
        ("l'été press linen", True),
        (f"{'so ' * 200}why is the press slow {'so ' * 200}", False),
        (f"press linen {'so ' * 200}", True),
    ],
)
def test_a_glance_says_no_where_nothing_holds_enough(
    store: Store, occasion: Callable[..., Occasion], prompt: str, may: bool
) -> None:
    remember(store, occasion, "the linen press jams when the belt is cold", "deploys need the VPN")
    assert may_bear_on([path_of(store)], prompt, session="one") is may


def test_what_the_session_was_shown_does_not_count(store: Store, occasion: Callable[..., Occasion]) -> None:
    (number,) = remember(store, occasion, "the linen press jams")
    with store.transaction():
        store.talks.show("one", [number], now=NOON)
    assert not may_bear_on([path_of(store)], "linen press", session="one")
    assert may_bear_on([path_of(store)], "linen press", session="two")


def test_two_stores_are_looked_at_together(store: Store, occasion: Callable[..., Occasion], tmp_path: Path) -> None:
    with Store.open(str(tmp_path)) as other:
        remember(other, occasion, "the linen press jams")
        assert may_bear_on([path_of(store), path_of(other)], "linen press", session="one")


def test_an_empty_store_has_nothing_to_say(store: Store, occasion: Callable[..., Occasion]) -> None:
    assert not has_content([path_of(store)])
    remember(store, occasion, "the linen press jams")
    assert has_content([path_of(store)])


@pytest.mark.parametrize("content", [None, b"no database" * 900])
def test_what_cannot_be_read_is_for_a_whole_look(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "hippo.db"
    if content is not None:
        path.write_bytes(content)
    assert has_content([str(path)])
    assert may_bear_on([str(path)], "linen press", session="one")
