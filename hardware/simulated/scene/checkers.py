"""Put checkers down and take them away: in line on a point, crooked, a second layer on the first.

A checker that is not touched keeps its place to the last digit. Two checkers touch at most; they never share room.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hardware.simulated.errors import SceneError
from hardware.simulated.scene.board import (
    BASE,
    FIRST_GAP,
    ROW_GAP,
    BoardSize,
    End,
    Place,
    Shade,
    column_end,
    column_x,
    tray_x,
)
from hardware.simulated.scene.dice import shove_dice
from hardware.simulated.scene.table import Checker, Habit, Scene, Seats, checkers_on, turn_cube

if TYPE_CHECKING:
    import random

SET_SIZE = 15
"""How many checkers each shade has."""
_HARDLY = 0.01
"""How high above the surface a leaning checker counts as lying, millimetres: it is drawn over its neighbour."""
_TOUCH = 0.02
"""What is left between checkers that touch, millimetres: more than rounding can eat up."""
_LARGEST_SHIFT = 2.2
"""How far a checker lies from the middle line of its column at most, millimetres."""
_BESIDE_CUBE = 4.0
"""What is left between the cube in the middle of the bar and the first checker there, millimetres."""
_FLAT_PILE = 5
"""How many borne-off checkers lie on each other where they lie flat."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """How many checkers lie where.

    Attributes:
        columns: for each of the columns 1..24 whose checkers lie there and how many; (None, 0) for an empty one.
        bar_dark, bar_light: checkers on the bar.
        off_dark, off_light: checkers borne off.
    """

    columns: tuple[tuple[Shade | None, int], ...]
    bar_dark: int = 0
    bar_light: int = 0
    off_dark: int = 0
    off_light: int = 0

    def __post_init__(self) -> None:
        """Refuse what cannot lie on a table."""
        if len(self.columns) != 24:
            raise SceneError("scene.not_24_columns", columns=len(self.columns))
        counts = [n for _, n in self.columns] + [self.bar_dark, self.bar_light, self.off_dark, self.off_light]
        if min(counts) < 0 or max(counts) > SET_SIZE or any((s is None) != (n == 0) for s, n in self.columns):
            raise SceneError("scene.impossible_count", counts=counts)


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a checker is put: its middle and lowest point, millimetres; whether it stands; how it leans (`Checker`)."""

    x: float
    y: float
    z: float
    standing: bool = False
    lean: float = 0.0


def _outwards(end: End) -> int:
    """Return the sign of y towards an end of the table."""
    return -1 if end == "bottom" else 1


def _sideways(rng: random.Random, room: float, crooked: float) -> float:
    """Return a shift from the middle line that stays within `room`, all in millimetres."""
    room = min(room, _LARGEST_SHIFT)
    return max(-room, min(room, rng.gauss(0.0, crooked)))


def _clearance(size: BoardSize, dx: float) -> float:
    """Return how far apart in y two checkers must be that are `dx` apart in x, to touch and no more."""
    reach = size.checker_diameter + _TOUCH
    return math.sqrt(max(reach * reach - dx * dx, 0.0))


def _free_number(earlier: tuple[Checker, ...]) -> int:
    """Return the smallest number that none of the checkers of a place has."""
    taken = {c.nth for c in earlier}
    return next(n for n in range(len(taken) + 1) if n not in taken)


def _next_in_row(
    scene: Scene, earlier: tuple[Checker, ...], line: tuple[float, float, int, float], rng: random.Random
) -> Spot:
    """Return where the next checker of a row of `size.row` goes, or of the layers on top of it.

    Args:
        scene: the table.
        earlier: the checkers of this row so far.
        line: x of the middle line, y of the edge that the row starts from, the sign of y along the row, and z.
        rng: the chance.
    """
    size, habit = scene.size, scene.habit
    x0, edge, along, ground = line
    wide = size.point_width if size.bar_width < size.checker_diameter else min(size.point_width, size.bar_width)
    room = (wide - size.checker_diameter) / 2
    by_number = {c.nth: c for c in earlier}
    number = _free_number(earlier)
    layer, index = divmod(number, size.row)
    last = by_number.get(number - 1) if index > 0 else None
    below = by_number.get(number - size.row)
    gap = 0.0 if rng.random() < habit.touching else rng.uniform(0.0, ROW_GAP)
    first = edge + along * (size.checker_diameter / 2 + rng.uniform(_TOUCH, FIRST_GAP))
    nearest = edge + along * (size.checker_diameter / 2 + _TOUCH)
    slip = rng.gauss(0.0, 0.8 * habit.crooked)

    if last is not None and layer == 0:
        special = _carelessly(scene, last, along, rng)
        if special is not None:
            return special
    across = by_number.get(number - size.row + 1)
    if below is not None and across is not None and habit.bridging > 0.0 and rng.random() < habit.bridging:
        slip = (across.y - below.y) / 2

    def lying(x: float) -> Spot:
        y = first if last is None else last.y + along * (_clearance(size, x - last.x) + gap)
        if below is not None:
            y = below.y + slip
            least = nearest if last is None else last.y + along * _clearance(size, x - last.x)
            y = max(y, least) if along > 0 else min(y, least)
        return Spot(x, y, _above(scene, x, y, ground + layer * size.checker_thickness))

    shifts = [_sideways(rng, room, habit.crooked), -room, room]
    return _settled(scene, [lying(x0 + shift) for shift in shifts], along)


