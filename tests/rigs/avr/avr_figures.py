"""What is measured on the Nano's image, in virtual time: the same figures on every machine.

What a simulator cannot show: a watchdog's oscillator that is 10 % off, a supply that sags, a strip that does not keep
to its data sheet, and what the PC adds between `write` and the wire.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from firmware_bridge import messages
from firmware_bridge.cells import Cell, Colour, Effect
from firmware_bridge.messages import Ack, Bright, Message, Ping, Pong, Show
from tests.rigs.avr.avr_rig import BAUD, MHZ, AvrRig, Counts
from tests.rigs.avr.avr_talk import Talk
from tests.rigs.numbers import DARK, SAFE, cells, number_shown

if TYPE_CHECKING:
    from pathlib import Path

START_US: Final = 20_000.0
BYTE_US: Final = 10e6 / BAUD
_MOVING: Final = Cell(Colour.WHITE, Effect.BREATHE).code
_SAFE_AT_MOST_US: Final = 1_500_000.0


def started(image: Path) -> Talk:
    """Return a host in front of a Nano that has just started."""
    rig = AvrRig(image)
    rig.run(START_US)
    return Talk(rig)


def latch_ms(image: Path, count: int, seed: int = 1) -> list[float]:
    """Return milliseconds from a write to the lights showing it, for states sent at random moments.

    A breathing light has the strip drawn all the time, so some states come while it is being drawn.
    """
    chance = random.Random(seed)
    talk = started(image)
    talk.hello()
    took = []
    for number in range(1, count + 1):
        talk.rig.run(chance.uniform(2_000, 60_000))
        talk.rig.shown()
        wanted = cells(number)[:-1] + bytes((_MOVING,))
        written = talk.rig.now_us
        talk.rig.write(talk.data(Show(number, wanted)))
        talk.rig.run(40_000)
        heard = talk.heard()
        assert isinstance(heard[-1], Ack), f"state {number} was answered with {heard}"
        first = next(one for one in talk.rig.shown() if number_shown(one.grb[:-3] + bytes(3)) == number)
        took.append((first.latched_us - written) / 1000)
    return took


def lost_to_safe_ms(image: Path, count: int) -> list[float]:
    """Return milliseconds from the last byte of a host that falls silent to the lights being safe."""
    took = []
    talk = started(image)
    for number in range(1, count + 1):
        talk.hello()
        assert isinstance(talk.ask(Show(1, cells(number))), Ack)
        talk.rig.run(1_234.0 * number)
        talk.rig.write(talk.data(Ping()))
        talk.rig.run_until_arrived()
        took.append(_until_safe_ms(talk))
    return took


def hang_to_safe_ms(image: Path, count: int) -> list[float]:
    """Return milliseconds from the program hanging to the lights being safe, with interrupts on and off in turn."""
    took = []
    talk = started(image)
    for number in range(1, count + 1):
        talk.hello()
        assert isinstance(talk.ask(Show(1, cells(number))), Ack)
        talk.rig.run(17_321.0 * number)
        talk.rig.hang(interrupts_off=number % 2 == 0)
        took.append(_until_safe_ms(talk))
        if math.isinf(took[-1]):
            break
        talk.rig.run(START_US)
        assert talk.hello().reset_cause == messages.ResetCause.WATCHDOG
    return took


def _until_safe_ms(talk: Talk) -> float:
    """Wait for the safe state; the verdict that was lit is lit until then, and nothing else ever is."""
    begun = talk.rig.now_us
    talk.rig.shown()
    while talk.rig.now_us < begun + _SAFE_AT_MOST_US:
        talk.rig.run(1_000)
        for one in talk.rig.shown():
            if one.grb == SAFE:
                return (one.latched_us - begun) / 1000
    return float("inf")


@dataclass(frozen=True, slots=True)
class FullLoad:
    """What came of a wire that never rests.

    Attributes:
        sent: frames sent.
        answered: replies heard.
        told: overruns that the controller itself counted.
        counts: what the rig saw.
        wrong: frames on the pin that no request asked for.
    """

    sent: int
    answered: int
    told: int
    counts: Counts
    wrong: int


def full_load(image: Path, count: int, *, short: bool) -> FullLoad:
    """Send frames without a pause between two bytes, while the strip is drawn as often as it can be.

    Args:
        image: the program.
        count: how many frames.
        short: mostly the shortest frames, PING, and BRIGHT, which has the strip drawn anew: as much work as a wire can
            bring. Replies are then longer than requests, and the controller drops whole ones.
    """
    talk = started(image)
    talk.hello()
    talk.rig.shown()
    before = talk.rig.counts
    answered = wrong = 0
    for number in range(1, count + 1):
        request: Message = Show(number, cells(number))
        if short and number % 8:
            request = Ping() if number % 2 else Bright(messages.POWER_MA - number % 4)
        data = talk.data(request)
        talk.rig.write(data)
        talk.rig.run(max(0.0, talk.rig.on_the_way - len(data)) * BYTE_US)
        answered += len(talk.heard())
        wrong += sum(not _is_of(one.grb, number) for one in talk.rig.shown())
    talk.rig.run_until_arrived()
    talk.rig.run(50_000)
    answered += len(talk.heard())
    wrong += sum(not _is_of(one.grb, count) for one in talk.rig.shown())
    pong = talk.ask(Ping())
    assert isinstance(pong, Pong)
    assert talk.rig.counts.received > before.received + 10 * count, "the rig is alive: all that was written arrived"
    return FullLoad(count, answered, pong.overruns, talk.rig.counts, wrong)


def shortest_gap_us(image: Path, leds: int, count: int) -> tuple[float, int]:
    """Return the shortest silence between two frames on the pin, and how many frames began too soon after another.

    States are sent without a pause, with lights that move: the strip is drawn whenever a state has come and whenever an
    effect moves on, and now and then both are at once.

    Args:
        image: the program.
        leds: how many lights it has. The fewer, the sooner it can be drawn again: of a short strip nothing but the rule
            keeps two frames apart.
        count: how many states.
    """
    talk = started(image)
    talk.hello()
    for number in range(1, count + 1):
        colour = Cell(Colour(1 + number % 7), Effect.BREATHE).code
        data = talk.data(Show(number, bytes((colour,)) * leds))
        talk.rig.write(data)
        talk.rig.run(max(0.0, talk.rig.on_the_way - len(data)) * BYTE_US)
        talk.rig.read()
        talk.rig.shown()
    counts = talk.rig.counts
    assert counts.frames > count / 4, "the rig is alive: the strip was drawn"
    assert counts.gap_least is not None
    return counts.gap_least / MHZ, counts.joined


def _is_of(grb: bytes, newest: int) -> bool:
    """Whether this is the dark strip or a state up to the newest."""
    try:
        shown = number_shown(grb)
    except AssertionError:
        return False
    return grb == DARK or (shown is not None and shown <= newest)
