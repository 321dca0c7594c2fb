"""Malformed input of many kinds: answers, films, calibrations, catalogues, orders, words, bytes of the wire."""

from __future__ import annotations

import base64
import json
import random
import tempfile
import zlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np
from hypothesis import strategies as st

from firmware_bridge import cobs
from hardware.simulated.scene.board import BoardSize
from hardware.simulated.scene.checkers import start
from tests.benchmarks.reading.boards.read_simulated import Standpoint, learn, set_up
from tests.controller.record.journal.malformed import places, with_part
from tests.foreign import bmp, jpeg, png
from vision.calibrate.calibration_file import calibration_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hypothesis.strategies import DrawFn, SearchStrategy

ODD: Final[SearchStrategy[Any]] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 200),
    st.integers(),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from([[], {}, [[]], [0] * 26, 10**400, -1, 1e308, "\ud800", "\x1b[2J", "nan", "", "9" * 5000]),
)
"""What may stand where something else belongs."""


@st.composite
def bent(draw: DrawFn, whole: Callable[[], Sequence[bytes]]) -> bytes:
    """Return one of some whole contents with bytes changed, left out, doubled, or cut; sometimes as it was."""
    content = draw(st.sampled_from(whole()))
    rng = random.Random(draw(st.integers(0, 1 << 62)))
    for _ in range(draw(st.integers(0, 6))):
        at = rng.randrange(len(content) + 1) if rng.random() < 0.5 else rng.randrange(min(400, len(content) + 1))
        end = at + rng.choice((0, 1, 1, 2, 4, 40))
        piece = draw(st.binary(max_size=4)) if rng.random() < 0.8 else content[end : end + 200]
        content = content[:at] + piece + content[end:]
    return content[: rng.randrange(len(content) + 1)] if rng.random() < 0.25 else content


@st.composite
def bent_document(draw: DrawFn, plain: Any, ways: Sequence[tuple[Any, ...]]) -> str:
    """Return a JSON document in which some parts are something else, some of the text cut."""
    for _ in range(draw(st.integers(1, 2))):
        way = draw(st.sampled_from(ways))
        try:
            plain = with_part(plain, way, draw(ODD))
        except (IndexError, KeyError, TypeError, AttributeError):  # a part that was changed away before
            continue
    text = json.dumps(plain)
    return text[: draw(st.integers(0, len(text)))] if draw(st.integers(0, 9)) == 0 else text


@cache
def calibration() -> tuple[dict[str, Any], tuple[tuple[Any, ...], ...]]:
    """Return a whole calibration as plain values, and the ways to its parts."""
    table = set_up("tournament", 12, Standpoint(elevation=68.0, homes="left"))
    table.film(start(BoardSize(), table.look, random.Random(4)))
    plain = json.loads(calibration_text(learn(table), {"dark_home": "top-left"}))
    return plain, tuple(places(plain))


@st.composite
def calibrations(draw: DrawFn) -> str:
    """Return texts of calibrations that hold what no program has written, also in the pictures within."""
    plain, ways = calibration()
    if draw(st.integers(0, 2)) == 0:
        way = draw(st.sampled_from([way for way in ways if isinstance(_part(plain, way), str)]))
        part = _part(plain, way)
        other = draw(
            bent(lambda: [part.encode()]).map(lambda text: text.decode("latin-1")) | st.sampled_from(_pictures())
        )
        plain = with_part(plain, way, other)
    return draw(bent_document(plain, ways))


def _part(plain: Any, way: tuple[Any, ...]) -> Any:
    """Return the part of a plain value in a place."""
    for key in way:
        plain = plain[key]
    return plain


@cache
def _pictures() -> tuple[str, ...]:
    """Return pictures in base 64 of wrong kinds and sizes."""
    made = (
        jpeg(32_000, 32_000),
        png(30_000, 30_000),
        png(1, 1),
        png(60_000, 60_000),
        png(1 << 31, 1),
        jpeg(65_500, 65_500),
        bmp(30_000, -30_000),
        b"",
        b"\0",
    )
    return tuple(base64.b64encode(one).decode() for one in made)


ANSWER: Final[dict[str, Any]] = {
    "length": 5,
    "games": [
        {
            "records": [
                {"action": "set"},
                {
                    "action": "move",
                    "player": "X",
                    "dice": [3, 1],
                    "move": [[8, 5], [6, 5]],
                    "luck": -0.5,
                    "count": 3,
                    "best": [[[8, 5], [6, 5]], 0.25],
                    "made": 0.125,
                    "cube": [0.5, 1.5],
                },
                {
                    "action": "move",
                    "player": "O",
                    "dice": [5, 2],
                    "move": [[13, 8], [24, 22]],
                    "luck": 0.1,
                    "count": 9,
                    "best": [[[13, 8], [13, 11]], 0.5],
                    "made": 0.25,
                },
                {"action": "double", "player": "X", "cube": [0.5, 0.25]},
                {"action": "take", "player": "O"},
                {"action": "resign", "player": "O"},
            ]
        }
    ],
}
"""What GNU Backgammon says of a match."""


