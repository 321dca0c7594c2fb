"""Draw kinds of construction by chance, for networks to learn from.

What makes `builds.JUDGING` what they are is left out: boards of leather and cork, blunt points, rosettes, printed
stars, bars narrower than half a checker, clear checkers, surfaces like mirrors.
"""

from __future__ import annotations

import colorsys
from typing import TYPE_CHECKING, Final

from vision.training.board.drawn.chance import between, maybe, one_of, source
from vision.training.traced.builds import DiceMake, TracedBuild, TracedSetMake

if TYPE_CHECKING:
    import numpy as np

    from vision.training.traced.builds import Colour, CubePlaceKind, LightKind, MatterKind, Outline, TopShape

_SURFACES: Final[tuple[MatterKind, ...]] = ("felt", "felt", "felt", "wood", "wood", "vinyl", "plain", "marble")
_FRAMES: Final[tuple[MatterKind, ...]] = ("wood", "wood", "wood", "vinyl", "plain", "marble")
_TABLES: Final[tuple[MatterKind, ...]] = ("wood", "wood", "felt", "plain", "marble", "leather")
_CHECKERS: Final[tuple[MatterKind, ...]] = ("plain", "plain", "pearl", "pearl", "wood", "marble")
_OUTLINES: Final[tuple[Outline, ...]] = ("pointed", "pointed", "pointed", "round", "ogive", "needle")
_TOPS: Final[tuple[TopShape, ...]] = ("flat", "flat", "dished", "rimmed")
_CUBES: Final[tuple[CubePlaceKind, ...]] = ("bar", "bar", "rail", "beside")
_LIGHTS: Final[tuple[LightKind, ...]] = ("even", "window", "lamps")

FIRST_TRACED: Final = 100_000
"""Number of the first build to train with."""

_APART: Final = 24.0
"""How much lighter the light set is than the dark one at least, 0..255, the mean of red, green and blue."""


def drawn_build(number: int) -> TracedBuild:
    """Return the build of this number."""
    rng = source(number, 61)
    diameter = between(rng, 32, 48)
    bar = between(rng, 0.5, 1.5)
    flat = maybe(rng, 0.12)
    wall = 0.0 if flat else between(rng, 5, 42)
    bar_high = 0.0 if flat or maybe(rng, 0.1) else between(rng, 2, min(30.0, wall + 8))
    surface, field = one_of(rng, _SURFACES), _colour(rng)
    dark, light = _sets(rng, field)
    side = diameter * between(rng, 0.28, 0.44)
    return TracedBuild(
        name=f"drawn-{number}",
        judges=False,
        diameter=diameter,
        thickness=diameter * between(rng, 0.19, 0.3),
        snug=between(rng, 0.78, 0.97),
        middle=max(between(rng, 1.0, 2.4), 2.6 * side / diameter),
        bar=bar,
        bar_high=bar_high,
        wall=wall,
        rail=between(rng, 12, 44),
        frame=one_of(rng, _FRAMES),
        frame_colour=_colour(rng, most=0.7),
        surface=surface,
        surface_colour=field,
        outline=one_of(rng, _OUTLINES),
        length=between(rng, 0.72, 0.96),
        odd=_colour(rng),
        even=_colour(rng),
        dark=dark,
        light=light,
        dice=_dice(rng, side),
        cube_at=one_of(rng, _CUBES),
        lit=one_of(rng, _LIGHTS),
        elevation=between(rng, 58, 88),
        bar_colour=_colour(rng, most=0.5) if maybe(rng, 0.4) else None,
        hinges=bar_high > 0 and maybe(rng, 0.35),
        split=bar_high > 0 and maybe(rng, 0.25),
        other_half=_colour(rng) if maybe(rng, 0.08) else None,
        point_kind=surface if maybe(rng, 0.6) else "plain",
        ornament=one_of(rng, ("none", "none", "none", "outlined", "diamonds")),
        printed="emblems" if maybe(rng, 0.4) else "none",
        gloss=between(rng, 0.12, 1.0),
        cube_side=diameter * between(rng, 0.55, 0.85),
        bar_row=one_of(rng, (1, 2, 3, 3, 3, 4)),
        table=one_of(rng, _TABLES),
        table_colour=_colour(rng),
    )


def _colour(rng: np.random.Generator, most: float = 1.0) -> Colour:
    """Return a colour as boards have them, mostly muted; `most` is its greatest lightness, 0..1."""
    pale = between(rng, 0.0, 0.3) if maybe(rng, 0.35) else between(rng, 0.2, 0.85)
    return _bytes(colorsys.hsv_to_rgb(rng.random(), pale, between(rng, 0.1, 0.95 * most)))


def _bytes(shares: tuple[float, float, float]) -> Colour:
    red, green, blue = (round(255 * share) for share in shares)
    return red, green, blue


def _near(rng: np.random.Generator, colour: Colour, spread: float) -> Colour:
    red, green, blue = (round(min(250.0, max(4.0, value + float(rng.normal(0, spread))))) for value in colour)
    return red, green, blue


def _sets(rng: np.random.Generator, field: Colour) -> tuple[TracedSetMake, TracedSetMake]:
    """Return both sets, the darker one first; now and then one is of about the board's colour, or both are alike."""
    while True:
        one = _near(rng, field, 14) if maybe(rng, 0.15) else _colour(rng)
        other = _near(rng, one, 30) if maybe(rng, 0.15) else _colour(rng)
        if maybe(rng, 0.35):
            other = _bytes(colorsys.hsv_to_rgb(between(rng, 0.05, 0.17), between(rng, 0, 0.3), between(rng, 0.8, 0.96)))
        dark, light = sorted((one, other), key=sum)
        if sum(light) - sum(dark) >= 3 * _APART:
            break
    kind, metal = one_of(rng, _CHECKERS), float(maybe(rng, 0.08))
    top, roughness = one_of(rng, _TOPS), between(rng, 0.12, 0.6)
    strong = between(rng, 4, 30)
    return (
        TracedSetMake(dark, _near(rng, dark, strong), kind, top, roughness, metal),
        TracedSetMake(light, _near(rng, light, strong), kind, top, roughness, metal),
    )


def _dice(rng: np.random.Generator, side: float) -> DiceMake:
    """Return dice whose pips can be told from their bodies."""
    while True:
        body, pips = _colour(rng), _colour(rng)
        if maybe(rng, 0.6):
            body, pips = one_of(rng, (((242, 240, 232), pips), (body, (244, 242, 236)), (body, (22, 20, 24))))
        if abs(sum(body) - sum(pips)) >= 300:
            return DiceMake(body, pips, side, between(rng, 0.03, 0.14))
