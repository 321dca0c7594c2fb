"""The Nano's image in simavr as a controller that the fault rig can drive: see `strip_model.StripLogic`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware_bridge import messages
from tests.rigs.avr.avr_rig import AvrRig
from tests.rigs.numbers import DARK

if TYPE_CHECKING:
    from pathlib import Path

START_US = 20_000


class AvrStrip:
    """A Nano that has started; what it latched last is what it shows."""

    def __init__(self, image: Path) -> None:
        """Switch it on."""
        self.rig = AvrRig(image)
        self._latest = DARK
        self._reply = b""
        self._due_us = 0.0
        self._hangs = 0
        self._last_ms: int | None = None
        self.rig.run(START_US)

    @property
    def leds(self) -> int:
        """Lights on the strip."""
        return messages.LEDS

    def restart(self, cause: int) -> None:
        """Reset it."""
        self._last_ms = None
        self.rig.reset()

    def hang(self) -> None:
        """Have it caught in an endless loop, with interrupts off every other time."""
        self._hangs += 1
        self.rig.hang(interrupts_off=self._hangs % 2 == 0)

    def tick(self, now_ms: int) -> None:
        """Let time pass until then; the time of the first call is now."""
        if self._last_ms is None or now_ms < self._last_ms:
            self._due_us = self.rig.now_us
        else:
            self._due_us += 1000.0 * (now_ms - self._last_ms)
        self._last_ms = now_ms
        if self._due_us > self.rig.now_us:
            self.rig.run(self._due_us - self.rig.now_us)

    def feed(self, data: bytes, room: int = 0xFFFF) -> bytes:
        """Put bytes on the wire, at its speed; return the replies that have come back whole."""
        self.rig.write(data)
        replies = self._reply + self.rig.read()
        whole = replies.rfind(0) + 1
        self._reply = replies[whole:]
        return replies[:whole][:room]

    def overrun(self) -> None:
        """Do nothing: this port finds its own losses."""

    def dirty(self) -> bool:
        """Return whether the lights have taken a frame since this was last asked."""
        shown = [one for one in self.rig.shown() if not one.cut]
        if shown:
            self._latest = shown[-1].grb
        return bool(shown)

    def render(self) -> bytes:
        """Return what the lights show."""
        self.dirty()
        return self._latest
