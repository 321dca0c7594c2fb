"""Whole JPEG pictures out of a stream of them, however it is cut and whatever is missing from it. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

_START: Final = b"\xff\xd8\xff"
_END: Final = b"\xff\xd9"
_SCAN: Final = 0xDA
_NOT_IN_A_HEADER: Final = (0x00, 0xD8, 0xD9)
LARGEST: Final = 1 << 24
"""Bytes of a picture beyond which it is none."""


@dataclass(frozen=True, slots=True)
class Split:
    """What was found in a piece of a stream.

    Attributes:
        pictures: the whole ones, in order.
        broken: how many began and did not end, or were none.
        rest: the beginning of the next one, to be put before the next piece.
    """

    pictures: tuple[bytes, ...]
    broken: int
    rest: bytes


def split(stream: bytes) -> Split:
    """Return the pictures of a piece of a stream.

    A picture's header is walked segment by segment, as its tables may look like its end; within the coded picture
    0xFF is always followed by a zero or a restart marker (ITU-T T.81, B.1.1.5), so that its end cannot be mistaken.
    """
    pictures: list[bytes] = []
    broken = 0
    at = stream.find(_START)
    while at >= 0:
        end = _end(stream, at)
        if end is None:
            if len(stream) - at > LARGEST:
                return Split(tuple(pictures), broken + 1, b"")
            return Split(tuple(pictures), broken, stream[at:])
        if end > at:
            pictures.append(stream[at:end])
        else:
            broken += 1
        at = stream.find(_START, max(end, at + 1))
    return Split(tuple(pictures), broken, stream[-2:] if stream[-1:] in (b"\xff", b"\xd8") else b"")


def _end(stream: bytes, start: int) -> int | None:
    """Return where the picture that begins at `start` ends; `start` if it is broken, None if more has to come."""
    at = start + 2
    while at + 4 <= len(stream):
        marker = stream[at + 1]
        if stream[at] != 0xFF or marker in _NOT_IN_A_HEADER:
            return start
        if marker == 0xFF:  # a byte that only fills
            at += 1
            continue
        length = int.from_bytes(stream[at + 2 : at + 4], "big")
        if length < 2:
            return start
        if marker == _SCAN:
            end, another = stream.find(_END, at + 2 + length), stream.find(_START, at + 2 + length)
            if another >= 0 and (end < 0 or another < end):
                return start
            return end + 2 if end >= 0 else None
        at += 2 + length
    return None