def _above(scene: Scene, x: float, y: float, least: float) -> float:
    """Return the height at which a checker comes to lie at (x, y): on the surface or on what lies there already."""
    if scene.habit.two_high <= 0.0:
        return least
    size = scene.size
    under = [c for c in scene.checkers if not c.standing and math.hypot(c.x - x, c.y - y) < 0.8 * size.checker_diameter]
    return max([least, *(c.z + size.checker_thickness for c in under if c.z >= least - 1e-9)])


def _carelessly(scene: Scene, last: Checker, along: int, rng: random.Random) -> Spot | None:
    """Return a spot on the last checker of a row, or one leaning on it; None where the next lies as it should.

    A leaning checker touches the surface with its far edge and the last one's rim with its lower face.
    """
    size, habit = scene.size, scene.habit
    on_it = [
        c for c in scene.checkers if c.z > last.z and math.hypot(c.x - last.x, c.y - last.y) < size.checker_diameter
    ]
    if last.lean != 0.0 or on_it:
        return None
    if habit.two_high > 0.0 and rng.random() < habit.two_high:
        x, y = (at + rng.gauss(0.0, 0.5 * habit.crooked) for at in (last.x, last.y))
        return Spot(x, y, last.z + size.checker_thickness)
    if habit.leaning > 0.0 and last.z < 1e-9 and rng.random() < habit.leaning:
        thick, wide = size.checker_thickness, size.checker_diameter
        reach = wide * rng.uniform(0.7, 0.88)  # along the lower face, from the edge on the surface to the other's rim
        lean = math.asin(min(thick / reach, 0.5))
        edge = last.y + along * (wide / 2 + reach * math.cos(lean))
        y = edge - along * (wide / 2 * math.cos(lean) - thick / 2 * math.sin(lean))
        return Spot(last.x, y, _HARDLY, lean=along * math.degrees(lean))
    return None


def _settled(scene: Scene, wanted: list[Spot], along: int) -> Spot:
    """Return the first of some spots that is free, or else the first one moved along its row until it is."""
    size = scene.size
    level = [c for c in scene.checkers if not c.standing and abs(c.z - wanted[0].z) < size.checker_thickness - 1e-9]
    for spot in wanted:
        if all(math.hypot(c.x - spot.x, c.y - spot.y) >= size.checker_diameter for c in level):
            return spot
    spot = wanted[0]
    while True:
        near = [c for c in level if math.hypot(c.x - spot.x, c.y - spot.y) < size.checker_diameter]
        if not near:
            return spot
        beyond = [c.y + along * _clearance(size, c.x - spot.x) for c in near]
        spot = Spot(spot.x, max(beyond) if along > 0 else min(beyond), spot.z)


def _in_tray(scene: Scene, shade: Shade, rng: random.Random) -> Spot:
    """Return where the next borne-off checker goes."""
    size, seats, habit = scene.size, scene.seats, scene.habit
    earlier = checkers_on(scene, "off", shade)
    sign = _outwards(seats.end_of(shade))
    x = tray_x(size, seats.off)
    play = (size.tray_width - size.checker_diameter) / 2 - 0.5 if size.has_trays else 2.0
    ground = 0.0 if size.has_trays else -BASE
    if habit.standing and size.has_trays:
        step = size.checker_thickness * 1.02
        x += max(-play, min(play, rng.gauss(0.0, 0.8)))
        return Spot(x, sign * (size.height / 2 - step * (len(earlier) + 0.55)), 0.0, standing=True)
    pile, layer = divmod(len(earlier), _FLAT_PILE)
    step = size.compartment / math.ceil(SET_SIZE / _FLAT_PILE)
    room = min(play, (step - size.checker_diameter) / 2)
    y = sign * (size.height / 2 - step * (pile + 0.5)) + _sideways(rng, room, habit.crooked)
    return Spot(x + _sideways(rng, play, habit.crooked), y, ground + layer * size.checker_thickness)


