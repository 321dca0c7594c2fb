"""A position as it lies on a traced table: checkers in rows and layers, dice, cube, a hand that rests."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.reading import PLACES
from vision.training.board.drawn.chance import between, maybe, one_of
from vision.training.board.drawn.positions import game_position, start_position, strewn_position
from vision.training.traced.prints import column_middle

if TYPE_CHECKING:
    from vision.training.board.drawn.positions import DrawnPosition
    from vision.training.traced.builds import TracedBuild

Spot3 = tuple[float, float, float]
"""x to the right, y up the table, z above the playing surface, millimetres from the board's middle."""

BASE: Final = 8.0
"""How far the table is below the playing surface, millimetres."""

WITH_HAND: Final = 0.35
"""Part of the later pictures over which a hand rests."""

WITH_DICE: Final = 0.9
"""Part of the later pictures in which dice lie."""

ROW: Final = 5
"""Checkers of a point that lie on the board; others lie on them."""


@dataclass(frozen=True, slots=True)
class LyingChecker:
    """A checker: its set (0 dark, 1 light), where the middle of its lower face is, its turn in radians, and its place.

    Attributes:
        owner: 0 for dark, 1 for light.
        place: of `reading.PLACES`, or "bar".
        at: the middle of its lower face.
        turn: about the vertical, radians.
    """

    owner: int
    place: str
    at: Spot3
    turn: float


@dataclass(frozen=True, slots=True)
class LyingBox:
    """A die or the cube: its upper face's number, the middle of its lower face, its turn in radians."""

    value: int
    at: Spot3
    turn: float


@dataclass(frozen=True, slots=True)
class RestingHand:
    """A hand: where its palm rests, whence the arm comes (radians, 0 from the right), its size and colours."""

    at: Spot3
    towards: float
    size: float
    skin: tuple[int, int, int]
    sleeve: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Lying:
    """What lies on a board.

    Attributes:
        position: what stands where.
        checkers: all that are on points and bar.
        dice: thrown dice, flat on the surface.
        cube: the doubling cube.
        hand: None where none rests.
    """

    position: DrawnPosition
    checkers: tuple[LyingChecker, ...]
    dice: tuple[LyingBox, ...]
    cube: LyingBox | None
    hand: RestingHand | None


def laid(build: TracedBuild, rng: np.random.Generator, *, start: bool, strewn: float = 0.0) -> Lying:
    """Return the start position with nothing but the cube beside it, or a later one with dice and, at times, a hand.

    Args:
        build: of the table.
        rng: where the chance comes from.
        start: it is the start position.
        strewn: share of later positions that are strewn anyhow, beside those among `game_position`.
    """
    if start:
        position = start_position(rng)
    else:
        position = strewn_position(rng) if strewn and maybe(rng, strewn) else game_position(rng)
    cube = _cube(build, rng, middle=start or maybe(rng, 0.5))
    checkers = tuple(_on_points(build, position, rng)) + tuple(_on_bar(build, position, cube, rng))
    dice = () if start or not maybe(rng, WITH_DICE) else _thrown(build, checkers, rng)
    hand = _hand(build, rng) if not start and maybe(rng, WITH_HAND) else None
    return Lying(position, checkers, dice, cube, hand)


def _on_points(build: TracedBuild, position: DrawnPosition, rng: np.random.Generator) -> list[LyingChecker]:
    """Return the checkers of all points, a little crooked."""
    lying = []
    for number, place in enumerate(PLACES):
        for owner in (0, 1):
            count = int(position.points[number, owner])
            for nth, (x, away, layer) in enumerate(stack(build, count, rng)):
                sign = 1 if number < 12 else -1
                at = (column_middle(build, number % 12) + x, sign * (build.depth / 2 - away), layer * build.thickness)
                lying.append(LyingChecker(owner, place, (at[0], at[1], at[2] + 0.05 * (nth + 1)), _turn(rng)))
    return lying


def stack(build: TracedBuild, count: int, rng: np.random.Generator) -> list[tuple[float, float, int]]:
    """Return for each checker of a point how far aside it lies, how far from the rail, and in which layer."""
    wide, places, left = build.diameter, [], count
    loose, crooked = between(rng, 0.0, 0.035), between(rng, 0.005, 0.05)
    first = wide / 2 + between(rng, 0.2, 0.05 * wide)
    row: list[tuple[float, float]] = []
    away = first
    for _ in range(min(count, ROW)):
        row.append((float(np.clip(rng.normal(0, crooked * wide), -0.12 * wide, 0.12 * wide)), away))
        away += wide * (1.004 + abs(float(rng.normal(0, loose))))
    layer, astride = 0, maybe(rng, 0.35)
    while left > 0 and row:
        here = row[: min(left, max(1, ROW - layer * astride))]
        places += [(x, y, layer) for x, y in here]
        left -= len(here)
        layer += 1
        shift = wide / 2 if astride else between(rng, 0.0, 0.05 * wide)
        row = [(x + float(rng.normal(0, 0.04 * wide)), y + shift + between(rng, 0, 0.01 * wide)) for x, y in row]
        if astride:
            row = row[:-1] or row
    return places


