"""The resident model: the same answers from another process, and every way in which it may not be there."""

from __future__ import annotations

import itertools
import json
import os
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from shutil import rmtree

import pytest

from hippo.adapters import resident_file
from hippo.adapters import resident_link as link
from hippo.adapters.embeddings.protocol import NoEmbeddings
from hippo.core.settings import EmbeddingSettings
from hippo.core.value import replace
from hippo.services.embed import embed
from hippo.services.embed_status import status
from hippo.services.finding import find
from hippo.services.forget import forget
from hippo.services.meaning import nearness, start_resident
from hippo.services.nearness import Nearness
from hippo.services.remember import remember
from hippo.services.resident import AlreadyThere, Resident, Served
from hippo.services.resident_nearness import ResidentNearness
from hippo.store.search import Scope
from hippo.store.store import Store
from tests.hashing import Hashing, Named
from tests.services.desk import Desk
from tests.support import NOON

TEXTS = ("deadlock between importer and indexer", "blank screen on safari", "the fox crossed the yard again")


@pytest.fixture
def desk(desk: Desk) -> Desk:
    for text in TEXTS:
        desk.remember(text)
    embed(desk.store, Named())
    return desk


class Running:
    """A resident model in a thread; `.left` says why it has gone."""

    def __init__(self, thread: threading.Thread, hashing: Hashing) -> None:
        self.thread, self.hashing = thread, hashing
        self.left: list[Served] = []

    def reason(self) -> str:
        self.thread.join(10)
        return self.left[0].reason


@contextmanager
def running(
    desk: Desk, *, idle_seconds: float = 30.0, unix: bool | None = None, embedding: Named | None = None
) -> Iterator[Running]:
    """A resident model that can be asked; it is told to leave at the end."""
    embedding = embedding or Named()
    is_ready, over = threading.Event(), threading.Event()
    resident = Resident(str(desk.folder), embedding, unix=unix)

    hours = itertools.count()

    def clock() -> float:
        return time.monotonic() + (3600 * next(hours) if over.is_set() else 0)

    def serve() -> None:
        made = resident.serve(idle_seconds=idle_seconds, ready=is_ready.set, clock=clock, tick_seconds=0.02)
        found.left.append(made)

    found = Running(threading.Thread(target=serve), embedding.hashing)
    found.thread.start()
    try:
        assert is_ready.wait(10)
        yield found
    finally:
        over.set()
        found.thread.join(10)
        assert not found.thread.is_alive()


class Asker:
    """A process that may load no model itself."""

    def __init__(self, **settings: object) -> None:
        self.embedding = Named()
        self.embedding._embedder = None
        self.embedding.settings = EmbeddingSettings(**{"load": "never", "wait_ms": 5000, **settings})
        self.notes: list[str] = []
        self.started: list[str] = []

    def __call__(self, stores: list[Store], text: str) -> list[str]:
        def meaning(stores, text):
            start = lambda store, _: self.started.append(store.folder)  # noqa: E731
            return nearness(self.embedding, stores, text, note=self.notes.append, start=start)

        found = find(stores, text, scope=Scope(), now=NOON, limit=10, meaning=meaning)
        return [each.memory.text for each in found.found]


@pytest.mark.parametrize("unix", [True, False])
def test_it_answers_what_a_model_in_the_process_would(desk: Desk, unix: bool, tmp_path: Path) -> None:
    with Store.open(str(tmp_path)) as other, running(desk, unix=unix) as resident:
        stores = [desk.store, other]
        for question in ("hangs", "browser", "fox again", "ice cream"):
            asker = Asker()
            local = find(stores, question, scope=Scope(), now=NOON, limit=10, meaning=in_this_process)
            assert asker(stores, question) == [each.memory.text for each in local.found]
            assert asker.notes == []
        assert "hangs" in resident.hashing.asked


def in_this_process(stores: Sequence[Store], text: str) -> Nearness:
    """Meaning by a model of this process."""
    return Nearness(Named(), stores, text, note=print)


