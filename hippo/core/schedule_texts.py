"""A nightly command in the words of each scheduler."""

from __future__ import annotations

import re

from hippo.core.value import value

#: By this name schedulers know it.
NAME = "hippo-nightly"
LABEL = "dev.hippo.nightly"


@value
class Job:
    """The words of a command, as absolute paths, and the hour and minute at which it runs."""

    words: tuple[str, ...]
    hour: int
    minute: int


def cron_line(job: Job) -> str:
    """The line of a crontab: words in double quotes for the shell, `%` guarded against cron. What it prints is lost."""
    command = " ".join('"' + re.sub(r'([\\"$`])', r"\\\1", word) + '"' for word in job.words).replace("%", r"\%")
    return f"{job.minute} {job.hour} * * * {command} >/dev/null 2>&1"


def systemd_units(job: Job) -> dict[str, str]:
    """The service and the timer of a user, which catches up on a night that the machine slept through."""
    words = " ".join('"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"' for word in job.words)
    command = words.replace("%", "%%").replace("$", "$$")
    return {
        f"{NAME}.service": (
            "[Unit]\nDescription=hippo: learn and sleep in every project\n\n"
            f"[Service]\nType=oneshot\nNice=10\nExecStart={command}\n"
        ),
        f"{NAME}.timer": (
            "[Unit]\nDescription=hippo: learn and sleep in every project, nightly\n\n"
            f"[Timer]\nOnCalendar=*-*-* {job.hour:02}:{job.minute:02}\nPersistent=true\n\n"
            "[Install]\nWantedBy=timers.target\n"
        ),
    }


def launchd_plist(job: Job) -> str:
    """The agent of a user on macOS, which also catches up when the machine wakes."""
    words = "".join(f"    <string>{_xml(word)}</string>\n" for word in job.words)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n'
        '<plist version="1.0">\n<dict>\n'
        f"  <key>Label</key>\n  <string>{LABEL}</string>\n"
        f"  <key>ProgramArguments</key>\n  <array>\n{words}  </array>\n"
        "  <key>StartCalendarInterval</key>\n  <dict>\n"
        f"    <key>Hour</key>\n    <integer>{job.hour}</integer>\n"
        f"    <key>Minute</key>\n    <integer>{job.minute}</integer>\n  </dict>\n"
        "  <key>ProcessType</key>\n  <string>Background</string>\n"
        "</dict>\n</plist>\n"
    )


def task_arguments(job: Job) -> list[str]:
    """The arguments by which schtasks makes the task on Windows."""
    command = " ".join(f'"{word}"' if re.search(r"[\s&()^]", word) else word for word in job.words)
    at = f"{job.hour:02}:{job.minute:02}"
    return ["/Create", "/F", "/SC", "DAILY", "/TN", NAME, "/TR", command, "/ST", at]


def program_in(text: str) -> str:
    """The program that an installed job calls, nothing where that cannot be told (a task of Windows)."""
    found = re.search(r'(?:ExecStart=|\* )"((?:[^"\\]|\\.)*)"|<array>\s*<string>([^<]*)', text)
    if found is None:
        return ""
    if found[1] is None:
        return found[2].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    return re.sub(r"\\(.)", r"\1", found[1]).replace("%%", "%").replace("$$", "$")


def _xml(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
