"""Hands: a forearm and hand modelled as rounded limbs, drawn from above and laid into the picture in perspective.

The model's frame: a runs along the arm, 0 at the tip of the middle finger and below 0 towards the elbow; b across, to
the left as seen along the arm; z up from the fingertips' height; millimetres. It shows a right hand, palm down; a left
hand is its mirror image. For perspective and shadow the arm is taken for a plane that rises from the fingertips.
"""

from __future__ import annotations

import itertools
import math
from collections import OrderedDict
from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np

from hardware.simulated.drawing.shading import GAMMA, Facing, Lamp, Surface, lit, to_light
from hardware.simulated.drawing.sprites import Block, block_around
from hardware.simulated.looks.materials import U8, as_picture, layered, noise, seeded

if TYPE_CHECKING:
    from hardware.simulated.optics.pinhole import F64, Floats, Pinhole
    from hardware.simulated.scene.table import Hand, Pose

_PPM = 1.6
"""The model's picture: pixels a millimetre."""
_BACK = 860.0
"""How far the arm reaches back from the fingertips, millimetres."""
_FRONT = 24.0
_BESIDE = 115.0
_RISE = 0.17
"""How the plane that stands for the arm rises towards the elbow: millimetres a millimetre."""
_SECTOR = 12.0
"""The light on a hand is worked out for directions of the arm this many degrees apart."""
_KEPT = 24
"""How many lit hands are kept."""
_SHADOW_SCALE = 4
"""The shadow is drawn with pixels so much coarser."""
_SIDES = {"bottom": 90.0, "top": 270.0, "left": 0.0, "right": 180.0}

Knot = tuple[float, float, float, float]
"""The end of a limb: a, b, z and its radius."""


class Limb(NamedTuple):
    """A part of the hand between two rounded ends."""

    start: Knot
    end: Knot


class Model(NamedTuple):
    """A hand from above, each array with the model's picture's height and width.

    Attributes:
        normal: where its surface faces in the model's frame.
        albedo: its colour as light for white skin and sleeve, three channels: the tint of skin or sleeve multiplies it.
        cover: how much of a pixel it covers, 0..1.
        sleeve: where the sleeve is, 0..1.
        open_sky: how much of the room's light comes into its folds.
    """

    normal: Facing
    albedo: Floats
    cover: Floats
    sleeve: Floats
    open_sky: Floats


Fingers = tuple[tuple[Knot, ...], ...]
"""Index, middle, ring and little finger from knuckle to tip, and the thumb from its root to its tip."""


class Build(NamedTuple):
    """What a right hand is modelled from.

    Attributes:
        fingers: their knots.
        lift: how far the back of the hand is lifted, millimetres.
        bare: how much of the forearm the sleeve leaves bare, millimetres.
    """

    fingers: Fingers
    lift: float = 10.0
    bare: float = 0.0


POSES: dict[Pose, Fingers] = {
    "reach": (
        ((-84, 27, 31, 11.5), (-40, 30, 29, 9.6), (-17, 27, 17, 8.6), (-4, 23, 7, 7.4)),
        ((-78, 6, 34, 12), (-32, 7, 33, 9.8), (-11, 5, 19, 8.8), (2, 4, 7, 7.6)),
        ((-83, -15, 31, 11.5), (-40, -17, 29, 9.4), (-18, -16, 17, 8.4), (-5, -14, 7, 7.2)),
        ((-93, -33, 26, 10.5), (-57, -40, 22, 8.2), (-38, -40, 13, 7.4), (-26, -38, 6, 6.4)),
        ((-142, 30, 22, 17), (-108, 52, 17, 12.5), (-76, 57, 11, 10.6), (-54, 50, 6, 8.8)),
    ),
    "pinch": (
        ((-82, 25, 34, 11.5), (-44, 31, 38, 9.8), (-19, 20, 24, 8.8), (-4, 6, 8, 7.4)),
        ((-77, 5, 38, 12), (-34, 6, 42, 10), (-11, 1, 26, 8.8), (1, -5, 8, 7.6)),
        ((-82, -15, 35, 11.5), (-42, -20, 36, 9.6), (-27, -22, 20, 8.6), (-26, -17, 10, 7.4)),
        ((-91, -33, 29, 10.5), (-58, -41, 27, 8.4), (-46, -42, 15, 7.4), (-45, -34, 8, 6.6)),
        ((-140, 28, 24, 17), (-104, 48, 22, 12.8), (-56, 44, 17, 10.8), (-14, 17, 7, 8.8)),
    ),
    "flat": (
        ((-90, 29, 19, 11.5), (-44, 40, 14, 9.4), (-20, 45, 11, 8.4), (-3, 48, 8, 7.4)),
        ((-84, 7, 20, 12), (-35, 10, 15, 9.6), (-10, 11, 11, 8.6), (8, 12, 8, 7.6)),
        ((-89, -15, 19, 11.5), (-43, -21, 14, 9.2), (-19, -24, 11, 8.2), (-3, -26, 8, 7.2)),
        ((-98, -34, 17, 10.5), (-61, -49, 13, 8.2), (-42, -56, 10, 7.4), (-28, -61, 8, 6.4)),
        ((-146, 31, 18, 17), (-116, 60, 14, 12.5), (-88, 79, 11, 10.6), (-66, 88, 8, 8.8)),
    ),
}
"""The fingers in each pose."""


