"""Running a command as if hippo were not there, while keeping what tells why it failed.

The child has its own session and process group. Its bytes pass through unchanged and at once; where hippo's standard
output is a terminal, so is the child's. Signals reach the whole group, and what the command leaves running in it is
ended after it: a daemon that is to stay makes a session of its own, as daemons do.

Limits: a `kill -9` of hippo cannot be handed on; the child then notices that nobody reads it.
"""

from __future__ import annotations

import os
import select
import signal
import sys
from contextlib import ExitStack
from time import monotonic, sleep

from hippo.adapters.byte_flow import Flow
from hippo.adapters.child_terminal import KEYBOARD, ChildTerminal, is_typed_to_us
from hippo.adapters.heard_signals import HANDED_ON, HeardSignals
from hippo.core.excerpt import Excerpt
from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import subprocess
    from collections.abc import Mapping, Sequence

STANDARD_OUTPUT, STANDARD_ERROR = 1, 2
#: What a shell returns for a program that is not there, or may not be run; and from where it counts signals.
NOT_FOUND, NOT_RUN, BY_SIGNAL = 127, 126, 128

#: How long output is awaited after the command has ended, if something still holds it open (chosen: a `tee` behind it
#: needs milliseconds), and how long what it left running may take to end before it is killed.
_DRAIN_SECONDS = 1.0
_END_SECONDS = 1.0
#: After that only what pipes and terminals still hold is passed on, not what a daemon goes on to say: a megabyte, in
#: pieces of PIPE_BUF.
_MOST_PASSES = 300


@value
class Ended:
    """How a command ended: its status as a shell tells it, and what is kept of its output.

    `interrupted` says that somebody stopped it; `left_running`, that it had left processes which were ended. Where
    both outputs went to one place, all is in `standard`.
    """

    status: int
    standard: Excerpt
    errors: Excerpt
    interrupted: bool = False
    left_running: bool = False


def run(
    program: Sequence[str],
    *,
    folder: str,
    environ: Mapping[str, str],
    out: int = STANDARD_OUTPUT,
    err: int = STANDARD_ERROR,
) -> Ended:
    """Run a program to its end; `out` and `err` are where its outputs go."""
    _hold_standard_streams()
    with ExitStack() as stack:
        signals = stack.enter_context(HeardSignals())
        terminal = stack.enter_context(ChildTerminal(out)) if os.isatty(out) else None
        watch = _Watch(signals, terminal, out, err)
        try:
            watch.start(program, folder, environ)
        except (OSError, ValueError) as error:
            return watch.not_started(program[0], error)
        return watch.to_the_end()


