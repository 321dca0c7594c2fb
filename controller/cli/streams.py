"""The program's two streams: what goes wrong is one line, and nothing fails as an encoding cannot show it."""

from __future__ import annotations

import io
import sys

from controller.others_text import shown


def print_anything() -> None:
    """Have what the terminal's encoding cannot show printed as an escape sequence, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def complain(what: str) -> None:
    """Print what went wrong, in one line."""
    sys.stderr.write(f"tavola: {shown(what)}\n")
