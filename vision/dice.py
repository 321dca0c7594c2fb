"""Dice and the doubling cube: proposed on the board as a whole, read from the camera's full resolution."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

import cv2
import numpy as np

from vision.cube import surest_cube
from vision.die_net import COCKED, PATCH, SPAN
from vision.fixtures import shows_bare_board
from vision.geometry import RECT_MARGIN, RECT_WIDTH
from vision.newcomers import newcomer_near, newcomers
from vision.proposals import BESIDE, BESIDE_FOR_DICE, Surface, propose, side_on_board
from vision.reading import FLOOR, CubeReading, DieReading
from vision.see_through import Pattern, pattern_round, share_of, without_patterns
from vision.sighting import CUBES, FACES, LEAST_CHANCE, LEAST_PROPOSED, Sighting, look_at
from vision.standpoint import standpoint
from vision.under_dice import SIDE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.appearance import Background
    from vision.frame import Image
    from vision.geometry import BoardGeometry, Float, WarpMap
    from vision.light import Light
    from vision.places import Evidence
    from vision.proposals import Proposal
    from vision.standpoint import Standpoint

LEAST_CUBE: Final = -3.0
"""Log-odds of the proposing network from which a place is looked at closely for the cube."""

MOST: Final = 6
"""How many dice are reported at most."""

MORE: Final = 10
"""How many more places than that are looked at closely: on emblems and inlay many are as likely as a die among them."""

CUBE_PLACES: Final = 10
"""At how many places the cube is looked for at most. Mostly `FAR_BEHIND` leaves one or two; on an inlaid frame the
proposing network names many that are as likely, of which the close looks leave one."""

NAMED: Final = 60
"""How many places the proposing network names at most, on the playing surface and elsewhere: hinges and inlay on a
frame look like dice from afar, and must not take the place of dice."""

FAR_BEHIND: Final = 1.0
"""By how many nats a place for the cube may be less likely than the likeliest to be looked at; on simulated tables the
likeliest is nearly always the cube's."""

UNLIKE: Final = 14.0
"""Least distance between two sets' colours, in units of Lab."""

LIGHTNESS_COUNTS: Final = 0.6
"""How much lightness counts against hue: dice of one set lie in lamp light and in shadow."""

CUBE_STEPS: Final = tuple((0.0, 0.0, size) for size in (0.8, 1.0, 1.25, 1.55, 1.9))
"""How much larger cubes may be than they are thought to be: the proposing network learned of few large ones."""

FLAT_COUNTS: Final = (0.0, 1.4)
"""How much the two networks' log-odds count that a die lies flat, see `vision.leaning.SLOPES`. Beside the close one and
the one for leaning dice the first says nothing more."""

LEAST_FLAT: Final = -2.0
"""Nats for lying flat that either is believed at least: now and then one is sure of what is not so."""

PAIR: Final = 2
"""Dice that are thrown: where fewer are found, they are looked for where the board is not as bare as it was, too."""

OFF: Final = 0.2
"""How far off its middle, in sides, a die may be looked at: such are among what the networks learned from."""

HERE: Final = 1.2
"""How far from where a pattern was taken out, in sides, a die is that is seen clearer so."""

SHOWS: Final = 0.15
"""Share of the board's pattern that shows through a die, from which it is taken out."""

COVERED: Final = 0.15
MOST_BESIDE: Final = 0.4
"""Share of a place's middle in which something else than the board has to be seen, and of what is round it in which it
may be seen, for the pattern to be taken out where no die was found: what was proposed may be somewhat beside a die, and
checkers cover more."""

WITHIN: Final = 0.4
CHECKER: Final = 2.0
"""How far from a place, in checker diameters, a checker's middle is that lies under it, and how many nats speak for one
at least: of 180 dice thrown on the emblems of three looks, many beside checkers, 1.0 at most; at three in four of 429
places on boards without dice, at which the pattern was taken out for nothing, more."""

LEAST_ROOM: Final = 0.4
"""How far from the rails, in sides, the middle of a die that stands on the board is at least; seen well, it is half a
side."""

CLEAR: Final = 0.98
"""Chance of the likeliest face below which a die that lies on a pattern is looked at without it."""

LEAST_PLAIN: Final = 3.0
"""Log-odds, beyond those of `vision.sighting.Sighting.odds`, from which there is a die where the pattern was taken out:
what is left of it may look like one from afar."""

SAME: Final = 0.7
"""Two places nearer to each other than this, in sides, are one die's."""

