"""Faults of camera, light, strip and power while people play, done to a theatre."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from hardware.simulated.optics.pinhole import View
from hardware.simulated.scene.table import with_light

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from controller.simulation.table import Beat
    from controller.simulation.theatre import Theatre
    from hardware.simulated.strip.factory import SimulatedStrip
    from vision.frame import Frame

_DIM: Final = 0.5
"""What is left of the light where half of it goes out."""
_KNOCK: Final = 4.0
"""How far a knocked camera is shifted at most, in millimetres on the table."""
_TWIST: Final = 0.4
"""How far it is turned at most, in degrees."""
_DARK: Final = 9
"""How bright a picture is with something on the lens, of 255."""


@dataclass(slots=True)
class Stagehand:
    """Films for a theatre, and does to its devices what is to happen to them.

    Attributes:
        theatre: the table.
        strip: its strip.
        rng: how far things are moved.
        cut: cuts the referee's power, and gives it back.
        happening: what is wrong now.
    """

    theatre: Theatre
    strip: SimulatedStrip
    rng: random.Random
    cut: Callable[[], None]
    happening: frozenset[str] = frozenset()

    @property
    def sees(self) -> bool:
        """Whether pictures come."""
        return "camera-unplugged" not in self.happening

    def happen(self, names: tuple[str, ...]) -> None:
        """Let something happen, by the names of `faults.DEVICES`; "well" ends all that can end."""
        for name in names:
            if name == "well":
                self.happening = frozenset()
                self.strip.plug()
            elif name == "camera-moved":
                self._knock()
            elif name == "power-cut":
                self.cut()
            else:
                self.happening |= {name}
                if name == "serial-unplugged":
                    self.strip.unplug()

    def shoot(self, beat: Beat) -> Frame:
        """Return a picture of a beat as it is now."""
        if "camera-dim" in self.happening:
            light = replace(beat.scene.light, brightness=_DIM * beat.scene.light.brightness)
            beat = replace(beat, scene=with_light(beat.scene, light))
        frame = self.theatre.shoot(beat)
        if "camera-blocked" not in self.happening:
            return frame
        chance = np.random.default_rng(self.rng.randrange(2**32))
        noise = chance.integers(-3, 4, frame.image.shape[:2])
        dark = np.repeat((_DARK + noise)[:, :, None], 3, axis=2).astype(np.uint8)
        dark.setflags(write=False)
        return replace(frame, image=dark)

    def _knock(self) -> None:
        """Knock the camera a little to the side and round."""
        aside = (self.rng.uniform(-_KNOCK, _KNOCK), self.rng.uniform(-_KNOCK, _KNOCK))
        self.theatre.look_from(View(aside=aside, roll=self.rng.uniform(-_TWIST, _TWIST)))