def _on_bar(
    build: TracedBuild, position: DrawnPosition, cube: LyingBox | None, rng: np.random.Generator
) -> list[LyingChecker]:
    """Return the checkers on the bar: dark ones at one end and light ones at the other, in piles."""
    lying, wide = [], build.diameter
    sign = one_of(rng, (-1, 1))
    middle = cube is not None and build.cube_at == "bar" and abs(cube.at[1]) < wide
    first = (0.5 * build.cube_side + 0.62 * wide) if middle else 0.75 * wide
    for owner in (0, 1):
        for nth in range(position.bar[owner]):
            y = first + ((nth % build.bar_row) * 1.05 + between(rng, -0.01, 0.01)) * wide
            x = float(rng.normal(0, 0.05 * wide))
            z = max(build.bar_high, 0.0) + (nth // build.bar_row) * build.thickness + 0.1
            lying.append(LyingChecker(owner, "bar", (x, sign * y * (1 if owner else -1), z), _turn(rng)))
    return lying


def _turn(rng: np.random.Generator) -> float:
    return between(rng, 0, 2 * math.pi)


def _cube(build: TracedBuild, rng: np.random.Generator, *, middle: bool) -> LyingBox | None:
    """Return the cube at its place: in the middle with its 64 up, or at one end with a lower number."""
    value = 64 if middle else one_of(rng, (2, 2, 2, 4, 4, 8, 16, 32))
    end = 0.0 if middle else one_of(rng, (-1, 1)) * (build.depth / 2 - 0.7 * build.cube_side)
    turn = math.radians(float(rng.normal(0, 6))) + (math.pi if end > 0 or (middle and maybe(rng, 0.5)) else 0.0)
    aside = build.width / 2 + build.rail
    x, z = {
        "bar": (0.0, max(build.bar_high, 0.0)),
        "rail": (aside - build.rail / 2, max(build.wall, 0.0)),
        "beside": (aside + between(rng, 0.8, 1.1) * build.cube_side, -BASE),
    }[build.cube_at]
    return LyingBox(value, (x + float(rng.normal(0, 0.6)), end + float(rng.normal(0, 2)), z + 0.1), turn)


def _thrown(build: TracedBuild, checkers: tuple[LyingChecker, ...], rng: np.random.Generator) -> tuple[LyingBox, ...]:
    """Return two dice flat on one half of the surface, beside checkers and not on them; none where there is no room."""
    side, half = one_of(rng, (-1, 1)), build.dice.side / 2
    reach = half * math.sqrt(2)
    dice: list[LyingBox] = []
    for _ in range(400):
        x = side * between(rng, build.bar_width / 2 + reach, build.width / 2 - reach)
        y = float(np.clip(rng.normal(0, build.depth / 5), reach - build.depth / 2, build.depth / 2 - reach))
        clear = all(math.dist((x, y), one.at[:2]) > build.diameter / 2 + reach for one in checkers)
        if clear and all(math.dist((x, y), one.at[:2]) > 2 * reach + 2 for one in dice):
            dice.append(LyingBox(int(rng.integers(1, 7)), (x, y, 0.05), _turn(rng)))
            if len(dice) == 2:
                return tuple(dice)
    return ()


_SKINS: Final = ((222, 170, 140), (196, 138, 104), (150, 98, 68), (96, 62, 44))
_SLEEVES: Final = ((40, 44, 60), (226, 226, 222), (110, 34, 38), (70, 84, 66), (24, 24, 26))


def _hand(build: TracedBuild, rng: np.random.Generator) -> RestingHand:
    """Return a hand that rests on some points of one half, its arm coming from one of the players or from aside."""
    half, row = one_of(rng, (-1, 1)), one_of(rng, (-1, 1, -1))
    x = half * (build.bar_width / 2 + between(rng, 1.2, 4.8) * build.pitch)
    y = row * between(rng, 0.12, 0.36) * build.depth
    towards = row * math.pi / 2 + float(rng.normal(0, 0.3))
    size = between(rng, 0.88, 1.1)
    return RestingHand((x, y, build.thickness + 10), towards, size, one_of(rng, _SKINS), one_of(rng, _SLEEVES))