LOW_CAMERA: Final = 0.7
"""Height of a die's front face as it is seen, in sides, from which it may pass for an upper one: below 55 degrees."""


@dataclass(frozen=True, slots=True)
class Search:
    """What is looked for.

    Attributes:
        sizes: how much larger than they are thought to be dice may be: that at which one is clearest counts.
        with_cube: read the doubling cube too; else none is reported.
        most: how many dice are reported at most.
        least: log-odds, beyond those of `vision.sighting.Sighting.odds`, from which a place is a die's.
    """

    sizes: tuple[float, ...] = (1.0,)
    with_cube: bool = True
    most: int = MOST
    least: float = 0.0


@dataclass(frozen=True, slots=True)
class Found:
    """What lies on a board besides checkers.

    Attributes:
        dice: on the playing surface, the surest first.
        cube: the doubling cube, None where none is seen.
        pictures: for each die the picture in which it is seen best: that of the camera, or the same without the
            board's pattern.
    """

    dice: tuple[DieReading, ...]
    cube: CubeReading | None
    pictures: tuple[Image, ...] = field(default=(), compare=False)


class SeenBoard(NamedTuple):
    """A board with a set that is known, as it is seen.

    Attributes:
        lab: the rectified picture in Lab, in the light of the calibration, shape (h, w, 3).
        background: of the calibration.
        light: on the board, compared with that of the calibration.
        evidence: for a checker centred at each pixel of that picture.
    """

    lab: Float
    background: Background
    light: Light
    evidence: Evidence


def find_dice_and_cube(
    image: Image,
    geometry: BoardGeometry,
    search: Search = Search(),
    where: WarpMap | None = None,
    board: SeenBoard | None = None,
) -> Found:
    """Find the dice on the playing surface, and the doubling cube on it or beside it.

    A place counts as a die's where the network holds a die for likelier than not; how sure its face is, is another
    matter and is said in its scores.

    Args:
        image: the picture at full resolution.
        geometry: where the board is.
        search: what is looked for.
        where: the map of `vision.proposals.view`, if it is kept; with the room beside the board if there is the cube
            to look for.
        board: where it is known what it shows when it is bare, places where it shows the same are not looked at, and
            take no other's place among those that are; and where its pattern makes dice hard to see, or fewer than two
            are found, they are looked for without it.

    Returns:
        The dice and the cube.
    """
    beside, least_cube = (BESIDE, LEAST_CUBE) if search.with_cube else (BESIDE_FOR_DICE, math.inf)
    surface = Surface(geometry.corners, geometry.aspect, geometry.diameter, where, beside)
    stand = standpoint(geometry.corners, geometry.aspect, image.shape[:2])
    dice, cubes = propose(image, surface, LEAST_PROPOSED, NAMED, least_cube=least_cube)
    seen = _looked_at(dice, image, geometry, search, board)
    kept = _dice_among(seen, geometry, stand, search.least)
    if board:
        others = _others(kept, seen, geometry, board, stand) if len(kept) < PAIR else []
        plainer, where_plain = _without_patterns(kept, others, image, geometry, board)
        if where_plain:
            dice, _ = propose(plainer, surface, LEAST_PROPOSED, NAMED, least_cube=math.inf)
            seen = _looked_at(dice, plainer, geometry, search, board)
            kept = _clearer(kept, _dice_among(seen, geometry, stand, search.least + LEAST_PLAIN), where_plain)
    kept = kept[: search.most]
    cubes = cubes[:CUBE_PLACES]
    cubes = [spot for spot in cubes if spot.logit >= cubes[0].logit - FAR_BEHIND]
    cube = surest_cube(look_at(image, cubes, CUBE_STEPS, CUBES)) if search.with_cube else None
    return Found(tuple(_die_reading(one) for one in kept), cube, tuple(one.picture for one in kept))


def _looked_at(
    places: Sequence[Proposal], image: Image, geometry: BoardGeometry, search: Search, board: SeenBoard | None
) -> list[Sighting]:
    """Return the likeliest of places that were proposed, on the playing surface and not bare, looked at closely."""
    likely = (spot for spot in places if _on_surface(spot, geometry) and not (board and _bare(spot, board, geometry)))
    return look_at(image, list(islice(likely, search.most + MORE)), [(0.0, 0.0, size) for size in search.sizes])


