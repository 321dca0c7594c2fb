"""Drawing a scene: the plate below, shadows on it, then everything in the order of its height, then the hands.

Only what has changed since the last scene is drawn again; the result is the same, to the last bit, as if everything
had been. All caches are held here and are bounded.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from hardware.simulated.dice import half_height
from hardware.simulated.hands import Hands
from hardware.simulated.looks import BoardLook, look_named
from hardware.simulated.materials import U8, checker_face, digits
from hardware.simulated.plate import Plate, draw_plate
from hardware.simulated.scene import CUBE_VALUES, Checker, Cube, Die, Light, Scene
from hardware.simulated.sensor import Sensor, Spoiler
from hardware.simulated.shading import Lamp, lamp_of
from hardware.simulated.shadows import Caster, Shadow, lamp_table, reach_points, shaded_factor, shadow_on_plane
from hardware.simulated.sprites import Block, Sprite, block_around, checker_sprite, cube_sprite, die_sprite

if TYPE_CHECKING:
    import random

    from hardware.simulated.board import BoardSize, Shade
    from hardware.simulated.pinhole import Floats, Pinhole

Thing = Checker | Die | Cube
_SETS = 2
"""How many sets of plates and sprites are kept: looks, sizes and lamps change seldom."""
_SPRITES = 256
"""How many drawn things a set keeps."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A thing ready to be laid on the picture: its sprite, its shadow on the board, and itself as a caster."""

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
    return size.bar_height if abs(thing.x) < size.bar_width / 2 else 0.0


class Set:
    """Everything drawn for one board in one light by one camera: the plate and the sprites."""

    def __init__(self, pinhole: Pinhole, setting: Setting) -> None:
        """Draw the plate."""
        self._pinhole = pinhole
        self._size = setting.size
        self._look: BoardLook = look_named(setting.look)
        self.lamp: Lamp = lamp_of(setting.light)
        self.plate: Plate = draw_plate(self._size, self._look, self.lamp, pinhole)
        self._faces: dict[Shade, Floats] = {
            "dark": checker_face(self._look.dark),
            "light": checker_face(self._look.light),
        }
        self._digits = {value: digits(str(value)) for value in CUBE_VALUES}
        self._drawn: OrderedDict[Thing, Drawn] = OrderedDict()

    def drawn(self, thing: Thing) -> Drawn:
        """Return a thing drawn, from the store where it has been drawn before."""
        found = self._drawn.get(thing)
        if found is None:
            caster = caster_of(self._size, thing)
            plane = _plane_under(self._size, thing)
            found = Drawn(
                sprite=self.sprite(thing),
                shadow=shadow_on_plane(self._pinhole, self.lamp, caster, plane, self.plate.ground),
                caster=caster,
                reach=block_around(self._pinhole, reach_points(caster, self.lamp, 0.0), pad=2),
            )
            self._drawn[thing] = found
            if len(self._drawn) > _SPRITES:
                self._drawn.popitem(last=False)
        self._drawn.move_to_end(thing)
        return found

    def sprite(self, thing: Thing) -> Sprite | None:
        """Draw a thing by itself."""
        view, look = (self._pinhole, self.lamp, self.plate.ground), self._look
        if isinstance(thing, Checker):
            dress = look.dark if thing.shade == "dark" else look.light
            return checker_sprite(view, self._size, dress, self._faces[thing.shade], thing)
        if isinstance(thing, Die):
            dice = look.dark_dice if thing.shade == "dark" else look.light_dice
            return die_sprite(view, self._size.die_side, dice, thing)
        return cube_sprite(view, self._size.cube_side, look.cube, self._digits, thing)


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
        self._sets: OrderedDict[Setting, Set] = OrderedDict()
        self._still: U8 | None = None
        self._shown: dict[Thing, Drawn] = {}
        self._shown_set: Set | None = None

    def _set_for(self, scene: Scene) -> Set:
        """Return the plate and sprites for a scene's board and lamp."""
        lamp_only = replace(scene.light, brightness=1.0, warmth=0.0, falloff=0.0)
        setting = Setting(scene.size, scene.look, lamp_only)
        found = self._sets.get(setting)
        if found is None:
            found = Set(self.pinhole, setting)
            self._sets[setting] = found
            if len(self._sets) > _SETS:
                self._sets.popitem(last=False)
        self._sets.move_to_end(setting)
        return found

    def draw(self, scene: Scene, rng: random.Random) -> U8:
        """Return the picture of a scene, shape (height, width, 3), uint8, blue-green-red; noise comes from `rng`."""
        picture = self.still(scene)
        if scene.hands:
            picture = self._with_hands(picture.copy(), scene)
        return self._spoiler.expose(picture, scene.light, rng)

    def _with_hands(self, picture: U8, scene: Scene) -> U8:
        """Lay the hands into a picture, each with what it holds below its fingers."""
        kit = self._set_for(scene)
        for hand in scene.hands:
            if hand.holding is not None:
                held = Checker(hand.holding, "off", 0, hand.x, hand.y, max(hand.height - 8.0, 0.0))
                _lay(picture, kit.sprite(held))
            self._hands.lay(picture, hand, kit.lamp)
        return picture

    def still(self, scene: Scene) -> U8:
        """Return the picture without hands, before the sensor spoils it; the next call writes over it."""
        kit = self._set_for(scene)
        order = _in_order(scene, self.pinhole)
        drawn = [(thing, kit.drawn(thing)) for thing in order]
        if self._still is None or kit is not self._shown_set:
            self._still = kit.plate.picture.copy()
            whole = Block(0, 0, self.pinhole.width, self.pinhole.height)
            _compose(self._still, whole, kit, drawn, self.pinhole)
        else:
            now = dict(drawn)
            changed = [d for t, d in now.items() if t not in self._shown]
            changed += [d for t, d in self._shown.items() if t not in now]
            for block in _merged([d.reach for d in changed if d.reach is not None]):
                _compose(self._still, block, kit, drawn, self.pinhole)
        self._shown, self._shown_set = dict(drawn), kit
        return self._still


