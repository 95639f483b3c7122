"""Stack traces reduced to their ends."""

from __future__ import annotations

import pytest

from hippo.core.stack_traces import without_traces

PYTHON = """\
before
Traceback (most recent call last):
  File "/srv/app/main.py", line 3, in <module>
    run()
    ~~~^^
  File "/srv/app/pump.py", line 9, in run
    json.loads(text)
  File "/usr/lib/python3.11/json/__init__.py", line 346, in loads
    return _default_decoder.decode(s)
json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)
after"""
CHAINED = """\
Traceback (most recent call last):
  File "a.py", line 1, in <module>
KeyError: 'valve'
During handling of the above exception, another exception occurred:
Traceback (most recent call last):
  File "b.py", line 2, in <module>
    open_valve()
LookupError: no valve"""
NODE = """\
Error: pump is dry
    at Object.<anonymous> (/srv/app/node_modules/x/y.js:1:7)
    at check (/srv/app/pump.js:2:9)
    at node:internal/main/run_main_module:23:47
done"""
JAVA = """\
Exception in thread "main" java.lang.IllegalStateException: dry
\tat java.base/java.util.Optional.get(Optional.java:1)
\tat com.mill.Pump.run(Pump.java:9)
\t... 12 more
Caused by: java.io.IOException: no water
\tat com.mill.Well.draw(Well.java:3)"""
GO = """\
panic: dry
goroutine 1 [running]:
main.draw(0x0)
\t/srv/app/well.go:9 +0x1d
main.main()
\t/srv/app/main.go:4 +0x2f
exit status 2"""
RUBY = """\
pump.rb:2:in `draw': dry (RuntimeError)
\tfrom pump.rb:5:in `run'
\tfrom main.rb:1:in `<main>'"""


@pytest.mark.parametrize(
    ("trace", "kept"),
    [
        (
            PYTHON,
            [
                "before",
                '  File "/srv/app/pump.py", line 9, in run',
                "    json.loads(text)",
                "json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)",
                "after",
            ],
        ),
        (
            CHAINED,
            [
                '  File "a.py", line 1, in <module>',
                "KeyError: 'valve'",
                "During handling of the above exception, another exception occurred:",
                '  File "b.py", line 2, in <module>',
                "    open_valve()",
                "LookupError: no valve",
            ],
        ),
        (NODE, ["Error: pump is dry", "    at check (/srv/app/pump.js:2:9)", "done"]),
        (
            JAVA,
            [
                'Exception in thread "main" java.lang.IllegalStateException: dry',
                "\tat com.mill.Pump.run(Pump.java:9)",
                "Caused by: java.io.IOException: no water",
                "\tat com.mill.Well.draw(Well.java:3)",
            ],
        ),
        (
            GO,
            [
                "panic: dry",
                "goroutine 1 [running]:",
                "main.draw(0x0)",
                "\t/srv/app/well.go:9 +0x1d",
                "exit status 2",
            ],
        ),
        (RUBY, ["pump.rb:2:in `draw': dry (RuntimeError)", "\tfrom pump.rb:5:in `run'"]),
    ],
    ids=["python", "chained", "node", "java", "go", "ruby"],
)
def test_the_message_and_one_frame_of_the_program_stay(trace: str, kept: list[str]) -> None:
    assert without_traces(trace.split("\n")) == kept


def test_where_every_frame_is_foreign_the_nearest_stays() -> None:
    frames = ["Error: x", "    at a (node:internal/one:1:1)", "    at b (node:internal/two:1:1)"]
    assert without_traces(frames) == frames[:2]
    lines = ["Traceback (most recent call last):", '  File "/usr/lib/python3/x.py", line 1, in x', "E: y"]
    assert without_traces(lines) == lines[1:]


def test_a_trace_without_frames_loses_its_heading_alone() -> None:
    assert without_traces(["Traceback (most recent call last):", "ValueError: x"]) == ["ValueError: x"]
    assert without_traces(["Traceback (most recent call last):", "  cut off"]) == ["  cut off"]
