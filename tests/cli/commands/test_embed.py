"""hippo embed, and recall by meaning at the command line, with the small model that the tests install."""

from __future__ import annotations

import json
import os
import signal
import time
from contextlib import suppress
from pathlib import Path

import pytest

from hippo.adapters import resident_file
from hippo.adapters import resident_link as link
from hippo.adapters.embeddings import models
from hippo.adapters.embeddings.choice import choose, load
from hippo.core.settings import EmbeddingSettings
from scripts.benchmarks.model_server import serving_model
from tests.adapters.embeddings.test_download import NAME, Hub
from tests.cli.commands.transcript import Transcript
from tests.cli.processes import Process
from tests.cli.test_startup import LOADED
from tests.hashing import openai, serving
from tests.support import Hippo

TEXTS = (
    "deadlock between the importer and the indexer: both wait for the row lock",
    "use pnpm, never npm, in this repository",
    "the login page shows a blank screen on Safari",
)
HANGS = "the app hangs when two jobs write"


@pytest.fixture
def hippo(hippo: Hippo) -> Hippo:
    for text in TEXTS:
        hippo.remember(text)
    return hippo


def test_what_a_person_reads(hippo: Hippo) -> None:
    say = Transcript(hippo)
    say("recall", HANGS)
    say("embed", "--status")
    say("embed")
    say("recall", HANGS, "--why")
    say("recall", HANGS, "--lexical")
    say("remember", "the white page is a missing polyfill")
    say("edit", "mem_0001", "--text", "deadlock of importer and indexer: both wait for the row lock")
    say("embed", "--status")
    say("status")
    say("sleep")
    say("embed", "--status")
    say("doctor")
    say("embed", "--rebuild")
    say("config", "embeddings.backend", "ollama")
    say("recall", "Safari")
    say("embed")
    say("config", "embeddings.model", "nomic-embed-text")
    say("embed", "--status")
    say("config", "embeddings.backend", "off")
    say("recall", HANGS)
    say("embed")
    say("embed", "--rebuild", "--status")
    say.matches("embed")


def test_the_json_says_how_far_the_vectors_are(hippo: Hippo) -> None:
    hippo.json("embed")
    hippo.remember("one more")
    told = hippo.json("embed", "--status")
    assert (told["live"], told["current"], told["pending"], told["stale"]) == (4, 3, 1, 0)
    assert (told["backend"], told["dimension"], told["trouble"]) == ("onnx", 384, "")
    assert hippo.json("status")["stores"][0]["vectors"] == told
    [hit] = hippo.json("recall", HANGS, "--why")
    assert hit["parts"]["meaning"] == pytest.approx(hit["parts"]["cosine"])
    assert hit["parts"]["words"] == 0
    [lexical] = hippo.json("recall", "Safari", "--why", "--lexical")
    assert lexical["parts"]["cosine"] is None


def test_a_server_that_is_named_is_asked_and_no_other(hippo: Hippo) -> None:
    with serving(lambda asked: (200, openai(asked["input"]))) as served:
        for key, content in (("backend", "server"), ("url", served.url), ("model", "small")):
            assert hippo("config", f"embeddings.{key}", content).status == 0
        assert hippo.json("embed")["model"].startswith("server:small:")
        assert [each["input"] for each in served.documents] == [list(TEXTS)]
        assert hippo.json("recall", "blank screen")[0]["memory"]["text"] == TEXTS[2]
        assert served.documents[1]["input"] == ["blank screen"]
    ran = hippo("recall", "blank screen")
    assert TEXTS[2] in ran.out
    assert ran.err.startswith("note: words alone: the embedding server ")
    assert hippo("embed", "--rebuild").status == 4


def test_a_context_for_a_question_goes_by_meaning_too(hippo: Hippo) -> None:
    hippo.json("embed")
    assert TEXTS[0] in hippo("context", HANGS).out
    assert TEXTS[0] not in hippo("context", HANGS, "--lexical").out
    assert hippo("context", HANGS, "--auto", "--lexical").out == hippo("context", HANGS, "--lexical").out


def test_a_context_without_a_question_asks_no_model(hippo: Hippo) -> None:
    hippo.json("embed")
    hippo("config", "embeddings.model", "none-such")
    for words in (["context"], ["context", "--auto"]):
        assert hippo(*words).err == ""
    assert "words alone: " in hippo("context", HANGS).err


@pytest.mark.parametrize("backend", ["ollama", "server"])
def test_a_server_with_a_real_model_finds_what_is_meant(hippo: Hippo, backend: str) -> None:
    with serving_model(load(choose(EmbeddingSettings(backend="onnx"), hippo.environ))) as url:
        for key, content in (("backend", backend), ("url", url), ("model", "all-minilm"), ("wait_ms", "20000")):
            assert hippo("config", f"embeddings.{key}", content).status == 0
        assert hippo.json("embed")["dimension"] == 384
        [hit] = hippo.json("recall", HANGS, "--why")
    assert hit["memory"]["text"] == TEXTS[0]
    assert hit["parts"]["words"] == 0


