"""The strip controller's core once more, in Python: for systems without a C compiler, and a check on the other.

It answers byte for byte as `hardware/firmware/core` does, which a test checks with hostile bytes at random times. It is
written from PROTOCOL.md, not translated: where the two disagree, one of them is wrong.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Protocol

from firmware_bridge import frames, messages
from firmware_bridge.cells import PALETTE, Cell, Colour, Effect
from firmware_bridge.errors import CellError, MessageError
from firmware_bridge.frames import Damage, Decoder, WireFrame
from firmware_bridge.messages import Ack, Board, Bright, Hello, HelloAck, Message, Nak, NakReason, Ping, Pong, Show

FIRMWARE_VERSION: Final = (0, 1, 0)
"""The version of the core that this is a model of."""

TX_ROOM: Final = 95
"""Bytes of replies that wait for the wire; a reply for which there is no room is dropped whole."""

_STEP_SHIFT: Final = 5  # the effects move every 32 ms
_CHANNEL_MA: Final = 20  # a channel of a light at 255
_SAFE: Final = Cell(Colour.AMBER, Effect.BLINK)
_U16: Final = 0xFFFF
_U32: Final = 0xFFFFFFFF


class StripLogic(Protocol):
    """What a port of the controller's core does with it: here in Python, in `strip_core` the C core itself."""

    @property
    def leds(self) -> int:
        """Lights on the strip."""

    def restart(self, cause: int) -> None:
        """Start anew, with this as the reset cause."""

    def tick(self, now_ms: int) -> None:
        """Tell the time in milliseconds since the start."""

    def feed(self, data: bytes, room: int = ...) -> bytes:
        """Take bytes from the wire; return as many bytes of replies as the wire has room for."""

    def overrun(self) -> None:
        """Count a byte that the port lost."""

    def dirty(self) -> bool:
        """Return whether the colours may have changed since this was last asked."""

    def render(self) -> bytes:
        """Return the colours to latch: green, red, blue of each light."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Who a simulated controller is.

    Attributes:
        unique_id: its own number, 64 bits.
        board: which build (`messages.Board`).
        leds: lights on its strip.
        power_ma: its power cap in milliamperes.
        major: major version of the protocol that it speaks.
        minor: minor version of the protocol that it speaks.
    """

    unique_id: int = 1
    board: int = Board.MEMORY
    leds: int = messages.LEDS
    power_ma: int = messages.POWER_MA
    major: int = messages.MAJOR
    minor: int = messages.MINOR


def level(effect: int, step: int) -> int:
    """Return the light of an effect, 0..255, at a step of 32 ms since it began."""
    match effect:
        case Effect.BLINK:
            return 0 if step & 16 else 255
        case Effect.FAST:
            return 0 if step & 8 else 255
        case Effect.BREATHE:
            ramp = (step & 31) << 3
            return ramp if step & 32 else 255 - ramp
        case _:
            return 255


def render(cells: bytes, cap_ma: int, step: int) -> bytes:
    """Return green, red, blue of each cell at a step, scaled down together where they would draw more than the cap."""
    out = bytearray()
    for code in cells:
        red, green, blue = PALETTE[Colour(code & 15)]
        light = level(code >> 4, step) + 1
        out += bytes(channel * light >> 8 for channel in (green, red, blue))
    allowed = cap_ma * 255 // _CHANNEL_MA
    if sum(out) > allowed:
        scale = (allowed << 8) // sum(out)
        out = bytearray(channel * scale >> 8 for channel in out)
    return bytes(out)


@dataclass(slots=True)
class _Counters:
    ok: int = 0
    crc_errors: int = 0
    frame_errors: int = 0
    lost: int = 0
    overruns: int = 0
    tx_drops: int = 0


@dataclass(slots=True)
class _State:
    """All that a restart forgets."""

    reset_cause: int
    cells: bytes
    cap_ma: int
    nonce: int | None = None
    gen: int | None = None
    now: int = 0
    last_good: int = 0
    effects_start: int = 0
    step: int = 0
    is_dirty: bool = True
    waiting: bytearray = field(default_factory=bytearray)
    decoder: Decoder = field(default_factory=Decoder)
    counters: _Counters = field(default_factory=_Counters)


