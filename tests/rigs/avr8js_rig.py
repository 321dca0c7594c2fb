"""The Nano's image in avr8js: the same bytes into a second simulator, written by others (see `avr8js/rig.mjs`)."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from hardware.firmware import build
from tests.rigs import npm, toolchains
from tests.rigs.avr_rig import UNIQUE_ID, AvrRig, stored

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

FOLDER: Final = toolchains.HERE / "avr8js"
"""Where the script and its lock file lie."""

_TIMEOUT: Final = 240.0


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a simulator makes of the image.

    Attributes:
        latched: what the lights have taken, as (microseconds since power-on, bytes).
        replies: what was sent.
        bad: pulses and silences that no light may be expected to understand.
        zero: shortest and longest pulse of a zero, in cycles of 62.5 ns.
        one: the same of a one.
        low: the same of the silence within a frame.
    """

    latched: tuple[tuple[float, bytes], ...]
    replies: bytes
    bad: int
    zero: tuple[int, int]
    one: tuple[int, int]
    low: tuple[int, int]


Sends = tuple[tuple[float, bytes], ...]
"""What is written when: (microseconds since power-on, bytes)."""


def avr8js(image: Path, sends: Sends, end_us: float) -> Opinion:
    """Return what avr8js makes of an image.

    Args:
        image: as it is flashed (`hardware.firmware.avr.build_avr`).
        sends: what is written when.
        end_us: how long to run.

    Raises:
        CompilerMissing: "toolchain.missing", where node or npm is not installed.
        CompileFailed: "compiler.failed", where npm cannot install it.
    """
    npm.install(FOLDER)
    script = {
        "hex": image.read_text(),
        "eeprom": stored(UNIQUE_ID).hex(),
        "sends": [{"at_us": at, "data": data.hex()} for at, data in sends],
        "end_us": end_us,
    }
    command = (build.tool("node", "nodejs"), str(FOLDER / "rig.mjs"))
    ran = subprocess.run(
        command, input=json.dumps(script), capture_output=True, text=True, timeout=_TIMEOUT, check=False
    )
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    return Opinion(
        tuple((one["at_us"], bytes.fromhex(one["grb"])) for one in told["latched"]),
        bytes(one["data"] for one in told["replies"]),
        told["bad"],
        _span(told["zero"]),
        _span(told["one"]),
        _span(told["low"]),
    )


def _span(told: Sequence[float]) -> tuple[int, int]:
    return int(told[0]), int(told[1])


def simavr(program: Path, sends: Sends, end_us: float) -> Opinion:
    """Return what simavr makes of a linked program, in the same words."""
    rig = AvrRig(program)
    replies = b""
    latched: list[tuple[float, bytes]] = []
    for at, data in (*sends, (end_us, b"")):
        while rig.now_us < at:
            rig.run(max(1.0, min(50_000.0, at - rig.now_us)))
            replies += rig.read()
            latched += [(one.latched_us, one.grb) for one in rig.shown()]
        rig.write(data)
    counts = rig.counts
    assert counts.zero is not None
    assert counts.one is not None
    assert counts.low is not None
    bad = counts.bad_pulses + counts.bad_lows + counts.joined + counts.overruns
    return Opinion(tuple(latched), replies, bad, counts.zero, counts.one, counts.low)
