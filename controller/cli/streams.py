"""The program's two streams: what goes wrong is one line, a document is JSON, and no encoding makes printing fail."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller.others_text import shown

if TYPE_CHECKING:
    from collections.abc import Mapping

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
