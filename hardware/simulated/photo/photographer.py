"""Photographs of scenes for one camera: called as the drawn table's renderer is, and a thousand times slower."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Final, NamedTuple

import cv2
import numpy as np

from hardware.simulated.errors import SceneError
from hardware.simulated.looks.named import look_named
from hardware.simulated.optics.sensor import Sensor, Spoiler
from hardware.simulated.photo.exposing import developed, exposing
from hardware.simulated.photo.furniture import beside, board, table
from hardware.simulated.photo.pieces import checkers, dice, doubling_cube
from hardware.simulated.photo.room import room_for
from hardware.simulated.photo.tracing import Taking, traced, traced_windows

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence
    from pathlib import Path

    from hardware.simulated.looks.materials import U8
    from hardware.simulated.optics.pinhole import Pinhole
    from hardware.simulated.photo.finish import Part
    from hardware.simulated.photo.tracing import PictureWindow
    from hardware.simulated.scene.board import BoardSize
    from hardware.simulated.scene.table import Scene

SAMPLES: Final = 36
"""How many paths of light are followed for a pixel, where nobody says: what is left of their noise is less than the
sensor's own."""


class Upon(NamedTuple):
    """A photograph of the table as it was, and the parts of it in which something has changed.

    What light from there does elsewhere is not taken anew.
    """

    picture: U8
    windows: Sequence[PictureWindow]


class Photographer:
    """Takes photographs of scenes for one camera."""

    def __init__(
        self, pinhole: Pinhole, sensor: Sensor | None = None, samples: int = SAMPLES, album: Path | None = None
    ) -> None:
        """Prepare the sensor.

        Args:
            pinhole: where the camera is.
            sensor: what it spoils; what moves is not blurred.
            samples: how many paths of light are followed for a pixel.
            album: a folder where photographs are kept as they are before the sensor spoils them, and looked for.
        """
        self.pinhole = pinhole
        self.sensor = sensor or Sensor()
        self._spoiler = Spoiler(self.sensor, pinhole.width, pinhole.height)
        self._samples = samples
        self._album = album
        self._empty: tuple[tuple[BoardSize, str, float], list[Part]] | None = None

    def draw(self, scene: Scene, rng: random.Random, *, time: float = 0.0) -> U8:
        """Return the photograph of a scene, shape (height, width, 3), uint8, blue-green-red.

        Args:
            scene: the table; hands and the strip's lights are not there for photographs.
            rng: where the sensor's noise comes from; it is asked as often as by the drawn table's renderer.
            time: in seconds, for what drifts.

        Raises:
            SceneError: "scene.no_mitsuba", the extra `photo` is not installed; "scene.photo_of_hands", there are hands
                or lights in the scene.
        """
        return self._spoiler.expose(self.still(scene), scene.light, rng, self.sensor.drift.at(time))

    def still(self, scene: Scene, upon: Upon | None = None) -> U8:
        """Return the photograph before the sensor spoils it.

        Args:
            scene: the table.
            upon: an earlier photograph, and where it is to be taken anew; None takes all of it, as a bent camera does.

        Raises:
            SceneError: as for `draw`.
        """
        if scene.hands or scene.leds:
            raise SceneError("scene.photo_of_hands")
        number = zlib.crc32(repr((scene, self.pinhole, self._samples)).encode())
        kept = None if self._album is None else self._album / f"{scene.look}-{number:08x}.png"
        if kept is not None and kept.is_file():
            return np.asarray(cv2.imread(str(kept)), dtype=np.uint8)
        picture = self._taken(scene, number, upon)
        if kept is not None:
            kept.parent.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(kept), picture)
        return picture

    def _taken(self, scene: Scene, seed: int, upon: Upon | None) -> U8:
        """Return the photograph, taken now."""
        camera, taking = exposing(self.pinhole), Taking(self._samples, seed)
        room, parts = room_for(scene.light), self.parts(scene)
        if upon is None or camera.bend is not None:
            return developed(traced(parts, room, camera, taking), camera)
        picture = upon.picture.copy()
        for light, window in zip(traced_windows(parts, room, camera, taking, upon.windows), upon.windows, strict=True):
            there = (slice(window.top, window.top + window.height), slice(window.left, window.left + window.width))
            picture[there] = developed(light, camera)
        return picture

    def parts(self, scene: Scene) -> list[Part]:
        """Return everything that is there to be photographed."""
        look, setting = look_named(scene.look), (scene.size, scene.look, scene.light.glare)
        if self._empty is None or self._empty[0] != setting:
            empty = [*board(scene.size, look, scene.light.glare), table(look), *beside(scene.size, look)]
            self._empty = (setting, empty)
        parts = [*self._empty[1], *checkers(scene, look), *dice(scene, look)]
        if scene.cube is not None:
            parts.append(doubling_cube(scene.cube, scene.size.cube_side, look.cube))
        return parts
