"""Every message of the wire, in one table.

Each message is a frozen dataclass whose annotations say how its fields lie on the wire; `pack` and `unpack` read them,
and `generate` makes the firmware's header `proto.h` from the same table: the two sides cannot disagree about a place.
PROTOCOL.md beside this file tells the rules and their reasons in prose. Integers are little-endian.
"""

from __future__ import annotations

import enum
import zlib
from dataclasses import dataclass
from typing import Annotated, Final, get_args, get_type_hints

from firmware_bridge.errors import MessageError

MAJOR: Final = 1
"""Version of the protocol that both sides must share."""

MINOR: Final = 0
"""Version that may differ; both sides then work with the smaller."""

SAFE_MS: Final = 1000
"""Milliseconds without a good frame after which the controller drops what it shows."""

POWER_MA: Final = 400
"""What the strip may draw, in milliamperes, unless BRIGHT lowers it."""

LEDS: Final = 34
"""Lights of the standard strip."""


@dataclass(frozen=True, slots=True)
class Wire:
    """How a field lies on the wire.

    Attributes:
        width: bytes of a little-endian unsigned integer, or 0 for all the bytes that are left.
    """

    width: int


U8 = Annotated[int, Wire(1)]
U16 = Annotated[int, Wire(2)]
U32 = Annotated[int, Wire(4)]
U64 = Annotated[int, Wire(8)]
Rest = Annotated[bytes, Wire(0)]


class NakReason(enum.IntEnum):
    """Why the controller refused a frame."""

    SESSION = 1
    """The frame belongs to no session, or to another one: say HELLO again."""
    LENGTH = 2
    """The payload's length is not that of its type, or not that of this strip."""
    TYPE = 3
    """A request that this firmware does not know."""
    PROTO = 4
    """The host's major version is not the controller's."""
    STALE = 5
    """The generation is older than what is shown."""
    VALUE = 6
    """A byte of the payload is out of its range."""


class Board(enum.IntEnum):
    """Which build of the firmware answers."""

    PC = 1
    """The core as a program behind a pseudo-terminal."""
    NANO = 2
    """Arduino Nano."""
    PICO = 3
    """Raspberry Pi Pico."""
    MEMORY = 4
    """The model in the memory of the host program."""


class ResetCause(enum.IntFlag):
    """Why the controller last started; the bits are those of an AVR's MCUSR."""

    POWER_ON = 1
    EXTERNAL = 2
    BROWN_OUT = 4
    WATCHDOG = 8


@dataclass(frozen=True, slots=True)
class Hello:
    """Open a session; the lights go dark. Repeated with the same nonce it changes nothing.

    Attributes:
        nonce: any number whose low byte is not zero; that byte is the session of every frame that follows.
        major: the host's major version.
        minor: the host's minor version.
    """

    nonce: U32
    major: U8
    minor: U8


@dataclass(frozen=True, slots=True)
class Ping:
    """Ask what is shown; keeps the session alive."""


@dataclass(frozen=True, slots=True)
class Show:
    """Show this state, whole. Safe to repeat.

    Attributes:
        gen: counts the states of a session; only a newer one (signed 16-bit difference) is shown.
        cells: one byte a light, effect << 4 | colour.
    """

    gen: U16
    cells: Rest


@dataclass(frozen=True, slots=True)
class Bright:
    """Lower the power cap.

    Attributes:
        cap_ma: what the strip may draw, 1 to the firmware's own limit, in milliamperes.
    """

    cap_ma: U16


@dataclass(frozen=True, slots=True)
class HelloAck:
    """Who the controller is.

    Attributes:
        nonce: that of the HELLO.
        major: the controller's major version.
        minor: the controller's minor version.
        leds: how many lights it drives.
        reset_cause: why it last started (`ResetCause`).
        firmware_major: version of the firmware.
        firmware_minor: version of the firmware.
        firmware_patch: version of the firmware.
        board: which build it is (`Board`).
        power_ma: the power cap that it starts with, and the highest that BRIGHT may set, in milliamperes.
        unique_id: its own number, the same for life.
    """

    nonce: U32
    major: U8
    minor: U8
    leds: U8
    reset_cause: U8
    firmware_major: U8
    firmware_minor: U8
    firmware_patch: U8
    board: U8
    power_ma: U16
    unique_id: U64


