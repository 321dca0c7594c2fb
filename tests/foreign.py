"""Foreign files as nobody should write them: match files, games in SGF, settings and pictures, cut and blown up."""

from __future__ import annotations

import struct
import zlib
from functools import cache
from typing import TYPE_CHECKING

import cv2
import numpy as np
from hypothesis import strategies as st

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

_NUMBERS = st.one_of(
    st.integers(-9, 99).map(str),
    st.sampled_from(["9" * 20, "1" + "0" * 99, "7" * 5000, "\u0663", "\u00b2", "1e999", "nan"]),
)
_ODD = st.text(max_size=8) | st.sampled_from(
    ["\0", "\x1b[31m", "\ud7ff", "\u202e", "\t" * 20, " " * 300, "\x1a", "\ufeff"]
)

_MATCH_PIECES = (
    st.sampled_from(
        [
            " 5 point match\n",
            "0 point match\n",
            "\n Game ",
            "\n Ada : 0      Bo : 0\n",
            " : ",
            "; [",
            '"]\n',
            "  1) ",
            "31: ",
            "66:",
            "8/5 6/5",
            "24/18*(2)",
            "bar/",
            "/off",
            "B/22",
            "(9)",
            "????",
            " Cannot Move",
            "Dances",
            " Doubles => ",
            " Beavers",
            " Raccoons",
            " Takes",
            " Drops",
            " Wins ",
            " points and the match\n",
            "Illegal play (",
            ";0;1",
            "; Game 1, Move 1 of Ada --> 31: 8/5 was illegal\n",
            "; Game 1 begins with the cube at ",
            "(note)\n",
            "\n",
            "\r",
            "\t",
            '; [Variation "hypergammon"]\n',
            '; [Crawford "off"]\n',
            "; set pos",
            "Resigns a gammon",
        ]
    )
    | _NUMBERS
    | _ODD
)

_SGF_PIECES = (
    st.sampled_from(
        [
            "(;",
            ";",
            ")",
            "(",
            "[",
            "]",
            "FF[4]",
            "GM[6]",
            "MI[length:",
            "PW[",
            "PB[",
            "RE[B+2R]",
            ";W[31hefe]",
            ";B[double]",
            "\\",
            ";W[take]",
            ";B[drop]",
            "CV[4]",
            "AW[a][b]",
            "AE[a:z]",
            "RU[Crawford]",
        ]
    )
    | _NUMBERS
    | _ODD
)

_SETTINGS_PIECES = (
    st.sampled_from(
        [
            "leds",
            "first",
            "names",
            "turned",
            "cap_ma",
            " = ",
            "[",
            "]",
            "[[",
            "{",
            "}",
            '"',
            "'''",
            "true",
            "false",
            ".",
            ",",
            "\n",
            "#",
            "\\u0000",
            "1979-05-27",
            "T1",
            "bar",
            "inf",
            "[names]\n",
            "leds = 34\n",
        ]
    )
    | _NUMBERS
    | _ODD
)


def _of(pieces: st.SearchStrategy[str], most: int) -> st.SearchStrategy[bytes]:
    """Return files of such pieces, some of them cut, in another encoding, or followed by what is no text."""
    text = st.lists(pieces, max_size=most).map("".join)
    encoded = st.builds(
        lambda words, code: words.encode(code, "replace"), text, st.sampled_from(["utf-8", "cp1252", "utf-16"])
    )
    return st.builds(lambda content, end: content + end, encoded, st.binary(max_size=4))


def match_files() -> st.SearchStrategy[bytes]:
    """Return files that look more or less like those of the .mat family."""
    begun = b" 5 point match\n\n Game 1\n Ada : 0      Bo : 0\n  1) 31: 8/5 6/5     64: 24/14\n"
    return _of(_MATCH_PIECES, 40) | _of(_MATCH_PIECES, 40).map(lambda rest: begun + rest)


def sgf_files() -> st.SearchStrategy[bytes]:
    """Return files that look more or less like games in SGF."""
    return _of(_SGF_PIECES, 30) | _of(_SGF_PIECES, 30).map(lambda rest: b"(;FF[4]GM[6]PW[Ada]PB[Bo]" + rest)


def settings_files() -> st.SearchStrategy[bytes]:
    """Return files that look more or less like settings in TOML, some of them nested as deeply as no person would."""
    deep = st.integers(1, 5000).map(lambda depth: b"leds = " + b"[" * depth + b"]" * depth)
    wide = st.integers(1, 5000).map(lambda depth: b"a" + b".a" * depth + b" = 1")
    return _of(_SETTINGS_PIECES, 30) | deep | wide


def png(width: int, height: int, data: bytes = b"", *, bits: int = 8, kind: int = 2) -> bytes:
    """Return a PNG that says of itself to be so large, whatever it holds."""
    header = struct.pack(">IIBBBBB", width, height, bits, kind, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(data)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in chunks
    )


def jpeg(width: int, height: int) -> bytes:
    """Return a real JPEG of which the header says that it is so large."""
    real = bytearray(cv2.imencode(".jpg", np.full((16, 16, 3), 90, np.uint8))[1].tobytes())
    at = real.index(b"\xff\xc0") + 5
    real[at : at + 4] = struct.pack(">HH", height, width)
    return bytes(real)


def bmp(width: int, height: int) -> bytes:
    """Return the header of a BMP that says that it is so large."""
    return b"BM" + struct.pack("<IHHI", 99, 0, 0, 54) + struct.pack("<IiiHHI", 40, width, height, 1, 24, 0)


@cache
def small_pictures() -> tuple[bytes, ...]:
    """Return a small picture as a file of each kind that OpenCV writes here."""
    small = np.full((12, 16, 3), 90, np.uint8)
    endings = (".png", ".jpg", ".bmp", ".webp", ".tiff", ".ppm", ".jp2", ".gif")
    written = (cv2.imencode(ending, small) for ending in endings if cv2.haveImageWriter(ending))
    return tuple(content.tobytes() for done, content in written if done)


@st.composite
def picture_files(draw: DrawFn) -> bytes:
    """Return files that begin like pictures: of impossible sizes, cut, bent, or of another kind than they say."""
    side = st.sampled_from([0, 1, 16, 640, 20_000, 60_000, 65_535]) | st.integers(0, 65_535)
    huge = st.sampled_from([1 << 20, (1 << 31) - 1, (1 << 32) - 1]) | side
    content: bytes = draw(
        st.one_of(
            st.builds(
                png, huge, huge, st.binary(max_size=40), bits=st.sampled_from([1, 8, 16]), kind=st.integers(0, 6)
            ),
            st.builds(jpeg, side, side),
            st.sampled_from(small_pictures()),
            st.builds(lambda w, h: f"P6 {w} {h} 255\n".encode() + b"\0" * 64, huge, huge),
            st.builds(bmp, side, side),
            st.binary(max_size=64),
        )
    )
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, max(0, len(content) - 1)))
        content = content[:at] + draw(st.binary(max_size=4)) + content[at + draw(st.integers(0, 4)) :]
    return content[: draw(st.integers(0, len(content)))] if draw(st.booleans()) else content
