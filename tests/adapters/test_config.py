"""config.toml: every setting in it, and no comment of a person lost."""

from __future__ import annotations

import math
import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as how
from hypothesis import strategies as st

from hippo.adapters import config, template
from hippo.core.settings import ADDRESSES, CHOICES, RANGES, SWITCHES, TEXTS, Settings, changed, entries
from hippo.errors import Refused, UsageError

TEMPLATE = (Path(template.template_root()) / config.FILE).read_text(encoding="utf-8")
DEFAULTS = dict(entries(Settings()))


@pytest.fixture
def write(tmp_path: Path):
    def put(content: str | bytes) -> str:
        data = content if isinstance(content, bytes) else content.encode()
        (tmp_path / config.FILE).write_bytes(data)
        return str(tmp_path)

    return put


def written(folder: str) -> str:
    return (Path(folder) / config.FILE).read_bytes().decode()


def test_the_template_shows_every_setting_with_its_default() -> None:
    uncommented = re.sub(r"(?m)^# (\w+ = )", r"\1", TEMPLATE)
    shown = {
        f"{section}.{name}": each
        for section, group in tomllib.loads(uncommented).items()
        for name, each in group.items()
    }
    assert shown == DEFAULTS
    assert list(shown) == list(DEFAULTS)
    assert {key: type(each) for key, each in shown.items()} == {key: type(each) for key, each in DEFAULTS.items()}


@pytest.mark.parametrize(
    "content", ["", "\n\n", "# nothing\n[memory]\n  # limit = 3\n", TEMPLATE, "\ufeff# x\r\n[memory]\r\n"]
)
def test_an_untouched_file_gives_the_defaults_without_a_parser(
    content: str, write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tomllib, "loads", None)
    assert config.load(write(content)) == config.Loaded(settings=Settings())


def test_what_cannot_be_read_gives_the_defaults_and_is_told(tmp_path: Path) -> None:
    (tmp_path / config.FILE).mkdir()
    complaint = "config.toml cannot be read (Is a directory); the defaults hold"
    assert config.load(str(tmp_path)) == config.Loaded(settings=Settings(), complaints=(complaint,))
    with pytest.raises(IsADirectoryError):
        config.save(str(tmp_path), "backup.keep", "3")


def test_no_file_and_no_folder_give_the_defaults(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "gone"):
        assert config.load(str(folder)) == config.Loaded(settings=Settings())


def test_what_is_right_is_taken_and_the_rest_named_beside_its_default(write) -> None:
    folder = write(
        'framing = "assert"\n[memory]\nhalf_life_days = 3\nretrieval_gain_days = "two"\n[recall]\nlimit = 2.5\n'
        'framing = "shout"\nbudget_tokens = 100\n[sleeep]\nx = 1\n[recall.deep]\nx = 1\n'
    )
    loaded = config.load(folder)
    changes = {"memory.half_life_days": 3.0, "recall.budget_tokens": 100}
    assert dict(entries(loaded.settings)) == {**DEFAULTS, **changes}
    refused = ["setting 'framing'", "memory.retrieval_gain_days", "recall.limit", "recall.framing"]
    refused += ["setting 'recall.deep'", "setting 'sleeep.x'"]
    for name, complaint in zip(refused, loaded.complaints, strict=True):
        assert name in complaint
        assert complaint.startswith("config.toml: ")
        assert complaint.endswith("; the default holds")


@pytest.mark.parametrize(
    "content", ["[memory", "x = ", "a = 1\na = 2", "x = " + "[" * 5000, "x = " + "9" * 5000, b"[memory]\nx = \xff"]
)
def test_what_is_not_toml_is_said_in_one_line_and_gives_the_defaults(content: str | bytes, write) -> None:
    loaded = config.load(write(content))
    assert loaded.settings == Settings()
    (complaint,) = loaded.complaints
    assert complaint.startswith("config.toml is not TOML (")
    assert complaint.endswith("); the defaults hold")
    assert len(complaint) < 150
    assert "\n" not in complaint


@pytest.mark.parametrize(("typed", "meant"), [("3", 3.0), ("2.5", 2.5), ("1e2", 100.0), (" 4 ", 4.0)])
def test_a_number_is_read_as_people_write_it(typed: str, meant: float, write) -> None:
    folder = write(TEMPLATE)
    assert config.save(folder, "memory.half_life_days", typed).memory.half_life_days == meant
    assert config.load(folder).settings.memory.half_life_days == meant


def test_a_change_takes_the_place_of_the_line_that_shows_the_default(write) -> None:
    folder = write(TEMPLATE)
    config.save(folder, "recall.limit", "20")
    config.save(folder, "recall.framing", "assert")
    expected = TEMPLATE.replace("# limit = 10", "limit = 20").replace('# framing = "observe"', 'framing = "assert"')
    assert written(folder) == expected


keys = st.sampled_from(sorted(DEFAULTS))


