"""Drawing a scene: the plate below, shadows on it, then everything in the order of its height, then the hands.

Only what has changed since the last scene is drawn again; the result is the same, to the last bit, as if everything
had been. All caches are held here and are bounded.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from dataclasses import replace
from typing import TYPE_CHECKING

from hardware.simulated.compose import compose, lay, merged
from hardware.simulated.hands import Hands
from hardware.simulated.kit import Drawn, Kit, Setting, Thing
from hardware.simulated.leds import Glow, draw_led, shine
from hardware.simulated.scene import Checker, Led, Scene
from hardware.simulated.sensor import Sensor, Spoiler
from hardware.simulated.sprites import Block

if TYPE_CHECKING:
    import random

    from hardware.simulated.board import BoardSize
    from hardware.simulated.materials import U8
    from hardware.simulated.pinhole import Pinhole

_KITS = 2
"""How many kits (a board in a light) are kept: looks, sizes and lamps change seldom."""
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
        self._spoiler = Spoiler(sensor or Sensor(), pinhole.width, pinhole.height)
        self._hands = Hands(pinhole)
        self._glows: OrderedDict[tuple[BoardSize, Led], Glow | None] = OrderedDict()
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

    def draw(self, scene: Scene, rng: random.Random) -> U8:
        """Return the picture of a scene, shape (height, width, 3), uint8, blue-green-red; noise comes from `rng`."""
        picture = self.still(scene)
        if scene.hands or scene.leds:
            picture = picture.copy()
            self._light_leds(picture, scene)
            self._lay_hands(picture, scene)
        return self._spoiler.expose(picture, scene.light, rng)

    def _light_leds(self, picture: U8, scene: Scene) -> None:
        """Lay the strip's lights into a picture."""
        for led in scene.leds:
            key = (scene.size, led)
            if key not in self._glows:
                self._glows[key] = draw_led(self.pinhole, scene.size, led)
                if len(self._glows) > _GLOWS:
                    self._glows.popitem(last=False)
            self._glows.move_to_end(key)
            glow = self._glows[key]
            if glow is not None:
                shine(picture, glow)

    def _lay_hands(self, picture: U8, scene: Scene) -> None:
        """Lay the hands into a picture, each with what it holds below its fingers."""
        kit = self._kit_for(scene)
        for hand in scene.hands:
            if hand.holding is not None:
                held = Checker(hand.holding, "off", 0, hand.x, hand.y, max(hand.height - 8.0, 0.0))
                lay(picture, kit.sprite(held))
            self._hands.lay(picture, hand, kit.lamp)

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
