"""Sets of checkers of many makes, and how the upper face of one looks."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from vision.training.board.drawn.chance import between, maybe, one_of
from vision.training.board.drawn.matter import any_colour, lightness_and_hue, near, within

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.arrays import Float
    from vision.training.board.drawn.matter import Kind, Materials

_METALS: Final = tuple(
    np.array(colour, dtype=np.float32) for colour in ((170, 175, 180), (90, 160, 200), (120, 130, 140), (70, 110, 160))
)
_USUAL: Final = tuple(
    tuple(np.array(colour, dtype=np.float32) for colour in colours)
    for colours in (
        ((25, 24, 24), (30, 35, 70), (25, 25, 150), (40, 50, 80), (60, 30, 20), (35, 60, 30)),
        ((235, 238, 240), (190, 215, 230), (140, 180, 215), (200, 205, 210)),
    )
)
"""Bodies that many sets have: the dark ones, the light ones; blue-green-red."""

APART: Final = 26.0
"""The least distance in Lab between the colours of two sets, lightness counting four fifths."""


OF_ONE_LIGHTNESS: Final = 0.15
"""How many tables have sets whose means of blue, green and red are about equal."""

_HUES: Final = tuple(
    tuple(np.array(colour, dtype=np.float32) for colour in pair)
    for pair in (
        ((40, 40, 200), (170, 70, 35)),
        ((50, 110, 45), (40, 75, 115)),
        ((35, 35, 160), (60, 110, 50)),
        ((150, 60, 30), (45, 85, 125)),
        ((35, 120, 210), (200, 130, 50)),
        ((90, 40, 110), (45, 100, 60)),
        ((40, 170, 215), (120, 190, 130)),
    )
)
"""Pairs of colours that differ in hue, blue-green-red: red and blue, green and brown, and the like."""


class Ring(NamedTuple):
    """A ring on a checker's face: from one part of the radius to another, how much lighter, its colour, how opaque."""

    inner: float
    outer: float
    lighter: float
    colour: Float | None
    cover: float


@dataclass(frozen=True, slots=True, eq=False)
class SetMake:
    """Shape and gloss, which both sets of a table have in common.

    Attributes:
        rings: how many rings are turned into the faces.
        rim: from which part of the radius a rim of its own begins, None without one.
        dish, dish_radius: how much a hollow or domed face is shaded, and how wide it is.
        bevel, bevel_radius: the same of the edge.
        dot: how wide a dot in the middle is, 0 without one.
        shine: how bright what a lamp mirrors in a face is, 0 where it is dull.
        shine_at, shine_size: where on the face and how wide, in radii.
        lamp: its colour, parts of 1.
        brushed: how strongly a metal face is brushed, 0 where it is none.
    """

    rings: int
    rim: float | None
    dish: float
    dish_radius: float
    bevel: float
    bevel_radius: float
    dot: float
    shine: float
    shine_at: tuple[float, float]
    shine_size: tuple[float, float]
    lamp: Float
    brushed: float


@dataclass(frozen=True, slots=True, eq=False)
class CheckerSet:
    """One set of checkers.

    Attributes:
        colour: of the body, blue-green-red.
        unlike: how far single checkers are from it.
        kind, strength: of what it is made.
        vein: a second colour in it, None without one; how much of it there is follows from `veined`.
        veined: the threshold of the texture from which the vein is seen, and how opaque it is.
        rings: on the faces.
        dot: the colour of a dot in the middle and how opaque it is.
        edge: how much darker the very edge is.
        clear: how much of what lies below is seen through it.
        side: colour of its side.
        make: what it has in common with the other set.
    """

    colour: Float
    unlike: float
    kind: Kind
    strength: float
    vein: Float | None
    veined: tuple[float, float]
    rings: tuple[Ring, ...]
    dot: tuple[Float, float]
    edge: float
    clear: float
    side: Float
    make: SetMake


def draw_make(rng: np.random.Generator, *, metal: bool) -> SetMake:
    """Return what both sets of a table have in common."""
    shine = between(rng, 20, 190) if maybe(rng, 0.5) else 0.0
    return SetMake(
        rings=one_of(rng, (0, 0, 0, 1, 1, 2, 3)),
        rim=between(rng, 0.72, 0.92) if maybe(rng, 0.3) else None,
        dish=between(rng, -0.4, 0.4) if maybe(rng, 0.45) else 0.0,
        dish_radius=between(rng, 0.5, 0.9),
        bevel=between(rng, 0, 0.5) if maybe(rng, 0.5) else 0.0,
        bevel_radius=between(rng, 0.7, 0.93),
        dot=between(rng, 0.1, 0.45) if maybe(rng, 0.12) else 0.0,
        shine=shine,
        shine_at=(between(rng, -0.6, 0.6), between(rng, -0.6, 0.6)),
        shine_size=((size := between(rng, 0.12, 0.55)), size * between(rng, 0.5, 1.6)),
        lamp=np.array([between(rng, 0.8, 1), between(rng, 0.9, 1), 1], dtype=np.float32),
        brushed=between(rng, 0.25, 0.6) if metal else 0.0,
    )