def _limbs(build: Build) -> tuple[list[Limb], list[Limb]]:
    """Return the limbs of skin and those of the sleeve."""
    fingers, lift, bare = build
    skin = [Limb(a, b) for finger in fingers for a, b in itertools.pairwise(finger)]
    for finger, across in zip(fingers[:4], (11.0, 4.0, -4.0, -11.0), strict=True):
        knuckle = finger[0]
        skin.append(Limb((-168.0, across, 27.0 + lift, 22.0), (knuckle[0], knuckle[1], knuckle[2] - 3.0, 13.0)))
    skin.append(Limb((-160.0, 12.0, 25.0 + lift, 22.0), (-112.0, 32.0, 19.0 + lift / 2, 16.0)))
    skin.append(Limb((-172.0, 0.0, 30.0 + lift, 25.0), (-280.0, 0.0, 52.0 + lift, 33.0)))
    if bare > 0.0:
        skin.append(Limb((-280.0, 0.0, 52.0 + lift, 33.0), (-280.0 - bare, 0.0, 52.0 + lift + 0.16 * bare, 42.0)))
    rise = 0.16 * bare
    sleeve = [
        Limb((-238.0 - bare, 0.0, 46.0 + lift + rise, 41.0), (-430.0 - bare, 0.0, 82.0 + lift + rise, 52.0)),
        Limb((-430.0 - bare, 0.0, 82.0 + lift + rise, 52.0), (-1000.0 - bare, 0.0, 160.0 + lift + rise, 66.0)),
    ]
    return skin, sleeve


def _grid() -> tuple[Floats, Floats]:
    """Return a (down the rows, the fingertips in the first ones) and b (along the columns) of the model's pixels."""
    rows, cols = round((_BACK + _FRONT) * _PPM), round(2 * _BESIDE * _PPM)
    a = _FRONT - (np.arange(rows, dtype=np.float32) + 0.5) / np.float32(_PPM)
    b = _BESIDE - (np.arange(cols, dtype=np.float32) + 0.5) / np.float32(_PPM)
    return a[:, None], b[None, :]


def _heights(limbs: list[Limb], smooth: float) -> tuple[Floats, Floats]:
    """Return the height of limbs that flow into each other, and the distance to their outline (below 0 inside).

    Args:
        limbs: the limbs.
        smooth: over how many millimetres they flow together.
    """
    a, b = _grid()
    shape = (a.shape[0], b.shape[1])
    total, outline = np.zeros(shape, dtype=np.float32), np.zeros(shape, dtype=np.float32)
    for limb in limbs:
        (a0, b0, z0, r0), (a1, b1, z1, r1) = limb.start, limb.end
        reach = max(r0, r1) + 6.0 * smooth
        first = max(0, math.floor((_FRONT - max(a0, a1) - reach) * _PPM))
        last = min(shape[0], math.ceil((_FRONT - min(a0, a1) + reach) * _PPM))
        if last <= first:
            continue
        part = a[first:last]
        da, db = a1 - a0, b1 - b0
        t = np.clip(((part - a0) * da + (b - b0) * db) / (da * da + db * db), 0.0, 1.0)
        away = np.hypot(part - a0 - t * da, b - b0 - t * db)
        radius = r0 + t * (r1 - r0)
        inside = np.sqrt(np.maximum(radius * radius - away * away, 0.0))
        # Outside its outline a limb falls off steeply, so that it hardly lifts its neighbours.
        top = z0 + t * (z1 - z0) + inside - 2.5 * np.maximum(away - radius, 0.0)
        total[first:last] += np.exp(np.clip(top / smooth, -60.0, 60.0))
        outline[first:last] += np.exp(np.clip((radius - away) / smooth, -60.0, 20.0))
    heights = smooth * np.log(total + 1e-25)
    return np.asarray(heights, dtype=np.float32), np.asarray(-smooth * np.log(outline + 1e-25), dtype=np.float32)