def test_a_question_that_is_asked_of_two_stores_is_embedded_once(desk: Desk, tmp_path: Path) -> None:
    with Store.open(str(tmp_path)) as other, running(desk) as resident:
        Asker()([desk.store, other], "hangs when two jobs write")
        Asker()([desk.store], "hangs when two jobs write")
        assert resident.hashing.asked.count("hangs when two jobs write") == 1


def test_nothing_of_it_can_be_read_or_asked_by_others(desk: Desk) -> None:
    with running(desk):
        for name in (resident_file.FILE, link.SOCKET):
            assert (desk.folder / name).stat().st_mode & 0o777 == 0o600
    assert not (desk.folder / link.SOCKET).exists()
    assert (desk.folder / resident_file.FILE).read_bytes() == b""


@pytest.mark.parametrize("unix", [True, False])
def test_a_wrong_token_gets_no_answer(desk: Desk, unix: bool) -> None:
    with running(desk, unix=unix) as resident:
        address = resident_file.announced(str(desk.folder))
        assert address is not None
        wrong = replace(address, token="0" * 32)
        asking = ResidentNearness(wrong, Asker().embedding, [desk.store], "hangs", note=print)
        with pytest.raises(Exception, match="the resident model cannot be asked"):
            asking.nearest(10, [None])
        assert resident.hashing.asked == [""]


@pytest.mark.parametrize(
    "words",
    [
        b"",
        b"\n",
        b"not json\n",
        b"[]\n",
        b"{}\n",
        b'{"token": 7}\n',
        b"\xff\xfe\n",
        b"[" * 90_000 + b"\n",
        b"x" * (link.LONGEST_LINE + 9),
    ],
)
def test_garbage_harms_nobody(desk: Desk, words: bytes) -> None:
    with running(desk):
        with socket.socket(socket.AF_UNIX) as rude:
            rude.connect(str(desk.folder / link.SOCKET))
            try:
                rude.sendall(words)
            except OSError:
                pass
        assert Asker()([desk.store], "hangs") == [TEXTS[0]]


@pytest.mark.parametrize(
    "spoilt", [{"folders": 7}, {"most": "x"}, {"among": []}, {"folders": ["/nowhere"]}, {"text": None}]
)
def test_a_question_that_is_none_harms_nobody(desk: Desk, spoilt: dict[str, object]) -> None:
    with running(desk):
        address = resident_file.announced(str(desk.folder))
        assert address is not None
        line = link.connect(address, wait_seconds=5)
        asked = {"protocol": link.PROTOCOL, "token": address.token, "model": "test:hashing", "text": "fox"}
        line.say({**asked, "folders": [str(desk.folder)], "most": 3, "among": [None], **spoilt})
        try:
            line.wait_at_most(2)
            line.hear()
        except OSError:
            pass
        line.close()
        assert Asker()([desk.store], "hangs") == [TEXTS[0]]


@pytest.mark.parametrize("words", [b"", b"{", b'{"token": "wrong"}\n'])
def test_those_who_say_nothing_hold_nobody_up(desk: Desk, words: bytes) -> None:
    with running(desk), ExitStack() as stack:
        for _ in range(30):
            silent = stack.enter_context(socket.socket(socket.AF_UNIX))
            silent.connect(str(desk.folder / link.SOCKET))
            silent.sendall(words)
        asker = Asker()
        assert asker([desk.store], "hangs") == [TEXTS[0]]
        assert asker.notes == []


def test_two_who_ask_at_once_get_each_their_own_answer(desk: Desk) -> None:
    with running(desk):
        address = resident_file.announced(str(desk.folder))
        assert address is not None
        settings = Asker().embedding
        one, other = (
            ResidentNearness(address, settings, [desk.store], text, note=print) for text in ("hangs", "browser")
        )
        [[first, *_]], [[second, *_]] = one.nearest(1, [None]), other.nearest(1, [None])
        assert (one.cosines([[first]])[0][first] > 0.3, other.cosines([[first]])[0][first]) == (True, 0)
        assert first != second


