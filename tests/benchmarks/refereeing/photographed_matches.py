"""Plays matches on photographed tables: `tavola simulate --games`, whose every stillness is traced instead of drawn.

    python -m tests.benchmarks.refereeing.photographed_matches --games 1 --seed 30 --look walnut --speed 0 --out
    out/photographed
        [--samples N] [--album DIR]

The options but the last two are those of `tavola simulate`, and `tests.benchmarks.refereeing.score_simulation` scores
what it writes. With `--speed 0`, where computing costs nothing, the drawn run with the same seed is the same match as
long as the referee says the same.

Whatever lies still is photographed (`hardware.simulated.photo`, the extra `photo`), so that all that is read is. What
is only watched, not read, is drawn into the last photograph: dice that roll and checkers on their way by how the drawn
tables differ, hands and the strip's lights as they are. Nothing is blurred by its movement. What has not changed is not
photographed again. A photograph takes a few seconds, a turn has four or five; those in the album are not taken again.
"""

from __future__ import annotations

import argparse
import random
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final
from unittest.mock import patch

import cv2
import numpy as np

from controller.cli.main import main as tavola
from hardware.simulated.drawing.renderer import Renderer
from hardware.simulated.optics.sensor import Sensor, Spoiler
from hardware.simulated.photo.photographer import SAMPLES, Photographer, Upon
from hardware.simulated.photo.tracing import PictureWindow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardware.simulated.looks.materials import U8
    from hardware.simulated.optics.pinhole import Pinhole
    from hardware.simulated.scene.motion import Earlier
    from hardware.simulated.scene.table import Scene

_PERFECT: Final = Sensor(noise=0.0, colour_noise=0.0, blur=0.0, vignetting=0.0)
_OF_A_HAND: Final = 12
"""By how many steps of 255 a hand in a picture differs from what is below it: more than its shadow's edge."""
_CHANGE: Final = 2
"""By how many steps of 255 a drawn picture differs where something has changed."""
_ROUND: Final = 24
"""How far from there a photograph is taken again, pixels: for its light on what is beside."""


class PhotographedTable:
    """Films the simulated table with photographs; called as `hardware.simulated.drawing.renderer.Renderer` is."""

    def __init__(
        self, pinhole: Pinhole, sensor: Sensor | None = None, *, samples: int = SAMPLES, album: Path | None = None
    ) -> None:
        """Prepare the camera; see `Photographer` for what it is given."""
        self.pinhole = pinhole
        self.sensor = sensor or Sensor()
        self._spoiler = Spoiler(self.sensor, pinhole.width, pinhole.height)
        self._photographer = Photographer(pinhole, self.sensor, samples, album)
        self._renderer = Renderer(pinhole, _PERFECT)
        self._last: Scene | None = None
        self._still: tuple[Scene, U8, U8] | None = None

    def draw(self, scene: Scene, rng: random.Random, *, earlier: Earlier | None = None, time: float = 0.0) -> U8:
        """Return the picture of a scene, shape (height, width, 3), uint8, blue-green-red.

        Args:
            scene: the table now.
            rng: where the noise comes from.
            earlier: not asked for: nothing is blurred.
            time: in seconds, for what drifts.

        Raises:
            SceneError: "scene.no_mitsuba", the extra `photo` is not installed.
        """
        del earlier
        lying = replace(scene, hands=(), leds=())
        if self._still is None or (self._rests(scene) and self._still[0] != lying):
            self._still = self._photographed(lying)
        self._last = scene
        _, photograph, drawn = self._still
        picture = photograph if scene == self._still[0] else self._changed(scene, photograph, drawn)
        return self._spoiler.expose(picture, scene.light, rng, self.sensor.drift.at(time))

    def _photographed(self, scene: Scene) -> tuple[Scene, U8, U8]:
        """Return a scene, its photograph, and how it is drawn; what is drawn as before is not photographed again."""
        drawn = self._drawn(scene)
        upon = None
        if self._still is not None and self._still[0].light == scene.light:
            _, photograph, drawn_before = self._still
            upon = Upon(photograph, windows(drawn_before, drawn))
        return scene, self._photographer.still(scene, upon), drawn

    def _rests(self, scene: Scene) -> bool:
        """Return whether the table is as it was when it was last filmed, or nothing is left that could move."""
        return scene == self._last or not (scene.hands or scene.dice)

    def _drawn(self, scene: Scene) -> U8:
        """Return the drawn table as a perfect camera sees it in white light."""
        white = replace(scene.light, brightness=1.0, warmth=0.0, falloff=0.0)
        return self._renderer.draw(replace(scene, light=white), random.Random(0)).copy()

    def _changed(self, scene: Scene, photograph: U8, drawn: U8) -> U8:
        """Return a photograph in which that is other that is otherwise drawn now; hands cover what is below them."""
        without = self._drawn(replace(scene, hands=()))
        changed = photograph + without.astype(np.int16) - drawn
        picture = np.asarray(np.clip(changed, 0, 255), dtype=np.uint8)
        if scene.hands:
            hands = self._drawn(scene)
            covered = (np.abs(hands - without.astype(np.int16)) > _OF_A_HAND).any(axis=2)
            picture[covered] = hands[covered]
        return picture


def windows(before: U8, now: U8) -> list[PictureWindow]:
    """Return the parts of a picture in which it has changed, with some room around; they do not overlap much."""
    changed = (cv2.absdiff(before, now).max(axis=2) > _CHANGE).astype(np.uint8)
    wide = cv2.dilate(changed, np.ones((2 * _ROUND + 1, 2 * _ROUND + 1), np.uint8))
    _, _, found, _ = cv2.connectedComponentsWithStats(wide)
    return [PictureWindow(*(int(n) for n in one[:4])) for one in found[1:]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.refereeing.photographed_matches", description=__doc__
    )
    parser.add_argument("--samples", type=int, default=SAMPLES, help=f"of a photograph's pixel (default {SAMPLES})")
    parser.add_argument("--album", type=Path, help="where photographs are kept, and looked for")
    chosen, others = parser.parse_known_args(arguments)
    filming = partial(PhotographedTable, samples=chosen.samples, album=chosen.album)
    with patch("controller.simulation.theatre.Renderer", filming):
        return tavola(["simulate", *others])


if __name__ == "__main__":
    sys.exit(main())