class StripModel:
    """A model of the controller's core; see `StripLogic`."""

    def __init__(self, identity: Identity | None = None, reset_cause: int = 1) -> None:
        """Start in the safe state.

        Args:
            identity: who it is.
            reset_cause: why it started (`messages.ResetCause`).
        """
        self._identity = identity or Identity()
        self.restart(reset_cause)

    @property
    def leds(self) -> int:
        """Lights on the strip."""
        return self._identity.leds

    def restart(self, cause: int) -> None:
        """Start anew, as `StripLogic.restart`."""
        self._state = _State(cause, bytes(self.leds), self._identity.power_ma)
        self._go_safe()

    def tick(self, now_ms: int) -> None:
        """Tell the time, as `StripLogic.tick`."""
        state = self._state
        state.now = now_ms & _U32
        if state.nonce is not None and (state.now - state.last_good) & _U32 >= messages.SAFE_MS:
            state.counters.lost += 1
            self._go_safe()
        step = ((state.now - state.effects_start) & _U32) >> _STEP_SHIFT & 0xFF
        if any(level(effect, step) != level(effect, state.step) for effect in {code >> 4 for code in state.cells}):
            state.is_dirty = True
        state.step = step

    def feed(self, data: bytes, room: int = _U16) -> bytes:
        """Take bytes from the wire, as `StripLogic.feed`."""
        state = self._state
        out = self._drain(room)
        state.decoder, found = frames.decode(state.decoder, data)
        for item in found:
            match item:
                case WireFrame():
                    self._on_frame(item)
                case Damage.CRC:
                    state.counters.crc_errors += 1
                case Damage.FRAME:
                    state.counters.frame_errors += 1
            out += self._drain(room - len(out))
        return out

    def overrun(self) -> None:
        """Count a lost byte, as `StripLogic.overrun`."""
        self._state.counters.overruns += 1

    def dirty(self) -> bool:
        """Return whether the colours may have changed, as `StripLogic.dirty`."""
        was, self._state.is_dirty = self._state.is_dirty, False
        return was

    def render(self) -> bytes:
        """Return the colours to latch, as `StripLogic.render`."""
        return render(self._state.cells, self._state.cap_ma, self._state.step)

    # ---- what is shown ----

    def _go_dark(self) -> None:
        self._state.cells = bytes(self.leds)
        self._state.cap_ma = self._identity.power_ma
        self._state.gen = None
        self._state.is_dirty = True

    def _go_safe(self) -> None:
        self._go_dark()
        self._state.cells = bytes(self.leds - 1) + bytes((_SAFE.code,))
        self._state.nonce = None
        self._restart_effects()

    def _restart_effects(self) -> None:
        self._state.effects_start = self._state.now
        self._state.step = 0

    # ---- replies ----

    def _drain(self, room: int) -> bytes:
        waiting = self._state.waiting
        out = bytes(waiting[:room])
        del waiting[:room]
        return out

    def _on_frame(self, frame: WireFrame) -> None:
        state = self._state
        state.counters.ok += 1
        if frame.type & messages.REPLY:
            state.counters.frame_errors += 1
            return
        reply = self._reply(frame)
        data = frames.encode(WireFrame(messages.TYPES[type(reply)], frame.session, frame.seq, messages.pack(reply)))
        if len(state.waiting) + len(data) > TX_ROOM:
            state.counters.tx_drops += 1
        else:
            state.waiting += data

    def _reply(self, frame: WireFrame) -> Message:
        """Do what a request asks, if all about it is right."""
        state = self._state
        is_hello = frame.type == messages.TYPES[Hello]
        if not is_hello:
            if state.nonce is None or frame.session != state.nonce & 0xFF:
                return self._nak(NakReason.SESSION)
            state.last_good = state.now
        try:
            request = messages.unpack(frame.type, frame.payload)
        except MessageError as error:
            return self._nak(NakReason.TYPE if error.key == "message.type" else NakReason.LENGTH)
        match request:
            case Hello():
                return self._on_hello(request, frame.session)
            case Show():
                return self._on_show(request)
            case Bright(cap_ma):
                if not 1 <= cap_ma <= self._identity.power_ma:
                    return self._nak(NakReason.VALUE)
                state.cap_ma = cap_ma
                state.is_dirty = True
                return self._ack()
            case Ping():
                return self._pong()
            case _:  # unpack knows the replies too, and those have been sorted out
                return self._nak(NakReason.TYPE)

    def _on_hello(self, hello: Hello, session: int) -> Message:
        state = self._state
        if hello.major != self._identity.major:
            if state.nonce is not None:
                self._go_safe()
            return self._nak(NakReason.PROTO)
        if not session or session != hello.nonce & 0xFF:
            return self._nak(NakReason.VALUE)
        state.last_good = state.now
        if hello.nonce != state.nonce:
            self._go_dark()
            state.nonce = hello.nonce
        who = self._identity
        return HelloAck(
            hello.nonce,
            who.major,
            who.minor,
            who.leds,
            state.reset_cause,
            *FIRMWARE_VERSION,
            who.board,
            who.power_ma,
            who.unique_id,
        )

    def _on_show(self, show: Show) -> Message:
        state = self._state
        if len(show.cells) != self.leds:
            return self._nak(NakReason.LENGTH)
        try:
            for code in show.cells:
                Cell.from_code(code)
        except CellError:
            return self._nak(NakReason.VALUE)
        newer_by = (show.gen - (state.gen or 0)) & _U16
        if state.gen is not None and newer_by >= 0x8000:
            return self._nak(NakReason.STALE)
        if state.gen is None or newer_by:
            if not any(code >> 4 for code in state.cells):
                self._restart_effects()
            state.cells = show.cells
            state.gen = show.gen
            state.is_dirty = True
        return self._ack()

    def _nak(self, reason: NakReason) -> Nak:
        return Nak(reason, self._identity.major, self._identity.minor, self._state.gen or 0)

    def _digest(self) -> int:
        return messages.digest(self._state.cells, self._state.cap_ma)

    def _ack(self) -> Ack:
        return Ack(self._state.gen or 0, self._digest())

    def _pong(self) -> Pong:
        state, count = self._state, self._state.counters
        counts = (count.ok, count.crc_errors, count.frame_errors, count.lost, count.overruns, count.tx_drops)
        return Pong(state.gen or 0, self._digest(), state.now, *(value & _U16 for value in counts))
