"""Which lines speak of an error."""

from __future__ import annotations

import pytest

from hippo.core.error_lines import CLUES, is_strong, is_weak

STRONG = [
    "error: linking with `cc` failed: exit status: 1",
    "error[E0308]: mismatched types",
    "src/app.ts(12,5): error TS2345: Argument of type 'string' is not assignable",
    "main.c:3:5: error: expected ';' before 'return'",
    "main.c:1:10: fatal error: zlib.h: No such file or directory",
    "fatal: not a git repository",
    "TypeError: rows is not iterable",
    "json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)",
    "java.lang.IllegalStateException: pump is dry",
    'Exception in thread "main" java.lang.RuntimeException: dry',
    "E       assert 3 == 4",
    "FAILED tests/test_pump.py::test_dry - assert 3 == 4",
    "--- FAIL: TestPump (0.00s)",
    "FAIL src/pump.test.js",
    "panic: runtime error: index out of range [3] with length 3",
    "thread 'main' panicked at src/main.rs:4:5:",
    "not ok 3 - opens the valve",
    "  ✗ opens the valve",
    "npm ERR! missing script: tset",
    "2031-03-03 12:00:00 ERROR pump is dry",
    "Error: Cannot find module './pump'",
    "[error] pump is dry",
]
WEAK = [
    "sh: 1: nosuch: not found",
    "ls: cannot access 'x': No such file or directory",
    "connection refused",
    "Segmentation fault (core dumped)",
    "the job timed out",
]
NEITHER = [
    "0 errors, 0 failures",
    "no errors found",
    "errors: 0",
    "gcc -Wall -Werror -c src/errors.c",
    "compiling src/error.rs",
    "all good",
    "the mirror shows the terror of the fair",
    "",
]


@pytest.mark.parametrize("line", STRONG)
def test_a_line_with_the_form_of_an_error_is_strong(line: str) -> None:
    assert is_strong(line)


@pytest.mark.parametrize("line", STRONG)
def test_a_stream_that_is_searched_for_clues_finds_every_strong_line(line: str) -> None:
    assert any(clue in line.encode() for clue in CLUES)


@pytest.mark.parametrize("line", WEAK)
def test_a_line_with_a_word_of_failure_is_weak(line: str) -> None:
    assert is_weak(line)
    assert not is_strong(line)


@pytest.mark.parametrize("line", NEITHER)
def test_what_says_that_there_is_no_error_is_none(line: str) -> None:
    assert not is_strong(line)
    assert not is_weak(line)