def engine_answers() -> SearchStrategy[str]:
    """Return answers about a match as GNU Backgammon should not give them."""
    deep = st.integers(1, 4000).map(lambda depth: '{"games": ' * depth)
    return bent_document(ANSWER, places(ANSWER)) | deep | st.text(max_size=40)


_TALK: Final = (
    "    1. Cubeful 2-ply    8/5 6/5                      Eq.: +0.159\n",
    "    2. Cubeful 0-ply    24/23 13/10                  Eq.: -0.004 (-0.163)\n",
    "    1. Cubeful 2-ply    bar/25 4/off                 Eq.: nan\n",
    "1. No double          +0.301\n2. Double, take       +0.111  (-0.190)\n3. Double, pass       +1.000  (+0.699)\n",
    "1. No redouble          +9.9\n",
    "2. Redouble, beaver       +0.111  (-0.190)\n",
    "Beaver  1e999\n",
    " 0.552 0.152 0.008 0.122 0.005\n",
    "static: 0.552 0.152 0.008 0.448 - 0.122 0.005\n",
    "2 ply: 0.552 0.152 0.008 0.122 0.005\n",
    "There are no legal moves.\n",
    "Eq.:",
    "(",
    ")",
    "*",
    "/",
    "off",
    "+",
    "-",
    ".",
    "9" * 400,
    "\ufffd",
    "\0",
    "\x1b[31m",
    "\n",
    " ",
)


def talk() -> SearchStrategy[str]:
    """Return what may come back from a program that is asked for plays, equities and chances."""
    return st.lists(st.sampled_from(_TALK) | st.text(max_size=6), max_size=12).map("".join)


@cache
def films() -> tuple[bytes, ...]:
    """Return small whole films in containers of several kinds."""
    rng = np.random.default_rng(1)
    pictures = [rng.integers(0, 255, (48, 64, 3), dtype=np.uint8) for _ in range(4)]
    found = []
    with tempfile.TemporaryDirectory(prefix="tavola-soak-") as folder:
        for name, code in (
            ("a.mp4", "mp4v"),
            ("b.avi", "MJPG"),
            ("c.mkv", "mp4v"),
            ("d.avi", "XVID"),
            ("e.webm", "VP80"),
        ):
            path = Path(folder, name)
            writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*code), 10.0, (64, 48))
            if writer.isOpened():
                for picture in pictures:
                    writer.write(picture)
            writer.release()
            if path.exists() and path.stat().st_size:
                found.append(path.read_bytes())
    found += [b"".join(cv2.imencode(".jpg", one)[1].tobytes() for one in pictures), png(64, 48)]
    return tuple(found)


