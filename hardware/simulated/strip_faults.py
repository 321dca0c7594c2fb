"""What can happen to bytes on a wire, by name, for tests of whatever is at its ends.

Each fault takes what one side sent and returns what the other gets. All chance comes from the generator that is passed
in, so a run can be repeated from its seed.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence


class Fault(enum.Enum):
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


def hurt(data: bytes, fault: Fault, random: random.Random, older: Sequence[bytes] = ()) -> bytes:
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
        case Fault.FLIP:
            return _flipped(data, random)
        case Fault.BURST:
            return data[:before] + random.randbytes(end - before) + data[end:]
        case Fault.DROP_RUN:
            return data[:before] + data[end:]
        case Fault.SWAP:
            return data[:at] + data[at : at + 2][::-1] + data[at + 2 :]
        case Fault.SPLICE:
            return data[:at] + old[min(at, len(old)) :]
        case _:
            return _pieces(data, fault, at, random, old)


def _pieces(data: bytes, fault: Fault, at: int, random: random.Random, old: bytes) -> bytes:
    """Return the result of a fault that only puts pieces together."""
    return {
        Fault.NOISE: random.randbytes(random.randint(1, 80)) + data,
        Fault.DROP: data[:at] + data[at + 1 :],
        Fault.DOUBLE: data[: at + 1] + data[at:],
        Fault.TRUNCATE: data[:at],
        Fault.BEHEAD: data[at:],
        Fault.LOSE: b"",
        Fault.REPEAT: data + data,
        Fault.REPLAY: old + data,
        Fault.ZEROS: bytes(random.randint(1, 300)) + data,
        Fault.ONES: b"\xff" * random.randint(1, 300) + data,
    }[fault]


def _cut(data: bytes, random: random.Random) -> tuple[int, int]:
    start = random.randrange(len(data))
    return start, min(len(data), start + random.randint(1, 8))


def _flipped(data: bytes, random: random.Random) -> bytes:
    out = bytearray(data)
    for _ in range(random.randint(1, 6)):
        out[random.randrange(len(out))] ^= 1 << random.randrange(8)
    return bytes(out)
