"""Every pattern of the strip once, with the words that explain it: how a person learns to read the lights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from controller.outputs.light_patterns import pattern
from controller.referee import events as ev
from controller.referee.evidence.throw import Doubt
from controller.referee.layout import Layout
from controller.rules import START, Breach, Ending, Explanation, Level, Move, Player, Position, Reason, Roll

if TYPE_CHECKING:
    from controller.outputs.light_patterns import Light
    from firmware_bridge.cells import Cell

_ONE: Final = Player.ONE
_ROLL: Final = Roll(3, 1)
_LAYOUT: Final = Layout()


@dataclass(frozen=True, slots=True)
class Sample:
    """One pattern.

    Attributes:
        words: what it says.
        cells: what the strip shows.
    """

    words: str
    cells: dict[Light, Cell]


def _with(moved: tuple[tuple[int, int], ...]) -> Position:
    """Return the start position with own checkers moved, as pairs of a point and how many more stand there."""
    mine = list(START.mine)
    for point, more in moved:
        mine[point] += more
    return Position(tuple(mine), START.theirs)


_EVENTS: Final[tuple[tuple[str, ev.Event], ...]] = (
    ("whose turn it is: blue at the player's end", ev.TurnStarted(0.0, _ONE)),
    (
        "the roll has been read: white on the side where the dice lie",
        ev.Rolled(0.0, _ONE, _ROLL, opening=False, can_play=True),
    ),
    ("the roll does not count: amber blinks on its side", ev.RollRefused(0.0, _ONE, Doubt.COCKED)),
    (
        "the play is legal: the player's light turns green",
        ev.PlayAccepted(0.0, _ONE, _ROLL, START, START, (), corrected=False, confirmed=False),
    ),
    (
        "the play is illegal: red where a checker left, red flashing where it went",
        ev.PlayIllegal(0.0, _ONE, _ROLL, START, START, Explanation((Reason(Breach.WRONG_DISTANCE, (13, 8), (3,)),))),
    ),
    (
        "a play is announced: cyan blinks where the next checker leaves, and stays where it goes",
        ev.PlayAnnounced(0.0, _ONE, _ROLL, START, START, (Move(8, 5), Move(6, 5))),
    ),
    (
        "a die was left unplayed: amber blinks where it could be played",
        ev.PlayIllegal(0.0, _ONE, _ROLL, START, START, Explanation((Reason(Breach.DICE_UNPLAYED, (8, 5), (3,)),))),
    ),
    (
        "unsure, please look: amber blinks on the points in doubt",
        ev.PlayUnsure(0.0, _ONE, _ROLL, START, _with(((8, -1), (5, 1))), _with(((6, -1), (5, 1)))),
    ),
    ("a double is offered: the cube's light breathes, amber blinks for who must answer", ev.Doubled(0.0, _ONE, 2)),
    ("the double is taken: the cube's light stays", ev.Taken(0.0, Player.TWO, 2)),
    (
        "the game is won: the winner's lights breathe green",
        ev.GameWon(0.0, _ONE, Level.SINGLE, Ending.BORNE_OFF, 1, (1, 0)),
    ),
)

LINK_LOST: Final = "the link is lost: everything goes out, and the last light of the strip blinks amber"
"""What the strip shows by itself, a second after the program has fallen silent; no state that anyone sends."""


def samples() -> tuple[Sample, ...]:
    """Return every pattern that the program shows."""
    shown = ((words, pattern(event, _LAYOUT)) for words, event in _EVENTS)
    return tuple(Sample(words, cells) for words, cells in shown if cells is not None)