class _Watch:
    """One run of a command."""

    def __init__(self, signals: HeardSignals, terminal: ChildTerminal | None, out: int, err: int) -> None:
        self._signals, self._terminal = signals, terminal
        self._out, self._err = out, err
        self._standard, self._errors = Excerpt(), Excerpt()
        self._flows: list[Flow] = []
        self._outputs: list[Flow] = []
        self._was_stopped = False
        self._child: subprocess.Popen[bytes]

    def start(self, program: Sequence[str], folder: str, environ: Mapping[str, str]) -> None:
        """Start the child with its outputs tied to ours."""
        from subprocess import DEVNULL, Popen

        stdout, stderr = self._child_outputs()
        shared = self._terminal is not None and self._terminal.has_keyboard
        try:
            self._child = Popen(
                program,
                cwd=folder,
                env=environ,
                stdin=self._terminal.inner if self._terminal and shared else None if _may_read() else DEVNULL,
                stdout=stdout,
                stderr=stderr,
                start_new_session=True,
                preexec_fn=self._terminal.become_controlling if self._terminal else None,  # noqa: PLW1509 - one thread
            )
        finally:
            for descriptor in {stdout, stderr}:
                os.close(descriptor)
        if self._terminal and shared:
            os.set_blocking(self._terminal.outer, False)
            self._flows.append(Flow(KEYBOARD, self._terminal.outer, owns_source=False))

    def not_started(self, name: str, error: Exception) -> Ended:
        """What a shell would say and return for a program that cannot be run."""
        is_missing = isinstance(error, FileNotFoundError)
        why = "command not found" if is_missing else getattr(error, "strerror", None) or str(error)
        said = f"{name}: {why}\n".encode("utf-8", "surrogateescape")
        self._errors.take(said)
        os.write(self._err, b"hippo: " + said)
        for flow in self._flows:
            flow.close()
        return self._ended(NOT_FOUND if is_missing else NOT_RUN)

    def to_the_end(self) -> Ended:
        """Pass everything through until the child and its group have ended."""
        while self._child.poll() is None:
            self._pass(None)
        end = monotonic() + _DRAIN_SECONDS
        while self._is_open() and (left := end - monotonic()) > 0:
            self._pass(left)
        left_running = _end_group(self._child.pid)
        for _ in range(_MOST_PASSES):
            if not self._is_open() or not self._pass(_DRAIN_SECONDS):
                break
        for flow in self._flows:
            flow.close()
        status = self._child.returncode
        return self._ended(status if status >= 0 else BY_SIGNAL - status, left_running=left_running)

    def _ended(self, status: int, *, left_running: bool = False) -> Ended:
        return Ended(
            status=status,
            standard=self._standard,
            errors=self._errors,
            interrupted=self._was_stopped or status == BY_SIGNAL + signal.SIGINT,
            left_running=left_running,
        )

    def _child_outputs(self) -> tuple[int, int]:
        """Where the child writes to: the terminal, or a pipe for each of our outputs, one if both are one place."""
        if self._terminal:
            first = self._terminal.inner
            self._add_output(self._terminal.outer, self._out, self._standard)
        else:
            source, first = os.pipe()
            self._add_output(source, self._out, self._standard)
        if self._out == self._err or os.path.samestat(os.fstat(self._out), os.fstat(self._err)):
            return first, first
        source, second = os.pipe()
        self._add_output(source, self._err, self._errors)
        return first, second

    def _add_output(self, source: int, target: int, excerpt: Excerpt) -> None:
        flow = Flow(source, target, take=excerpt.take)
        self._outputs.append(flow)
        self._flows.append(flow)

    def _is_open(self) -> bool:
        return any(flow.is_open for flow in self._outputs)

    def _pass(self, seconds: float | None) -> bool:
        """Wait until something comes, so long at most, and pass it on; what waits to be taken is waited for.

        Whether anything moved.
        """
        flows = [flow for flow in self._flows if flow.is_open and (flow in self._outputs or self._outputs[0].is_open)]
        sources = [self._signals.source, *(flow.source for flow in flows if not flow.waiting)]
        targets = [flow.target for flow in flows if flow.waiting]
        readable, writable, _ = select.select(sources, targets, [], None if targets else seconds)
        if self._signals.source in readable:
            self._hand_on(self._signals.read())
        for flow in flows:
            if flow.waiting and flow.target in writable:
                flow.push()
            elif not flow.waiting and flow.source in readable:
                flow.pull()
        return bool(readable or writable)

    def _hand_on(self, heard: bytes) -> None:
        for number in heard:
            if number == signal.SIGWINCH and self._terminal:
                self._terminal.resize()
            elif number == signal.SIGTSTP:
                _signal_group(self._child.pid, signal.SIGSTOP)
                os.kill(os.getpid(), signal.SIGSTOP)
                _signal_group(self._child.pid, signal.SIGCONT)
            elif number in HANDED_ON:
                self._was_stopped = True
                _signal_group(self._child.pid, number)


def _end_group(group: int) -> bool:
    """End what is left of a process group; whether something was."""
    if not _signal_group(group, signal.SIGTERM):
        return False
    _signal_group(group, signal.SIGCONT)
    if not _has_ended(group):
        _signal_group(group, signal.SIGKILL)
        _has_ended(group)
    return True


def _has_ended(group: int) -> bool:
    """Whether a group ends in time."""
    end = monotonic() + _END_SECONDS
    while _signal_group(group, 0):
        if monotonic() > end:
            return False
        sleep(0.01)
    return True


def _signal_group(group: int, number: int) -> bool:
    """Send a signal to a process group; False if there is nobody in it that would get it."""
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def _may_read() -> bool:
    """Whether the child may have our standard input: a file or pipe, or a keyboard on which we are in front."""
    return not os.isatty(KEYBOARD) or is_typed_to_us()


def _hold_standard_streams() -> None:
    """Open what is closed of 0, 1 and 2, so that no pipe takes its number; and write what was printed before."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and not stream.closed:
            stream.flush()
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= STANDARD_ERROR:
        pass
    os.close(descriptor)
