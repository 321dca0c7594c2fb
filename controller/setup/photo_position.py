"""The position in a photograph, as the IDs by which programs of backgammon take it: GNU Backgammon's and XG's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.errors import PictureError
from controller.referee.layout import Corner, Layout
from controller.rules import Player, RulesError, Xgid, XgidSide, position_id, xgid
from controller.rules.position import BAR, CHECKERS, OFF, Position
from vision.reading import PLACES, CubePlace, Shade

if TYPE_CHECKING:
    from vision.reading import Reading


@dataclass(frozen=True, slots=True)
class BoardSide:
    """From where a photograph is looked at, which it does not show itself.

    Attributes:
        turn: whose turn it is.
        home: the quadrant of the dark checkers' home.
    """

    turn: Shade = Shade.DARK
    home: Corner = Corner.BOTTOM_RIGHT


@dataclass(frozen=True, slots=True)
class Identified:
    """A position with its IDs.

    Attributes:
        position: seen by the player on roll.
        position_id: GNU Backgammon's.
        xgid: XG's, the player on roll being the one in capitals; the score, which no picture shows, stands as in money.
        off: how many checkers of dark and of light are not on the board.
    """

    position: Position
    position_id: str
    xgid: str
    off: tuple[int, int]


def position_in(reading: Reading, side: BoardSide) -> Position:
    """Return the position that a reading shows, seen by the player on roll; what is not on the board is off.

    Raises:
        PictureError: "picture.hidden", "picture.no_position": a place is hidden, or what is seen is no position.
    """
    if reading.hidden:
        raise PictureError("picture.hidden", places=", ".join(sorted(reading.hidden)))
    layout = Layout(side.home, Shade.DARK)
    found = dict(zip(PLACES, (place.best for place in reading.points), strict=True))
    counts: dict[Shade, list[int]] = {}
    for player, bar in ((Player.ONE, reading.bar_dark), (Player.TWO, reading.bar_light)):
        shade, own = layout.shade(player), [0] * (BAR + 1)
        own[BAR] = bar.best
        for point in range(1, BAR):
            owner, count = found[layout.place(player, point)]
            own[point] = count if owner is shade else 0
        own[OFF] = max(0, CHECKERS - sum(own))
        counts[shade] = own
    other = Shade.LIGHT if side.turn is Shade.DARK else Shade.DARK
    try:
        return Position.of(counts[side.turn], counts[other], CHECKERS)
    except RulesError as error:
        held = ", ".join(f"{sum(own[OFF + 1 :])} {shade.value}" for shade, own in counts.items())
        raise PictureError("picture.no_position", held=held) from error


def _cube(reading: Reading, side: BoardSide) -> tuple[int, XgidSide | None]:
    """Return the value of the cube and who owns it, as far as one is seen; it lies at its owner's edge."""
    cube = reading.cube
    if cube is None or cube.place is CubePlace.MIDDLE:
        return 1 if cube is None else cube.stake, None
    dark_owns = side.home.is_bottom is (cube.place is CubePlace.BOTTOM)
    return cube.stake, XgidSide.UPPER if dark_owns is (side.turn is Shade.DARK) else XgidSide.LOWER


def identify(reading: Reading, side: BoardSide) -> Identified:
    """Return the position that a reading shows, with its IDs.

    Raises:
        PictureError: see `position_in`.
    """
    position = position_in(reading, side)
    dice = tuple(die.value for die in reading.dice)
    thrown = (dice[0], dice[1]) if len(dice) == 2 else None
    cube, owner = _cube(reading, side)
    off = (position.mine[OFF], position.theirs[OFF])
    return Identified(
        position,
        position_id(position),
        xgid(Xgid(board=position, dice=thrown, cube=cube, cube_owner=owner)),
        off if side.turn is Shade.DARK else off[::-1],
    )
