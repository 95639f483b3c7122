from __future__ import annotations

import pytest

from hippo.core.consolidation.comparison import compare
from hippo.core.consolidation.exchange import are_rivals, exchanged
from hippo.core.consolidation.statement import read
from hippo.core.consolidation.weights import Weights


def exchange(one: str, other: str):
    ours, theirs = read(one), read(other)
    found = exchanged(ours, theirs, compare(ours, theirs, Weights()))
    return found and (found.ours, found.theirs)


def test_rivals_are_choices_of_one_kind():
    assert are_rivals("npm", "yarn")
    assert are_rivals("GitHub Actions", "Jenkins")
    assert are_rivals("UTC", "local time")
    assert not are_rivals("npm", "npm")
    assert not are_rivals("npm", "jest")


def test_the_span_that_differs_is_named():
    assert exchange("The docs are built with sphinx", "The docs are built with mkdocs") == ("sphinx", "mkdocs")
    assert exchange("Secrets live in Vault", "Secrets live in AWS Secrets Manager") == ("Vault", "AWS Secrets Manager")
    assert exchange("Sessions are kept in /var/run", "Sessions are kept in Redis") == ("/var/run", "Redis")
    assert exchange("It is read from /etc/a.toml", "It is read from /etc/b.toml") is None  # no subject


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Use descriptive names", "Use short names"),
        ("Redis is used in checkout", "Redis is used in search"),
        ("Alice reviews the schema", "Bob reviews the schema"),
        ("Never commit to main", "Never commit to develop"),
        ("git pull --rebase keeps the branch history", "git pull by hand loses the branch history"),
        ("Build the docs with --strict in CI", "Build the docs with coverage in CI"),
        ("It is kept in Vault", "Then the rest is kept in Redis"),
        ("Run it with --fast", "Run it with care"),
        ("The page mentions jest and its plugins", "The page mentions mocha, its runner and plugins"),
        ("Open it when jest runs", "Open it when vitest runs"),
        ("jest", "vitest"),
    ],
)
def test_where_there_is_room_for_both_nothing_is_exchanged(one, other):
    assert exchange(one, other) is None