def draw_sets(rng: np.random.Generator, around: Sequence[Float], *, metal: bool) -> tuple[CheckerSet, CheckerSet]:
    """Return two sets that a person can tell apart, the darker one first, see `lightness_of`.

    Args:
        rng: the chance.
        around: colours of the board, which sets often have too.
        metal: whether they are of metal.
    """
    alike = maybe(rng, OF_ONE_LIGHTNESS) and not metal
    for _ in range(60):
        first, second = (
            any_colour(rng) if maybe(rng, 0.55) else near(rng, one_of(rng, around), one_of(rng, (6, 12, 25)))
            for _ in range(2)
        )
        if metal:
            first, second = (near(rng, one_of(rng, _METALS) * np.float32(between(rng, 0.3, 1.2)), 8) for _ in range(2))
        elif not alike and maybe(rng, 0.3):
            first = one_of(rng, _USUAL[0]) * np.float32(between(rng, 0.7, 1.4))
            second = one_of(rng, _USUAL[1]) * np.float32(between(rng, 0.8, 1.05))
        elif alike:
            first, second = _of_one_lightness(rng)
        away = (lightness_and_hue(first) - lightness_and_hue(second)) * np.array([0.8, 1, 1], dtype=np.float32)
        if float(np.linalg.norm(away)) > APART:
            break
    if first.mean() > second.mean():
        first, second = second, first
    make = draw_make(rng, metal=metal)
    sets = [_draw_set(rng, colour, make) for colour in (first, second)]
    if maybe(rng, 0.15):  # the sets are of different makes
        sets[1] = _draw_set(rng, second, draw_make(rng, metal=metal))
    sets.sort(key=lightness_of)
    return sets[0], sets[1]


def _of_one_lightness(rng: np.random.Generator) -> tuple[Float, Float]:
    """Return two colours of about the same mean of blue, green and red, at times red and black instead."""
    if maybe(rng, 0.12):
        black, red = (np.array(colour, dtype=np.float32) for colour in ((24, 26, 30), (25, 25, 130)))
        return near(rng, black, 4), near(rng, red * np.float32(between(rng, 0.75, 1.2)), 5)
    first, second = one_of(rng, _HUES) if maybe(rng, 0.6) else (any_colour(rng), any_colour(rng))
    mean = first.mean() * between(rng, 0.6, 1.15)
    first, second = (near(rng, one * np.float32(mean / one.mean()), 3) for one in (first, second))
    return first, within(second * np.float32((first.mean() + rng.normal(0, 2)) / second.mean()))


def lightness_of(checkers: CheckerSet) -> float:
    """Return the mean of blue, green and red of a set's upper faces, its rings and dots included."""
    lightness = float(checkers.colour.mean())
    for ring in checkers.rings:
        there = lightness if ring.colour is None else lightness + ring.cover * (float(ring.colour.mean()) - lightness)
        lightness += max(0.0, min(1.0, ring.outer) ** 2 - ring.inner**2) * (there * (1 + ring.lighter) - lightness)
    colour, cover = checkers.dot
    return lightness + checkers.make.dot**2 * cover * (float(colour.mean()) - lightness)


def _draw_set(rng: np.random.Generator, colour: Float, make: SetMake) -> CheckerSet:
    rings = []
    for _ in range(make.rings):
        inner = between(rng, 0.3, 0.92)
        own = any_colour(rng) if maybe(rng, 0.25) else None
        rings.append(Ring(inner, inner + between(rng, 0.03, 0.2), between(rng, -0.45, 0.4), own, between(rng, 0.3, 1)))
    if make.rim is not None:
        own = one_of(rng, (near(rng, colour, 45), *_METALS, any_colour(rng))) if maybe(rng, 0.6) else None
        rings.append(Ring(make.rim, 1.2, between(rng, -0.5, 0.3), own, between(rng, 0.4, 1)))
    veined = maybe(rng, 0.3)
    kinds: tuple[Kind, ...] = ("marble", "pearl", "clouds", "wood", "wood", "plain", "felt")
    strength = 0.0 if maybe(rng, 0.35) else between(rng, 0.02, 0.28)
    return CheckerSet(
        colour=colour,
        unlike=one_of(rng, (1, 2, 4, 8)),
        kind=one_of(rng, kinds),
        strength=max(strength, 0.03) if veined else strength,
        vein=(near(rng, colour, 35) if maybe(rng, 0.7) else any_colour(rng)) if veined else None,
        veined=(between(rng, -0.2, 1), between(rng, 0.3, 1)),
        rings=tuple(rings),
        dot=(near(rng, colour, 40) if maybe(rng, 0.5) else any_colour(rng), between(rng, 0.4, 1)),
        edge=between(rng, 0, 0.6) if maybe(rng, 0.6) else 0.0,
        clear=between(rng, 0.1, 0.5) if maybe(rng, 0.07) else 0.0,
        side=near(rng, colour * np.float32(between(rng, 0.35, 1.05)), 6),
        make=make,
    )


