"""Dice and the doubling cube: proposed on the board as a whole, read from the camera's full resolution."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.dice.board_view import ROOM_FOR_CUBE, ROOM_FOR_DICE, Room, SurfaceView
from vision.dice.candidates import LEAST_CHANCE, scores_of
from vision.dice.crops import PATCH, SPAN
from vision.dice.cube import CUBE, find_cube
from vision.dice.die_net import COCKED, FACES
from vision.dice.from_afar import seen_from_afar
from vision.dice.on_patterns import dice_on_patterns
from vision.dice.proposals import LEAST_PROPOSED, ask, places_of, propose, side_on_board
from vision.dice.search import USUAL, Search, Task, classify_proposals, dice_among
from vision.reading import CubeReading, DieReading

if TYPE_CHECKING:
    from vision.arrays import Float
    from vision.dice.candidates import DieCandidate
    from vision.dice.proposals import Proposal
    from vision.dice.search import SeenBoard
    from vision.frame import Image
    from vision.geometry.board import BoardGeometry

NAMED: Final = 60
"""How many places the proposing network names at most, on the playing surface and elsewhere: hinges and inlay on a
frame look like dice from afar, and must not take the place of dice."""

COARSER_VIEW: Final = 1.6
"""How much smaller than in the first view the board is in the coarser one, in which dice and cube of an unknown set are
looked for too: there those of 0.6 to 1.3 checkers are as large as the usual ones are in the first."""


@dataclass(frozen=True, slots=True)
class DiceAndCube:
    """Dice and cube that lie on a board.

    Attributes:
        dice: on the playing surface, the surest first.
        cube: the doubling cube, None where none is seen.
        sides: of each die's upper face, as large as it is seen, in widths of the playing surface.
    """

    dice: tuple[DieReading, ...]
    cube: CubeReading | None
    sides: tuple[float, ...] = field(default=(), compare=False)


def find_dice_and_cube(
    image: Image,
    geometry: BoardGeometry,
    search: Search = USUAL,
    board: SeenBoard | None = None,
    dice_afar: Float | None = None,
) -> DiceAndCube:
    """Find the dice on the playing surface, and the doubling cube on it or beside it.

    A place counts as a die's where the network holds a die for likelier than not; how sure its face is, is another
    matter and is said in its scores.

    Args:
        image: the picture at full resolution.
        geometry: where the board is.
        search: what is looked for.
        board: where it is known what it shows when it is bare: where its pattern makes dice hard to see, or fewer than
            two are found, they are looked for without it.
        dice_afar: see `vision.checkers.board_net.Judged.dice`, where that is known already.

    Returns:
        The dice and the cube.
    """
    surface = surface_for(geometry, with_cube=search.with_cube)
    least_cube = CUBE.least_proposed if search.with_cube else math.inf
    afar = seen_from_afar(image, geometry.corners) if dice_afar is None else dice_afar
    task = Task(image, geometry, surface, search, afar)
    answer = board.answer if board else ask(image, surface)
    places, cubes = places_of(answer, image, surface, (LEAST_PROPOSED, least_cube), NAMED)
    coarsely = _seen_coarsely(image, surface, least_cube) if search.unknown_set else None
    seen = classify_proposals([*places, *(coarsely[0] if coarsely else ())], task)
    dice = dice_among(seen, search.least)
    if board:
        dice = dice_on_patterns(dice, seen, task, board, NAMED)
    cube = find_cube(image, cubes, coarsely[1] if coarsely else ()) if search.with_cube else None
    reported = dice[: search.most]
    sides = tuple(side_on_board(one.place, geometry) for one in reported)
    return DiceAndCube(tuple(_die_reading(one) for one in reported), cube, sides)


def _seen_coarsely(image: Image, surface: SurfaceView, least_cube: float) -> tuple[list[Proposal], list[Proposal]]:
    """Return where dice and where the cube may lie, as the proposing network sees the board in a coarser view."""
    room = Room(surface.room.aside / COARSER_VIEW, surface.room.beyond / COARSER_VIEW)
    view = surface._replace(diameter=COARSER_VIEW * surface.diameter, room=room)
    return propose(image, view, LEAST_PROPOSED, NAMED, least_cube=least_cube)


def surface_for(geometry: BoardGeometry, *, with_cube: bool) -> SurfaceView:
    """Return the playing surface as the proposing network is asked about it; arguments as above."""
    room = ROOM_FOR_CUBE if with_cube else ROOM_FOR_DICE
    return SurfaceView(geometry.corners, geometry.aspect, geometry.diameter, room)


def _die_reading(seen: DieCandidate) -> DieReading:
    look, chances = seen.place, seen.chances
    lying, cocked = (max(float(part), LEAST_CHANCE) for part in (chances[FACES].sum(), chances[COCKED]))
    return DieReading(
        x=look.x,
        y=look.y,
        px=look.px,
        py=look.py,
        scores=scores_of(chances[FACES]),
        flat=round(100 * math.log(lying / cocked)),
        colour=_body_colour(seen.patch),
    )


def _body_colour(patch: Image) -> tuple[int, int, int]:
    """Return the median colour of an upper face, blue-green-red: its body's, as pips cover less than half of it."""
    inside = np.zeros(patch.shape[:2], dtype=np.uint8)
    cv2.circle(inside, (PATCH // 2, PATCH // 2), round(0.42 * PATCH / SPAN), 1, -1)
    blue, green, red = (int(value) for value in np.median(patch[inside > 0], axis=0))
    return blue, green, red