@st.composite
def settings_typed(draw: st.DrawFn) -> tuple[str, str]:
    """A setting with something it can have, as typed."""
    key = draw(keys)
    if key in CHOICES:
        return key, draw(st.sampled_from(CHOICES[key]))
    if key in SWITCHES:
        return key, draw(st.sampled_from(["true", "false"]))
    if key in TEXTS:
        text = draw(st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S"]), max_size=30))
        return key, f"http://host/{text}" if key in ADDRESSES and text else text
    low, high = RANGES[key]
    return key, str(draw(st.integers(math.ceil(low), int(high)) if high > 1 else st.floats(low, high)))


@how(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    typed=st.lists(settings_typed(), max_size=6),
    start=st.sampled_from(["", TEMPLATE, "# mine\n[recall]\nlimit = 3 # few\n"]),
)
def test_changes_read_back_in_any_order_and_every_other_line_stays(
    typed: list[tuple[str, str]], start: str, write
) -> None:
    folder = write(start)
    expected = config.load(folder).settings
    for key, content in typed:
        saved = config.save(folder, key, content)
        expected = changed(expected, key, float(content) if key in RANGES else content)
        assert saved == expected == config.load(folder).settings
        assert config.load(folder).complaints == ()
    comments = [line for line in start.split("\n") if line.startswith("#") and " = " not in line]
    assert [line for line in written(folder).split("\n") if line in comments] == comments


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "[recall]\nlimit = 20\n"),
        ("# mine", "# mine\n\n[recall]\nlimit = 20\n"),
        ("[recall]", "[recall]\nlimit = 20\n"),
        ("[recall]\nlimit = 3 # few\n", "[recall]\nlimit = 20 # few\n"),
        ("[recall]\n  limit=3\n# limit = 4\n", "[recall]\nlimit = 20\n# limit = 4\n"),
        ("[recall]\n# limit = 4\nlimit = 3\n", "[recall]\n# limit = 4\nlimit = 20\n"),
        ("[recall]\n#limit = 4 # hits\n", "[recall]\nlimit = 20 # hits\n"),
        ("[recall]\n# limit = how many hits\n", "[recall]\nlimit = 20\n# limit = how many hits\n"),
        ("[recall] # x\r\nlimit = 3\r\n# y\r\n", "[recall] # x\r\nlimit = 20\r\n# y\r\n"),
        ("[sleep]\n# limit = 4\n[recall]\n\n[memory]\n", "[sleep]\n# limit = 4\n[recall]\nlimit = 20\n\n[memory]\n"),
        ("[recall]\nlimit = 'x' # text\n", "[recall]\nlimit = 20 # text\n"),
        ("# \u2028 [recall]\n", "# \u2028 [recall]\n\n[recall]\nlimit = 20\n"),
    ],
)
def test_a_line_is_changed_where_it_stands_and_else_added_in_its_section(before: str, after: str, write) -> None:
    folder = write(before)
    config.save(folder, "recall.limit", "20")
    assert written(folder) == after


def test_bytes_that_are_not_utf_8_stay_in_a_persons_comment(write, tmp_path: Path) -> None:
    config.save(write(b"# f\xfcr mich\n"), "recall.limit", "20")
    assert (tmp_path / config.FILE).read_bytes() == b"# f\xfcr mich\n\n[recall]\nlimit = 20\n"


@pytest.mark.parametrize(
    "content",
    [
        "recall.limit = 3\n",
        "recall = { limit = 3 }\n",
        '[recall]\n"limit" = 3\n',
        '["recall"]\nlimit = 3\n',
        "[recall]\nlimit = [\n3\n]\n",
        '[memory]\nx = """\n[recall]\n"""\n[ recall ]\nlimit = 3\n',
    ],
)
def test_a_form_that_is_not_understood_is_left_alone_and_said(content: str, write) -> None:
    folder = write(content)
    with pytest.raises(Refused, match=r"^config\.toml gives recall\.limit in an unusual form; nothing was changed$"):
        config.save(folder, "recall.limit", "20")
    assert written(folder) == content


@pytest.mark.parametrize("typed", ["20", "10"])
def test_a_file_that_is_not_toml_is_left_alone_and_said(typed: str, write) -> None:
    folder = write("[recall\nlimit = 3\n")
    with pytest.raises(Refused, match=r"^config\.toml is not TOML \(.*\); nothing was changed$"):
        config.save(folder, "recall.limit", typed)
    assert written(folder) == "[recall\nlimit = 3\n"


@pytest.mark.parametrize(
    ("key", "typed", "complaint"),
    [
        ("recall.limit", "0", "recall.limit must be a number from 1 to 1,000, not 0"),
        ("recall.limit", "nan", "recall.limit must be a number from 1 to 1,000, not nan"),
        ("recall.limit", "9" * 9999, "recall.limit must be a number from 1 to 1,000, not inf"),
        ("recall.limit", "2.5", "recall.limit must be a whole number, not 2.5"),
        ("recall.limit", "true", "recall.limit must be a number from 1 to 1,000, not 'true'"),
        ("recall.limit", "", "recall.limit must be a number from 1 to 1,000, not ''"),
        ("recall.framing", "1", "recall.framing must be one of observe, suggest, assert, not 1"),
        ("limit", "1", "there is no setting 'limit'; there are memory.half_life_days, "),
    ],
)
def test_what_a_setting_cannot_have_is_a_usage_error_and_nothing_is_written(
    key: str, typed: str, complaint: str, write
) -> None:
    folder = write("# mine\n")
    with pytest.raises(UsageError) as refused:
        config.save(folder, key, typed)
    assert refused.value.message.startswith(complaint)
    assert written(folder) == "# mine\n"


def test_a_file_that_cannot_be_written_is_an_os_error(tmp_path: Path) -> None:
    (tmp_path / config.FILE).mkdir()
    with pytest.raises(OSError, match=r"directory"):
        config.save(str(tmp_path), "recall.limit", "20")
    assert [path.name for path in tmp_path.iterdir()] == [config.FILE]
