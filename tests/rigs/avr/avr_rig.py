"""The Nano's image in simavr, in virtual time (see `avr_rig.c`): bytes in, bytes out, and what the lights show."""

from __future__ import annotations

import ctypes
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hardware.firmware import build
from tests.rigs import toolchains

MHZ: Final = 16
BAUD: Final = 115200
UNIQUE_ID: Final = 0x1122_3344_5566_7788
"""Who the simulated Nano is, unless told otherwise."""

LATCH_US: Final = 280
"""Microseconds of silence after which the lights show what they have got."""

_NEVER: Final = 2**64 - 1
_FRAME_BYTES: Final = 240
_MOST_FRAMES: Final = 64
_MOST_BYTES: Final = 65536


class _Frame(ctypes.Structure):
    _fields_ = (
        ("start", ctypes.c_uint64),
        ("end", ctypes.c_uint64),
        ("bits", ctypes.c_uint32),
        ("cut", ctypes.c_uint32),
        ("grb", ctypes.c_uint8 * _FRAME_BYTES),
    )


_COUNTS: Final = (
    *("received", "overruns", "sent", "frames", "frames_lost", "bad_pulses", "bad_lows", "joined"),
    *("zero_least", "zero_most", "one_least", "one_most", "low_least", "low_most", "gap_least", "resets"),
)


@dataclass(frozen=True, slots=True)
class Shown:
    """A frame that the lights have taken.

    Attributes:
        start_us: when its first pulse began, in microseconds since power-on.
        latched_us: when the lights showed it: 280 us after its last pulse.
        grb: its bytes. Bits beyond a whole byte, or beyond 240 bytes, are in `bits` only.
        bits: how many there were.
        cut: whether a reset came while it was being sent: some lights have their new colour and the others the old.
    """

    start_us: float
    latched_us: float
    grb: bytes
    bits: int
    cut: bool


@dataclass(frozen=True, slots=True)
class Counts:
    """What the rig has seen since power-on. Times in cycles of 62.5 ns; None where nothing was to be measured.

    Attributes:
        received: bytes that reached the chip.
        overruns: bytes lost because the receiver was full.
        sent: bytes that the chip has sent.
        frames: frames that the lights have taken.
        bad_pulses: pulses that no light may be expected to understand.
        bad_lows: silences within a frame that are too short.
        joined: frames that began before the lights had taken the one before for ended.
        zero: shortest and longest pulse of a zero.
        one: shortest and longest pulse of a one.
        low: shortest and longest silence within a frame.
        gap_least: shortest silence between two frames.
        resets: of the chip, the one at power-on not counted.
    """

    received: int
    overruns: int
    sent: int
    frames: int
    bad_pulses: int
    bad_lows: int
    joined: int
    zero: tuple[int, int] | None
    one: tuple[int, int] | None
    low: tuple[int, int] | None
    gap_least: int | None
    resets: int


