"""hippo schedule install, run, show, uninstall; the schedulers are stand-ins on PATH."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hippo.adapters import schedulers
from hippo.adapters.projects import register, registered
from hippo.services import nightly
from tests.cli.commands.transcript import Transcript
from tests.support import Hippo, at

CRONTAB = """table={root}/table
case "$1" in
-l) if [ -f "$table" ]; then cat "$table"; else echo "no crontab for ana" >&2; exit 1; fi ;;
-r) rm "$table" ;;
-) cat > "$table.new"; mv "$table.new" "$table" ;;
*) exit 2 ;;
esac
"""
#: Foreign lines that nobody may touch: comments, marks of others, variables, no newline at the end.
FOREIGN = "# mine  \nMAILTO=ana\n\n# begin other\n*/5 * * * * /opt/x --y='%d'\t\n# end other\n"


@pytest.fixture
def machine(hippo: Hippo) -> Hippo:
    """A machine whose PATH holds stand-ins alone: a crontab, and a systemctl that is not answered."""
    (hippo.root / "bin").mkdir()
    hippo.environ["PATH"] = f"{hippo.root}/bin"
    stand_in(hippo, "crontab", CRONTAB)
    stand_in(hippo, "systemctl", "exit 1")
    return hippo


def stand_in(hippo: Hippo, name: str, script: str) -> None:
    """A program that notes its call and does as it is told; other programs are reached by the system's PATH."""
    log = f'echo "{name} $*" >> {hippo.root}/calls\n'
    path = hippo.root / "bin" / name
    text = script.replace("{root}", str(hippo.root))
    path.write_text(f"#!/bin/sh\nPATH=/usr/bin:/bin\n{log}{text}\n", encoding="utf-8")
    path.chmod(0o755)


def calls(hippo: Hippo) -> list[str]:
    path = hippo.root / "calls"
    return path.read_text().splitlines() if path.exists() else []


def table(hippo: Hippo) -> Path:
    return hippo.root / "table"


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch) -> None:
    """hippo's own path, the same on every machine."""
    monkeypatch.setattr("hippo.services.scheduling.own_words", lambda: ("/opt/hippo/bin/hippo",))


def test_what_a_person_reads(machine: Hippo, program: None) -> None:
    told = Transcript(machine)
    told("schedule", "show")
    told("schedule", "install")
    told("schedule", "show")
    told("schedule", "run")
    told("schedule", "uninstall")
    told("schedule", "uninstall")
    told("schedule", "install", "--at", "24:00")
    told("schedule", "install", "--with", "launchd")
    told.say("systemd answers")
    stand_in(machine, "systemctl", "exit 0")
    told("schedule", "install", "--at", "4:15")
    told.matches("schedule")


@pytest.mark.parametrize("text", [None, FOREIGN, FOREIGN.rstrip("\n"), "caf\xe9\n"])
def test_a_crontab_keeps_every_byte(machine: Hippo, program: None, text: str | None) -> None:
    data = None if text is None else text.encode("latin-1")
    if data is not None:
        table(machine).write_bytes(data)
    for time in ("3:30", "3:30", "4:10"):
        assert machine("schedule", "install", "--at", time).status == 0
    inside = table(machine).read_bytes()
    assert inside.startswith(data or b"")
    assert inside.count(b"schedule") == 1
    assert b'10 4 * * * "/opt/hippo/bin/hippo" "schedule" "run"' in inside
    assert machine("schedule", "uninstall").status == 0
    assert (table(machine).read_bytes() if table(machine).exists() else None) == data


def test_a_crontab_that_cannot_be_read_is_not_written(machine: Hippo) -> None:
    stand_in(machine, "crontab", 'echo "crontab: permission denied" >&2; exit 1')
    ran = machine("schedule", "install")
    assert ran.status == 4
    assert "permission denied" in ran.err
    assert "crontab -" not in calls(machine)


def test_broken_marks_in_a_crontab_are_refused(machine: Hippo) -> None:
    table(machine).write_text("# hippo:begin hippo-nightly\n1 2 * * * x\n")
    ran = machine("schedule", "install")
    assert ran.status == 4
    assert "crontab -e" in ran.err
    assert table(machine).read_text() == "# hippo:begin hippo-nightly\n1 2 * * * x\n"


