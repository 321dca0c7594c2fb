"""The link and a controller with a hostile wire between them, in virtual time, and an eye on the lights.

The promise: whatever happens to the bytes, the strip never shows a state that was not asked for, never goes back to an
older one, the link never believes wrongly that the newest is shown, and once the wire is whole again it soon is.
"""

from __future__ import annotations

import enum
import random
from collections import deque
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import pytest

from firmware_bridge import frames, link, messages
from firmware_bridge.frames import Decoder, WireFrame
from firmware_bridge.link_state import (
    Input,
    LinkReason,
    LinkSettings,
    LinkState,
    Lit,
    Opened,
    PortFound,
    PortLost,
    Received,
    Tick,
    Want,
)
from hardware.simulated.strip.faults import WireFault, hurt
from tests.rigs.numbers import cells, number_shown

if TYPE_CHECKING:
    from hardware.simulated.strip.model import StripLogic

WATCHDOG_MS = 250
REOPEN_MS = 20
SOON_MS = 4000


@runtime_checkable
class Hanging(Protocol):
    """A controller that can really hang, and has a watchdog of its own."""

    def hang(self) -> None:
        """Have it caught in an endless loop."""


class Misfortune(enum.Enum):
    """What can happen besides damage to bytes."""

    RESET = "the controller restarts"
    BROWN_OUT = "the controller restarts again and again"
    UNPLUG = "the port is gone for a while"
    STALL = "nothing is delivered for 200 ms"
    FREEZE = "the host does nothing for longer than the controller waits"
    HANG = "the controller hangs until its watchdog resets it"
    LIE = "an acknowledgement comes with a wrong digest and a right CRC"


class Wire:
    """One direction: damages what it is told to, keeps the order, delivers a UART's 11 bytes a millisecond."""

    def __init__(self, chance: random.Random) -> None:
        """Begin whole."""
        self.chance = chance
        self.faults: deque[WireFault] = deque()
        self.older: deque[bytes] = deque(maxlen=50)
        self.bytes: deque[int] = deque()
        self.held_until = 0
        self.share = 0.0
        self.hurt_count = 0

    def send(self, data: bytes) -> None:
        """Take bytes; they are hurt by the next fault that is waiting, or by any with the probability `share`."""
        if not data:
            return
        data_after = data
        if self.faults or self.chance.random() < self.share:
            fault = self.faults.popleft() if self.faults else self.chance.choice(list(WireFault))
            data_after = hurt(data, fault, self.chance, self.older)
            self.hurt_count += 1
        # A wire that brings back HELLO and SHOW of an old session together could light an old state: no wire does.
        _, found = frames.decode(Decoder(), data)
        if all(isinstance(item, WireFrame) and item.type != 1 for item in found):
            self.older.append(data)
        self.bytes += data_after

    def deliver(self, now_ms: int) -> bytes:
        """Return what comes out in this millisecond."""
        if now_ms < self.held_until:
            return b""
        return bytes(self.bytes.popleft() for _ in range(min(11, len(self.bytes))))


