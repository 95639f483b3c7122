"""The bar that a memory must pass to be shown unasked, on a small store and prompts as people write them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hippo.core.encode import encode
from hippo.services.hook_prompt import bearing
from hippo.services.keeping import keep
from hippo.services.occasion import Occasion
from hippo.store.store import Store

MEMORIES = (
    "the linen press jams when the belt is cold; warm it for ten minutes",
    "deploys need the VPN and two approvals",
    "test_press fails below 5 °C because the fixture reads the real sensor",
    "use uv, never pip, to install anything in this repository",
    "the harvest report counts empty rows twice; skip rows without a key",
    "`make release` failed with exit code 2\nerror: tag v1.4.0 already exists",
    "migrations run before the web server starts, or the health check times out",
    "Ana wants commit messages in the imperative mood",
    "the scale sync times out at night: raise SYNC_TIMEOUT to 120",
    "never edit files under generated/; change the template and run make gen",
    "the invoice PDF needs the DejaVu font in the Docker image",
    "pagination of the orders endpoint starts at 1, not at 0",
)
#: A prompt, and how the memory begins that bears on it.
RELEVANT = (
    ("Why does the linen press jam so often?", "the linen press"),
    ("Deploy this to staging; do I need the VPN for that?", "deploys need"),
    ("pip install fails in this repository", "use uv"),
    ("make release says the tag exists", "`make release`"),
    ("add a column to the generated file from the template", "never edit"),
    ("test_press is red on my machine, have a look", "test_press"),
    ("the harvest report shows too many rows", "the harvest report"),
    ("the health check fails after migrations", "migrations run"),
    ("increase SYNC_TIMEOUT", "the scale sync"),
    ("the font in the invoice PDF looks wrong", "the invoice PDF"),
    ("the orders endpoint skips the first page of the pagination", "pagination"),
)
IRRELEVANT = (
    "run the tests again",
    "please continue",
    "commit this with a good message",
    "fix the failing test",
    "what does this error mean?",
    "why does this fail?",
    "can you explain what this function does",
    "add a docstring to this function and a test for it",
    "open a pull request",
    "use a set instead of a list",
    "write a haiku about autumn leaves",
    "what is the capital of France?",
    "add a dark mode toggle to the settings page",
    "parse the CSV of sensor readings and plot the mean",
    "the map tiles do not load on Safari",
    "set up a cron job for the nightly backup",
    "rename the variable to something shorter",
    "looks good, go ahead",
    "revert the last two commits and start over",
    "translate the page into Spanish",
)


@pytest.fixture
def filled(store: Store, occasion: Callable[..., Occasion]) -> Store:
    now = occasion()
    with store.transaction():
        for text in MEMORIES:
            keep(store, encode(text, settings=now.settings.memory), now)
    return store


@pytest.mark.parametrize(("prompt", "beginning"), RELEVANT)
def test_what_a_prompt_is_about_comes_first(
    filled: Store, occasion: Callable[..., Occasion], prompt: str, beginning: str
) -> None:
    found = bearing([filled], prompt, occasion())
    assert found[0].memory.text.startswith(beginning)
    assert len(found) <= 2


@pytest.mark.parametrize("prompt", IRRELEVANT)
def test_a_prompt_about_something_else_brings_nothing(
    filled: Store, occasion: Callable[..., Occasion], prompt: str
) -> None:
    assert bearing([filled], prompt, occasion()) == []