def test_a_model_that_is_missing_is_downloaded_by_embed_alone_and_said_before(
    hippo: Hippo, monkeypatch: pytest.MonkeyPatch
) -> None:
    weights, _ = models.onnx_weights("", hippo.environ)
    hub = Hub()
    hub.files["onnx/model_quint8_avx2.onnx"] = Path(weights).read_bytes()
    hub.files["tokenizer.json"] = b""
    hub.listed = json.dumps(
        [
            {"type": "file", "path": path, "size": len(content)}
            for path, content in hub.files.items()
            if path in ("config.json", "onnx/model_quint8_avx2.onnx")
        ]
    ).encode()
    hippo.json("embed")
    monkeypatch.setattr(models, "_ONNX_PACKAGES", ())
    with serving(hub.answer) as served:
        environ = {"HF_ENDPOINT": served.url}
        asked = hippo("recall", HANGS, **environ)
        assert (asked.out, served.paths) == ("", [])
        assert "words alone: the model all-MiniLM-L6-v2 is not on this machine; `hippo embed` downloads it" in asked.err
        assert "is not on this machine, and HF_HUB_OFFLINE" in hippo("embed", HF_HUB_OFFLINE="1", **environ).err
        assert served.paths == []
        made = hippo("embed", **environ)
    assert f"note: downloading {NAME}, 2" in made.err
    assert f" from {served.url} to {hippo.environ['HIPPO_HOME']}" in made.err
    assert "3 of 3 live memories" in made.out
    assert hippo.json("recall", HANGS)[0]["memory"]["text"] == TEXTS[0]


def test_a_resident_model_that_was_killed_is_replaced(tmp_path: Path) -> None:
    process = Process(tmp_path)
    for words in (
        ["init", "--no-hooks", "--no-schedule"],
        ["remember", TEXTS[0]],
        ["embed"],
        ["config", "embeddings.resident", "true"],
        ["config", "embeddings.wait_ms", "20000"],
    ):
        assert process(*words).returncode == 0, words
    first = process("recall", HANGS)
    assert (first.stdout, first.stderr) == (
        b"",
        b"note: words alone: the model is being loaded, the next recall has it\n",
    )
    for _ in range(2):
        killed = resident(process)
        asked = process("recall", HANGS, code=LOADED)
        assert TEXTS[0].encode() in asked.stdout
        assert b"numpy" not in asked.stderr.split()
        kill(process, killed)
        again = process("recall", HANGS)
        assert again.stderr == first.stderr
    kill(process, resident(process))


def kill(process: Process, resident: int) -> None:
    """End a process that answers for the store; on a busy machine it lives on for a moment."""
    os.kill(resident, signal.SIGKILL)
    for _ in range(1200):
        if not resident_file.is_held(str(process.project / ".hippo")):
            return
        time.sleep(0.05)
    raise AssertionError("it lives on")


def resident(process: Process) -> int:
    """The process that answers for the store, once it does."""
    for _ in range(1200):
        address = resident_file.announced(str(process.project / ".hippo"))
        if address is not None:
            with suppress(OSError):
                link.connect(address, wait_seconds=5).close()
                return address.process
        time.sleep(0.05)
    raise AssertionError("nobody answers")


def ask_server(hippo: Hippo, url: str) -> None:
    """Name a server in the project's settings."""
    for key, content in (("backend", "server"), ("url", url), ("model", "small")):
        assert hippo("config", f"embeddings.{key}", content).status == 0


def test_a_server_that_fails_midway_leaves_what_was_made(hippo: Hippo) -> None:
    for number in range(70):
        hippo.remember(f"the pump has part number {number}")
    answers = [200, 500]

    def answer(asked: dict[str, list[str]]) -> tuple[int, bytes]:
        status = answers.pop(0)
        return status, openai(asked["input"]) if status == 200 else b"out of memory"

    with serving(answer) as served:
        ask_server(hippo, served.url)
        ran = hippo("embed")
        assert (ran.status, ran.out) == (6, "")
        assert ran.err.startswith("hippo: 64 of 73 vectors were made and are kept, then: the embedding server ")
        assert "; `hippo embed` goes on with the others\n" in ran.err
        answers += [500]
        told = hippo("embed", "--json")
        assert (told.status, told.error["code"]) == (4, "no-embeddings")
    assert hippo.json("embed", "--status")["current"] == 64


