"""The simulated table with its camera and its strip, on a clock of its own: what is acted here is what is filmed."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Literal

from controller.rules import Player
from controller.simulation.table import BLINK, Beat, Seat
from hardware.closing import Closing
from hardware.simulated.camera import SimulatedCamera, Stage
from hardware.simulated.conditions import Conditions, board_built, camera_named, habit_named, light_named
from hardware.simulated.drawing.renderer import Renderer
from hardware.simulated.optics.pinhole import View, looking_at
from hardware.simulated.scene.board import surface_corners
from hardware.simulated.scene.checkers import start
from hardware.simulated.scene.table import Seats, with_leds, with_light
from hardware.simulated.strip.factory import SimulatedStrip, simulated_strip
from hardware.simulated.strip.glow import glow
from hardware.simulated.strip.in_memory import MemoryStrip
from hardware.simulated.strip.process import StripProcess

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hardware.simulated.scene.table import Scene
    from vision.frame import Frame

StripKind = Literal["auto", "process", "memory"]
"""How the strip controller is simulated: compiled and run as a process, its model in memory, or whichever can be."""


class Theatre(Closing):
    """A table that is filmed.

    Attributes:
        scene: the table as it was set up.
        seats: the players: ONE with the dark checkers at the bottom, TWO with the light ones at the top.
        corners: the inside corners of the frame in pixels, clockwise from the top left, as a person would click them.
        time: seconds since the beginning.
        tapes: what is done with every frame besides, as to keep or to show it.
    """

    def __init__(self, look: str, seed: int, strip: SimulatedStrip, conditions: Conditions | None = None) -> None:
        """Set the table up for a game.

        Args:
            look: the name of the board's look.
            seed: of the checkers' places and the camera's noise.
            strip: the strip on the board's frame.
            conditions: construction, light, camera and habit; None for the usual ones.

        Raises:
            SceneError: look, construction, light, camera or habit is unknown.
        """
        conditions = conditions or Conditions()
        light, camera = light_named(conditions.light), camera_named(conditions.camera, seed)
        seats, habit = Seats(light="top", off="right"), habit_named(conditions.habit)
        table = start(board_built(conditions.construction), look, random.Random(seed), seats, habit)
        self.scene = with_light(table, light)
        self.seats = (Seat(Player.ONE, "dark", "bottom"), Seat(Player.TWO, "light", "top"))
        self.time = 0.0
        self.tapes: list[Callable[[Frame], None]] = []
        self._strip = strip
        self._stage = Stage(self.scene)
        renderer = Renderer(looking_at(self.scene.size, camera.view), camera.sensor)
        self.corners = self._seen_from(renderer)
        self._camera = SimulatedCamera(renderer, self._stage, lambda: self.time, seed=seed)

    @property
    def filmed(self) -> Scene:
        """The table as it was filmed last, with hands and with the light of the strip."""
        return self._stage.scene

    def film(self, beat: Beat) -> Frame:
        """Return the next frame of a beat, with the light of the strip as it shines now."""
        self.time += BLINK
        return self.shoot(beat)

    def shoot(self, beat: Beat) -> Frame:
        """Return a frame of a beat at this very time."""
        self._stage.scene = with_leds(beat.scene, glow(self.scene.size, self._strip.latched.colours))
        frame = self._camera.read()
        for tape in self.tapes:
            tape(frame)
        return frame

    def frames(self, beat: Beat, after: int = 0) -> Iterator[Frame]:
        """Yield the frames of a whole beat, or those after some that have been filmed already."""
        for _ in range(after, frames_of(beat)):
            yield self.film(beat)

    def look_from(self, view: View) -> None:
        """Look from elsewhere from now on, as after a knock against the camera.

        Whoever sets the table up for the next match sees the corners where they are then.
        """
        self._camera.renderer = Renderer(looking_at(self.scene.size, view), self._camera.renderer.sensor)
        self.corners = self._seen_from(self._camera.renderer)

    def _seen_from(self, renderer: Renderer) -> tuple[tuple[int, int], ...]:
        """Return where a person marks the corners of the playing surface, whole pixels."""
        return tuple((round(x), round(y)) for x, y in renderer.pinhole.project(surface_corners(self.scene.size)))

    def skip(self, frames: int) -> None:
        """Let time go by without filming."""
        for _ in range(frames):
            self.time += BLINK

    def close(self) -> None:
        """Put the camera away. May be called again."""
        self._camera.close()


def frames_of(beat: Beat) -> int:
    """Return how many frames are filmed of a beat."""
    return max(1, round(beat.seconds / BLINK))


def open_strip(kind: StripKind) -> SimulatedStrip:
    """Return a simulated strip, plugged in.

    "auto" is the compiled controller where there are a C compiler and pseudo-terminals, else its model in memory.

    Raises:
        HardwareError: the controller does not compile or start.
    """
    if kind == "auto":
        return simulated_strip()
    return StripProcess() if kind == "process" else MemoryStrip()
