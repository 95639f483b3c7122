"""scripts/bench: run a benchmark by name, or list them."""

from __future__ import annotations

import ast
import importlib
import sys
from collections.abc import Sequence
from pathlib import Path

from scripts.tools import ROOT

FOLDER = ROOT / "scripts" / "benchmarks"


def main(argv: Sequence[str]) -> int:
    """Run `scripts.benchmarks.NAME.main(ARGS)`; without a name, say which there are."""
    found = benchmarks(FOLDER)
    if not argv:
        print("\n".join(listing(found)))
        return 0
    name, *arguments = argv
    if name not in found:
        print(f"scripts/bench: no benchmark is called {name!r}; there are {', '.join(found)}", file=sys.stderr)
        return 2
    return int(importlib.import_module(f"scripts.benchmarks.{name}").main(arguments))


def benchmarks(folder: Path) -> dict[str, str]:
    """The modules of the folder that have a `main`, each with the first line of its docstring; the rest are helpers."""
    modules = {path.stem: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.py"))}
    return {name: first_line(module) for name, module in modules.items() if has_main(module)}


def has_main(module: ast.Module) -> bool:
    """Whether the module can be run."""
    return any(isinstance(node, ast.FunctionDef) and node.name == "main" for node in module.body)


def first_line(module: ast.Module) -> str:
    """What the module says it is."""
    return (ast.get_docstring(module) or "").partition("\n")[0]


def listing(found: dict[str, str]) -> list[str]:
    """The benchmarks as lines, their descriptions in one column."""
    width = max(map(len, found), default=0)
    return [f"{name:{width}}  {text}".rstrip() for name, text in found.items()]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
