"""When the program sat down to a match: on which boot, at what time of which clock."""

from __future__ import annotations

import time
import uuid
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Final

_BOOT: Final = Path("/proc/sys/kernel/random/boot_id")


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
