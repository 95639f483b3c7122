"""A data set for `scripts/bench recall` that everybody has: what a function does, and its code.

FOLDER gets `docs.jsonl` and `queries.jsonl`, made of the standard library of the Python that runs this. A document is
the code of a function without its docstring, a question the first sentence of that docstring.
"""

from __future__ import annotations

import argparse
import ast
import json
import random
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from pathlib import Path

#: Folders of tests, of programs, and of what pip put there.
_ELSEWHERE = frozenset({"test", "tests", "idle_test", "idlelib", "lib2to3", "turtledemo", "site-packages"})
#: Characters of code, and words of a sentence, that make a document and a question (chosen: no stubs, no essays).
_CODE = range(60, 3_000)
_WORDS = range(4, 40)
_SEED = 3


def main(argv: Sequence[str]) -> int:
    """Write the data set, and say how large it is."""
    parser = argparse.ArgumentParser(prog="scripts/bench functions", description=__doc__)
    parser.add_argument("folder", type=Path, help="where to write docs.jsonl and queries.jsonl")
    parser.add_argument("--documents", type=int, default=2_000, help="so many functions, chosen by lot")
    parser.add_argument("--questions", type=int, default=300, help="so many of them are asked for")
    parser.add_argument("--library", type=Path, default=Path(sysconfig.get_path("stdlib")), help="another library")
    given = parser.parse_args(argv)
    found = sorted(set(functions(given.library)))
    chosen = random.Random(_SEED).sample(found, min(given.documents, len(found)))
    given.folder.mkdir(parents=True, exist_ok=True)
    documents = [{"id": f"f{place}", "coll": "stdlib", "text": code} for place, (_, code) in enumerate(chosen)]
    questions = [
        {"id": f"q{place}", "coll": "stdlib", "text": sentence, "rel": [f"f{place}"]}
        for place, (sentence, _) in enumerate(chosen[: given.questions])
    ]
    for name, rows in (("docs", documents), ("queries", questions)):
        text = "".join(f"{json.dumps(row)}\n" for row in rows)
        (given.folder / f"{name}.jsonl").write_text(text, encoding="utf-8")
    print(f"{len(documents):,} functions, {len(questions):,} questions in {given.folder}")
    return 0


def functions(library: Path) -> Iterator[tuple[str, str]]:
    """What each function of a library says that it does, and its code."""
    for path in sorted(library.rglob("*.py")):
        if _ELSEWHERE.isdisjoint(path.relative_to(library).parts):
            try:
                tree = ast.parse(path.read_text(encoding="utf-8"))
            except (SyntaxError, ValueError):
                continue
            yield from described(tree)


def described(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The functions of a module that have a sentence and a body."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and len(node.body) > 1:
            sentence = " ".join((ast.get_docstring(node) or "").partition("\n\n")[0].split())
            if len(sentence.split()) in _WORDS:
                node.body = node.body[1:]
                code = ast.unparse(node)
                if len(code) in _CODE:
                    yield sentence, code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