def _others(
    kept: Sequence[Sighting], seen: Sequence[Sighting], geometry: BoardGeometry, board: SeenBoard, stand: Standpoint
) -> list[Proposal]:
    """Return where a die may lie besides those that were found: something small does, or it was proposed.

    None does where a checker lies, on which no pattern of the board is seen, nor where none can stand.
    """
    known = [one.place for one in kept]
    others: list[Proposal] = []
    for place in (*newcomers(board.lab, board.background, geometry), *(one.place for one in seen)):
        free = _on_surface(place, geometry) and _can_stand(place, geometry, stand)
        new = all(_apart(place, one) >= SAME for one in (*known, *others))
        if free and new and not _on_checker(place, board, geometry):
            others.append(place)
    return others


def _can_stand(place: Proposal, geometry: BoardGeometry, stand: Standpoint) -> bool:
    """Return whether a die whose upper face is seen at a place has room before the rails."""
    at = np.array([place.x, place.y * geometry.aspect])
    side = SIDE * geometry.diameter
    x, y = at - side / stand.height * (at - np.array(stand.below))
    return float(min(x, 1 - x, y, geometry.aspect - y)) >= LEAST_ROOM * side


def _on_checker(place: Proposal, board: SeenBoard, geometry: BoardGeometry) -> bool:
    """Return whether a place is within a checker."""
    diameter = geometry.diameter * RECT_WIDTH
    column, row = RECT_MARGIN + RECT_WIDTH * place.x, RECT_MARGIN + RECT_WIDTH * geometry.aspect * place.y
    (left, right), (top, bottom) = (
        (max(0, round(middle - WITHIN * diameter)), round(middle + WITHIN * diameter) + 1) for middle in (column, row)
    )
    found = (one[top:bottom, left:right] for one in (board.evidence.dark, board.evidence.light))
    return max(float(part.max(initial=-math.inf)) for part in found) > CHECKER


def _without_patterns(
    kept: Sequence[Sighting], others: Sequence[Proposal], image: Image, geometry: BoardGeometry, board: SeenBoard
) -> tuple[Image, list[Proposal]]:
    """Return the picture without the board's patterns where they make dice hard to see, and where that is.

    Args:
        kept: dice found in the picture as it is.
        others: where others may lie.
        image: the picture.
        geometry: where the board is.
        board: how it is seen.
    """

    def pattern(place: Proposal) -> Pattern | None:
        return pattern_round(place, image, board.background, board.light, geometry)

    def hard_to_see(one: Sighting, here: Pattern) -> bool:
        if one.chances[FACES].max() < CLEAR * one.chances[FACES].sum() or share_of(image, here) >= SHOWS:
            return True
        near = newcomer_near(one.place, board.lab, board.background, geometry)
        return near is not None and _apart(near, one.place) >= OFF

    hard = [(one.place, here) for one in kept if (here := pattern(one.place)) and hard_to_see(one, here)]
    hidden = [
        (place, here)
        for place in others
        if (here := pattern(place)) and here.covered >= COVERED and here.beside <= MOST_BESIDE
    ]
    places = [*hard, *hidden]
    return without_patterns(image, [here for _, here in places]), [place for place, _ in places]


def _clearer(before: Sequence[Sighting], after: Sequence[Sighting], places: Sequence[Proposal]) -> list[Sighting]:
    """Return dice as they are seen where the board's patterns were taken out, if more speaks for those near it so."""

    def here(one: Sighting) -> bool:
        return any(_apart(one.place, place) < HERE for place in places)

    def clearness(dice: Sequence[Sighting]) -> float:
        return sum(one.odds for one in dice)

    with_pattern, without = ([one for one in dice if here(one)] for dice in (before, after))
    others = [one for one in before if not here(one)]
    return _once([*others, *max(without, with_pattern, key=clearness)])


def _dice_among(seen: Sequence[Sighting], geometry: BoardGeometry, stand: Standpoint, least: float) -> list[Sighting]:
    """Return what is a die of what was seen, the surest first: no front face of another, and none twice."""
    dice = [one for one in seen if one.odds >= least]
    return _once([one for one in dice if not any(_front_of(one.place, o.place, geometry, stand) for o in dice)])


def _once(dice: Sequence[Sighting]) -> list[Sighting]:
    """Return dice, the surest first, and none twice."""
    kept: list[Sighting] = []
    for one in sorted(dice, key=lambda s: -s.odds):
        if all(_apart(one.place, other.place) >= SAME for other in kept):
            kept.append(one)
    return kept


