"""Draw a scene: the plate below, shadows on it, then everything in the order of its height, then the hands.

Only what has changed since the last scene is drawn again; the result is the same, to the last bit, as if everything
had been. All caches are held here and are bounded.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import cv2
import numpy as np

from hardware.simulated.drawing.compose import compose, merged
from hardware.simulated.drawing.hands import Hands
from hardware.simulated.drawing.kit import Drawn, Kit, Setting, Thing
from hardware.simulated.drawing.leds import Glow, draw_led, shine
from hardware.simulated.drawing.sprites import Block, lay
from hardware.simulated.optics.sensor import Sensor, Spoiler
from hardware.simulated.optics.smear import SmearPath, lay_moving, layer_of
from hardware.simulated.scene.motion import die_on_its_way, hand_travel, rolling, way_of
from hardware.simulated.scene.table import Checker, Led, Scene

if TYPE_CHECKING:
    import random

    from hardware.simulated.looks.materials import U8
    from hardware.simulated.optics.pinhole import Pinhole
    from hardware.simulated.scene.board import BoardSize
    from hardware.simulated.scene.motion import Earlier, Travel
    from hardware.simulated.scene.table import Hand

_KITS = 2
"""How many kits (a board in a light) are kept: looks, sizes and lamps change seldom."""
_EXPOSURES = 6
"""As how many pictures a die is drawn at most that moves while the shutter is open."""
_STEP = 3.0
"""Millimetres of its way that each of them stands for, where fewer do."""
_GLOWS = 128
"""How many drawn lights of the strip are kept."""


def _in_order(scene: Scene, pinhole: Pinhole) -> list[Thing]:
    """Return what lies on the table in the order it is painted: the lowest first, of one height the farthest first."""
    things: list[Thing] = [*scene.checkers, *scene.dice]
    if scene.cube is not None:
        things.append(scene.cube)
    ex, ey, _ = pinhole.eye
    return sorted(things, key=lambda t: (round(t.z, 3), -math.hypot(t.x - ex, t.y - ey), t.x, t.y))


class Renderer:
    """Draws scenes for one camera."""

    def __init__(self, pinhole: Pinhole, sensor: Sensor | None = None) -> None:
        """Prepare the sensor; plates are drawn when a scene first needs them."""
        self.pinhole = pinhole
        self.sensor = sensor or Sensor()
        self._spoiler = Spoiler(self.sensor, pinhole.width, pinhole.height)
        self._hands = Hands(pinhole)
        self._glows: OrderedDict[tuple[BoardSize, Led, float], Glow | None] = OrderedDict()
        self._kits: OrderedDict[Setting, Kit] = OrderedDict()
        self._still: U8 | None = None
        self._shown: dict[Thing, Drawn] = {}
        self._shown_kit: Kit | None = None

    def _kit_for(self, scene: Scene) -> Kit:
        """Return the plate and sprites for a scene's board and lamp."""
        lamp_only = replace(scene.light, brightness=1.0, warmth=0.0, falloff=0.0)
        setting = Setting(scene.size, scene.look, lamp_only)
        found = self._kits.get(setting)
        if found is None:
            found = Kit(self.pinhole, setting)
            self._kits[setting] = found
            if len(self._kits) > _KITS:
                self._kits.popitem(last=False)
        self._kits.move_to_end(setting)
        return found

    def draw(self, scene: Scene, rng: random.Random, *, earlier: Earlier | None = None, time: float = 0.0) -> U8:
        """Return the picture of a scene, shape (height, width, 3), uint8, blue-green-red.

        Args:
            scene: the table now.
            rng: where the noise comes from.
            earlier: the table a moment ago; what has moved since is blurred as the sensor's times say. None for a table
                that was the same.
            time: in seconds, for what drifts.
        """
        sensor = self.sensor
        if sensor.exposure_time <= 0.0 and sensor.readout <= 0.0:
            earlier = None
        picture = self._with_dice(scene, earlier)
        if scene.hands or scene.leds:
            if picture is self._still:
                picture = picture.copy()
            self._light_leds(picture, scene)
            self._lay_hands(picture, scene, earlier)
        return self._spoiler.expose(picture, scene.light, rng, sensor.drift.at(time))

    def _with_dice(self, scene: Scene, earlier: Earlier | None) -> U8:
        """Return the picture without hands; dice that have moved are the mean of where they were while it was taken."""
        moving = rolling(scene, earlier) if earlier is not None and self.sensor.exposure_time > 0.0 else ()
        if not moving or earlier is None:
            return self.still(scene)
        rolled = {now for _, now in moving}
        picture = self.still(replace(scene, dice=tuple(d for d in scene.dice if d not in rolled))).copy()
        kit = self._kit_for(scene)
        back = min(self.sensor.exposure_time / earlier.seconds, 1.0)
        far = back * max(way_of(scene.size, before, now) for before, now in moving)
        count = max(2, min(_EXPOSURES, math.ceil(far / _STEP) + 1))
        steps = [
            [die_on_its_way(scene.size, before, now, back * step / (count - 1)) for before, now in moving]
            for step in range(count)
        ]
        reaches = [kit.drawn(die).reach for dice in steps for die in dice]
        for block in merged([reach for reach in reaches if reach is not None]):
            part = (slice(block.top, block.top + block.height), slice(block.left, block.left + block.width))
            total = np.zeros((block.height, block.width, 3), dtype=np.float32)
            for dice in steps:
                there = replace(scene, dice=tuple(d for d in scene.dice if d not in rolled) + tuple(dice))
                drawn = [(thing, kit.drawn(thing)) for thing in _in_order(there, self.pinhole)]
                compose(picture, block, kit, drawn, self.pinhole)
                cv2.accumulate(picture[part], total)
            picture[part] = np.rint(total / count).astype(np.uint8)
        return picture

    def _light_leds(self, picture: U8, scene: Scene) -> None:
        """Lay the strip's lights into a picture."""
        for led in scene.leds:
            key = (scene.size, led, scene.light.brightness)
            if key not in self._glows:
                self._glows[key] = draw_led(self.pinhole, *key)
                if len(self._glows) > _GLOWS:
                    self._glows.popitem(last=False)
            self._glows.move_to_end(key)
            glow = self._glows[key]
            if glow is not None:
                shine(picture, glow)

    def _lay_hands(self, picture: U8, scene: Scene, earlier: Earlier | None) -> None:
        """Lay the hands into a picture, each with what it holds below its fingers."""
        kit = self._kit_for(scene)
        for number, hand in enumerate(scene.hands):
            way = None if earlier is None else self._way(hand, hand_travel(hand, number, earlier))
            lay_it = partial(self._lay_hand, hand=hand, kit=kit)
            if way is None or not way.is_seen:
                lay_it(picture)
            else:
                lay_moving(picture, layer_of(lay_it, self.pinhole.width, self.pinhole.height), way)

    def _lay_hand(self, picture: U8, hand: Hand, kit: Kit) -> None:
        """Lay one hand into a picture, with what it holds below its fingers."""
        if hand.holding is not None:
            held = Checker(hand.holding, "off", 0, hand.x, hand.y, max(hand.height - 8.0, 0.0))
            lay(picture, kit.sprite(held))
        self._hands.lay(picture, hand, kit.lamp)

    def _way(self, hand: Hand, travel: Travel) -> SmearPath:
        """Return how a hand moves in the picture: as its fingertips do."""
        beat = 0.01
        here = (hand.x, hand.y, hand.height)
        there = (hand.x + beat * travel.x, hand.y + beat * travel.y, hand.height + beat * travel.z)
        now, soon = self.pinhole.project([here, there])
        x, y = (soon - now) / beat
        return SmearPath(float(x), float(y), self.sensor.exposure_time, self.sensor.readout)

    def still(self, scene: Scene) -> U8:
        """Return the picture without hands, before the sensor spoils it; the next call writes over it."""
        kit = self._kit_for(scene)
        order = _in_order(scene, self.pinhole)
        drawn = [(thing, kit.drawn(thing)) for thing in order]
        if self._still is None or kit is not self._shown_kit:
            self._still = kit.plate.picture.copy()
            whole = Block(0, 0, self.pinhole.width, self.pinhole.height)
            compose(self._still, whole, kit, drawn, self.pinhole)
        else:
            now = dict(drawn)
            changed = [d for t, d in now.items() if t not in self._shown]
            changed += [d for t, d in self._shown.items() if t not in now]
            for block in merged([d.reach for d in changed if d.reach is not None]):
                compose(self._still, block, kit, drawn, self.pinhole)
        self._shown, self._shown_kit = dict(drawn), kit
        return self._still