@cache
def jpegs() -> tuple[bytes, ...]:
    """Return streams of whole JPEG pictures, as a camera's program sends them."""
    rng = np.random.default_rng(2)
    coded = [
        cv2.imencode(".jpg", rng.integers(0, 255, (24, 32, 3), dtype=np.uint8), [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        for quality in (20, 90, 100)
    ]
    one, two, three = (each.tobytes() for each in coded)
    return one + two, two + three + one, three


_CATALOGUE: Final = (
    'msgid ""\nmsgstr ""\n"Language: it\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n"X-Voice: it\\n"\n\n',
    'msgctxt "event.rolled"\n',
    'msgid "{count} pip"\n',
    'msgid_plural "{count} pips"\n',
    'msgstr[0] "{count}"\n',
    'msgstr[9999999] "x"\n',
    'msgstr "{0.__class__}"\n',
    'msgstr "{player} {"\n',
    '"Plural-Forms: nplurals=2; plural=n**n**n;\\n"\n',
    '"Plural-Forms: nplurals=999999999; plural=((((n))));\\n"\n',
    '"Content-Type: text/plain; charset=utf-7\\n"\n',
    '"',
    "\\",
    "\\x",
    "# a remark\n",
    "#~ ",
    "\n",
    "msgid ",
    "msgstr ",
    "{",
    "}",
)


def catalogues() -> SearchStrategy[bytes]:
    """Return files that look more or less like translations."""
    pieces = st.lists(st.sampled_from(_CATALOGUE) | st.text(max_size=6), max_size=14).map("".join)
    begun = pieces.map(lambda rest: _CATALOGUE[0] + rest)
    return (pieces | begun).map(lambda text: text.encode("utf-8", "replace")) | st.binary(max_size=60)


_WORDS: Final = [
    "status",
    "repeat",
    "stop",
    "help",
    "confirm",
    "refuse",
    "double",
    "take",
    "drop",
    "beaver",
    "raccoon",
    "correct",
    "ask",
    "other-side",
    "resign",
    "roll",
    "play",
    "button",
    "clock",
    "accept",
    "overrule",
    "reopen",
    "pause",
    "resume",
    "set",
    "award",
    "new",
    "match",
    "game",
    "position",
    "turn",
    "score",
    "cube",
    "undo",
    "warn",
    "penalise",
    "appoint",
    "adjust",
    "on",
    "off",
    "none",
    "centre",
    "crawford-played",
    "money",
    "0",
    "1",
    "2",
    "3",
    "7",
    "64",
    "999999",
    "Anna",
    "boris",
    "white",
    "black",
    "6-5",
    "66",
    "8/5",
    "bar/22*(2)",
    "4HPwATDgc/ABMA",
    "gammon",
    "backgammon",
    "single",
]
_ORDERS: Final = (
    "set roll",
    "set turn Anna",
    "set score 1 0",
    "set cube 2 centre",
    "set position 4HPwATDgc/ABMA",
    "award game Anna 1",
    "award match boris",
    "new match Carla Dora 3",
    "pair Carla Dora 7 preset=club clock=delay:8",
    "penalise Anna",
    "adjust 1",
    "undo",
    "appoint",
    "take",
    "double Anna",
    "resign boris gammon",
    "warn 2",
)
_ODD_WORDS: Final = (
    "9" * 5000,
    "XGID=" + "9" * 3000,
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:3:10",
    "XGID=:::::::::",
    "\ud800",
    "\x1b[2J",
    "a\nb",
    "\u202eabc",
    "1e999",
    "nan",
    "-0",
    "",
    "\u00b2",
    "x" * 60_000,
)


def orders() -> SearchStrategy[list[str]]:
    """Return words that look more or less like an order."""
    known = st.lists(st.sampled_from(_WORDS), max_size=6)
    begun = st.builds(lambda first, rest: [*first.split(), *rest], st.sampled_from(_ORDERS), known)
    odd = st.lists(st.sampled_from(_WORDS) | st.sampled_from(_ODD_WORDS) | st.text(max_size=6), max_size=5)
    return begun | begun | known | odd


_JSON: Final = st.recursive(
    ODD, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner), max_leaves=8
)


def lines() -> SearchStrategy[bytes]:
    """Return what a client or a server may send on the control socket instead of a line of the wire."""
    keys = ("words", "who", "why", "id", "lines", "trouble", "facts", "refused")
    asked = st.fixed_dictionaries(
        {"words": orders(), "who": st.text(max_size=4), "why": st.text(max_size=4)},
        optional={"id": st.text(max_size=3)},
    )
    answered = st.fixed_dictionaries(
        {"lines": st.lists(st.text(max_size=4) | _JSON, max_size=3), "trouble": st.text(max_size=4) | _JSON},
        optional={"facts": st.dictionaries(st.text(max_size=3), _JSON, max_size=2) | _JSON, "refused": _JSON},
    )
    nested = st.sampled_from([b"[", b'{"words":', b'{"a":[', b'{"words":[{"a":']).flatmap(
        lambda head: st.integers(1, 60_000 // len(head)).map(lambda times: head * times)
    )
    return st.one_of(
        st.binary(max_size=100),
        st.dictionaries(st.sampled_from(keys), _JSON, max_size=6).map(lambda plain: json.dumps(plain).encode()),
        (asked | answered).map(lambda plain: json.dumps(plain).encode()),
        nested,
        st.integers(1, 60_000).map(lambda digits: b'{"words":[' + b"9" * digits + b'],"who":"a","why":""}'),
    )


_IDS: Final = (
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:3:10",
    "XGID=-a-B--E-D---dE---d-e----B-:1:-1:1:63:2:3:0:5:10",
    "4HPwATDgc/ABMA",
    "cAkAAAAAAAAA",
    "8/5 6/5",
    "bar/22*/18(2) 24/off",
    "13/7* 8/7",
)
_ID_PIECES: Final = "XGID=:-/*()+ abcdefghijklmnopABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789bar off\u0663\u00b2\0"


@st.composite
def words_of_boards(draw: DrawFn) -> str:
    """Return texts that look more or less like an ID of a position or a match, or like a play."""
    text = draw(st.sampled_from(_IDS))
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.text(_ID_PIECES, max_size=3)) + text[at + draw(st.integers(0, 3)) :]
    return draw(st.just(text) | st.text(max_size=40)) * draw(st.sampled_from([1, 1, 1, 1, 2, 300]))


def option_words() -> SearchStrategy[list[str]]:
    """Return words that look more or less like agreed options, faults or lines of a scenario."""
    names = ["policy", "game", "premature", "turn_end", "jacoby", "delay_seconds", "wrong-distance", "cheat", "plays"]
    values = ["condone", "nope", "on", "off", "3", "-1", "1e9", "nan", "inf", "64", "hypergammon", "9" * 5000, "2.3"]
    known = st.builds(lambda name, sign, value: name + sign + value, *map(st.sampled_from, (names, "=@:", values)))
    return st.lists(known | st.text(max_size=8) | st.sampled_from(_ODD_WORDS), max_size=4)


@st.composite
def wire_bytes(draw: DrawFn) -> list[bytes]:
    """Return pieces of a stream from a strip's controller: frames that are whole, wrong within, bent, or noise."""
    pieces = []
    for _ in range(draw(st.integers(1, 4))):
        body = draw(st.binary(max_size=70))
        if draw(st.booleans()):
            body += zlib.crc32(body).to_bytes(4, "little")
        coded = cobs.encode(body)[: draw(st.integers(0, 90))] if body else b""
        pieces.append(draw(st.sampled_from([coded + b"\0", coded, b"\0", body, body * 40])))
    return pieces