@dataclass(frozen=True, slots=True)
class Pong:
    """What is shown, and how the wire has been. The counters wrap at 65,536.

    Attributes:
        gen: generation shown, 0 before the first.
        digest: CRC-32 of the lit state (`digest`).
        uptime_ms: milliseconds since the controller started.
        ok: frames with a right CRC.
        crc_errors: frames with a wrong CRC.
        frame_errors: stretches of bytes that are no frame, and frames that only the controller may send.
        lost: times the host fell silent.
        overruns: bytes that the port lost.
        tx_drops: replies for which there was no room.
    """

    gen: U16
    digest: U32
    uptime_ms: U32
    ok: U16
    crc_errors: U16
    frame_errors: U16
    lost: U16
    overruns: U16
    tx_drops: U16


@dataclass(frozen=True, slots=True)
class Ack:
    """Done: this is what is shown now.

    Attributes:
        gen: generation shown, 0 before the first.
        digest: CRC-32 of the lit state (`digest`).
    """

    gen: U16
    digest: U32


@dataclass(frozen=True, slots=True)
class Nak:
    """Not done, nothing was changed.

    Attributes:
        reason: why (`NakReason`).
        major: the controller's major version.
        minor: the controller's minor version.
        gen: generation shown, 0 before the first.
    """

    reason: U8
    major: U8
    minor: U8
    gen: U16


Request = Hello | Ping | Show | Bright
Reply = HelloAck | Pong | Ack | Nak
Message = Request | Reply

REPLY: Final = 0x80
"""The bit of a type that marks what only the controller sends; such a frame is never answered, so no echo can loop."""

TYPES: Final[dict[type[Message], int]] = {
    Hello: 0x01,
    Ping: 0x02,
    Show: 0x03,
    Bright: 0x04,
    HelloAck: 0x81,
    Pong: 0x82,
    Ack: 0x83,
    Nak: 0x8F,
}
"""The type byte of each message."""

GROWING: Final[frozenset[type[Message]]] = frozenset({Hello, HelloAck})
"""Messages to which a newer minor version may append fields; who does not know them skips them."""

_BY_TYPE: Final = {number: message for message, number in TYPES.items()}


def layout(message: type[Message]) -> tuple[tuple[str, int], ...]:
    """Return (name, width in bytes; 0 for the rest) of each field of a message, in the order of the wire."""
    return _LAYOUTS[message]


def _read_layout(message: type[Message]) -> tuple[tuple[str, int], ...]:
    hints = get_type_hints(message, include_extras=True)
    return tuple((name, get_args(hint)[1].width) for name, hint in hints.items())


_LAYOUTS: Final = {message: _read_layout(message) for message in TYPES}


def size(message: type[Message]) -> int:
    """Return the bytes of a message's payload, without its rest field."""
    return sum(width for _, width in layout(message))


def pack(message: Message) -> bytes:
    """Return the payload of a message.

    Raises:
        MessageError: "message.range" if a field does not fit its width.
    """
    out = bytearray()
    for name, width in layout(type(message)):
        value = getattr(message, name)
        try:
            out += value.to_bytes(width, "little") if width else value
        except OverflowError as error:
            raise MessageError("message.range", message=type(message).__name__, field=name, value=value) from error
    return bytes(out)


def unpack(kind: int, payload: bytes) -> Message:
    """Return the message of a type byte and a payload: the inverse of `pack`.

    Raises:
        MessageError: "message.type" for an unknown type, "message.length" for a payload of the wrong length.
    """
    message = _BY_TYPE.get(kind)
    if message is None:
        raise MessageError("message.type", type=kind)
    fields = layout(message)
    least = size(message)
    open_ended = message in GROWING or any(not width for _, width in fields)
    if len(payload) < least or (len(payload) > least and not open_ended):
        raise MessageError("message.length", message=message.__name__, length=len(payload), expected=least)
    values: dict[str, int | bytes] = {}
    at = 0
    for name, width in fields:
        values[name] = int.from_bytes(payload[at : at + width], "little") if width else payload[at:]
        at += width
    return message(**values)  # type: ignore[arg-type]  # the layout gives each field its own type


def digest(cells: bytes, cap_ma: int) -> int:
    """Return the CRC-32 (that of zlib) of a lit state: the lights' bytes, then the power cap as two bytes."""
    return zlib.crc32(cells + cap_ma.to_bytes(2, "little"))
