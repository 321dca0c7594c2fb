"""Findings of the computer itself: disk, clock, and on a Raspberry Pi its temperature and its supply."""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller.record.files import make_folder
from controller.setup.doctor.finding import Finding, absent, ill, poor, well

if TYPE_CHECKING:
    from collections.abc import Callable

ROOM: Final = (100e6, 1e9)
"""Free bytes below which no match can be kept, and below which it becomes scarce."""

SYNC: Final = (0.5, 0.1)
"""Seconds for writing an entry for good: above the first a verdict waits for it, above the second it shows."""

HOT: Final = (80.0, 70.0)
"""Degrees Celsius at which a Raspberry Pi slows down, and those that come near to it."""

EPOCH: Final = 1_750_000_000.0
"""Seconds since 1970 before which it cannot be: June 2025. A Pi without a clock chip begins there or before."""

NOW_BITS: Final = {0: "the supply is too weak", 1: "slowed down", 2: "slowed down by heat", 3: "near the heat limit"}
"""What the low bits of `vcgencmd get_throttled` say; those 16 higher say that it was so since the start."""


def look_at_disk(out: Path, free: Callable[[Path], int] | None = None) -> Finding:
    """Return the finding of room and speed where matches are kept."""
    try:
        make_folder(out)
        room = free(out) if free is not None else shutil.disk_usage(out).free
        taken = statistics.median(_sync(out) for _ in range(7))
    except OSError as error:
        return ill("disk", f"{out} cannot be written: {error.strerror or error}", "advice.out")
    found = f"{out}: {room / 1e9:.1f} GB free, an entry is kept in {1000 * taken:.0f} ms"
    if room < ROOM[0]:
        return ill("disk", found, "advice.room")
    if taken > SYNC[0]:
        return ill("disk", found, "advice.disk")
    if room < ROOM[1]:
        return poor("disk", found, "advice.room")
    if taken > SYNC[1]:
        return poor("disk", found, "advice.disk")
    return well("disk", found)


def _sync(out: Path) -> float:
    """Return how long it takes to write an entry for good."""
    file = out / ".doctor"
    begun = time.perf_counter()
    try:
        with file.open("wb") as writing:
            writing.write(os.urandom(4096))
            writing.flush()
            os.fsync(writing.fileno())
    finally:
        file.unlink(missing_ok=True)
    return time.perf_counter() - begun


def look_at_clock(now: float, root: Path = Path("/")) -> Finding:
    """Return the finding of the computer's clock.

    Args:
        now: seconds since 1970, as the computer believes.
        root: of the file system.
    """
    told = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(now))
    if now < EPOCH:
        return ill("clock", f"{told}, which cannot be", "advice.clock_set")
    service = root / "run" / "systemd" / "timesync"
    if service.is_dir() and not (service / "synchronized").exists():
        return poor("clock", f"{told}, not set by the network since the start", "advice.clock_network")
    return well("clock", told)


def look_at_pi(root: Path = Path("/"), ask: Callable[[], str | None] | None = None) -> Finding:
    """Return the finding of a Raspberry Pi's temperature and supply.

    Args:
        root: of the file system.
        ask: returns what `vcgencmd get_throttled` says, None where there is no such program.
    """
    model = _text(root / "proc" / "device-tree" / "model")
    if "Raspberry Pi" not in model:
        return absent("pi", "not a Raspberry Pi")
    heat = _text(root / "sys" / "class" / "thermal" / "thermal_zone0" / "temp")
    degrees = int(heat) / 1000 if heat.lstrip("-").isdecimal() else None
    found = model + ("" if degrees is None else f", {degrees:.0f} degrees")
    bits = _bits((ask or _throttled)())
    wrong = [words for bit, words in NOW_BITS.items() if bits >> bit & 1]
    been = [words for bit, words in NOW_BITS.items() if bits >> (bit + 16) & 1]
    if bits & 1:
        return ill("pi", f"{found}: {', '.join(wrong)}", "advice.supply")
    if wrong or (degrees is not None and degrees >= HOT[0]):
        return ill("pi", f"{found}: {', '.join(wrong) or 'too hot'}", "advice.cool_case")
    if been:
        todo = "advice.supply_stronger" if bits >> 16 & 1 else "advice.cool"
        return poor("pi", f"{found}; since the start: {', '.join(been)}", todo)
    if degrees is not None and degrees >= HOT[1]:
        return poor("pi", f"{found}: rather hot", "advice.cool_case")
    return well("pi", found)


def _throttled() -> str | None:
    """Return what the firmware says of supply and heat, None where it cannot be asked."""
    program = shutil.which("vcgencmd")
    if program is None:
        return None
    try:
        done = subprocess.run([program, "get_throttled"], capture_output=True, text=True, timeout=5, check=False)  # noqa: S603 - the Pi's own program
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout


def _bits(said: str | None) -> int:
    """Return the bits of "throttled=0x50005", none where it says something else."""
    try:
        return int((said or "").strip().partition("=")[2], 16)
    except ValueError:
        return 0


def _text(path: Path) -> str:
    """Return the text of a file of the system, empty where there is none."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip("\0\n ")
    except OSError:
        return ""
