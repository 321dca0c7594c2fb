"""The hostile wire in front of the core, natively (see `hostile.c`): millions of frames, and checks that are too short.

What a run without a wrong state can show: that the check is there, is compared whole, and comes before anything is
believed. Of 20 million frames some nine million have nothing but the checksum between them and a wrong light; a check
of 16 bits lets about 140 of those pass, and the rig sees them. What it cannot show: that a CRC-32 lets none pass. One
in four thousand million is expected to, which a run like this sees once in 500 repetitions.
"""

from __future__ import annotations

import enum
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from hardware.firmware import build
from tests.rigs import toolchains

if TYPE_CHECKING:
    from pathlib import Path

SHARE: Final = 90
"""How many of a hundred frames are hurt."""

_FRAMES_A_SECOND: Final = 20_000  # at the very least: sanitized, on a small and busy machine
_SANITIZERS: Final = ("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


class Check(enum.Enum):
    """Which check of a frame is compiled in."""

    CRC32 = 32
    CRC16 = 16
    CRC8 = 8


@dataclass(frozen=True, slots=True)
class NativeCounts:
    """What came of a run.

    Attributes:
        frames: states sent.
        hurt: how many of them were hurt.
        chances: frames that nothing but the checksum could tell from right ones.
        shown: states that the lights have shown.
        wrong: times they showed what nobody asked for, or went back.
        sessions: times a session was begun.
        crc_errors: frames that the core refused for their checksum.
        frame_errors: stretches of bytes that it took for no frame.
    """

    frames: int
    hurt: int
    chances: int
    shown: int
    wrong: int
    sessions: int
    crc_errors: int
    frame_errors: int

    def expected(self, check: Check) -> float:
        """Return how many of the chances a check of that length is expected to miss."""
        return float(self.chances) / 2**check.value

    def assert_alive(self) -> None:
        """Fail unless the run did what it says."""
        assert self.hurt > 0.8 * self.frames, self
        assert self.chances > 0.3 * self.frames, self
        assert self.shown > 0.1 * self.frames, self
        assert self.crc_errors > 0.3 * self.frames, self
        assert self.frame_errors > 0.05 * self.frames, self
        assert self.sessions > self.frames / 20_000, self


def program(check: Check = Check.CRC32, *, sanitized: bool = False, sources: Path = build.SOURCES) -> Path:
    """Return the path of the rig, compiled if need be.

    Args:
        check: which check of a frame.
        sanitized: with the address and undefined-behaviour sanitizers.
        sources: where `core/` lies.

    Raises:
        CompilerMissing: "toolchain.missing".
    """
    core = sources / "core"
    units = [unit for unit in sorted(core.glob("*.c")) if unit.name != "crc32.c"]
    units.append({Check.CRC32: core / "crc32.c"}.get(check, toolchains.HERE / f"{check.name.lower()}.c"))
    flags = ("-std=c11", "-O2", *build.WARNINGS, *(_SANITIZERS if sanitized else ()), f"-I{core}")
    command = (build.tool("cc", "gcc"), *flags)
    return toolchains.compiled("hostile", command, (*units, toolchains.HERE / "hostile.c"), sorted(core.glob("*.h")))


def run(rig: Path, frames: int, seed: int, share: int = SHARE) -> NativeCounts:
    """Run a rig in front of `frames` states; all chance comes from the seed."""
    command = (str(rig), str(frames), str(seed), str(share))
    timeout = 30 + frames / _FRAMES_A_SECOND
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)
    assert done.returncode == 0, done.stderr
    return NativeCounts(**{name: int(value) for name, value in (one.split("=") for one in done.stdout.split())})