def _spots(places: list[tuple[float, float]], spread: tuple[float, float]) -> Floats:
    """Return soft spots, 1 in their middles, at places (a, b) with spreads along and across the arm, millimetres."""
    a, b = _grid()
    out = np.zeros((a.shape[0], b.shape[1]), dtype=np.float32)
    for pa, pb in places:
        along, across = np.exp(-(((a - pa) / spread[0]) ** 2)), np.exp(-(((b - pb) / spread[1]) ** 2))
        out = np.maximum(out, along * across)
    return out


def model(pose: Pose) -> Model:
    """Return a right hand in a pose, from above."""
    return modelled(Build(POSES[pose], 0.0 if pose == "flat" else 10.0), seeded("hand", pose))


def modelled(build: Build, rng: np.random.Generator) -> Model:
    """Return a right hand of any build, from above; its folds, creases and blotches are drawn by chance."""
    skin_limbs, sleeve_limbs = _limbs(build)
    skin, skin_outline = _heights(skin_limbs, 2.4)
    cloth, cloth_outline = _heights(sleeve_limbs, 4.0)
    shape = skin.shape
    folds = noise(rng, shape, (16 * _PPM, 60 * _PPM)) + 0.6 * noise(rng, shape, (40 * _PPM, 22 * _PPM))
    cloth = cloth + 2.2 * folds + 0.25 * noise(rng, shape, (1.5 * _PPM, 1.5 * _PPM))
    sleeve = np.clip(0.5 - cloth_outline * _PPM, 0.0, 1.0)
    fingers = build.fingers
    creases = noise(rng, shape, (1.6 * _PPM, 9 * _PPM))
    joints = _spots([k[:2] for f in fingers for k in f[1:3]], (4.5, 8.0))
    knuckles = _spots([f[0][:2] for f in fingers[:4]], (10.0, 9.0))
    skin = skin + 0.5 * creases * joints + 0.9 * knuckles + 0.12 * layered(rng, shape, (2.4 * _PPM, 2.4 * _PPM), 2)
    heights = np.where(sleeve > 0.5, cloth, skin)
    smooth = cv2.GaussianBlur(heights, (0, 0), 0.8)
    da, db = -np.gradient(smooth, axis=0) * _PPM, -np.gradient(smooth, axis=1) * _PPM
    limit = 3.0
    da, db = np.clip(da, -limit, limit), np.clip(db, -limit, limit)
    length = np.sqrt(da * da + db * db + 1.0)
    normal = Facing(-da / length, -db / length, 1.0 / length)
    deep = np.clip(cv2.GaussianBlur(np.maximum(smooth, -5.0), (0, 0), 5.0 * _PPM) - smooth, 0.0, 12.0)
    deep += np.clip(cv2.GaussianBlur(np.maximum(smooth, -5.0), (0, 0), 1.8 * _PPM) - smooth, 0.0, 5.0)
    open_sky = np.exp(-0.11 * deep)
    tips = _spots([f[-1][:2] for f in fingers], (13.0, 11.0))
    patches = layered(rng, shape, (22 * _PPM, 22 * _PPM), 3)
    red = 0.5 * tips + 0.35 * knuckles + 0.25 * joints + 0.10 * patches
    nails = _nails(fingers)
    tint = np.stack([1.0 - 0.42 * red, 1.0 - 0.36 * red, 1.0 - 0.05 * red], axis=-1) * (1.0 + 0.04 * patches[..., None])
    tint *= 1.0 - 0.16 * (joints * np.clip(creases - 0.3, 0.0, 1.0))[..., None]
    tint = tint * (1.0 - nails[..., None]) + np.asarray([0.98, 0.96, 1.12], dtype=np.float32) * nails[..., None]
    weave = 1.0 + 0.06 * noise(rng, shape, (1.2 * _PPM, 1.2 * _PPM)) + 0.05 * folds
    seam = 1.0 - 0.35 * np.exp(-(((_grid()[0] + 212.0 + build.bare) / 1.2) ** 2))
    albedo = np.where(sleeve[..., None] > 0.5, (weave * seam)[..., None], tint)
    cover = np.clip(0.5 - np.minimum(skin_outline, cloth_outline) * _PPM, 0.0, 1.0)
    return Model(normal, np.asarray(np.clip(albedo, 0.05, 2.0), np.float32), cover, sleeve, open_sky)


