"""Faults on a wire, by name, for tests of whatever is at its ends.

Each fault takes what one side sent and returns what the other gets. All chance comes from the generator that is passed
in, so a run can be repeated from its seed.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from firmware_bridge import cobs, frames
from firmware_bridge.errors import FrameError

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence


class WireFault(enum.Enum):
    """A named fault."""

    FLIP = "one to six bits are flipped"
    BURST = "a stretch is replaced by noise"
    NOISE = "noise comes before it"
    DROP = "a byte is lost"
    DROP_RUN = "a stretch is lost"
    DOUBLE = "a byte comes twice"
    SWAP = "two bytes that follow each other change places"
    TRUNCATE = "the end is lost"
    BEHEAD = "the beginning is lost"
    LOSE = "all of it is lost"
    REPEAT = "all of it comes twice"
    SPLICE = "its beginning is followed by the end of something older"
    REPLAY = "something older comes before it"
    ZEROS = "a storm of zero bytes comes before it"
    ONES = "a storm of 0xff bytes comes before it"
    OLD_SESSION = "something of an earlier session comes before it"
    ALTER = "what it says is changed to something else that makes sense, all but the checksum"


def hurt(data: bytes, fault: WireFault, random: random.Random, older: Sequence[bytes] = ()) -> bytes:
    """Return what is left of data.

    Args:
        data: what was sent, at least one byte.
        fault: what happens to it.
        random: where chance comes from.
        older: what was sent before, for the faults that bring it back; without it they do nothing.
    """
    before, end = _cut(data, random)
    at = random.randrange(len(data))
    old = random.choice(older) if older else b""
    match fault:
        case WireFault.FLIP:
            return _flipped(data, random)
        case WireFault.BURST:
            return data[:before] + random.randbytes(end - before) + data[end:]
        case WireFault.DROP_RUN:
            return data[:before] + data[end:]
        case WireFault.SWAP:
            return data[:at] + data[at : at + 2][::-1] + data[at + 2 :]
        case WireFault.SPLICE:
            return data[:at] + old[min(at, len(old)) :]
        case WireFault.OLD_SESSION:
            others = [one for one in older if _session(one) not in (None, _session(data))]
            return (random.choice(others) if others else b"") + data
        case WireFault.ALTER:
            return _altered(data, random)
        case _:
            return _pieces(data, fault, at, random, old)


def _pieces(data: bytes, fault: WireFault, at: int, random: random.Random, old: bytes) -> bytes:
    """Return the result of a fault that only puts pieces together."""
    return {
        WireFault.NOISE: random.randbytes(random.randint(1, 80)) + data,
        WireFault.DROP: data[:at] + data[at + 1 :],
        WireFault.DOUBLE: data[: at + 1] + data[at:],
        WireFault.TRUNCATE: data[:at],
        WireFault.BEHEAD: data[at:],
        WireFault.LOSE: b"",
        WireFault.REPEAT: data + data,
        WireFault.REPLAY: old + data,
        WireFault.ZEROS: bytes(random.randint(1, 300)) + data,
        WireFault.ONES: b"\xff" * random.randint(1, 300) + data,
    }[fault]


def _session(data: bytes) -> int | None:
    """Return the session of a whole frame, or None."""
    try:
        return cobs.decode(data.strip(b"\0"))[1]
    except (FrameError, IndexError):
        return None


def _altered(data: bytes, random: random.Random) -> bytes:
    """Return a frame whose payload says something else; bits of what is no frame with a payload are flipped.

    Of all faults this one leaves the most to the checksum: the new bytes are lights that exist, in a frame of the right
    type, length and session.
    """
    try:
        raw = bytearray(cobs.decode(data.strip(b"\0")))
    except FrameError:
        return _flipped(data, random)
    payload = range(frames.HEADER, len(raw) - frames.CRC)
    if not payload:
        return _flipped(data, random)
    for at in random.choices(payload, k=random.randint(2, 10)):
        raw[at] = random.choice((random.randrange(8), random.randrange(4) << 4 | random.randrange(8)))
    return cobs.encode(bytes(raw)) + frames.DELIMITER


def _cut(data: bytes, random: random.Random) -> tuple[int, int]:
    start = random.randrange(len(data))
    return start, min(len(data), start + random.randint(1, 8))


def _flipped(data: bytes, random: random.Random) -> bytes:
    out = bytearray(data)
    for _ in range(random.randint(1, 6)):
        out[random.randrange(len(out))] ^= 1 << random.randrange(8)
    return bytes(out)