def place_position(scene: Scene, shade: Shade, place: Place, rng: random.Random) -> Spot:
    """Return where the next checker on a place would be put down.

    On a column the first `size.row` checkers lie in line from the rail, each up to its neighbour or a little apart and
    off the middle line; the next ones lie on top of the first ones, with their own shifts. On the bar each shade has
    its half, from the middle outwards. Borne-off checkers stand in the tray from the end inwards, or lie in piles;
    where there are no trays, in piles on the table.

    Raises:
        SceneError: there is no such column.
    """
    size = scene.size
    if place == "off":
        return _in_tray(scene, shade, rng)
    if place == "bar":
        sign = _outwards(scene.seats.end_of(shade))
        beside_cube = size.cube_side / 2 + _BESIDE_CUBE if size.construction.cube == "bar" else 1.0
        line = (0.0, sign * beside_cube, sign, size.on_bar)
        return _next_in_row(scene, checkers_on(scene, "bar", shade), line, rng)
    sign = _outwards(column_end(place))
    line = (column_x(size, place), sign * size.height / 2, -sign, 0.0)
    return _next_in_row(scene, checkers_on(scene, place), line, rng)


def put_checker(scene: Scene, shade: Shade, place: Place, rng: random.Random) -> Scene:
    """Return the scene with one more checker on a place; every other checker stays where it is.

    A die that lies where the checker goes is pushed aside.

    Two shades on one column are allowed: people do put checkers where they may not.

    Raises:
        SceneError: there is no such column, or all fifteen checkers of the shade are on the table already.
    """
    if sum(c.shade == shade for c in scene.checkers) >= SET_SIZE:
        raise SceneError("scene.no_checker_left", shade=shade)
    spot = place_position(scene, shade, place, rng)
    earlier = checkers_on(scene, place, shade if place in ("bar", "off") else None)
    checker = Checker(
        shade=shade,
        place=place,
        nth=_free_number(earlier),
        x=spot.x,
        y=spot.y,
        z=spot.z,
        turn=rng.uniform(0.0, 360.0),
        standing=spot.standing,
        lean=spot.lean,
    )
    return shove_dice(replace(scene, checkers=(*scene.checkers, checker)))


def lift_checker(scene: Scene, place: Place, shade: Shade | None = None) -> tuple[Scene, Checker]:
    """Return the scene without the last checker that was put on a place, and that checker.

    A die that lay on it drops to where it was.

    Args:
        scene: the table.
        place: where to lift from.
        shade: whose checker; it must be said where both have some.

    Raises:
        SceneError: there is no such checker to lift, or another one lies on it, or it must be said whose.
    """
    here = [c for c in scene.checkers if c.place == place and shade in (None, c.shade)]
    if len({c.shade for c in here}) > 1:
        raise SceneError("scene.which_shade", place=place)
    last = max(here, key=lambda c: c.nth, default=None)
    if last is None:
        raise SceneError("scene.no_checker_to_lift", place=place, shade=shade)
    wide = scene.size.checker_diameter / 2
    if any(c.place == place and c.z > last.z and math.hypot(c.x - last.x, c.y - last.y) < wide for c in scene.checkers):
        raise SceneError("scene.checker_is_covered", place=place, shade=last.shade)
    on_it = last.z + scene.size.checker_thickness
    dice = tuple(
        replace(d, z=last.z) if d.z == on_it and math.hypot(d.x - last.x, d.y - last.y) < wide else d
        for d in scene.dice
    )
    return replace(scene, checkers=tuple(c for c in scene.checkers if c is not last), dice=dice), last


def move_checker(scene: Scene, shade: Shade, source: Place, target: Place, rng: random.Random) -> Scene:
    """Return the scene with the last checker of one place put down on another.

    Raises:
        SceneError: there is no such checker to lift, or no such column.
    """
    lifted, _ = lift_checker(scene, source, shade)
    return put_checker(lifted, shade, target, rng)