def _nails(fingers: Fingers) -> Floats:
    """Return where the fingernails are, 0..1: ovals on the last joints, turned as the fingers are."""
    a, b = _grid()
    out = np.zeros((a.shape[0], b.shape[1]), dtype=np.float32)
    for finger in fingers:
        (a0, b0, _, _), (a1, b1, _, r) = finger[-2], finger[-1]
        length = math.hypot(a1 - a0, b1 - b0) + 1e-6
        ca, cb = (a1 - a0) / length, (b1 - b0) / length
        ma, mb = a1 - 0.5 * ca, b1 - 0.5 * cb
        along, across = (a - ma) * ca + (b - mb) * cb, (b - mb) * ca - (a - ma) * cb
        away = np.hypot(along / (0.85 * r), across / (0.62 * r))
        out = np.maximum(out, np.clip((1.0 - away) * 4.0, 0.0, 0.75))
    return out


def lit_hand(shape: Model, hand: Hand, lamp: Lamp, heading: float) -> tuple[U8, U8]:
    """Light a hand.

    Args:
        shape: the hand, a right one.
        hand: its colours, and whether it is to be a left one.
        lamp: the light.
        heading: the direction it points in, degrees counterclockwise from x.

    Returns:
        Its colours, blue-green-red, multiplied by its cover, and its cover, 0..255; as many pixels as the model.
    """
    c, s = math.cos(math.radians(heading)), math.sin(math.radians(heading))
    wx, wy, wz = lamp.way
    across = -s * wx + c * wy
    own = lamp._replace(way=(c * wx + s * wy, -across if hand.left else across, wz))
    sleeve = shape.sleeve[..., None]
    tint = to_light(hand.skin) * (1.0 - sleeve) + to_light(hand.sleeve) * sleeve
    up = Facing(*(np.full(shape.cover.shape, n, dtype=np.float32) for n in (0.0, 0.0, 1.0)))
    surface = Surface(shape.albedo * tint, shape.normal, up, 0.16, shape.open_sky)
    light = lit(surface, own)
    # Light that enters skin leaves it a little way off: edges of shade turn soft and red.
    spread = cv2.GaussianBlur(light, (0, 0), 2.2 * _PPM)
    bleed = np.asarray([0.12, 0.2, 0.42], dtype=np.float32) * (1.0 - sleeve)
    picture = as_picture(light * (1.0 - bleed) + spread * bleed)
    cover = np.rint(shape.cover * 255.0).astype(np.uint8)
    if hand.left:
        picture, cover = np.ascontiguousarray(picture[:, ::-1]), np.ascontiguousarray(cover[:, ::-1])
    share = cv2.merge([cover, cover, cover])
    return np.asarray(cv2.multiply(picture, share, scale=1 / 255), dtype=np.uint8), cover