def _bare(spot: Proposal, board: SeenBoard, geometry: BoardGeometry) -> bool:
    """Return whether nothing is seen at a place but the board."""
    return shows_bare_board((spot.x, spot.y), board.lab, board.background, geometry)


def _on_surface(spot: Proposal, geometry: BoardGeometry) -> bool:
    """Return whether a place is on either half of the playing surface; what lies on the bar is no throw."""
    in_half = 0 <= spot.x <= geometry.bar_left or geometry.bar_right <= spot.x <= 1
    return in_half and 0 <= spot.y <= 1


def _apart(one: Proposal, other: Proposal) -> float:
    """Return how far two places are from each other, in sides."""
    return float(np.hypot(one.px - other.px, one.py - other.py)) / max(one.side, other.side)


def _front_of(spot: Proposal, die: Proposal, geometry: BoardGeometry, stand: Standpoint) -> bool:
    """Return whether a place is where a die's front face is seen, by a camera so low that it is nearly as large."""
    towards = np.array([stand.below[0] - die.x, stand.below[1] - die.y * geometry.aspect])
    far = float(np.linalg.norm(towards))
    flatness = far / stand.height
    if flatness < LOW_CAMERA:
        return False
    away = np.array([spot.x - die.x, (spot.y - die.y) * geometry.aspect]) / side_on_board(die, geometry)
    along = float(away @ towards) / far
    aside = float(np.sqrt(max(0.0, float(away @ away) - along**2)))
    # The front face begins where the upper one ends, half a side off its middle, and is `flatness` sides high.
    return abs(along - (1 + flatness) / 2) < 0.25 and aside < 0.4


def _scores(chances: Float) -> tuple[int, ...]:
    """Return chances of faces as scores in centinats."""
    logs = np.log(np.maximum(chances / max(float(chances.sum()), 1e-9), LEAST_CHANCE))
    return tuple(max(FLOOR, round(100 * float(value))) for value in logs - logs.max())


def _die_reading(seen: Sighting) -> DieReading:
    look, flat = seen.place, 0.0
    for count, chances in zip(FLAT_COUNTS, (seen.chances, seen.close), strict=True):
        lying, cocked = (max(float(part), LEAST_CHANCE) for part in (chances[FACES].sum(), chances[COCKED]))
        flat += count * max(LEAST_FLAT, math.log(lying / cocked))
    return DieReading(
        x=look.x,
        y=look.y,
        px=look.px,
        py=look.py,
        scores=_scores(seen.chances[FACES]),
        flat=round(100 * flat),
        colour=_body_colour(seen.patch),
    )


def _body_colour(patch: Image) -> tuple[int, int, int]:
    """Return the median colour of an upper face, blue-green-red: its body's, as pips cover less than half of it."""
    inside = np.zeros(patch.shape[:2], dtype=np.uint8)
    cv2.circle(inside, (PATCH // 2, PATCH // 2), round(0.42 * PATCH / SPAN), 1, -1)
    blue, green, red = (int(value) for value in np.median(patch[inside > 0], axis=0))
    return blue, green, red


def by_colour(dice: Sequence[DieReading]) -> tuple[tuple[DieReading, ...], ...]:
    """Part dice into sets of one colour of body: one set, or two where two pairs lie on the board.

    Args:
        dice: in any order.

    Returns:
        The sets, the larger first, each in the order given. There are two where parting the dice, by the colours most
        unlike each other, leaves a gap between the sets wider than `UNLIKE` and wider than either set.
    """
    if len(dice) < 2:
        return (tuple(dice),) if dice else ()
    bodies = np.array([[die.colour for die in dice]], dtype=np.float32) / np.float32(255)
    lab = cv2.cvtColor(bodies, cv2.COLOR_BGR2LAB)[0] * np.array([LIGHTNESS_COUNTS, 1, 1], dtype=np.float32)
    away = np.sqrt(((lab[:, None] - lab[None]) ** 2).sum(axis=2))
    one, other = divmod(int(away.argmax()), len(dice))
    if away[one, other] < UNLIKE:
        return (tuple(dice),)
    nearer = away[:, one] <= away[:, other]
    within = max(float(away[np.ix_(part, part)].max()) for part in (nearer, ~nearer))
    gap = float(away[np.ix_(nearer, ~nearer)].min())
    if gap < UNLIKE or gap < within:
        return (tuple(dice),)
    sets = [tuple(die for die, here in zip(dice, part, strict=True) if here) for part in (nearer, ~nearer)]
    return tuple(sorted(sets, key=lambda part: -len(part)))
