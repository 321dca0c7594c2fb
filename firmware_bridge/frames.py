"""Bytes to frames and back: COBS( type | session | seq | payload | CRC-32 ) and a zero byte.

Nothing is believed before its CRC is right. A stretch of bytes that is no frame is named and counted, never raised:
on a wire damage is a thing that happens, not an error of the program.
"""

from __future__ import annotations

import enum
import zlib
from dataclasses import dataclass
from typing import Final

from firmware_bridge import cobs
from firmware_bridge.errors import FrameError

HEADER: Final = 3
"""Bytes before the payload: type, session, seq."""

MAX_PAYLOAD: Final = 58
"""Longest payload. With header, CRC and COBS a frame then stays in 67 bytes, small enough for any controller."""

CRC: Final = 4
"""Bytes of the CRC-32."""

MAX_RAW: Final = HEADER + MAX_PAYLOAD + CRC
"""Longest frame before COBS."""

DELIMITER: Final = b"\0"
"""Ends a frame. Sent before one as well where what came before may have been cut."""


@dataclass(frozen=True, slots=True)
class WireFrame:
    """One frame whose CRC was right, or that is to be sent.

    Attributes:
        type: which message the payload is, 0..255.
        session: the session that it belongs to, 0..255; 0 is none.
        seq: number of the request, echoed by its reply, 0..255.
        payload: at most `MAX_PAYLOAD` bytes.
    """

    type: int
    session: int
    seq: int
    payload: bytes = b""


class Damage(enum.Enum):
    """What was wrong with a stretch of bytes between two delimiters."""

    FRAME = "frame"
    """No frame: cut, too long or too short."""
    CRC = "crc"
    """Shaped like a frame, with a wrong CRC."""


def encode(frame: WireFrame) -> bytes:
    """Return the bytes of a frame, with its delimiter at the end.

    Raises:
        FrameError: "frame.length" if the payload is too long, "frame.byte" if a header field is no byte.
    """
    if len(frame.payload) > MAX_PAYLOAD:
        raise FrameError("frame.length", length=len(frame.payload), most=MAX_PAYLOAD)
    try:
        raw = bytes((frame.type, frame.session, frame.seq)) + frame.payload
    except ValueError as error:
        raise FrameError("frame.byte", type=frame.type, session=frame.session, seq=frame.seq) from error
    return cobs.encode(raw + zlib.crc32(raw).to_bytes(CRC, "little")) + DELIMITER


@dataclass(frozen=True, slots=True)
class Decoder:
    """What a stream of bytes has left unfinished.

    Attributes:
        pending: bytes since the last delimiter, bounded.
        overlong: more came than any frame has; everything up to the next delimiter is skipped.
    """

    pending: bytes = b""
    overlong: bool = False


def decode(decoder: Decoder, data: bytes) -> tuple[Decoder, tuple[WireFrame | Damage, ...]]:
    """Take bytes from the wire, in pieces of any size.

    Args:
        decoder: what the bytes before left.
        data: the next bytes.

    Returns:
        What is left now, and the frames and damages that the data completed, in order.
    """
    *ends, rest = data.split(DELIMITER)
    found: list[WireFrame | Damage] = []
    for end in ends:
        stretch = decoder.pending + end
        if stretch:
            found.append(Damage.FRAME if decoder.overlong else _frame(stretch))
        decoder = Decoder()
    pending = decoder.pending + rest
    overlong = decoder.overlong or len(pending) > MAX_RAW + 1
    return Decoder(pending[: MAX_RAW + 1], overlong), tuple(found)


def _frame(stretch: bytes) -> WireFrame | Damage:
    try:
        raw = cobs.decode(stretch)
    except FrameError:
        return Damage.FRAME
    if not HEADER + CRC <= len(raw) <= MAX_RAW:
        return Damage.FRAME
    body, crc = raw[:-CRC], raw[-CRC:]
    if zlib.crc32(body).to_bytes(CRC, "little") != crc:
        return Damage.CRC
    return WireFrame(body[0], body[1], body[2], body[HEADER:])
