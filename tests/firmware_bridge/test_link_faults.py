"""The link and the controller's compiled core with a hostile wire between them, in virtual time.

The promise: whatever happens to the bytes, the strip never shows a state that was not asked for, never goes back to an
older one, the link never believes wrongly that the newest is shown, and once the wire is whole again it soon is.
"""

from __future__ import annotations

import enum
import random
from collections import deque
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge import frames, link, messages
from firmware_bridge.cells import Cell, Colour, Effect
from firmware_bridge.frames import Decoder, Frame
from firmware_bridge.link_state import (
    Dropped,
    Found,
    Input,
    LinkSettings,
    LinkState,
    Lit,
    Opened,
    Reason,
    Received,
    Tick,
    Want,
)
from hardware.simulated.strip_core import StripCore
from hardware.simulated.strip_faults import Fault, hurt
from hardware.simulated.strip_model import StripLogic, StripModel, render

BITS = 20
ZERO, ONE = Cell(Colour.BLUE), Cell(Colour.GREEN)
DARK = bytes(3 * messages.LEDS)
SAFE = render(bytes(messages.LEDS - 1) + bytes((Cell(Colour.AMBER, Effect.BLINK).code,)), 400, 0)
GRB = {ZERO: bytes((0, 0, 80)), ONE: bytes((80, 0, 0))}
REOPEN_MS = 20
SOON_MS = 4000


class Misfortune(enum.Enum):
    """What can happen besides damage to bytes."""

    RESET = "the controller restarts"
    BROWN_OUT = "the controller restarts again and again"
    UNPLUG = "the port is gone for a while"
    STALL = "nothing is delivered for 200 ms"
    FREEZE = "the host does nothing for longer than the controller waits"
    LIE = "an acknowledgement comes with a wrong digest and a right CRC"


def cells(number: int) -> bytes:
    """The state of a number: its bits, two colours, on the first lights; the others dark."""
    bits = [(ONE if number >> bit & 1 else ZERO).code for bit in range(BITS)]
    return bytes(bits) + bytes(messages.LEDS - BITS)


def number_shown(grb: bytes) -> int | None:
    """The inverse of `cells`, of what is latched: None for a dark or safe strip. Anything else is wrong."""
    if grb in (DARK, SAFE):
        return None
    lights = [grb[at : at + 3] for at in range(0, len(grb), 3)]
    number = sum(1 << bit for bit in range(BITS) if lights[bit] == GRB[ONE])
    expected = b"".join(GRB[ONE if number >> bit & 1 else ZERO] for bit in range(BITS))
    assert grb == expected.ljust(len(grb), b"\0"), "the strip shows what nobody asked for"
    return number