def test_a_question_can_be_asked_again_and_deeper(desk: Desk) -> None:
    with running(desk):
        address = resident_file.announced(str(desk.folder))
        assert address is not None
        asking = ResidentNearness(address, Asker().embedding, [desk.store], "hangs", note=print)
        assert [len(asking.nearest(most, [None])[0]) for most in (1, 2, 9)] == [1, 2, 3]
        assert len(asking.cosines([[1, 2, 99]])[0]) == 2


def rm(path: Path) -> None:
    path.unlink()


def overwrite(path: Path) -> None:
    path.write_text("x")


def replace_it(path: Path) -> None:
    path.with_name("other").write_bytes(b"")
    path.with_name("other").replace(path)


@pytest.mark.parametrize(("name", "spoil"), [(link.SOCKET, rm), (link.SOCKET, replace_it), (resident_file.FILE, rm)])
@pytest.mark.parametrize("is_asked", [False, True])
def test_it_leaves_when_it_cannot_be_found_any_more(desk: Desk, name: str, spoil, is_asked: bool) -> None:
    with running(desk) as resident:
        if is_asked:
            assert Asker()([desk.store], "hangs") == [TEXTS[0]]
        spoil(desk.folder / name)
        assert resident.reason() == "its socket or what it has announced is no longer its own"
        with running(desk):
            assert Asker()([desk.store], "hangs") == [TEXTS[0]]


@pytest.mark.parametrize("spoil", [overwrite, replace_it])
def test_it_leaves_when_what_it_has_announced_is_overwritten(desk: Desk, spoil) -> None:
    with running(desk) as resident:
        spoil(desk.folder / resident_file.FILE)
        assert resident.reason() == "its socket or what it has announced is no longer its own"
        assert not (desk.folder / link.SOCKET).exists()


def test_the_socket_of_its_successor_is_left_alone(desk: Desk) -> None:
    with running(desk) as resident:
        replace_it(desk.folder / link.SOCKET)
        resident.reason()
        assert (desk.folder / link.SOCKET).exists()


class Broken(Hashing):
    """A model that cannot be loaded, or breaks at its first question."""

    def __init__(self, error: Exception, *, at_once: bool = True) -> None:
        super().__init__()
        self.error, self.at_once = error, at_once

    def embed(self, texts, *, wait_seconds=None):
        if self.at_once or texts != [""]:
            raise self.error
        return super().embed(texts)


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (NoEmbeddings("the tokenizer\n\x1b[31mis garbage"), "the tokenizer  [31mis garbage"),
        (KeyError("X"), "KeyError: 'X'"),
    ],
)
def test_why_it_could_not_start_is_told_and_it_is_not_started_again(desk: Desk, error, reason: str) -> None:
    with pytest.raises(type(error)):
        Resident(str(desk.folder), Named(embedder=Broken(error))).serve(idle_seconds=1)
    asker = Asker(resident=True)
    for _ in range(2):
        assert asker([desk.store], "fox") == [TEXTS[2]]
    next_step = "`hippo config embeddings.load always` lets a recall load it itself"
    assert asker.notes == [f"words alone: the resident model cannot start: {reason}; {next_step}"] * 2
    assert asker.started == []


def test_after_a_while_it_is_tried_again_and_the_last_reason_told(desk: Desk) -> None:
    fail(desk)
    hour_ago = time.time() - 3600
    os.utime(desk.folder / resident_file.FILE, (hour_ago, hour_ago))
    asker = Asker(resident=True)
    assert asker([desk.store], "fox") == [TEXTS[2]]
    assert asker.notes == ["words alone: the model is being loaded again, the last time it could not be: no tokenizer"]
    assert asker.started == [str(desk.folder)]
    with running(desk):
        assert Asker()([desk.store], "hangs") == [TEXTS[0]]
    assert resident_file.trouble_of(str(desk.folder)) is None


def fail(desk: Desk) -> None:
    with pytest.raises(NoEmbeddings):
        Resident(str(desk.folder), Named(embedder=Broken(NoEmbeddings("no tokenizer")))).serve(idle_seconds=1)


