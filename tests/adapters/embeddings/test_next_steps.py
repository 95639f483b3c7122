"""Whatever keeps vectors away says what to do about it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.cli.processes import ROOT

KINDS = ("NoEmbeddings", "Unreachable")


def raised(*folders: str) -> Iterator[tuple[str, ast.Call]]:
    """Each error of these kinds that is made by its message, with its place."""
    for folder in folders:
        for path in sorted((ROOT / folder).glob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KINDS:
                    yield f"{path.name}:{node.lineno}", node


def test_every_trouble_with_vectors_has_a_next_step() -> None:
    found = dict(raised("hippo/adapters/embeddings", "hippo/services"))
    assert len(found) > 30
    assert [place for place, call in found.items() if not any(each.arg == "hint" for each in call.keywords)] == []
