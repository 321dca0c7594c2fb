"""Reader of foreign files: text comes in within limits, and whatever parsing it raises goes out as one clean error.

What somebody else wrote may be a pipe, a device, a file without an end, one line of megabytes, or numbers of thousands
of digits. All of that is refused here, before a parser sees it, with the file and the line.
"""

from __future__ import annotations

import logging
import os
import re
import stat
import time
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar

from controller.errors import TavolaError
from controller.others_text import one_line

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Read = TypeVar("Read")

_log: Final = logging.getLogger(__name__)

LINE_END: Final = re.compile(r"\r\n|\r|\n")
"""What ends a line, whoever wrote it."""


class ForeignError(TavolaError, ValueError):
    """A file of somebody else's that cannot be used; `name` tells which, `line` where, as far as that is known."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a text may have at most.

    Attributes:
        size: bytes.
        line: characters of a line, a tab taken for eight.
        digits: digits of a number.
    """

    size: int
    line: int
    digits: int


MATCH_FILE: Final = Limits(size=1 << 20, line=1000, digits=100)
"""Of a match file: the longest seen has 16 kB, and 93 characters in a line."""

STRIP_MAP: Final = Limits(size=1 << 16, line=1000, digits=100)
"""Of a small file that a person wrote."""

CALIBRATION: Final = Limits(size=32 << 20, line=32 << 20, digits=1000)
"""Of a calibration, which holds a picture; one of 1920 x 1080 pixels has some 6 MB."""

CATALOGUE: Final = Limits(size=4 << 20, line=100_000, digits=1000)
"""Of a translation."""

ENGINE_ANSWER: Final = Limits(size=64 << 20, line=64 << 20, digits=4000)
"""Of what an engine says of a match, all in one line."""


def read_foreign(path: Path, parse: Callable[[str], Read], limits: Limits) -> Read:
    """Return what a parser makes of a text file.

    Raises:
        OSError: the file cannot be opened.
        ForeignError: it is no file, too large, or cannot be read; see `load` and `parsed`.
    """
    return parsed(decode(load(path, limits.size)), str(path), parse, limits)


def load(path: Path, most: int) -> bytes:
    """Return the content of a file.

    Args:
        path: the file; a pipe or a device is not waited for.
        most: how many bytes it may have.

    Raises:
        OSError: it cannot be opened.
        ForeignError: "foreign.not_a_file", "foreign.too_large".
    """
    content = head(path, most + 1)
    if len(content) > most:
        raise ForeignError("foreign.too_large", name=str(path), most=most >> 10)
    return content


def head(path: Path, count: int) -> bytes:
    """Return the first bytes of a file.

    Raises:
        OSError: it cannot be opened.
        ForeignError: "foreign.not_a_file".
    """
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):  # a folder says by itself that it is one
        raise ForeignError("foreign.not_a_file", name=str(path))
    with open(path, "rb", opener=_without_waiting) as file:
        return file.read(count)


def _without_waiting(path: str, flags: int) -> int:
    """Open a file; what has become a pipe meanwhile is not waited for."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def decode(data: bytes) -> str:
    """Return the text of a file: by its byte order mark, else UTF-8, else the code page of old archives."""
    try:
        if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
            return data.decode("utf-16")
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def parsed(text: str, name: str, parse: Callable[[str], Read], limits: Limits) -> Read:
    """Return what a parser makes of a text of somebody else's: the one boundary that such texts come in by.

    Args:
        text: the text.
        name: what it is called where something is said of it.
        parse: the parser; it may raise whatever it likes.
        limits: what the text may have at most.

    Raises:
        Exception: the parser's own error, where that names the file already.
        ForeignError: "foreign.long_line" and "foreign.long_number" with the `line`; "foreign.refused" where the
            parser's error has a sentence of its own, which is then `why`; "foreign.too_deep", "foreign.unreadable".
    """
    _check(text, name, limits)
    began = time.monotonic()
    try:
        return parse(text)
    except RecursionError as error:
        _log.info("%s: nested too deeply, after %.3f s", name, time.monotonic() - began)
        raise ForeignError("foreign.too_deep", name=name) from error
    except Exception as error:  # what a text can make a parser raise is without end
        _log.info("%s: refused after %.3f s: %r", name, time.monotonic() - began, error)
        if getattr(error, "params", {}).get("name") == name:
            raise
        if hasattr(error, "key"):
            raise ForeignError("foreign.refused", name=name, why=error) from error
        raise ForeignError(
            "foreign.unreadable", name=name, why=one_line(f"{type(error).__name__}: {error}", end=False)
        ) from error


def _check(text: str, name: str, limits: Limits) -> None:
    """Check that a text is within limits."""
    too_long = re.compile(rf"\d{{{limits.digits + 1}}}")
    for number, line in enumerate(LINE_END.split(text), start=1):
        length = len(line) + 7 * line.count("\t")
        if length > limits.line:
            raise ForeignError("foreign.long_line", name=name, line=number, length=length, most=limits.line)
        if too_long.search(line):
            raise ForeignError("foreign.long_number", name=name, line=number, most=limits.digits)
