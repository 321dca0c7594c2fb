"""The outputs of a match beside lights and voice, which have threads of their own: the terminal, and the files."""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from controller.announce.phrases import Phrases
from controller.outputs.event_lines import print_events, print_notices
from controller.record.files import PRIVATE_FOLDER, write_whole

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from rich.console import Console

    from controller.announce.language import Words
    from controller.outputs.told import Told


@dataclass(frozen=True, slots=True)
class Terminal:
    """Prints what is said, in a language."""

    console: Console
    words: Words

    def hear(self, told: Told) -> None:
        """Print it.

        Raises:
            OSError: the terminal has gone.
        """
        try:
            print_events(self.console, Phrases(told.names, self.words), told.events)
            print_notices(self.console, told.notices, self.words)
        except SystemExit:  # in this way rich says that nobody reads what is printed
            raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE)) from None


@dataclass(frozen=True, slots=True)
class Files:
    """Writes what has to stand in files.

    Attributes:
        unwritten: what could not be written yet; a later content of the same file takes the place of an older one.
    """

    unwritten: dict[Path, Callable[[], bytes]] = field(default_factory=dict)

    def hear(self, told: Told) -> None:
        """Write it, and first of all what could not be written before.

        Raises:
            OSError: something cannot be written; it is remembered.
        """
        self.unwritten.update(told.files)
        failed: OSError | None = None
        for path, make in [*self.unwritten.items()]:
            try:
                path.parent.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)
                write_whole(path, make(), private=True)
            except OSError as error:
                failed = error
            else:
                del self.unwritten[path]
        if failed is not None:
            raise failed
