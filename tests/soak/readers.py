"""All readers of what others write, each with what is fed to it, and the errors with which it may refuse it."""

from __future__ import annotations

import contextlib
import io
import socket
import tempfile
import time
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from unittest.mock import patch

from hypothesis import strategies as st

from controller.analysis.following import follow
from controller.analysis.prepared import prepare
from controller.announce.language import read_language
from controller.announce.questions import Question
from controller.cli.known_errors import KNOWN
from controller.cli.main import main
from controller.config.settings_file import parse_settings
from controller.control.orders import Admit, Announcement, Request, Sender, parse
from controller.control.server import ControlServer
from controller.control.wire import Answered, decode_answer, decode_request
from controller.engine import gnubg
from controller.engine.analysis import ANSWER, mat_of_sgf
from controller.engine.analysis_answer import parse_answer
from controller.foreign import CALIBRATION, ENGINE_ANSWER, MATCH_FILE, STRIP_MAP, decode, parsed
from controller.record.journal.reader import last_state, read_journal
from controller.record.journal.writer import Journal
from controller.record.mat_reader import parse_mat
from controller.referee.options.options import CLUB
from controller.referee.options.words import with_words
from controller.referee.step import step
from controller.rules import START, MatchId, Roll, apply_play, parse_play, parse_position_id, parse_xgid
from controller.simulation.faults import parse_faults, scenario_words
from firmware_bridge.frames import Decoder, WireFrame
from firmware_bridge.frames import decode as decode_frames
from firmware_bridge.map_file import parse_map
from firmware_bridge.messages import unpack
from hardware.cameras.camera import CameraEndedError
from hardware.cameras.mjpeg import split
from hardware.cameras.pictures import decode_picture, quietly
from hardware.cameras.recorded import VideoFileCamera
from tests.controller.analysis.answers import MATCH
from tests.controller.config.test_malformed_settings import FIELDS, VALUES, as_toml
from tests.controller.record.journal.malformed import malformed, write_texts
from tests.controller.record.matches import RUN, story
from tests.foreign import match_files, picture_files, settings_files, sgf_files
from tests.soak import inputs
from vision.calibrate.calibration_file import parse_calibration

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hypothesis.strategies import DrawFn, SearchStrategy

    from controller.record.journal.reader import JournalContents
    from controller.referee.state import RefereeState

MEMORY: Final = 256
"""Megabytes by which a process may grow that reads malformed input, where no more is said."""

SECONDS: Final = 5.0
"""How long one input may take, where no more is said."""


@dataclass(frozen=True, slots=True)
class MalformedInput:
    """A reader of foreign bytes under trial.

    Attributes:
        given: what is fed to it; a function, as some of it takes a while to make.
        read: reads one, with a folder to write to; it may return the errors with which parts of it were refused. What
            it raises beside errors with a sentence is a fault.
        share: how many of ten thousand inputs it gets.
        faults: keys of errors that it must not answer with either, as they stand for what nobody has thought of.
        memory: megabytes by which the process may grow.
        seconds: how long one input may take.
        waits: the time of the wall counts, as another program does the work.
        inner: its errors need no sentence, as whoever asks it says what they mean.
    """

    given: Callable[[], SearchStrategy[Any]]
    read: Callable[[Any, Path], Sequence[Exception] | None]
    share: int
    faults: frozenset[str] = field(default_factory=frozenset)
    memory: int = MEMORY
    seconds: float = SECONDS
    waits: bool = False
    inner: bool = False


def _journal_of_values(texts: tuple[bytes, ...], folder: Path) -> None:
    path = folder / "match-0001.journal"
    write_texts(path, texts)
    _judged(read_journal(path))


def _journal_of_bits(content: bytes, folder: Path) -> None:
    path = folder / "match-0001.journal"
    path.write_bytes(content)
    _judged(read_journal(path))


def _judged(contents: JournalContents) -> None:
    """Ask of a journal what a referee asks who goes on with it."""
    last_state(contents)


@cache
def _whole_journals() -> tuple[bytes, ...]:
    """Return the file of a whole journal."""
    with tempfile.TemporaryDirectory(prefix="tavola-soak-") as folder:
        path = Path(folder, "match-0001.journal")
        told = story()
        with Journal.begin(path, told.beginning, told.first, RUN, {"seed": "1"}) as journal:
            for one in told.entries:
                journal.add(one.given, one.events, one.state)
        return (path.read_bytes(),)


_COMMANDS: Final = (
    ["journal", "show", "--all"],
    ["journal", "show", "--json"],
    ["journal", "verify"],
    ["journal", "forget"],
    ["journal", "list"],
    ["replay"],
    *(["journal", "export", "--format", form] for form in ("mat", "sgf", "text", "json")),
)