def arrange(table: Scene, arrangement: Arrangement, rng: random.Random) -> Scene:
    """Return this table with the checkers so arranged, the cube in the middle with 64 up, no dice and no hand.

    Raises:
        SceneError: a shade has more than fifteen checkers.
    """
    scene = replace(table, checkers=(), dice=(), hands=())
    scene = turn_cube(scene, 64, "middle", lean=rng.gauss(0.0, 4.0))
    wanted: list[tuple[Shade | None, Place, int]] = [
        (shade, column, count) for column, (shade, count) in enumerate(arrangement.columns, start=1)
    ]
    wanted += [("dark", "bar", arrangement.bar_dark), ("light", "bar", arrangement.bar_light)]
    wanted += [("dark", "off", arrangement.off_dark), ("light", "off", arrangement.off_light)]
    for shade, place, count in wanted:
        if shade is not None:
            for _ in range(count):
                scene = put_checker(scene, shade, place, rng)
    return scene


_START: dict[int, tuple[Shade, int]] = {
    6: ("light", 5), 8: ("light", 3), 13: ("light", 5), 24: ("light", 2),
    19: ("dark", 5), 17: ("dark", 3), 12: ("dark", 5), 1: ("dark", 2),
}  # fmt: skip


def arrange_in_order(table: Scene, arrangement: Arrangement, rng: random.Random) -> Scene:
    """Return this table arranged as for a game: nobody sets a board up two high, however people stack in play."""
    in_order = replace(table, habit=replace(table.habit, two_high=0.0))
    return replace(arrange(in_order, arrangement, rng), habit=table.habit)


def start_arrangement(seats: Seats) -> Arrangement:
    """Return the usual start, with the light checkers' home at the end and side that `seats` gives them."""
    columns: list[tuple[Shade | None, int]] = [(None, 0)] * 24
    for column, content in _START.items():
        there = column if seats.light == "bottom" else 25 - column
        if seats.off == "left":
            there = 13 - there if there <= 12 else 37 - there
        columns[there - 1] = content
    return Arrangement(columns=tuple(columns))


def start(
    size: BoardSize, look: str, rng: random.Random, seats: Seats | None = None, habit: Habit | None = None
) -> Scene:
    """Return a table set up for a game of backgammon.

    Raises:
        SceneError: the look is unknown.
    """
    table = Scene(size=size, look=look, seats=seats or Seats(), habit=habit or Habit())
    return arrange_in_order(table, start_arrangement(table.seats), rng)


@dataclass(frozen=True, slots=True)
class Bump:
    """A knock against the board: everything within `radius` of (x, y) may slip up to `strength`, all in millimetres."""

    x: float
    y: float
    radius: float = 90.0
    strength: float = 4.0


def bump(scene: Scene, knock: Bump, rng: random.Random) -> Scene:
    """Return the scene after a knock: checkers near it slip a little, as far as their neighbours let them.

    Only checkers that nothing lies on and that lie on the surface slip; their places stay the same.
    """
    size = scene.size
    checkers = list(scene.checkers)
    for i, c in enumerate(checkers):
        if (
            c.z != 0.0
            or c.standing
            or isinstance(c.place, str)
            or math.hypot(c.x - knock.x, c.y - knock.y) > knock.radius
        ):
            continue
        angle = rng.uniform(0.0, 2 * math.pi)
        far = rng.uniform(0.3, 1.0) * knock.strength
        moved = replace(c, x=c.x + far * math.cos(angle), y=c.y + far * math.sin(angle))
        others = [o for j, o in enumerate(checkers) if j != i and not o.standing]
        loaded = any(o.z > 0.0 and math.hypot(o.x - c.x, o.y - c.y) < size.checker_diameter for o in others)
        if not loaded and fits(size, moved, others):
            checkers[i] = moved
    return replace(scene, checkers=tuple(checkers))


def fits(size: BoardSize, checker: Checker, others: list[Checker]) -> bool:
    """Return whether a checker on the playing surface clears the rails, the bar and the other checkers' sides."""
    half = size.checker_diameter / 2
    if abs(checker.y) > size.height / 2 - half or abs(checker.x) > size.width / 2 - half:
        return False
    if abs(checker.x) < size.bar_width / 2 + half:
        return False
    return all(
        abs(o.z - checker.z) >= size.checker_thickness
        or math.hypot(o.x - checker.x, o.y - checker.y) >= size.checker_diameter
        for o in others
    )