def _lay(picture: U8, sprite: Sprite | None) -> None:
    """Lay a sprite on the whole picture."""
    if sprite is not None:
        block = sprite.block
        part = picture[block.top : block.top + block.height, block.left : block.left + block.width]
        kept = cv2.bitwise_not(sprite.cover)
        part[...] = cv2.add(cv2.multiply(part, cv2.merge([kept, kept, kept]), scale=1 / 255), sprite.colour)


def _merged(blocks: list[Block]) -> list[Block]:
    """Return blocks that cover the same pixels and do not meet each other."""
    out: list[Block] = []
    for block in blocks:
        grown, apart = block, out
        while True:
            meeting = [b for b in apart if b.meets(grown)]
            if not meeting:
                break
            apart = [b for b in apart if not b.meets(grown)]
            grown = _around([grown, *meeting])
        out = [*apart, grown]
    return out


def _around(blocks: list[Block]) -> Block:
    """Return the smallest block about several."""
    left, top = min(b.left for b in blocks), min(b.top for b in blocks)
    right, bottom = max(b.left + b.width for b in blocks), max(b.top + b.height for b in blocks)
    return Block(left, top, right - left, bottom - top)


def _cut(block: Block, window: Block) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    """Return the rows and columns that two meeting blocks share: within the block, and within the window."""
    x0, y0 = max(block.left, window.left), max(block.top, window.top)
    x1 = min(block.left + block.width, window.left + window.width)
    y1 = min(block.top + block.height, window.top + window.height)
    inside = (slice(y0 - block.top, y1 - block.top), slice(x0 - block.left, x1 - block.left))
    return inside, (slice(y0 - window.top, y1 - window.top), slice(x0 - window.left, x1 - window.left))


def _compose(picture: U8, window: Block, kit: Set, drawn: list[tuple[Thing, Drawn]], pinhole: Pinhole) -> None:
    """Draw a window of the picture anew: the plate, the shadows on it, and the sprites from the lowest up."""
    rows = slice(window.top, window.top + window.height)
    cols = slice(window.left, window.left + window.width)
    dark = np.zeros((window.height, window.width), dtype=np.uint8)
    contact = np.full((window.height, window.width), 255, dtype=np.uint8)
    for _, d in drawn:
        if d.shadow is not None and d.shadow.block.meets(window):
            inside, here = _cut(d.shadow.block, window)
            dark[here] = np.maximum(dark[here], d.shadow.lamp[inside])
            contact[here] = cv2.multiply(contact[here], d.shadow.contact[inside], scale=1 / 255)
    factor = cv2.multiply(cv2.LUT(dark, lamp_table(kit.lamp)), contact, scale=1 / 255)
    part = picture[rows, cols]
    cv2.multiply(kit.plate.picture[rows, cols], cv2.merge([factor, factor, factor]), dst=part, scale=1 / 255)
    for thing, d in drawn:
        if d.sprite is not None and d.sprite.block.meets(window):
            inside, here = _cut(d.sprite.block, window)
            colour = _shaded(thing, d, drawn, kit.lamp, pinhole)[inside]
            kept = cv2.bitwise_not(d.sprite.cover[inside])
            part[here] = cv2.add(cv2.multiply(part[here], cv2.merge([kept, kept, kept]), scale=1 / 255), colour)


def _shaded(thing: Thing, own: Drawn, drawn: list[tuple[Thing, Drawn]], lamp: Lamp, pinhole: Pinhole) -> U8:
    """Return a sprite's colours with the shadows of what stands higher and near."""
    assert own.sprite is not None  # noqa: S101 (the caller has looked)
    block, top = own.sprite.block, own.sprite.top
    higher = [
        d.caster
        for t, d in drawn
        if d.caster.high > top + 0.5 and t is not thing and d.reach is not None and d.reach.meets(block)
    ]
    factor = shaded_factor(pinhole, lamp, higher, block, top) if higher else None
    if factor is None:
        return own.sprite.colour
    return np.asarray(cv2.multiply(own.sprite.colour, cv2.merge([factor, factor, factor]), scale=1 / 255), np.uint8)
