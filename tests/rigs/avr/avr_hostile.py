"""A hostile wire into the simulated Nano, and an eye on every frame that its strip is told.

States are sent without waiting, most of them hurt on the way, some with what was sent long before. Whatever the lights
take must be dark, safe, or a state that was sent, and never an older one than was shown before.

What such a run can show: that the protections are there, in the image that is flashed, and work together. What it
cannot: how often a CRC-32 lets something pass. By its nature that is one in four thousand million badly damaged frames,
and a run of 50,000 without a miss says no more than that it is less than one in 16,000.
"""

from __future__ import annotations

import random
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from firmware_bridge import frames
from firmware_bridge.messages import Nak, NakReason, Show
from hardware.simulated.strip.faults import WireFault, hurt
from tests.rigs.avr.avr_figures import BYTE_US, started
from tests.rigs.numbers import BITS, cells, number_shown

if TYPE_CHECKING:
    from pathlib import Path

    from tests.rigs.avr.avr_rig import Counts
    from tests.rigs.avr.avr_talk import Talk

SHARE: Final = 0.7
"""How many of the states are hurt."""

_FAULTS: Final = tuple(WireFault) * 4 + (WireFault.ALTER, WireFault.REPLAY) * 8
_LONG: Final = (WireFault.ZEROS, WireFault.ONES)
_RESET: Final = 0.001
_PAUSE: Final = 0.05
_KEPT: Final = 5


@dataclass(slots=True)
class Hostile:
    """What came of a run.

    Attributes:
        frames: states sent.
        hurt: how many of them were hurt.
        shown: different states that the lights have shown.
        checked: frames on the pin that were looked at.
        cut: those that a reset cut short. No firmware can help that: until it has started anew and drawn the safe
            state, a millisecond, some lights show what was before and some what was to come.
        wrong: those that nobody asked for, or that went back.
        sessions: times a session was begun.
        seconds: virtual time.
        counts: what the rig saw.
        examples: the first of what was wrong.
    """

    frames: int = 0
    hurt: int = 0
    shown: int = 0
    checked: int = 0
    cut: int = 0
    wrong: int = 0
    sessions: int = 0
    seconds: float = 0.0
    counts: Counts | None = None
    examples: list[str] = field(default_factory=list)

    def assert_alive(self) -> None:
        """Fail unless the run did what it says: a rig that is stuck finds nothing wrong either."""
        assert self.hurt > self.frames / 2, self
        assert self.shown > self.frames / 8, self
        assert self.checked > self.shown, self
        assert self.sessions > self.frames / 4000, self
        assert self.counts is not None
        assert self.counts.received > 20 * self.frames, self
        assert self.seconds * 1e6 > self.counts.received * BYTE_US, self


def hostile(image: Path, count: int, seed: int, *, stop_at_wrong: bool = False) -> Hostile:
    """Send `count` states over a hostile wire; all chance comes from the seed."""
    assert count < 2**BITS
    chance = random.Random(seed)
    talk = started(image)
    result = Hostile()
    eye = _Eye(talk, result)
    older: deque[bytes] = deque(maxlen=60)
    linked = False
    gen = 0
    while result.frames < count and not (stop_at_wrong and result.wrong):
        if not linked:
            _begin(talk, eye)
            gen = 0
        result.frames += 1
        gen += 1
        eye.newest_sent = result.frames
        data = talk.data(Show(gen, cells(result.frames)))
        sent = _sent(data, chance, older, result)
        older.append(data)
        if chance.random() < _RESET:
            talk.rig.write(sent[: len(sent) // 2])
            talk.rig.run_until_arrived()
            talk.rig.reset()
        talk.rig.write((b"", frames.DELIMITER)[chance.random() < 0.5] + sent)
        talk.rig.run(max(0.0, talk.rig.on_the_way - 40) * BYTE_US)
        if chance.random() < _PAUSE:
            talk.rig.run(chance.uniform(0, 20_000))
        linked = not any(isinstance(one, Nak) and one.reason == NakReason.SESSION for one in talk.heard())
        # An answer to a frame of an old session is a refusal too; a new session then does no harm.
        eye.look()
    talk.rig.run_until_arrived()
    talk.rig.run(20_000)
    eye.look()
    result.seconds = talk.rig.now_us / 1e6
    result.counts = talk.rig.counts
    talk.rig.close()
    return result


def _sent(data: bytes, chance: random.Random, older: deque[bytes], result: Hostile) -> bytes:
    if chance.random() >= SHARE:
        return data
    result.hurt += 1
    fault = chance.choice(_FAULTS)
    if fault in _LONG and chance.random() < 0.8:  # they take the time of seven others
        fault = WireFault.FLIP
    return hurt(data, fault, chance, older)


def _begin(talk: Talk, eye: _Eye) -> None:
    """Begin a session, however long it takes what is left in the buffers."""
    eye.result.sessions += 1
    talk.rig.run_until_arrived()
    talk.rig.run(3_000)
    talk.hello()


class _Eye:
    """Looks at what the lights take."""

    def __init__(self, talk: Talk, result: Hostile) -> None:
        """Begin with nothing shown."""
        self.talk = talk
        self.result = result
        self.newest_sent = 0
        self.newest_shown = 0

    def look(self) -> None:
        """Look at what has been taken since the last time."""
        for one in self.talk.rig.shown():
            self.result.checked += 1
            if one.cut:
                self.result.cut += 1
                continue
            try:
                number = number_shown(one.grb)
            except AssertionError:
                self._wrong(one.grb.hex())
                continue
            if number is None:
                continue
            if not self.newest_shown <= number <= self.newest_sent:
                self._wrong(f"{number}, between {self.newest_shown} and {self.newest_sent}")
                continue
            self.result.shown += number > self.newest_shown
            self.newest_shown = number

    def _wrong(self, what: str) -> None:
        self.result.wrong += 1
        if len(self.result.examples) < _KEPT:
            self.result.examples.append(what)