def library() -> Path:
    """Return the path of the rig, compiled if need be.

    Raises:
        CompilerMissing: "toolchain.missing", with the Debian package.
    """
    command = (build.tool("cc", "gcc"), "-std=gnu11", "-O2", "-g", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared")
    return toolchains.compiled(
        "libavr-rig.so", (*command, "-Wl,--no-as-needed", "-lsimavr"), (Path(__file__).with_name("avr_rig.c"),)
    )


def _load() -> ctypes.CDLL:
    rig = ctypes.CDLL(str(library()))
    pointer, text, u32, u64 = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_uint32, ctypes.c_uint64
    for name, result, arguments in (
        ("rig_new", pointer, (text, u32, text, u32)),
        ("rig_free", None, (pointer,)),
        ("rig_write", ctypes.c_int, (pointer, text, u32)),
        ("rig_on_the_way", u32, (pointer,)),
        ("rig_read", u32, (pointer, pointer, u32)),
        ("rig_run", ctypes.c_int, (pointer, u64)),
        ("rig_cycle", u64, (pointer,)),
        ("rig_reset", None, (pointer,)),
        ("rig_hang", None, (pointer, ctypes.c_int)),
        ("rig_frames", u32, (pointer, pointer, u32)),
        ("rig_counts", None, (pointer, pointer)),
        ("rig_eeprom", None, (pointer, pointer, u32)),
        ("rig_ram_used", u32, (pointer,)),
    ):
        function = getattr(rig, name)
        function.restype = result
        function.argtypes = arguments
    return rig


def _span(counts: dict[str, int], name: str) -> tuple[int, int] | None:
    least = counts[f"{name}_least"]
    return None if least == _NEVER else (least, counts[f"{name}_most"])


def stored(unique_id: int) -> bytes:
    """Return what a Nano with this number has in its EEPROM."""
    number = unique_id.to_bytes(8, "little")
    return number + zlib.crc32(number).to_bytes(4, "little")


class AvrRig:
    """A Nano with a strip, on a wire."""

    def __init__(self, image: Path, *, eeprom: bytes | None = None, baud: int = BAUD) -> None:
        """Switch it on.

        Args:
            image: the linked program (`hardware.firmware.avr.elf`).
            eeprom: the first bytes of its EEPROM; None for a Nano whose number is `UNIQUE_ID`.
            baud: speed at which bytes arrive.

        Raises:
            CompilerMissing: "toolchain.missing", with the Debian package.
        """
        self._library = _load()
        memory = stored(UNIQUE_ID) if eeprom is None else eeprom
        self._rig = self._library.rig_new(str(image).encode(), baud, memory, len(memory))
        assert self._rig, f"simavr does not take {image}"
        self._frames = (_Frame * _MOST_FRAMES)()
        self._bytes = ctypes.create_string_buffer(_MOST_BYTES)

    @property
    def now_us(self) -> float:
        """Microseconds since power-on."""
        return int(self._library.rig_cycle(self._rig)) / MHZ

    @property
    def on_the_way(self) -> int:
        """Bytes that have been written and have not arrived yet."""
        return int(self._library.rig_on_the_way(self._rig))

    def write(self, data: bytes) -> None:
        """Put bytes on the wire, behind those that are on their way."""
        assert self._library.rig_write(self._rig, data, len(data)), "more bytes on the way than the rig keeps"

    def read(self) -> bytes:
        """Return what the chip has sent since this was last asked."""
        length = self._library.rig_read(self._rig, self._bytes, _MOST_BYTES)
        return self._bytes.raw[:length]

    def run(self, us: float) -> None:
        """Let time pass; the rig is alive, or this fails."""
        before = self.now_us
        assert self._library.rig_run(self._rig, round(us * MHZ)), "the chip has stopped"
        assert self.now_us >= before + us - 1, "time stands still"

    def run_until_arrived(self) -> None:
        """Let time pass until all that was written has arrived."""
        while self.on_the_way:
            self.run(max(50.0, self.on_the_way * 10e6 / BAUD))

    def shown(self) -> list[Shown]:
        """Return the frames that the lights have taken since this was last asked, oldest first."""
        out: list[Shown] = []
        while True:
            count = self._library.rig_frames(self._rig, self._frames, _MOST_FRAMES)
            for one in self._frames[:count]:
                length = min(one.bits // 8, _FRAME_BYTES)
                out.append(
                    Shown(one.start / MHZ, one.end / MHZ + LATCH_US, bytes(one.grb[:length]), one.bits, bool(one.cut))
                )
            if count < _MOST_FRAMES:
                return out

    def reset(self) -> None:
        """Press the button, or open the port: DTR resets a Nano."""
        self._library.rig_reset(self._rig)

    def hang(self, *, interrupts_off: bool) -> None:
        """Have the program caught in an endless loop from now on."""
        self._library.rig_hang(self._rig, int(interrupts_off))

    @property
    def eeprom(self) -> bytes:
        """The first twelve bytes of the EEPROM."""
        self._library.rig_eeprom(self._rig, self._bytes, 12)
        return self._bytes.raw[:12]

    @property
    def ram_used(self) -> int:
        """Bytes of memory that were ever written: variables and the deepest stack."""
        return int(self._library.rig_ram_used(self._rig))

    @property
    def counts(self) -> Counts:
        """What the rig has seen."""
        values = (ctypes.c_uint64 * len(_COUNTS))()
        self._library.rig_counts(self._rig, values)
        by_name = dict(zip(_COUNTS, map(int, values), strict=True))
        assert not by_name.pop("frames_lost"), "frames came faster than they were fetched"
        return Counts(
            received=by_name["received"],
            overruns=by_name["overruns"],
            sent=by_name["sent"],
            frames=by_name["frames"],
            bad_pulses=by_name["bad_pulses"],
            bad_lows=by_name["bad_lows"],
            joined=by_name["joined"],
            zero=_span(by_name, "zero"),
            one=_span(by_name, "one"),
            low=_span(by_name, "low"),
            gap_least=None if by_name["gap_least"] == _NEVER else by_name["gap_least"],
            resets=by_name["resets"],
        )

    def close(self) -> None:
        """Switch it off for good."""
        if self._rig:
            self._library.rig_free(self._rig)
            self._rig = None