class Rig:
    """A link, a controller, two wires, a clock of milliseconds, and an eye on the lights."""

    def __init__(self, strip: StripLogic, seed: int) -> None:
        """Begin with the port there and nothing sent."""
        self.strip = strip
        self.chance = random.Random(seed)
        self.link = link.new_link(LinkSettings(), Lit(bytes(messages.LEDS)), seed)
        self.now = 0
        self.to_strip, self.to_host = Wire(self.chance), Wire(self.chance)
        self.plugged_from = 0
        self.frozen_until = 0
        self.resets: list[int] = []
        self.hung_until = 0
        self.lies = 0
        self.started = 0
        self.seen: set[int] = set()
        self.newest_seen = -1
        self.believed = 0

    def want(self) -> None:
        """Ask for the next state."""
        self.give(Want(Lit(cells(self.link.number + 1)), self.link.number + 1))

    def strike(self, what: WireFault | Misfortune, *, at_strip: bool) -> None:
        """Let something happen, now or to the next bytes."""
        match what:
            case WireFault():
                (self.to_strip if at_strip else self.to_host).faults.append(what)
            case Misfortune.RESET:
                self.resets.append(self.now)
            case Misfortune.BROWN_OUT:
                self.resets += range(self.now, self.now + 300, 30)
            case Misfortune.HANG if isinstance(self.strip, Hanging):
                self.strip.hang()
            case Misfortune.HANG:
                self.hung_until = self.now + WATCHDOG_MS
            case Misfortune.UNPLUG:
                self.plugged_from = self.now + self.chance.choice((1, 100, 1500))
                if self.link.state in (LinkState.OPENING, LinkState.HELLO, LinkState.LIVE):
                    self.give(PortLost(LinkReason("port.gone")))
            case Misfortune.STALL:
                (self.to_strip if at_strip else self.to_host).held_until = self.now + 200
            case Misfortune.FREEZE:
                self.frozen_until = self.now + 1300
            case Misfortune.LIE:
                self.lies += 1

    def give(self, given: Input) -> None:
        """Give the link an input, and the wire what it says."""
        result = link.step(self.link, self.now / 1000, given)
        self.link = result.link
        if result.send:
            self.to_strip.send(result.send)

    def run(self, duration_ms: int) -> None:
        """Let time pass."""
        for _ in range(duration_ms):
            self.now += 1
            self._controller()
            if self.now >= self.frozen_until:
                self._host()
            self._look()

    def _controller(self) -> None:
        if self.now <= self.hung_until:
            self.to_strip.deliver(self.now)  # a controller that hangs hears nothing
            if self.now < self.hung_until:
                return
            self._restart(8)
        while self.resets and self.resets[0] <= self.now:
            self.resets.pop(0)
            self._restart(4)
        self.strip.tick(self.now - self.started)
        reply = self.strip.feed(self.to_strip.deliver(self.now))
        if reply and self.now >= self.plugged_from:
            self.to_host.send(self._lied(reply) if self.lies else reply)

    def _restart(self, cause: int) -> None:
        self.strip.restart(cause)
        self.started = self.now
        self.hung_until = 0

    def _lied(self, reply: bytes) -> bytes:
        _, found = frames.decode(Decoder(), reply)
        out = b""
        for item in found:
            if not isinstance(item, WireFrame):
                continue  # a reset has cut it
            payload = item.payload
            if item.type == messages.TYPES[messages.Ack] and self.lies:
                self.lies -= 1
                payload = payload[:2] + bytes(byte ^ 0x5A for byte in payload[2:])
            out += frames.encode(WireFrame(item.type, item.session, item.seq, payload))
        return out

    def _host(self) -> None:
        if self.link.state in (LinkState.ABSENT, LinkState.LOST):
            if self.now >= self.plugged_from and self.now % REOPEN_MS == 0:
                self.to_host.bytes.clear()
                self.give(PortFound())
                self.give(Opened())
            return
        data = self.to_host.deliver(self.now)
        due = link.deadline(self.link)
        if data:
            self.give(Received(data))
        elif due is not None and self.now / 1000 >= due:
            self.give(Tick())

    def _look(self) -> None:
        if not self.strip.dirty() and not self.link.is_shown:
            return
        shown = number_shown(self.strip.render())
        if shown is not None:
            assert self.newest_seen <= shown <= self.link.number, "the strip went back to an older state"
            self.newest_seen = shown
            self.seen.add(shown)
        if self.link.is_shown:
            self.believed += 1
            assert shown in (None, self.link.number), "the link believes what is not so"

    def settle(self) -> None:
        """Let the wire be whole; soon the newest state must be shown, and known to be."""
        for wire in (self.to_strip, self.to_host):
            wire.faults.clear()
            wire.share = 0.0
        self.lies = 0
        for _ in range(SOON_MS // 50):
            self.run(50)
            if self.link.is_shown and number_shown(self.strip.render()) == self.link.number:
                return
        pytest.fail(f"not shown {SOON_MS} ms after the last fault: {self.link}")


def storm(rig: Rig, virtual_ms: int, share: float) -> None:
    """Ask for new states all the time, with a share of the frames hurt, and now and then something worse."""
    rig.to_strip.share = share
    rig.to_host.share = share / 2
    while rig.now < virtual_ms:
        if rig.chance.random() < 0.003:
            rig.strike(rig.chance.choice(list(Misfortune)), at_strip=rig.chance.random() < 0.5)
        rig.want()
        rig.run(rig.chance.choice((1, 5, 5, 10, 20)))
    rig.settle()