def faces_of(
    checkers: CheckerSet,
    radii: tuple[float, float],
    light: tuple[float, float],
    materials: Materials,
    rng: np.random.Generator,
) -> list[tuple[Float, Float]]:
    """Return upper faces of some checkers of a set: their colours, shape (h, w, 3), and what they cover, shape (h, w).

    Args:
        checkers: the set.
        radii: across and down, in pixels.
        light: the way that light falls, across and down.
        materials: to cut textures from.
        rng: the chance.
    """
    varied = checkers.strength > 0 or checkers.unlike > 2
    return [_face(checkers, radii, light, materials, rng) for _ in range(5 if varied else 2)]


def _face(
    checkers: CheckerSet,
    radii: tuple[float, float],
    light: tuple[float, float],
    materials: Materials,
    rng: np.random.Generator,
) -> tuple[Float, Float]:
    make = checkers.make
    high, wide = math.ceil(2 * radii[1]) + 3, math.ceil(2 * radii[0]) + 3
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    y, x = (
        (y - np.float32((high - 1) / 2)) / np.float32(radii[1]),
        (x - np.float32((wide - 1) / 2)) / np.float32(radii[0]),
    )
    out = np.sqrt(x * x + y * y)
    cover = np.clip((1 - out) * min(radii) + 0.5, 0, 1)
    colour = near(rng, checkers.colour, checkers.unlike)
    face = np.ones((high, wide, 3), dtype=np.float32) * colour
    if checkers.strength > 0:
        grain = materials.piece(checkers.kind, (high, wide), rng)[..., None]
        face += grain * (np.float32(checkers.strength) * (colour * np.float32(0.6) + np.float32(45)))
        if checkers.vein is not None:
            threshold, opaque = checkers.veined
            shape = materials.piece(one_of(rng, ("clouds", "marble", "pearl")), (high, wide), rng)
            share = np.clip((shape - threshold) * 2, 0, 1)[..., None] * np.float32(opaque)
            face = face * (1 - share) + checkers.vein * share
    slope = x * np.float32(light[0]) + y * np.float32(light[1])
    for ring in checkers.rings:
        here = np.clip((out - ring.inner) * 9, 0, 1) * np.clip((ring.outer - out) * 9, 0, 1)
        if ring.colour is not None:
            face += (ring.colour - face) * (np.float32(ring.cover) * here[..., None])
        face *= (1 + np.float32(ring.lighter) * here)[..., None]
    shade = np.ones_like(out)
    if make.dish:
        hollow = np.clip(out / make.dish_radius, 0, 1) ** 2 * (out < make.dish_radius)
        shade *= 1 + np.float32(make.dish) * slope * hollow
    if make.bevel:
        shade *= 1 - np.float32(make.bevel) * slope * np.clip((out - make.bevel_radius) / (1 - make.bevel_radius), 0, 1)
    if make.brushed:
        turn = np.arctan2(y, x) - np.float32(math.atan2(light[1], light[0]))
        shade *= 1 + np.float32(make.brushed) * np.cos(2 * turn) * np.clip(out * 3, 0, 1)
    shade *= 1 - np.float32(checkers.edge) * np.clip((out - 0.88) * 9, 0, 1)
    face *= shade[..., None]
    if make.dot:
        spot = np.clip((make.dot - out) * 8, 0, 1)[..., None] * np.float32(checkers.dot[1])
        face += (checkers.dot[0] - face) * spot
    if make.shine:
        across, down = make.shine_size
        glint = np.exp(-(((x - make.shine_at[0]) / across) ** 2) - ((y - make.shine_at[1]) / down) ** 2)
        face += (np.float32(make.shine * between(rng, 0.4, 1.2)) * glint)[..., None] * make.lamp
    return np.clip(face, 0, 275), np.asarray(cover * (1 - checkers.clear), dtype=np.float32)


def of_another_make(rng: np.random.Generator, sets: tuple[CheckerSet, CheckerSet]) -> tuple[CheckerSet, CheckerSet]:
    """Return other sets of about the same colours, as when a club lays out another box; the first stays the darker."""
    for _ in range(8):
        make = draw_make(rng, metal=False)
        first, second = (_draw_set(rng, near(rng, one.colour, 15), make) for one in sets)
        if lightness_of(first) <= lightness_of(second):
            return first, second
    return sets