def test_systemd_is_given_two_units_and_cron_gives_up_its_line(machine: Hippo, program: None) -> None:
    machine("schedule", "install")
    assert table(machine).exists()
    stand_in(machine, "systemctl", "exit 0")
    ran = machine("schedule", "install")
    assert "loginctl enable-linger" in ran.err
    units = machine.root / "home" / ".config" / "systemd" / "user"
    assert sorted(path.name for path in units.iterdir()) == ["hippo-nightly.service", "hippo-nightly.timer"]
    assert not table(machine).exists()
    assert "systemctl --user enable --now hippo-nightly.timer" in calls(machine)
    assert machine.json("schedule", "show")["installed"] is True
    assert machine.json("schedule", "uninstall") == {"schedulers": ["systemd"]}
    assert "systemctl --user disable --now hippo-nightly.timer" in calls(machine)
    assert not units.exists()


def test_a_systemd_that_fails_leaves_no_units(machine: Hippo) -> None:
    stand_in(machine, "systemctl", '[ "$2" = show-environment ] || { echo "no such bus" >&2; exit 1; }')
    ran = machine("schedule", "install")
    assert ran.status == 4
    assert "no such bus" in ran.err
    assert not (machine.root / "home" / ".config").exists()


def test_launchd_is_given_an_agent(machine: Hippo, program: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schedulers.schedulers, "__defaults__", ("darwin",))
    stand_in(machine, "launchctl", "exit 0")
    assert machine.json("schedule", "install")["scheduler"] == "launchd"
    machine("schedule", "install")
    plist = machine.root / "home" / "Library" / "LaunchAgents" / "dev.hippo.nightly.plist"
    assert "<string>/opt/hippo/bin/hippo</string>" in plist.read_text()
    verbs = [line.split()[1] for line in calls(machine) if line.startswith("launchctl")]
    assert verbs == ["bootstrap", "bootout", "bootstrap"]
    assert machine.json("schedule", "uninstall") == {"schedulers": ["launchd"]}
    assert not (machine.root / "home" / "Library").exists()
    stand_in(machine, "launchctl", "exit 5")
    assert machine("schedule", "install").status == 4
    assert not plist.exists()


def test_windows_is_given_a_task(machine: Hippo, program: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schedulers.schedulers, "__defaults__", ("win32",))
    stand_in(
        machine,
        "schtasks",
        '[ "$1" != /Query ] || [ -f {root}/task ] || exit 1; [ "$1" != /Create ] || : > {root}/task',
    )
    assert machine.json("schedule", "install", "--at", "5:00")["scheduler"] == "windows"
    assert any("/Create /F /SC DAILY /TN hippo-nightly" in call and "/ST 05:00" in call for call in calls(machine))
    stand_in(machine, "schtasks", "echo '<Task/>'")
    assert machine.json("schedule", "show")["written"] == [{"place": "windows", "text": "<Task/>\n"}]
    machine("schedule", "uninstall")
    assert calls(machine)[-1] == "schtasks /Delete /F /TN hippo-nightly"


def test_without_a_scheduler_the_command_is_named(machine: Hippo) -> None:
    (machine.root / "bin" / "crontab").unlink()
    ran = machine("schedule", "install")
    assert ran.status == 4
    assert "hippo schedule run" in ran.err