def test_the_trouble_of_another_model_keeps_none_from_starting(desk: Desk) -> None:
    fail(desk)
    asker = Asker(resident=True)
    asker.embedding._choice = replace(asker.embedding.choice, model="test:other")
    asker([desk.store], "fox")
    assert asker.notes == ["words alone: the model is being loaded, the next recall has it"]


def test_one_that_was_killed_while_it_loaded_is_known_as_such(desk: Desk) -> None:
    held = resident_file.Announcement.take(str(desk.folder))
    assert held is not None
    held.say_trouble(resident_file.Trouble(reason="it ended while the model was being loaded", model="test:hashing"))
    assert resident_file.trouble_of(str(desk.folder)) is None
    held._file.close()
    found = resident_file.trouble_of(str(desk.folder))
    assert found is not None
    assert found.reason == "it ended while the model was being loaded"


def test_where_it_cannot_start_the_model_of_this_process_answers_if_it_may(desk: Desk) -> None:
    fail(desk)
    asker = Asker(resident=True)
    asker.embedding = Named(resident=True)
    assert asker([desk.store], "hangs") == [TEXTS[0]]
    assert asker.notes == ["the resident model cannot start: no tokenizer; this process has loaded it itself"]


@pytest.mark.parametrize("may_load", [False, True])
def test_a_store_that_cannot_be_written_has_none_and_says_so(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, may_load: bool
) -> None:
    def refuse(*_: object) -> int:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(resident_file.os, "open", refuse)
    monkeypatch.setattr("hippo.adapters.detached.start_program", lambda *_: pytest.fail("started"))
    notes: list[str] = []
    embedding = Named(resident=True) if may_load else Asker(resident=True).embedding
    found = nearness(embedding, [desk.store], "hangs", note=notes.append, start=start_resident)
    assert (found is not None) is may_load
    [note] = notes
    assert f"the resident model cannot start: its file in {desk.folder} cannot be written: Read-only" in note


