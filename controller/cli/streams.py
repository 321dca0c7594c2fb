"""The program's two streams: what goes wrong is one line, a document is JSON, and no encoding makes printing fail."""

from __future__ import annotations

import io
import json
import os
import sys
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller.others_text import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

VERSION: Final = 1
"""The version of every document that is printed."""


def print_anything() -> None:
    """Have what the terminal's encoding cannot show printed as an escape sequence, and what is closed hear nothing."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # a program that starts this one may have closed it
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - as long as the program
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


@contextmanager
def all_written() -> Iterator[None]:
    """Have what is printed written by the end; what cannot be is given up then.

    Raises:
        OSError: it cannot be written; `BrokenPipeError` where nobody reads it any more.
    """
    try:
        yield
        sys.stdout.flush()
    except SystemExit:
        _flush_or_give_up()
        raise
    except OSError:
        with suppress(OSError):
            _flush_or_give_up()
        raise


def _flush_or_give_up() -> None:
    """Write what is printed; else let it go, that the interpreter does not try again at its end."""
    try:
        sys.stdout.flush()
    except OSError:
        with suppress(io.UnsupportedOperation), Path(os.devnull).open("w", encoding="utf-8") as nowhere:
            os.dup2(nowhere.fileno(), sys.stdout.fileno())
        raise


def complain(what: str) -> None:
    """Print what went wrong, in one line."""
    sys.stderr.write(f"tavola: {shown(what)}\n")


def print_document(kind: str, content: Mapping[str, object]) -> None:
    """Print a document as JSON.

    Args:
        kind: what it is, such as "rules"; its `format` is "tavola-rules".
        content: its values by name.
    """
    sys.stdout.write(json.dumps({"format": f"tavola-{kind}", "version": VERSION, **content}, indent=1) + "\n")


def tell_progress(what: str, *, quiet: bool) -> None:
    """Say at once, to whoever sits before the terminal, what is done that takes long; programs need not hear it."""
    if not quiet and sys.stderr.isatty():
        sys.stderr.write(f"{shown(what)}\n")
