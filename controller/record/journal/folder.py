"""The folder of a table's journals, with one writer at a time, and the program's runs.

A folder has one file a match, numbered, never written over.
"""

from __future__ import annotations

import os
import re
import sys
import time
import uuid
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, Self

from controller.record.errors import JournalError
from controller.record.files import PRIVATE, PRIVATE_FOLDER

if TYPE_CHECKING:
    from types import TracebackType

_BOOT: Final = Path("/proc/sys/kernel/random/boot_id")
_NAME: Final = re.compile(r"match-(\d+)\.journal")
_NUMBERED: Final = re.compile(r"match-(\d+)\.")


def journals(folder: Path) -> tuple[Path, ...]:
    """Return the journals of a folder, the oldest first; none where there is no such folder."""
    found = [path for path in folder.glob("match-*.journal") if _NAME.fullmatch(path.name)] if folder.is_dir() else []
    return tuple(sorted(found, key=_number))


def next_journal(folder: Path) -> Path:
    """Return the path for the journal of the next match: nothing of its number is there, which it might write over."""
    return folder / f"match-{max(map(_number, folder.glob('match-*')), default=0) + 1:04d}.journal"


def _number(path: Path) -> int:
    """Return the number in the name of what belongs to a match, 0 where there is none."""
    found = _NUMBERED.match(path.name)
    return int(found[1]) if found else 0


class FolderLock:
    """Keeps a second program from writing into the same folder; released when this one ends, however it does.

    On systems without such locks (Windows) it keeps nobody out.
    """

    def __init__(self, folder: Path) -> None:
        """Take the lock.

        Raises:
            JournalError: another program has it ("journal.in_use").
        """
        self._file: IO[str] | None = None
        if sys.platform == "win32":
            return
        import fcntl  # noqa: PLC0415 - not there on Windows

        try:
            folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
            self._file = os.fdopen(os.open(folder / ".lock", os.O_CREAT | os.O_WRONLY, PRIVATE), "w", encoding="ascii")
        except OSError:
            return  # where nothing can be written there is nothing to be kept apart; the journal says what is wrong
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self.release()
            raise JournalError("journal.in_use", name=str(folder)) from None

    def release(self) -> None:
        """Let others in. May be called again."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def __enter__(self) -> Self:
        """Return this lock."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Release."""
        self.release()


@dataclass(frozen=True, slots=True)
class Run:
    """One sitting of the program at a match.

    Attributes:
        boot: the identifier of the computer's boot; two runs with the same one share a monotonic clock.
        monotonic: seconds on that clock at the beginning of the run.
        time: seconds on the match's own clock at the same moment; it goes on from run to run.
        wall: seconds since 1970 as the computer believed, which without a clock chip may be far off.
        program: the program's version.
    """

    boot: str
    monotonic: float
    time: float
    wall: float
    program: str


def run_now(at: float) -> Run:
    """Return the run that begins now.

    Args:
        at: seconds on the match's own clock.
    """
    return Run(_boot(), time.monotonic(), at, time.time(), metadata.version("tavola"))


def _boot() -> str:
    """Return the boot's identifier; where the system tells none, one for this run alone."""
    try:
        return _BOOT.read_text("ascii").strip()
    except OSError:
        return str(uuid.uuid4())
