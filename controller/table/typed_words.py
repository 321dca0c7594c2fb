"""Words of a person at the keyboard, kept beside the journal so that the match can be gone on with."""

from __future__ import annotations

import os
from collections import deque
from typing import TYPE_CHECKING, Final

from controller.record.files import PRIVATE
from controller.simulation.people.typed import LEAVES, LISTS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_MOST: Final = 1 << 20
"""Bytes of the file that are read: more than anybody types in a match."""


def kept_words(path: Path, ask: Callable[[str], str]) -> Callable[[str], str]:
    """Return what asks somebody at the keyboard, after giving back what was typed before an interruption.

    Args:
        path: the file; it need not be there.
        ask: asks; raises EOFError where nobody types any more.
    """
    before: deque[str] = deque()
    if path.is_file():
        with path.open("rb") as file:
            before.extend(file.read(_MOST).decode("utf-8", "replace").splitlines())

    def asked(lines: str) -> str:
        if before:
            return before.popleft()
        word = ask(lines)
        if word.strip().casefold() not in {LEAVES, LISTS}:
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, PRIVATE), "wb") as file:
                file.write(" ".join(word.split()).encode("utf-8", "replace") + b"\n")
        return word

    return asked
