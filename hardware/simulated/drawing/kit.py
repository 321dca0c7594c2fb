"""Things drawn and kept: the plate of one board in one light, and every checker, die and cube that has lain on it."""

from __future__ import annotations

import math
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from hardware.simulated.drawing.box_sprites import cube_sprite, die_sprite
from hardware.simulated.drawing.checker_sprites import checker_sprite
from hardware.simulated.drawing.plate import BoardPlate, draw_plate, frame_boxes
from hardware.simulated.drawing.shading import Lamp, lamp_of
from hardware.simulated.drawing.shadows import Caster, Shadow, reach_points, shaded_factor, shadow_on_plane
from hardware.simulated.drawing.sprites import Block, Shot, Sprite, around, block_around
from hardware.simulated.looks.materials import checker_face, digits
from hardware.simulated.looks.named import look_named
from hardware.simulated.scene.dice import half_height
from hardware.simulated.scene.table import CUBE_VALUES, Checker, Cube, Die, Light

if TYPE_CHECKING:
    from hardware.simulated.looks.parts import BoardLook, DieLook
    from hardware.simulated.optics.pinhole import Floats, Pinhole
    from hardware.simulated.scene.board import BoardSize, Shade

Thing = Checker | Die | Cube
_KEPT = 256
"""How many drawn things are kept."""
_FACES = 5
"""How many different faces each set of checkers has; which one a checker shows follows from its turn."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A thing ready to be laid on the picture.

    Attributes:
        sprite: the thing itself, if it is seen.
        shadow: its shadow on the board, if that is seen.
        caster: the thing as it throws shadows on others.
        reach: the pixels that it may change.
    """

    sprite: Sprite | None
    shadow: Shadow | None
    caster: Caster
    reach: Block | None


@dataclass(frozen=True, slots=True)
class Setting:
    """What a set of drawn things is good for."""

    size: BoardSize
    look: str
    light: Light


def caster_of(size: BoardSize, thing: Thing) -> Caster:
    """Return a thing as something that throws a shadow."""
    if isinstance(thing, Checker):
        radius, thick = size.checker_diameter / 2, size.checker_thickness
        if thing.standing:
            return Caster(thing.x, thing.y, thing.z, thing.z + 1.7 * radius, radius * 0.85, thick / 2, 0.0)
        thick += radius * abs(math.sin(math.radians(thing.lean)))
        return Caster(thing.x, thing.y, thing.z, thing.z + thick, radius, radius, None)
    if isinstance(thing, Die):
        half = size.die_side / 2
        return Caster(
            thing.x, thing.y, thing.z, thing.z + 2 * half_height(thing, size.die_side), half, half, thing.turn
        )
    half = size.cube_side / 2
    return Caster(thing.x, thing.y, thing.z, thing.z + size.cube_side, half, half, thing.turn)


def _plane_under(size: BoardSize, thing: Thing) -> float:
    """Return the height of the board below a thing, millimetres."""
    if isinstance(thing, Cube) or thing.z < 0.0:
        return thing.z
    return size.bar_height if abs(thing.x) < size.bar_width / 2 else 0.0


class Kit:
    """Everything drawn for one board in one light by one camera: the plate and the sprites."""

    def __init__(self, pinhole: Pinhole, setting: Setting) -> None:
        """Draw the plate."""
        self._pinhole = pinhole
        self._size = setting.size
        self._look: BoardLook = look_named(setting.look)
        self.lamp: Lamp = lamp_of(setting.light)
        self.plate: BoardPlate = draw_plate(self._size, self._look, self.lamp, pinhole)
        self._shot = Shot(pinhole, self.lamp, self.plate.ground)
        self._faces: dict[Shade, list[Floats]] = {
            "dark": [checker_face(self._look.dark, variant) for variant in range(_FACES)],
            "light": [checker_face(self._look.light, variant) for variant in range(_FACES)],
        }
        self._digits = {value: digits(str(value)) for value in CUBE_VALUES}
        self._frame: list[tuple[Caster, Block]] = []
        for box in frame_boxes(self._size):
            half_x, half_y = (box.x1 - box.x0) / 2, (box.y1 - box.y0) / 2
            rail = Caster(box.x0 + half_x, box.y0 + half_y, 0.0, box.z1, half_x, half_y, 0.0)
            reach = block_around(pinhole, reach_points(rail, self.lamp, 0.0))
            if reach is not None:
                self._frame.append((rail, reach))
        self._drawn: OrderedDict[Thing, Drawn] = OrderedDict()

    def drawn(self, thing: Thing) -> Drawn:
        """Return a thing drawn, from the store where it has been drawn before."""
        found = self._drawn.get(thing)
        if found is None:
            caster = caster_of(self._size, thing)
            plane = _plane_under(self._size, thing)
            sprite = self._in_shade_of_frame(self.sprite(thing))
            shadow = shadow_on_plane(self._pinhole, self.lamp, caster, plane, self.plate.ground)
            if shadow is not None and isinstance(thing, Die):
                shadow = shadow.through(0.6 * self._dice(thing).clear)
            fallen = block_around(self._pinhole, reach_points(caster, self.lamp, 0.0), pad=2)
            touched = [b for b in (sprite and sprite.block, shadow and shadow.block, fallen) if b is not None]
            found = Drawn(sprite, shadow, caster, around(touched) if touched else None)
            self._drawn[thing] = found
            if len(self._drawn) > _KEPT:
                self._drawn.popitem(last=False)
        self._drawn.move_to_end(thing)
        return found

    def _in_shade_of_frame(self, sprite: Sprite | None) -> Sprite | None:
        """Return a sprite with the shadows that rails, bar and the trays' walls throw on its upper face."""
        if sprite is None:
            return None
        rails = [rail for rail, reach in self._frame if rail.high > sprite.top + 0.5 and reach.meets(sprite.block)]
        factor = shaded_factor(self._pinhole, self.lamp, rails, sprite.block, sprite.top) if rails else None
        if factor is None:
            return sprite
        shaded = cv2.multiply(sprite.colour, cv2.merge([factor, factor, factor]), scale=1 / 255)
        return sprite._replace(colour=np.asarray(shaded, dtype=np.uint8))

    def sprite(self, thing: Thing) -> Sprite | None:
        """Draw a thing by itself."""
        shot, look = self._shot, self._look
        if isinstance(thing, Checker):
            dress = look.dark if thing.shade == "dark" else look.light
            return checker_sprite(shot, self._size, dress, self._faces[thing.shade][int(thing.turn) % _FACES], thing)
        if isinstance(thing, Die):
            return die_sprite(shot, self._size.die_side, self._dice(thing), thing)
        return cube_sprite(shot, self._size.cube_side, look.cube, self._digits, thing)

    def _dice(self, die: Die) -> DieLook:
        """Return the look of a die."""
        return self._look.dark_dice if die.shade == "dark" else self._look.light_dice