class Wire:
    """One direction: damages what it is told to, keeps the order, delivers a UART's 11 bytes a millisecond."""

    def __init__(self, chance: random.Random) -> None:
        """Begin whole."""
        self.chance = chance
        self.faults: deque[Fault] = deque()
        self.older: deque[bytes] = deque(maxlen=50)
        self.bytes: deque[int] = deque()
        self.held_until = 0
        self.share = 0.0
        self.hurt_count = 0

    def send(self, data: bytes) -> None:
        """Take bytes; they are hurt by the next fault that is waiting, or by any with the probability `share`."""
        data_after = data
        if self.faults or self.chance.random() < self.share:
            fault = self.faults.popleft() if self.faults else self.chance.choice(list(Fault))
            data_after = hurt(data, fault, self.chance, self.older)
            self.hurt_count += 1
        # A wire that brings back HELLO and SHOW of an old session together could light an old state: no wire does.
        _, found = frames.decode(Decoder(), data)
        if all(isinstance(item, Frame) and item.type != 1 for item in found):
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
        self.lies = 0
        self.started = 0
        self.seen: set[int] = set()
        self.newest_seen = -1
        self.believed = 0

    def want(self) -> None:
        """Ask for the next state."""
        self.give(Want(Lit(cells(self.link.number + 1)), self.link.number + 1))

    def strike(self, what: Fault | Misfortune, *, at_strip: bool) -> None:
        """Let something happen, now or to the next bytes."""
        match what:
            case Fault():
                (self.to_strip if at_strip else self.to_host).faults.append(what)
            case Misfortune.RESET:
                self.resets.append(self.now)
            case Misfortune.BROWN_OUT:
                self.resets += range(self.now, self.now + 300, 30)
            case Misfortune.UNPLUG:
                self.plugged_from = self.now + self.chance.choice((1, 100, 1500))
                if self.link.state in (LinkState.OPENING, LinkState.HELLO, LinkState.LIVE):
                    self.give(Dropped(Reason("port.gone")))
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
        while self.resets and self.resets[0] <= self.now:
            self.resets.pop(0)
            self.strip.restart(4)
            self.started = self.now
        self.strip.tick(self.now - self.started)
        reply = self.strip.feed(self.to_strip.deliver(self.now))
        if reply and self.now >= self.plugged_from:
            self.to_host.send(self._lied(reply) if self.lies else reply)

    def _lied(self, reply: bytes) -> bytes:
        _, found = frames.decode(Decoder(), reply)
        out = b""
        for item in found:
            assert isinstance(item, Frame)
            payload = item.payload
            if item.type == messages.TYPES[messages.Ack] and self.lies:
                self.lies -= 1
                payload = payload[:2] + bytes(byte ^ 0x5A for byte in payload[2:])
            out += frames.encode(Frame(item.type, item.session, item.seq, payload))
        return out

    def _host(self) -> None:
        if self.link.state in (LinkState.ABSENT, LinkState.LOST):
            if self.now >= self.plugged_from and self.now % REOPEN_MS == 0:
                self.to_host.bytes.clear()
                self.give(Found())
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


HAPPENINGS = st.tuples(
    st.sampled_from((*Fault, *Misfortune, None, None, None, None)), st.booleans(), st.sampled_from((0, 1, 7, 40, 300))
)


@settings(max_examples=120, deadline=None)
@given(st.lists(HAPPENINGS, max_size=25), st.integers(0, 2**32))
def test_no_course_of_misfortunes_lights_a_wrong_light_or_breaks_the_link_for_good(
    happenings: list[tuple[Fault | Misfortune | None, bool, int]], seed: int
) -> None:
    rig = Rig(StripCore(), seed)
    rig.run(60)
    for what, at_strip, wait in happenings:
        rig.want()
        if what is not None:
            rig.strike(what, at_strip=at_strip)
        rig.run(wait)
    rig.want()
    rig.settle()


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


@pytest.mark.parametrize("share", [0.2, 0.5, 0.7])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_minute_of_storm_shows_no_wrong_light(seed: int, share: float) -> None:
    rig = Rig(StripCore(), seed)
    storm(rig, 60_000, share)
    assert rig.to_strip.hurt_count > 400, "the rig is alive: frames were hurt"
    assert len(rig.seen) > 200, "and states were shown all the same"
    assert rig.link.statistics.lost > 0
    assert rig.link.statistics.resyncs > 0


def test_a_storm_in_front_of_the_model_shows_no_wrong_light() -> None:
    rig = Rig(StripModel(), 99)
    storm(rig, 20_000, 0.5)
    assert len(rig.seen) > 100


def test_a_quiet_wire_shows_every_state_and_repeats_nothing() -> None:
    rig = Rig(StripCore(), 5)
    rig.run(100)
    for _ in range(100):
        rig.want()
        rig.run(20)
    assert rig.seen >= set(range(1, 101))
    assert rig.link.statistics.retries == 0
    assert rig.link.statistics.lost == 0
    assert rig.believed > 500


def test_without_a_checksum_the_rig_sees_wrong_lights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "zlib", SimpleNamespace(crc32=lambda _: 0))
    with pytest.raises(AssertionError, match=r"nobody asked for|older state|not so"):
        storm(Rig(StripModel(), 3), 60_000, 0.7)