def test_one_is_started_once_and_known_if_it_never_begins(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr("hippo.adapters.detached.start_program", lambda command, _: started.append(command))
    notes: list[str] = []
    embedding = Asker(resident=True).embedding
    for age in (0, 0, 30, 3600):
        then = time.time() - age
        if age:
            os.utime(desk.folder / resident_file.FILE, (then, then))
        assert nearness(embedding, [desk.store], "fox", note=notes.append, start=start_resident) is None
    assert len(started) == 2
    loading, never = "words alone: the model is being loaded", "it ended before it had begun; `hippo embed serve` says"
    assert [note.startswith(loading) for note in notes] == [True, True, False, True]
    assert [never in note for note in notes] == [False, False, True, True]


def test_a_link_that_came_with_a_repository_is_not_written_through(desk: Desk, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    (desk.folder / resident_file.FILE).symlink_to(victim)
    with pytest.raises(OSError, match="symbolic links"):
        Resident(str(desk.folder), Named()).serve(idle_seconds=0)
    assert "cannot be written" in start_resident(desk.store, "test:hashing")
    assert victim.read_text() == "precious"


def test_who_writes_for_long_keeps_it_from_no_answer(desk: Desk) -> None:
    with running(desk):
        desk.remember("the new deadlock")
        with Store.open(str(desk.folder)) as other, other.transaction():
            for _ in range(3):
                time.sleep(0.1)
                assert TEXTS[0] in Asker(wait_ms=3000)([desk.store], "hangs")
        waited = time.monotonic() + 10
        while status(desk.store, Named()).pending and time.monotonic() < waited:
            time.sleep(0.02)
        assert status(desk.store, Named()).pending == 0


def test_what_breaks_at_a_question_is_told_to_whoever_asked(desk: Desk) -> None:
    embedding = Named(embedder=Broken(NoEmbeddings("the model is ill", hint="heal it"), at_once=False))
    with running(desk, embedding=embedding):
        asker = Asker()
        assert asker([desk.store], "fox") == [TEXTS[2]]
        assert asker.notes == ["words alone: the resident model: the model is ill; heal it"]
        assert asker([desk.store], "fox") == [TEXTS[2]]


def test_vectors_of_another_dimension_are_told(desk: Desk) -> None:
    with running(desk, embedding=Named(embedder=Hashing(32))):
        asker = Asker()
        assert asker([desk.store], "fox") == [TEXTS[2]]
        assert asker.notes[0].startswith("words alone: the resident model: hashing gives 32 components now")


def test_a_store_that_was_replaced_is_opened_anew(desk: Desk, tmp_path: Path) -> None:
    folder = tmp_path / "other"
    folder.mkdir()
    with running(desk):
        for text in ("a deadlock of old", "the newer deadlock"):
            rmtree(folder)
            folder.mkdir()
            with Store.open(str(folder)) as other:
                remember(other, text, occasion=desk.occasion())
                embed(other, Named())
                assert set(Asker()([desk.store, other], "hangs")) == {TEXTS[0], text}


def test_a_file_that_came_with_a_repository_sends_nobody_anywhere(desk: Desk) -> None:
    with socket.create_server(("127.0.0.1", 0)) as trap:
        said = {"token": "x", "path": "", "port": trap.getsockname()[1], "process": 1}
        (desk.folder / resident_file.FILE).write_text(json.dumps(said))
        assert resident_file.announced(str(desk.folder)) is None
    with resident_file.Announcement.take(str(desk.folder))._file as file:  # type: ignore[union-attr]
        file.write(json.dumps({**said, "path": "/run/another.sock"}).encode())
        file.flush()
        assert resident_file.is_held(str(desk.folder))
        assert resident_file.announced(str(desk.folder)) is None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name here")
def test_a_pipe_in_the_place_of_its_file_is_not_waited_for(desk: Desk) -> None:
    os.mkfifo(desk.folder / resident_file.FILE)
    assert resident_file.announced(str(desk.folder)) is resident_file.trouble_of(str(desk.folder)) is None
    assert not resident_file.is_held(str(desk.folder))


def test_looking_for_it_makes_no_file_and_keeps_none_from_starting(desk: Desk) -> None:
    assert not resident_file.is_held(str(desk.folder))
    assert not (desk.folder / resident_file.FILE).exists()
    (desk.folder / resident_file.FILE).touch()
    with resident_file.files.open_regular(str(desk.folder / resident_file.FILE)) as looking:
        assert not resident_file._is_locked(looking)
        threading.Timer(0.03, looking.close).start()
        with running(desk):
            assert resident_file.is_held(str(desk.folder))


@pytest.mark.parametrize("spoilt", [{"protocol": 0}, {"model": "test:other"}])
def test_it_leaves_for_one_that_another_asker_needs(desk: Desk, spoilt: dict[str, object]) -> None:
    with running(desk) as resident:
        address = resident_file.announced(str(desk.folder))
        assert address is not None
        line = link.connect(address, wait_seconds=5)
        asked = {"protocol": link.PROTOCOL, "token": address.token, "model": "test:hashing", "text": "fox"}
        line.say({**asked, "folders": [str(desk.folder)], "most": 3, "among": [None], **spoilt})
        assert line.hear() == {"error": "another model"}
        line.close()
        assert resident.reason() == "somebody needs another model or protocol"
    with running(desk):
        assert Asker()([desk.store], "hangs") == [TEXTS[0]]


def test_an_asker_with_another_model_has_to_do_with_words_once(desk: Desk) -> None:
    with running(desk) as resident:
        asker = Asker()
        asker.embedding._choice = replace(asker.embedding.choice, model="test:other")
        assert asker([desk.store], "hangs") == []
        assert asker.notes[0].startswith("words alone: the resident model is another one")
        assert resident.reason().startswith("somebody needs another model")


def test_it_leaves_when_nobody_asks_and_when_its_store_goes(desk: Desk) -> None:
    with running(desk, idle_seconds=0.05) as resident:
        assert resident.reason() == "nobody asked"
    with running(desk) as resident:
        os.rename(desk.folder, desk.folder.with_name("moved"))
        assert resident.reason() == "the store has gone"


def test_its_file_is_let_go_whatever_cannot_be_tidied(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("hippo.services.resident._Place.remove_socket", refuse)
    with pytest.raises(PermissionError):
        Resident(str(desk.folder), Named()).serve(idle_seconds=0.0, tick_seconds=0.01)
    assert not resident_file.is_held(str(desk.folder))
    assert resident_file.announced(str(desk.folder)) is None


def test_there_is_one_for_each_store(desk: Desk) -> None:
    with running(desk), pytest.raises(AlreadyThere, match="already") as raised:
        Resident(str(desk.folder), Named()).serve(idle_seconds=1)
    assert raised.value.hint
    assert status(desk.store, Named()).resident is False


def test_while_nobody_asks_it_makes_the_vectors_that_are_missing(desk: Desk) -> None:
    with running(desk):
        assert status(desk.store, Named()).resident is True
        desk.remember("the new deadlock")
        waited = time.monotonic() + 10
        while status(desk.store, Named()).pending and time.monotonic() < waited:
            time.sleep(0.02)
        assert set(Asker()([desk.store], "hangs")) == {TEXTS[0], "the new deadlock"}


def test_what_is_erased_is_no_longer_found(desk: Desk) -> None:
    with running(desk):
        assert Asker()([desk.store], "hangs") == [TEXTS[0]]
        [found] = [each for each in desk.store.memories.listed() if each.memory.text == TEXTS[0]]
        forget([desk.store], [found.memory.id], occasion=desk.occasion(), purge=True)
        assert Asker()([desk.store], "hangs") == []


def test_what_a_killed_one_leaves_behind_is_known_as_such(desk: Desk) -> None:
    said = {"token": "x", "path": str(desk.folder / link.SOCKET), "port": 0, "process": 1}
    (desk.folder / resident_file.FILE).write_text(json.dumps(said))
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(said["path"])
    asker = Asker()
    assert asker([desk.store], "fox") == [TEXTS[2]]
    assert asker.notes[0].startswith("words alone: hashing is loaded by no recall")
    with running(desk):
        assert Asker()([desk.store], "hangs") == [TEXTS[0]]


@pytest.mark.parametrize("said", ["", "{", "[]", "{}", '{"token": 1, "path": 2, "port": "x"}', "\x00" * 100])
def test_a_file_that_says_nothing_names_nobody(desk: Desk, said: str) -> None:
    (desk.folder / resident_file.FILE).write_text(said)
    assert resident_file.announced(str(desk.folder)) is None
    assert Asker(load="never")([desk.store], "fox") == [TEXTS[2]]


def test_an_answer_that_comes_late_is_not_waited_for(desk: Desk) -> None:
    class Slow(Hashing):
        def embed(self, texts, *, wait_seconds=None):
            if texts != [""]:
                time.sleep(0.3)
            return super().embed(texts)

    with running(desk, embedding=Named(embedder=Slow())):
        asker = Asker(wait_ms=50)
        assert asker([desk.store], "fox") == [TEXTS[2]]
        late = "the resident model did not answer within 50 ms; `hippo config embeddings.wait_ms` gives it longer"
        assert asker.notes == [f"words alone: {late}"]


def test_the_first_recall_starts_it_if_the_settings_say_so(desk: Desk) -> None:
    asker = Asker(resident=True)
    assert asker([desk.store], "fox") == [TEXTS[2]]
    assert asker.started == [str(desk.folder)]
    assert asker.notes == ["words alone: the model is being loaded, the next recall has it"]


def test_a_path_too_long_for_a_socket_is_served_on_loopback(desk: Desk, tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 120)
    deep.mkdir()
    assert link.socket_path(str(deep)) == ""
    listening, address = link.listen(str(deep))
    with listening:
        assert (address.path, address.port > 0) == ("", True)


def test_another_user_at_the_other_end_is_refused(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(desk):
        monkeypatch.setattr(link.os, "getuid", lambda: 4711)
        address = resident_file.announced(str(desk.folder))
        assert address is not None
        with pytest.raises(link.Broken, match="the other end is user"):
            link.connect(address, wait_seconds=5)
        monkeypatch.undo()
