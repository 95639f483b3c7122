"""README's command reference says what the commands say."""

from __future__ import annotations

import click
import pytest

from scripts.tools import readme
from scripts.tools.commands import disagreements
from scripts.tools.readme import BEGIN, END


def json_option(function):
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")(function)


@click.group(name="hippo")
def hippo():
    """A memory."""


@hippo.command(short_help="Find memories.")
@click.argument("query")
@click.option("--framing", type=click.Choice(["observe", "suggest"]), help="How to say it.")
@json_option
def recall(query, framing, as_json):
    """Find memories and strengthen them.

    \b
    hippo recall deploy
    hippo recall "deploy | vpn"
    """


@hippo.group(short_help="Agent hooks.")
def hook():
    """Agent hooks."""


@hook.command("list", short_help="List the hooks.")
@json_option
def list_hooks(as_json):
    """List the hooks."""


@hippo.command(hidden=True)
def secret():
    """Not shown."""


WHOLE = """\
| command | does |
| --- | --- |
| `hippo hook` | Agent hooks. |
| `hippo recall` | Find memories. |

<details>
<summary>Every command with its options</summary>

Every command also takes:

| option | meaning |
| --- | --- |
| `--json` | Print one JSON document. |
| `--help` | Show this message and exit. |

#### hippo

```text
hippo [OPTIONS] COMMAND [ARGS]...
```

A memory.

#### hippo hook

```text
hippo hook [OPTIONS] COMMAND [ARGS]...
```

Agent hooks.

#### hippo hook list

```text
hippo hook list [OPTIONS]
```

List the hooks.

#### hippo recall

```text
hippo recall [OPTIONS] QUERY
```

Find memories and strengthen them.

```text
hippo recall deploy
hippo recall "deploy | vpn"
```

| option | meaning |
| --- | --- |
| `--framing [observe\\|suggest]` | How to say it. |

</details>"""


def test_the_reference_shows_every_visible_command_and_shared_options_once():
    assert readme.reference(hippo) == WHOLE


@pytest.fixture
def page(tmp_path):
    """A README whose reference is empty."""
    path = tmp_path / "README.md"
    path.write_text(f"# hippo\n\n{BEGIN}\n{END}\n\nMore.\n", encoding="utf-8")
    return path


def test_writing_mends_what_comparing_finds_and_leaves_the_prose_alone(page):
    assert readme.problems(page, hippo) == ["README.md: the command reference is out of date"]
    assert readme.write(page, hippo) is True
    assert readme.problems(page, hippo) == ()
    assert page.read_text(encoding="utf-8") == f"# hippo\n\n{BEGIN}\n{WHOLE}\n{END}\n\nMore.\n"


def test_writing_twice_changes_nothing_more(page):
    readme.write(page, hippo)
    assert readme.write(page, hippo) is False


@pytest.mark.parametrize("text", ["", BEGIN, END, f"{END}\n{BEGIN}", f"{BEGIN}\n{END}\n{BEGIN}\n{END}"])
def test_a_page_without_one_pair_of_markers_is_refused(text):
    with pytest.raises(ValueError, match=r"README\.md needs one line"):
        readme.replaced(text, "made")


class Row:
    def __init__(self, summary: str) -> None:
        self.summary = summary


def test_a_table_that_says_what_the_commands_say_has_no_disagreement():
    table = {"hook": Row("Agent hooks."), "recall": Row("Find memories and strengthen them.")}
    assert list(disagreements(hippo, table)) == []


def test_a_table_out_of_order_or_of_another_mind_is_told_where():
    table = {"recall": Row("Search."), "hook": Row("Agent hooks."), "nap": Row("Rest.")}
    assert list(disagreements(hippo, table)) == [
        "the table is not sorted by name",
        "recall: the table says 'Search.', the command's docstring 'Find memories and strengthen them.'",
        "nap: the table names it, hippo does not know it",
    ]