def test_an_interrupted_rebuild_is_told_until_it_is_done(hippo: Hippo) -> None:
    for number in range(70):
        hippo.remember(f"the pump has part number {number}")
    answers = [200, 200, 200, 500]

    def answer(asked: dict[str, list[str]]) -> tuple[int, bytes]:
        status = answers.pop(0) if answers else 200
        return status, openai(asked["input"]) if status == 200 else b"out of memory"

    with serving(answer) as served:
        ask_server(hippo, served.url)
        hippo("embed")
        assert hippo("embed", "--rebuild").status == 6
        assert "73 of 73 live memories\nrebuild  9 still to be made anew; `hippo embed` goes on\n" in (
            hippo("embed", "--status").out
        )
        assert "73 of 73 live memories; a rebuild has 9 to go: `hippo embed`\n" in hippo("status").out
        assert "73 of 73 live memories have one; a rebuild has 9 to go: `hippo embed`" in hippo("doctor").out
        assert hippo("embed").status == 0
        for words in (["embed", "--status"], ["status"], ["doctor"]):
            said = hippo(*words).out
            assert "73 of 73" in said
            assert "to go" not in said
            assert "anew" not in said


def test_an_interrupt_is_one_line_or_one_document(hippo: Hippo) -> None:
    def answer(_: dict[str, list[str]]) -> tuple[int, bytes]:
        os.kill(os.getpid(), signal.SIGINT)
        return 200, b""

    for words in (["embed"], ["embed", "--json"]):
        with serving(answer) as served:
            ask_server(hippo, served.url)
            ran = hippo(*words)
        said = "interrupted: 0 of 3 vectors are made and kept; `hippo embed` goes on"
        assert ran.status == 130
        if "--json" in words:
            assert (ran.error["message"], ran.err) == (said, "")
        else:
            assert (ran.out, ran.err) == ("", f"hippo: {said}\n")


@pytest.mark.parametrize("words", [["--status", "serve"], ["--rebuild", "serve"]])
def test_options_of_embed_are_none_of_serve(hippo: Hippo, words: list[str]) -> None:
    ran = hippo("embed", *words)
    assert (ran.status, ran.out) == (2, "")
    assert f"`hippo embed serve` does not take {words[0]}" in ran.err


def test_the_store_of_the_user_is_embedded_by_a_command_of_its_own(hippo: Hippo) -> None:
    hippo("remember", "never deploy on Fridays", "--global")
    assert "pending  1; `hippo embed --global` makes them" in hippo("embed", "--status", "--global").out
    assert "pending  3; `hippo embed` makes them" in hippo("embed", "--status").out
    hippo("embed", "--global")
    hippo("remember", "deploys need two approvals", "--global")
    assert "`hippo embed --global` makes the others" in hippo("doctor", "--global").out
    assert "1 wait for `hippo embed --global`" in hippo("status", "--global").out
    assert hippo.json("embed", "--status")["current"] == 0


def test_stores_of_two_models_are_told_of_with_the_commands_that_end_it(hippo: Hippo) -> None:
    hippo("remember", "never deploy on Fridays", "--global")
    hippo("embed", "--global")
    with serving(lambda asked: (200, openai(asked["input"]))) as served:
        ask_server(hippo, served.url)
        hippo("config", "embeddings.wait_ms", "5000")
        told = hippo("recall", "Safari").err
        commands = [f"hippo config embeddings.{each} --global" for each in ("backend server", "model small")]
        commands += [f"hippo config embeddings.url {served.url} --global", "hippo embed --global"]
        steps = ", then ".join(f"`{each}`" for each in commands)
        assert told == f"note: words alone: no vector is of small; {steps} makes them\n"
        hippo("embed")
        told = hippo("recall", "Safari").err
        assert told == (
            "note: words alone in your own store: its vectors are of another model; " + steps + " makes others\n"
        )
        assert [each["vectors"]["stale"] for each in hippo.json("status")["stores"]] == [0, 0]
        assert "wait for" not in hippo("status").out
        for command in commands:
            assert hippo(*command.split()[1:]).status == 0
        assert hippo("recall", "Safari").err == ""
        assert [each["vectors"]["current"] for each in hippo.json("status")["stores"]] == [3, 1]


def test_a_path_is_sent_nowhere(hippo: Hippo) -> None:
    hippo.json("embed")
    with serving(lambda _: (404, b"")) as served:
        for model in ("/no/such/dir", "/etc", "./private/plans", "private/plans/model"):
            hippo("config", "embeddings.model", model)
            for words in (["embed"], ["recall", "Safari"]):
                told = hippo(*words, HF_ENDPOINT=served.url).err
                assert "downloads it" not in told
                assert "takes a name, owner/name or a path that begins with / or ~" in told
    assert served.paths == []


def test_what_a_server_says_is_one_harmless_line(hippo: Hippo) -> None:
    failing: list[bytes] = []

    def answer(asked: dict[str, list[str]]) -> tuple[int, bytes]:
        return (500, failing[0]) if failing else (200, openai(asked["input"]))

    with serving(answer) as served:
        ask_server(hippo, served.url)
        hippo.json("embed")
        failing.append(b"\x1b[31mRED\x1b]0;title\x07\nnote: do as I say")
        for words, lines in ((["recall", "Safari"], 1), (["embed", "--rebuild"], 2)):
            told = hippo(*words).err
            assert "answered 500 Internal Server Error: RED note: do as I say" in told
            assert len(told.splitlines()) == lines
            assert "\x1b" not in told
