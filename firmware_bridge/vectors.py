"""Golden vectors: one conversation that uses every message and every refusal.

Written by hand from PROTOCOL.md. `generate` turns it into bytes; the file of these bytes is checked in and run by both
sides, so that neither can change the wire unnoticed, not even both together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from firmware_bridge import messages
from firmware_bridge.cells import Cell, Colour, Effect
from firmware_bridge.messages import Ack, Board, Bright, Hello, HelloAck, Message, Nak, NakReason, Ping, Pong, Show

UNIQUE_ID: Final = 0x0123456789ABCDEF
"""The controller's number in the conversation."""

RESET_CAUSE: Final = messages.ResetCause.WATCHDOG
"""Why it last started."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request and its reply.

    Attributes:
        at_ms: when, in milliseconds since the controller started.
        what: what this shows, in a few words.
        session: session byte of the request.
        seq: sequence byte of the request.
        request: what the host says; or a type byte and payload that no host would say.
        reply: what the controller answers; None if nothing.
        cells: what it shows afterwards.
    """

    at_ms: int
    what: str
    session: int
    seq: int
    request: Message | tuple[int, bytes]
    reply: Message | None
    cells: bytes


def _cells(*lit: tuple[int, Cell]) -> bytes:
    out = bytearray(messages.LEDS)
    for at, cell in lit:
        out[at] = cell.code
    return bytes(out)


_SAFE: Final = _cells((33, Cell(Colour.AMBER, Effect.BLINK)))
_DARK: Final = _cells()
_FIRST: Final = _cells((0, Cell(Colour.GREEN)), (33, Cell(Colour.RED)))
_ALL: Final = bytes(Cell(Colour(at % 8)).code for at in range(messages.LEDS))
_MOVING: Final = _cells(*((at, Cell(Colour.WHITE, effect)) for at, effect in enumerate(Effect)))
_DARK_DIGEST: Final = messages.digest(_DARK, 400)
_NONCE: Final = 0x00C0FF07
_WHO: Final = HelloAck(_NONCE, 1, 0, 34, RESET_CAUSE, 0, 1, 0, Board.PC, 400, UNIQUE_ID)


def _nak(reason: NakReason, gen: int = 0) -> Nak:
    return Nak(reason, 1, 0, gen)


def _ack(gen: int, cells: bytes, cap_ma: int = 400) -> Ack:
    return Ack(gen, messages.digest(cells, cap_ma))


CONVERSATION: Final = (
    Exchange(0, "before any session", 7, 1, Ping(), _nak(NakReason.SESSION), _SAFE),
    Exchange(10, "another major version", 7, 2, Hello(_NONCE, 2, 0), _nak(NakReason.PROTO), _SAFE),
    Exchange(20, "a session that is not the nonce's", 8, 3, Hello(_NONCE, 1, 0), _nak(NakReason.VALUE), _SAFE),
    Exchange(30, "a nonce without a session", 0, 4, Hello(0x100, 1, 0), _nak(NakReason.VALUE), _SAFE),
    Exchange(40, "a HELLO that is too short", 7, 5, (0x01, b"\x07\x00"), _nak(NakReason.LENGTH), _SAFE),
    Exchange(50, "a session begins", 7, 6, Hello(_NONCE, 1, 0), _WHO, _DARK),
    Exchange(60, "a newer minor version appends", 7, 6, (0x01, b"\x07\xff\xc0\x00\x01\x09more"), _WHO, _DARK),
    Exchange(70, "a first state", 7, 7, Show(65535, _FIRST), _ack(65535, _FIRST), _FIRST),
    Exchange(80, "the same HELLO, late", 7, 6, Hello(_NONCE, 1, 0), _WHO, _FIRST),
    Exchange(90, "a newer state, past the end of the numbers", 7, 8, Show(2, _ALL), _ack(2, _ALL), _ALL),
    Exchange(100, "the same again", 7, 8, Show(2, _ALL), _ack(2, _ALL), _ALL),
    Exchange(110, "an older state", 7, 9, Show(1, _FIRST), _nak(NakReason.STALE, 2), _ALL),
    Exchange(120, "too few lights", 7, 10, Show(3, _FIRST[:-1]), _nak(NakReason.LENGTH, 2), _ALL),
    Exchange(130, "an effect that is none", 7, 11, Show(3, b"\x41" + _FIRST[1:]), _nak(NakReason.VALUE, 2), _ALL),
    Exchange(140, "a colour that is none", 7, 12, Show(3, _FIRST[:-1] + b"\x08"), _nak(NakReason.VALUE, 2), _ALL),
    Exchange(150, "less power", 7, 13, Bright(399), _ack(2, _ALL, 399), _ALL),
    Exchange(160, "no power", 7, 14, Bright(0), _nak(NakReason.VALUE, 2), _ALL),
    Exchange(170, "more power than there is", 7, 15, Bright(401), _nak(NakReason.VALUE, 2), _ALL),
    Exchange(180, "a cap of three bytes", 7, 16, (0x04, b"\x90\x01\x00"), _nak(NakReason.LENGTH, 2), _ALL),
    Exchange(190, "full power", 7, 17, Bright(400), _ack(2, _ALL), _ALL),
    Exchange(200, "another session", 8, 18, Show(3, _FIRST), _nak(NakReason.SESSION, 2), _ALL),
    Exchange(210, "a request of the future", 7, 19, (0x55, b"?"), _nak(NakReason.TYPE, 2), _ALL),
    Exchange(220, "a ping with a payload", 7, 20, (0x02, b"?"), _nak(NakReason.LENGTH, 2), _ALL),
    Exchange(230, "an echo", 7, 21, _ack(2, _ALL), None, _ALL),
    Exchange(240, "a ping", 7, 22, Ping(), Pong(2, messages.digest(_ALL, 400), 240, 25, 0, 1, 0, 0, 0), _ALL),
    Exchange(250, "lights that move", 7, 23, Show(3, _MOVING), _ack(3, _MOVING), _MOVING),
    Exchange(1250, "a host that was silent for a second", 7, 24, Ping(), _nak(NakReason.SESSION), _SAFE),
    Exchange(1260, "the old session again", 7, 25, Show(4, _FIRST), _nak(NakReason.SESSION), _SAFE),
    Exchange(1270, "HELLO after all", 7, 26, Hello(_NONCE, 1, 0), _WHO, _DARK),
    Exchange(1280, "and a ping", 7, 27, Ping(), Pong(0, _DARK_DIGEST, 1280, 30, 0, 1, 1, 0, 0), _DARK),
)
