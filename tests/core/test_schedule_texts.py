"""The nightly command in the words of each scheduler."""

from __future__ import annotations

import plistlib
import shlex
import subprocess

from hippo.core.schedule_texts import Job, cron_line, launchd_plist, program_in, systemd_units, task_arguments

ODD = ("/opt/my $HOME/hip`po", "schedule", "run", "--home", '/ho"me/100%/日本')
JOB = Job(words=("/opt/hippo", "schedule", "run"), hour=3, minute=5)


def test_cron_runs_the_very_words() -> None:
    assert cron_line(JOB) == '5 3 * * * "/opt/hippo" "schedule" "run" >/dev/null 2>&1'
    line = cron_line(Job(words=ODD, hour=3, minute=5))
    command = line.removeprefix("5 3 * * * ").replace(r"\%", "%").removesuffix(" >/dev/null 2>&1")
    said = subprocess.run(["/bin/sh", "-c", f"printf '%s\\n' {command}"], capture_output=True, check=True, text=True)
    assert said.stdout.splitlines() == list(ODD)


def test_systemd_runs_the_very_words_and_catches_up() -> None:
    units = systemd_units(JOB)
    assert "OnCalendar=*-*-* 03:05\nPersistent=true\n" in units["hippo-nightly.timer"]
    units = systemd_units(Job(words=ODD, hour=3, minute=5))
    [line] = [line for line in units["hippo-nightly.service"].splitlines() if line.startswith("ExecStart=")]
    assert "%%" in line
    assert shlex.split(line.removeprefix("ExecStart=").replace("%%", "%").replace("$$", "$").replace("`", "'`'")) == [
        word.replace("`", "'`'") for word in ODD
    ]


def test_launchd_reads_the_very_words() -> None:
    found = plistlib.loads(launchd_plist(Job(words=(*ODD, "<&>"), hour=3, minute=5)).encode())
    assert found["ProgramArguments"] == [*ODD, "<&>"]
    assert found["StartCalendarInterval"] == {"Hour": 3, "Minute": 5}


def test_windows_is_given_a_quoted_path() -> None:
    words = task_arguments(Job(words=("C:\\Users\\Ana B\\hippo.exe", "schedule", "run"), hour=3, minute=5))
    assert words[words.index("/TR") + 1] == '"C:\\Users\\Ana B\\hippo.exe" schedule run'
    assert words[words.index("/ST") + 1] == "03:05"


def test_the_program_is_read_back_from_what_is_installed() -> None:
    for program in ("/opt/hippo", ODD[0], '/q"uo\\te/100%/<&>$/hippo'):
        job = Job(words=(program, "schedule", "run"), hour=3, minute=5)
        for text in (cron_line(job), systemd_units(job)["hippo-nightly.service"], launchd_plist(job)):
            assert program_in(text) == program
    assert program_in("<Task/>") == ""