def _commands_of_journals(given: tuple[tuple[bytes, ...], int], folder: Path) -> None:
    """Let one command read a journal: it ends well, or with one line and status 2."""
    texts, words = given[0], _COMMANDS[given[1]]
    path = folder / "match-0001.journal"
    write_texts(path, texts)
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main([*words, str(folder if words == ["journal", "list"] else path)])
    if (status, err.getvalue().count("\n")) not in ((0, 0), (2, 1)):
        raise AssertionError(f"{words}: status {status}, said {err.getvalue()[:500]!r}")


def _match_file(content: bytes, _folder: Path) -> None:
    prepare(parsed(decode(content), "x", parse_mat, MATCH_FILE))


def _sgf_file(content: bytes, _folder: Path) -> None:
    parsed(mat_of_sgf(content, limit=60), "x", parse_mat, MATCH_FILE)


def _picture(content: bytes, _folder: Path) -> None:
    with quietly():
        decode_picture(content, "x")


def _film(content: bytes, folder: Path) -> None:
    path = folder / "film"
    path.write_bytes(content)
    with quietly(), VideoFileCamera(path) as camera:
        for _ in range(8):
            try:
                camera.read()
            except CameraEndedError:
                return


def _stream_of_pictures(content: bytes, _folder: Path) -> None:
    rest = b""
    for at in range(0, len(content), 500):
        found = split(rest + content[at : at + 500])
        rest = found.rest
        for picture in found.pictures:
            with quietly():
                decode_picture(picture, "x")


@st.composite
def _settings_of_fields(draw: DrawFn) -> bytes:
    sections: dict[str, list[str]] = {}
    for name, value in draw(st.dictionaries(st.sampled_from(FIELDS), VALUES, min_size=1, max_size=4)).items():
        section, key = name.split(".")
        sections.setdefault(section, []).append(f"{key} = {as_toml(value)}")
    text = "\n".join(f"[{name}]\n" + "\n".join(lines) for name, lines in sections.items())
    return text.encode(errors="surrogatepass")


def _settings(content: bytes, _folder: Path) -> None:
    parse_settings(content, "x")


_SENDER: Final = Sender("Carla", "so", ("Anna", "Boris"))


def _order(words: list[str], _folder: Path) -> None:
    """Read an order, and give it to the referee in the middle of a match."""
    state, time = _moments()[len("".join(words)) % len(_moments())]
    given = parse(words, _SENDER, time)
    if not isinstance(given, Admit | Announcement | Request | Question):
        step(state, given)


