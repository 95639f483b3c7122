"""How fast `hippo import` takes in notes, talks and facts, and how much memory it needs for it.

Whole processes over made-up sources: one Markdown file, a vault with a file for each note, an export of ChatGPT on one
line, facts of mem0, hippo's own export. Each is imported into an empty store and then once more, which brings nothing.
CPU time is the process's; the peak is what the kernel saw.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

from scripts.benchmarks.generated import memories
from scripts.benchmarks.installation import Installation, environment, installed, output
from scripts.benchmarks.measure import ended
from scripts.benchmarks.speed import rows

COUNT = 10_000
#: Turns of one conversation; every second one of the person holds a lesson.
TURNS = 20
HEADS = ("source", "memories", "MB", "seconds", "CPU seconds", "memories/s of CPU", "again, CPU seconds", "peak")


def main(argv: Sequence[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="scripts/bench importing", description=__doc__)
    parser.add_argument("--count", type=int, default=COUNT, help="notes in each source")
    parser.add_argument("--sources", default=",".join(SOURCES), help="which of them, separated by commas")
    given = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="hippo-importing-") as name:
        folder = Path(name)
        hippo = installed(folder / "environment")
        texts = list(islice(memories(), given.count))
        lines = []
        for source in given.sources.split(","):
            print(f"{source} …", file=sys.stderr)
            lines.append(measured(hippo, folder / source, source, texts))
        print("\n".join(rows(HEADS, lines)))
    return 0


def measured(hippo: Installation, folder: Path, source: str, texts: Sequence[str]) -> list[str]:
    """Import one source twice; the cells of its row."""
    project = folder / "project"
    project.mkdir(parents=True)
    output(hippo.hippo, "init", "--no-hooks", "--no-schedule", project=project)
    path = SOURCES[source](folder, texts, hippo)
    size = sum(each.stat().st_size for each in ([path] if path.is_file() else path.iterdir()))
    command = (hippo.hippo, "import", str(path))
    started = time.perf_counter()
    first = ended(command, folder=project, env=environment(project))
    seconds = time.perf_counter() - started
    again = ended(command, folder=project, env=environment(project))
    count = json.loads(output(hippo.hippo, "status", "--json", project=project))["data"]["stores"][0]["live"]
    return [
        source,
        f"{count:,}",
        f"{size / 1e6:.1f}",
        f"{seconds:.1f}",
        f"{first.cpu_seconds:.1f}",
        f"{count / first.cpu_seconds:,.0f}",
        f"{again.cpu_seconds:.1f}",
        f"{first.peak_bytes / 1e6:.0f} MB",
    ]


def note_file(folder: Path, texts: Sequence[str], _: Installation) -> Path:
    """One Markdown file with a list under headings."""
    path = folder / "notes.md"
    parts = (
        f"## Part {start}\n\n" + "".join(f"- {text}\n" for text in texts[start : start + 50])
        for start in range(0, len(texts), 50)
    )
    path.write_text("# Notes\n\n" + "\n".join(parts), encoding="utf-8")
    return path


def vault(folder: Path, texts: Sequence[str], _: Installation) -> Path:
    """A folder with a note in each file."""
    path = folder / "vault"
    path.mkdir()
    for number, text in enumerate(texts):
        note = f"---\ntags: [work, part{number % 20}]\ncreated: 2026-01-15\n---\n# Note {number % 50}\n\n{text}\n"
        (path / f"note {number}.md").write_text(note, encoding="utf-8")
    return path


def chatgpt(folder: Path, texts: Sequence[str], _: Installation) -> Path:
    """Conversations on one line, a quarter of whose turns hold a lesson."""
    path = folder / "conversations.json"
    with path.open("w", encoding="utf-8") as file:
        file.write("[")
        for number, conversation in enumerate(conversations(texts)):
            file.write(", " * bool(number) + json.dumps(conversation))
        file.write("]")
    return path


def conversations(texts: Sequence[str]) -> Iterator[Mapping[str, object]]:
    """Talks of TURNS turns; so many that each text is told once."""
    told = iter(texts)
    for number in range(4 * len(texts) // TURNS):
        mapping: dict[str, object] = {}
        for turn in range(TURNS):
            role = ("user", "assistant")[turn % 2]
            text = f"Never run this: {next(told, '')}" if turn % 4 == 0 else f"What about number {turn}? " * 20
            content = {"content_type": "text", "parts": [text]}
            message = {"author": {"role": role}, "content": content, "create_time": 1.78e9, "recipient": "all"}
            mapping[f"m{turn}"] = {"id": f"m{turn}", "parent": f"m{turn - 1}" if turn else None, "message": message}
        yield {
            "title": "A talk",
            "create_time": 1.78e9,
            "mapping": mapping,
            "current_node": f"m{TURNS - 1}",
            "id": str(number),
        }


def mem0(folder: Path, texts: Sequence[str], _: Installation) -> Path:
    """Facts in one array."""
    path = folder / "mem0.json"
    facts = [{"id": str(number), "memory": text, "hash": "", "user_id": "u"} for number, text in enumerate(texts)]
    path.write_text(json.dumps({"results": facts}), encoding="utf-8")
    return path


def own_export(folder: Path, texts: Sequence[str], hippo: Installation) -> Path:
    """What hippo exports from a store into which the notes were imported."""
    project = folder / "before"
    project.mkdir()
    output(hippo.hippo, "init", "--no-hooks", "--no-schedule", project=project)
    output(hippo.hippo, "import", str(note_file(folder, texts, hippo)), project=project)
    output(hippo.hippo, "export", "--output", str(folder / "export.jsonl"), project=project)
    return folder / "export.jsonl"


SOURCES: Mapping[str, Callable[[Path, Sequence[str], Installation], Path]] = {
    "file": note_file,
    "vault": vault,
    "chatgpt": chatgpt,
    "mem0": mem0,
    "hippo": own_export,
}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