class Hands:
    """Lays hands into pictures; keeps the models and the hands lit for a lamp."""

    def __init__(self, pinhole: Pinhole) -> None:
        """Start with nothing drawn."""
        self._pinhole = pinhole
        self._models: dict[Pose, Model] = {}
        self._lit: OrderedDict[tuple[object, ...], tuple[U8, U8]] = OrderedDict()

    def _dressed(self, hand: Hand, lamp: Lamp, heading: float) -> tuple[U8, U8]:
        """Return a hand's colours, multiplied by its cover, and its cover, for a heading in degrees."""
        sector = round(heading / _SECTOR) % round(360.0 / _SECTOR)
        key = (hand.pose, hand.left, hand.skin, hand.sleeve, lamp, sector)
        found = self._lit.get(key)
        if found is None:
            found = self._light(hand, lamp, sector * _SECTOR)
            self._lit[key] = found
            if len(self._lit) > _KEPT:
                self._lit.popitem(last=False)
        self._lit.move_to_end(key)
        return found

    def _light(self, hand: Hand, lamp: Lamp, heading: float) -> tuple[U8, U8]:
        """Light a hand that points in a direction, degrees counterclockwise from x."""
        if hand.pose not in self._models:
            self._models[hand.pose] = model(hand.pose)
        return lit_hand(self._models[hand.pose], hand, lamp, heading)

    def lay(self, picture: U8, hand: Hand, lamp: Lamp) -> None:
        """Draw a hand and its shadow into a picture."""
        heading = _SIDES[hand.side] + hand.lean
        colour, cover = self._dressed(hand, lamp, heading)
        self._shade(picture, hand, lamp, cover, heading)
        corners = _corners(hand, heading, cover.shape)
        block = block_around(self._pinhole, corners)
        if block is None:
            return
        warp = _warp(self._pinhole, corners, cover.shape, block, 1)
        size = (block.width, block.height)
        near = cv2.warpPerspective(colour, warp, size, flags=cv2.INTER_LINEAR)
        share = cv2.bitwise_not(cv2.warpPerspective(cover, warp, size, flags=cv2.INTER_LINEAR))
        part = picture[block.top : block.top + block.height, block.left : block.left + block.width]
        kept = cv2.multiply(part, cv2.merge([share, share, share]), scale=1 / 255)
        part[...] = cv2.add(kept, near)

    def _shade(self, picture: U8, hand: Hand, lamp: Lamp, cover: U8, heading: float) -> None:
        """Darken the picture where the hand keeps the lamp and the room's light off the board."""
        kx, ky = lamp.drift
        points = _corners(hand, heading, cover.shape)
        fallen = np.stack([points[:, 0] + kx * points[:, 2], points[:, 1] + ky * points[:, 2], np.zeros(4)], axis=1)
        block = block_around(self._pinhole, fallen, pad=24)
        if block is None:
            return
        coarse = (math.ceil(block.width / _SHADOW_SCALE), math.ceil(block.height / _SHADOW_SCALE))
        warp = _warp(self._pinhole, fallen, cover.shape, block, _SHADOW_SCALE)
        dark = cv2.warpPerspective(cover, warp, coarse, flags=cv2.INTER_AREA)
        scale = self._pinhole.focal / self._pinhole.eye[2] / _SHADOW_SCALE
        dark = cv2.GaussianBlur(dark, (0, 0), max(scale * (2.0 + lamp.soft * (hand.height + 28.0)), 0.5))
        around = cv2.GaussianBlur(dark, (0, 0), 14.0 * scale)
        table = np.arange(256, dtype=np.float32) / 255.0
        key = np.rint(255.0 * np.power(1.0 - 0.95 * lamp.share * table, 1.0 / GAMMA)).astype(np.uint8)
        room = np.rint(255.0 * np.power(1.0 - 0.35 * lamp.ambient * table, 1.0 / GAMMA)).astype(np.uint8)
        factor = cv2.multiply(cv2.LUT(dark, key), cv2.LUT(around, room), scale=1 / 255)
        fine = cv2.resize(
            factor, (coarse[0] * _SHADOW_SCALE, coarse[1] * _SHADOW_SCALE), interpolation=cv2.INTER_LINEAR
        )
        fine = fine[: block.height, : block.width]
        part = picture[block.top : block.top + block.height, block.left : block.left + block.width]
        cv2.multiply(part, cv2.merge([fine, fine, fine]), dst=part, scale=1 / 255)


def _corners(hand: Hand, heading: float, shape: tuple[int, ...]) -> F64:
    """Return the corners of the plane that stands for the arm, shape (4, 3), in the order of the model's corners."""
    c, s = math.cos(math.radians(heading)), math.sin(math.radians(heading))
    back = _FRONT - shape[0] / _PPM
    points = []
    for a, b in ((_FRONT, _BESIDE), (_FRONT, -_BESIDE), (back, -_BESIDE), (back, _BESIDE)):
        points.append((hand.x + c * a - s * b, hand.y + s * a + c * b, hand.height + 8.0 - _RISE * a))
    return np.asarray(points, dtype=np.float64)


def _warp(pinhole: Pinhole, corners: F64, shape: tuple[int, ...], block: Block, coarser: int) -> Floats:
    """Return the homography from the model's picture to a block of the picture with pixels `coarser` times as large."""
    rows, cols = shape[:2]
    model_corners = np.asarray([(0, 0), (cols, 0), (cols, rows), (0, rows)], dtype=np.float32)
    seen = (pinhole.project(corners) - (block.left, block.top)) / coarser
    return np.asarray(cv2.getPerspectiveTransform(model_corners, seen.astype(np.float32)))
