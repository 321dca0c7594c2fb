"""The Nano's image in avr8js: the same bytes into a second simulator, written by others (see `avr8js/rig.mjs`)."""

from __future__ import annotations

import json
import random
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from firmware_bridge import frames, messages
from firmware_bridge.cells import Colour, Effect
from firmware_bridge.frames import Decoder, WireFrame
from firmware_bridge.messages import Bright, Hello, Message, Ping, Pong, Show
from hardware.firmware import build
from hardware.simulated.strip.faults import WireFault, hurt
from tests.rigs import npm
from tests.rigs.avr.avr_rig import UNIQUE_ID, AvrRig, stored

if TYPE_CHECKING:
    from collections.abc import Sequence

FOLDER: Final = Path(__file__).with_name("avr8js")
"""Where the script and its lock file lie."""

_TIMEOUT: Final = 240.0

FIRST_US = 30_000.0
BETWEEN_US = 14_000.0
NONCE = 0x0102_0304
STATES = 90
NOISE = (WireFault.FLIP, WireFault.DROP, WireFault.DOUBLE, WireFault.SWAP, WireFault.ALTER)


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


def install() -> Path:
    """Install the simulator, unless it is there; return where.

    Raises:
        CompilerMissing: "toolchain.missing", where node or npm is not installed.
        CompileFailed: "compiler.failed", where npm cannot install it.
    """
    npm.install(FOLDER)
    return FOLDER


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
    install()
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


def conversation() -> tuple[Sends, float]:
    """A session with states, moving lights, refusals and damage; each request has time to be answered."""
    chance = random.Random(17)
    requests: list[Message] = [Hello(NONCE, messages.MAJOR, messages.MINOR)]
    for gen in range(1, STATES + 1):
        cells = bytes(chance.randrange(len(Effect)) << 4 | chance.randrange(len(Colour)) for _ in range(34))
        requests.append(chance.choice((Show(gen, cells),) * 5 + (Ping(), Bright(chance.randint(1, 400)))))
    sends = []
    at = FIRST_US
    for seq, request in enumerate(requests):
        kind = messages.TYPES[type(request)]
        data = frames.encode(WireFrame(kind, NONCE & 0xFF, seq % 256, messages.pack(request)))
        if seq and chance.random() < 0.2:
            data = hurt(data, chance.choice(NOISE), chance) + frames.DELIMITER
        sends.append((at, data))
        at += BETWEEN_US + chance.uniform(0, 3_000)
    return tuple(sends), at + 1_100_000


def said(opinion: Opinion) -> list[Message]:
    _, found = frames.decode(Decoder(), opinion.replies)
    assert all(isinstance(one, WireFrame) for one in found)
    whole = [messages.unpack(one.type, one.payload) for one in found if isinstance(one, WireFrame)]
    return [replace(one, uptime_ms=0) if isinstance(one, Pong) else one for one in whole]