def test_a_scheduler_that_hangs_is_given_up(machine: Hippo, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(machine, "systemctl", "exec sleep 30")
    monkeypatch.setattr(schedulers, "_LONGEST_SECONDS", 0.1)
    assert machine.json("schedule", "show")["scheduler"] == "cron"


def test_the_job_knows_the_home_that_was_named(machine: Hippo, program: None) -> None:
    home = machine.environ.pop("HIPPO_HOME")
    assert "--home" not in machine.json("schedule", "show")["written"][0]["text"]
    machine.environ["HIPPO_HOME"] = home
    assert f'"--home" "{home}"' in machine.json("schedule", "show")["written"][0]["text"]


def test_the_own_program_is_named_by_its_path(machine: Hippo) -> None:
    [written] = machine.json("schedule", "show")["written"]
    assert os.path.dirname(sys.executable) in written["text"]


def test_every_night_learns_and_sleeps_in_every_project(machine: Hippo, git: Callable[..., None]) -> None:
    machine("init")
    git("init", "-q")
    (machine.project / "x").write_text("x")
    git("add", "x")
    git("commit", "-q", "-m", "fix: close the valve before the pump starts\n\nThe pump ran dry for three seconds.")
    other = machine.root / "other"
    other.mkdir()
    machine("init", folder=other)
    machine.remember("the belt slips in wet weather", folder=other)
    machine.remember("I like tea", "--global")
    nights = machine.json("schedule", "run", now=at(days=20))["nights"]
    assert {each["store"]: (each["learnt"], each["archived"], each["trouble"]) for each in nights} == {
        str(machine.store_folder): (1, 0, ""),
        str(other / ".hippo"): (0, 1, ""),
        machine.environ["HIPPO_HOME"]: (0, 1, ""),
    }
    log = Path(machine.environ["HIPPO_HOME"], "logs", "nightly.log").read_text()
    assert f"{machine.store_folder}: 1 lesson learnt" in log
    assert machine.json("schedule", "run", now=at(days=21))["nights"][0]["learnt"] == 0


@pytest.fixture
def git(machine: Hippo) -> Callable[..., None]:
    env = {
        **os.environ,
        "GIT_CONFIG_GLOBAL": os.devnull,
        **{f"GIT_{who}_{what}": "a@b.c" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
        **{f"GIT_{who}_DATE": at(days=19).isoformat() for who in ("AUTHOR", "COMMITTER")},
    }
    machine.environ["PATH"] += ":/usr/bin:/bin"
    return lambda *words: subprocess.run(["git", *words], cwd=machine.project, env=env, check=True, capture_output=True)


def test_trouble_in_one_project_keeps_none_from_its_turn(machine: Hippo, monkeypatch: pytest.MonkeyPatch) -> None:
    home = machine.environ["HIPPO_HOME"]
    broken, gone = machine.root / "a-broken" / ".hippo", machine.root / "a-gone" / ".hippo"
    broken.mkdir(parents=True)
    (broken / "hippo.db").write_text("no database" * 1000)
    for store in (broken, gone, machine.store_folder):
        register(home, str(store))
    ran = machine("schedule", "run", "--json")
    assert ran.status == 6
    first, second, third = ran.data["nights"]
    assert first["trouble"]
    assert second["dropped"]
    assert (third["store"], third["trouble"]) == (str(machine.store_folder), "")
    assert registered(home) == [str(broken), str(machine.store_folder)]

    def bug(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(nightly, "sleep", bug)
    assert [each["trouble"] for each in machine("schedule", "run", "--json").data["nights"]][1] == (
        "ZeroDivisionError: a bug"
    )


def test_a_night_can_be_run_for_a_named_home_and_be_switched_off(machine: Hippo) -> None:
    home = machine.root / "elsewhere"
    register(str(home), str(machine.store_folder))
    assert len(machine.json("schedule", "run", "--home", str(home))["nights"]) == 1
    assert machine.json("schedule", "run", "--home", str(home), HIPPO_DISABLE="1")["nights"] == []


def test_a_clone_that_becomes_a_store_is_noted(machine: Hippo) -> None:
    machine.remember("the valve opens to the left")
    assert registered(machine.environ["HIPPO_HOME"]) == []
    (machine.store_folder / "hippo.db").unlink()
    machine("recall", "valve")
    assert registered(machine.environ["HIPPO_HOME"]) == [str(machine.store_folder)]


def test_doctor_says_when_the_scheduled_program_is_gone(machine: Hippo, monkeypatch: pytest.MonkeyPatch) -> None:
    def schedule() -> tuple[str, str]:
        findings = machine("doctor", "--json").data["findings"]
        [found] = [each for each in findings if each["part"] == "schedule"]
        return found["trouble"], found["advice"]

    assert schedule() == ("", "")
    machine("schedule", "install")
    assert schedule() == ("", "cron")
    monkeypatch.setattr("hippo.services.scheduling.own_words", lambda: ("/gone/hippo",))
    machine("schedule", "install")
    assert schedule()[0] == "the program /gone/hippo is not there"
    table(machine).write_text("# hippo:begin hippo-nightly\n")
    assert schedule() == ("", "")


def test_outside_any_project_the_job_is_set_up_all_the_same(machine: Hippo, program: None) -> None:
    assert machine("schedule", "install", folder=machine.root).status == 0
    assert registered(machine.environ["HIPPO_HOME"]) == []
    assert "no project is noted" in machine("schedule", "run").out


def test_a_scheduler_that_is_named_and_not_there_is_refused(machine: Hippo) -> None:
    (machine.root / "bin" / "systemctl").unlink()
    ran = machine("schedule", "install", "--with", "systemd")
    assert ran.status == 4
    assert "systemctl is not on PATH" in ran.err
    assert not (machine.root / "home" / ".config").exists()


def test_a_renewal_that_fails_leaves_the_units_that_were_there(machine: Hippo, program: None) -> None:
    stand_in(machine, "systemctl", "exit 0")
    machine("schedule", "install")
    units = machine.root / "home" / ".config" / "systemd" / "user"
    before = {path.name: path.read_text() for path in units.iterdir()}
    stand_in(machine, "systemctl", '[ "$2" = show-environment ]')
    assert machine("schedule", "install", "--at", "5:00").status == 4
    assert {path.name: path.read_text() for path in units.iterdir()} == before
