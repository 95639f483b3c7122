"""The `hippo` command as a module and as an entry point."""

from __future__ import annotations

import gc
import runpy
import sys
from collections.abc import Iterator
from io import BytesIO, StringIO, TextIOWrapper

import pytest

from hippo import __main__, __version__


@pytest.fixture(autouse=True)
def leaving(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Lets the tests survive what ends the process, and leaves garbage to be collected as before."""
    often = gc.get_threshold()

    def leave(status: int) -> None:
        raise SystemExit(status)

    monkeypatch.setattr("os._exit", leave)
    yield
    gc.set_threshold(*often)


@pytest.mark.parametrize(("arguments", "status"), [(["--version"], 0), (["recal"], 2)])
def test_the_command_leaves_with_the_status_of_its_run(
    arguments: list[str], status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["hippo", *arguments])
    with pytest.raises(SystemExit) as leaving:
        __main__.main()
    assert leaving.value.code == status


def test_a_short_command_does_not_stop_to_look_for_garbage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["hippo", "--version"])
    with pytest.raises(SystemExit):
        __main__.main()
    assert gc.isenabled()
    assert gc.get_threshold()[0] > 10_000


def test_the_module_is_the_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["hippo", "--version"])
    monkeypatch.delitem(sys.modules, "hippo.__main__")
    with pytest.raises(SystemExit):
        runpy.run_module("hippo", run_name="__main__")
    assert capsys.readouterr().out == f"hippo {__version__}\n"


def test_an_interrupt_before_the_run_is_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: list[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("hippo.cli.main.run", interrupted)
    with pytest.raises(SystemExit) as leaving:
        __main__.main()
    assert leaving.value.code == 130


def test_leaving_writes_what_was_printed_and_minds_no_stream_that_takes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Gone(StringIO):
        def flush(self) -> None:
            raise BrokenPipeError

    data = BytesIO()
    closed = StringIO()
    closed.close()
    kept = TextIOWrapper(data, encoding="utf-8")
    kept.write("printed")
    for stream in (Gone(), closed, None):
        monkeypatch.setattr(sys, "stdout", stream)
        monkeypatch.setattr(sys, "stderr", kept)
        with pytest.raises(SystemExit) as leaving:
            __main__.leave(7)
        assert leaving.value.code == 7
    assert data.getvalue() == b"printed"
