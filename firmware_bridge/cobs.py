"""Consistent Overhead Byte Stuffing: a frame without a zero byte, so that a zero byte can end it.

Each block starts with a code byte c: c - 1 bytes that are not zero follow, then (unless c is 255 or the frame ends) a
zero that was taken out. Source: Cheshire and Baker, "Consistent Overhead Byte Stuffing", IEEE/ACM ToN 7(2), 1999.
"""

from __future__ import annotations

from firmware_bridge.errors import FrameError

_FULL_BLOCK = 254


def encode(data: bytes) -> bytes:
    """Return data without zero bytes; it is one byte longer, and one more for each 254 bytes that are not zero."""
    out = bytearray()
    pieces = data.split(b"\0")
    for number, whole in enumerate(pieces):
        piece = whole
        # A full block implies no zero, so a rest must follow unless the frame ends right there.
        while len(piece) > _FULL_BLOCK or (len(piece) == _FULL_BLOCK and number + 1 < len(pieces)):
            out += bytes((_FULL_BLOCK + 1,)) + piece[:_FULL_BLOCK]
            piece = piece[_FULL_BLOCK:]
        out += bytes((len(piece) + 1,)) + piece
    return bytes(out)


def decode(data: bytes) -> bytes:
    """Return what was encoded.

    Raises:
        FrameError: "cobs.zero" where a zero byte is in the data, "cobs.cut" where the last block is not complete or
            the data is empty.
    """
    if 0 in data:
        raise FrameError("cobs.zero", at=data.index(0))
    out = bytearray()
    at = 0
    code = _FULL_BLOCK + 1
    while at < len(data):
        if code <= _FULL_BLOCK and at:
            out.append(0)
        code = data[at]
        out += data[at + 1 : at + code]
        at += code
    if at != len(data) or not data:
        raise FrameError("cobs.cut", missing=max(1, at - len(data)))
    return bytes(out)