@cache
def _moments() -> tuple[tuple[RefereeState, float], ...]:
    """Return states of a match, and when they were."""
    entries = story().entries
    return tuple((one.state, one.given.time + 0.01) for one in entries[:: max(1, len(entries) // 40)])


def _line_of_a_server(line: bytes, _folder: Path) -> None:
    decode_answer(line + b"\n")


def _line_of_a_client(line: bytes, _folder: Path) -> None:
    decode_request(line + b"\n")


def _client(line: bytes, _folder: Path) -> None:
    """Send a line to a server that listens, which answers it and goes on listening."""
    server = _server()
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        client.settimeout(20)
        client.connect(str(server.path))
        with contextlib.suppress(OSError):  # a line that is too long is not listened to to its end
            client.sendall(line + b"\n")
            client.shutdown(socket.SHUT_WR)
        until = time.monotonic() + 20
        while time.monotonic() < until:
            for ask in server.take():
                ask.answer(Answered(("heard",)))
            client.settimeout(0.01)
            try:
                if client.recv(65536):
                    break
            except TimeoutError:
                continue
            except ConnectionResetError:
                break
        else:
            raise AssertionError("a client was not answered")
    if server.failed:
        raise AssertionError("a client could not be dealt with")


@cache
def _server() -> ControlServer:
    return ControlServer(Path(tempfile.mkdtemp(prefix="tavola-soak-"), "tavola.sock"))


def _calibration(text: str, _folder: Path) -> None:
    with quietly():
        parsed(text, "x", lambda one: parse_calibration(one, "x", decode_picture), CALIBRATION)


def _answer_about_a_match(text: str, _folder: Path) -> None:
    follow(_prepared(), parsed(text, ANSWER, parse_answer, ENGINE_ANSWER))


@cache
def _prepared() -> Any:
    return prepare(parse_mat(MATCH))


class _Talking:
    """Stands in for a running program: says the same to every question."""

    said = ""

    def __init__(self, *_: object) -> None:
        """Take any command line."""

    def ask(self, commands: Sequence[str], _mark: str, _seconds: float) -> str:
        """Return what is said."""
        state = next((line.rsplit(" ", 1)[-1] for line in commands if line.startswith("set gnubgid")), "")
        return f"Setting GNUbg ID {state}\n{self.said}"

    def close(self) -> None:
        """End nothing."""


def _talk(text: str, _folder: Path) -> list[Exception]:
    _Talking.said = text
    with patch.object(gnubg, "Dialogue", _Talking):
        engine = gnubg.Gnubg(("gnubg",), 0)
        refused = _refused(
            lambda: engine.plays(START, MatchId(roll=Roll.of(3, 1))),
            lambda: engine.cube_equities(START, MatchId()),
            lambda: engine.chances(START, MatchId()),
        )
        engine.close()
    return refused


def _strip_map(content: bytes, _folder: Path) -> None:
    parsed(decode(content), "x", parse_map, STRIP_MAP)


def _catalogue(content: bytes, _folder: Path) -> None:
    words = read_language(content, "xx.po")
    words.count("board.pips", ("{count} pip", "{count} pips"), 3)


def _wire(pieces: list[bytes], _folder: Path) -> list[Exception]:
    decoder = Decoder()
    refused: list[Exception] = []
    for piece in pieces:
        decoder, found = decode_frames(decoder, piece)
        whole = [one for one in found if isinstance(one, WireFrame)]
        refused += _refused(*(partial(unpack, frame.type, frame.payload) for frame in whole))
    return refused


def _board_words(text: str, _folder: Path) -> list[Exception]:
    if text.upper().startswith("XGID"):
        return _refused(lambda: parse_xgid(text))
    if "/" in text and len(text) != 14:
        return _refused(lambda: apply_play(START, parse_play(text)))
    return _refused(lambda: parse_position_id(text))


def _agreed_words(words: list[str], _folder: Path) -> list[Exception]:
    return _refused(lambda: with_words(CLUB, words), lambda: parse_faults(scenario_words("\n".join(words))))


def _refused(*reads: Callable[[], object]) -> list[Exception]:
    """Return the errors that have a sentence of several readings of the same."""
    refused: list[Exception] = []
    for read in reads:
        try:
            read()
        except KNOWN as error:
            refused.append(error)
    return refused


_UNREADABLE: Final = frozenset({"foreign.unreadable"})

READERS: Final[dict[str, MalformedInput]] = {
    "journals of wrong values": MalformedInput(malformed, _journal_of_values, 40),
    "journals of wrong bits": MalformedInput(lambda: inputs.bent(_whole_journals), _journal_of_bits, 60),
    "commands on journals": MalformedInput(
        lambda: st.tuples(malformed(), st.sampled_from(range(len(_COMMANDS)))), _commands_of_journals, 15, seconds=10.0
    ),
    "match files": MalformedInput(match_files, _match_file, 800, _UNREADABLE),
    "SGF by GNU Backgammon": MalformedInput(sgf_files, _sgf_file, 2, _UNREADABLE, seconds=60.0, waits=True),
    "pictures": MalformedInput(picture_files, _picture, 1400, memory=700),
    "films": MalformedInput(lambda: inputs.bent(inputs.films), _film, 250, memory=700),
    "streams of pictures": MalformedInput(lambda: inputs.bent(inputs.jpegs), _stream_of_pictures, 600, memory=700),
    "settings": MalformedInput(lambda: _settings_of_fields() | settings_files(), _settings, 350),
    "orders": MalformedInput(inputs.orders, _order, 1000),
    "lines of clients": MalformedInput(inputs.lines, _line_of_a_client, 900),
    "lines of servers": MalformedInput(inputs.lines, _line_of_a_server, 900),
    "clients at the socket": MalformedInput(inputs.lines, _client, 200, waits=True, seconds=10.0),
    "calibrations": MalformedInput(inputs.calibrations, _calibration, 10, _UNREADABLE, memory=700),
    "answers about a match": MalformedInput(inputs.engine_answers, _answer_about_a_match, 900),
    "answers about a position": MalformedInput(inputs.talk, _talk, 400, inner=True),
    "maps of a strip": MalformedInput(settings_files, _strip_map, 500),
    "catalogues": MalformedInput(inputs.catalogues, _catalogue, 500),
    "bytes of the wire": MalformedInput(inputs.wire_bytes, _wire, 600, inner=True),
    "IDs and plays": MalformedInput(inputs.words_of_boards, _board_words, 400, inner=True),
    "options and faults": MalformedInput(inputs.option_words, _agreed_words, 173),
}
"""The readers by name, and of how many inputs of ten thousand each gets: quick ones get more."""
