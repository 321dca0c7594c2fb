"""The match ID of GNU Backgammon: 12 characters that hold the score, the cube, the dice and whose turn it is.

A number of 72 bits, little-endian, in base64 (GNU Backgammon manual, "A technical description of the Match ID"). From
the least significant bit on: 4 bits log2 of the cube; 2 its owner (3 = centred); 1 the player on roll; 1 Crawford game;
3 state of the game; 1 the player who must decide; 1 a double is offered; 2 a resignation is offered; 3 and 3 the dice,
the larger first (0 = not rolled); 15 match length (0 = money); 15 and 15 the scores; 1 set when the Jacoby rule is off.

GNU Backgammon's player 0 is `Player.ONE` here, player 1 `Player.TWO`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Final

from controller.rules.errors import RulesError
from controller.rules.ids.base64_keys import encode_key
from controller.rules.player import Player

if TYPE_CHECKING:
    from controller.rules.dice import Roll

_BYTES: Final = 9
_CENTRED: Final = 3
_WIDTHS: Final = (4, 2, 1, 1, 3, 1, 1, 2, 3, 3, 15, 15, 15, 1)
"""The bits of each field, in the order of the module's description."""


class MatchIdError(RulesError, ValueError):
    """A state that has no match ID; the key names what is wrong."""


class GameState(IntEnum):
    """Where a game stands, with GNU Backgammon's numbers."""

    NONE = 0
    """No game was begun."""
    PLAYING = 1
    OVER = 2
    """Won by bearing off."""
    RESIGNED = 3
    DROPPED = 4
    """Ended by a double that was passed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchId:
    """Everything that a match ID holds.

    Attributes:
        length: the points that the match is played to; 0 for money.
        score: the points of players one and two, before this game.
        cube: the value of the cube, a power of two; while a double is offered, the value before it.
        cube_owner: who may double; None when the cube is centred.
        on_roll: the player who is to roll or has rolled; while a double is offered, who offers it.
        decision: the player who must decide; not the one on roll while a double or resignation is to be answered.
        crawford: whether this is the Crawford game.
        state: where the game stands.
        doubled: whether a double is offered.
        resigned: what resignation is offered: 0 none, 1 single, 2 gammon, 3 backgammon.
        roll: the dice, None when not rolled. An ID does not tell in which order they fell.
        jacoby: whether the Jacoby rule is on. Without a meaning in a match, where GNU Backgammon writes off and older
            programs, which did not know the bit, write on.
    """

    length: int = 0
    score: tuple[int, int] = (0, 0)
    cube: int = 1
    cube_owner: Player | None = None
    on_roll: Player = Player.TWO
    decision: Player = Player.TWO
    crawford: bool = False
    state: GameState = GameState.PLAYING
    doubled: bool = False
    resigned: int = 0
    roll: Roll | None = None
    jacoby: bool = False

    def __post_init__(self) -> None:
        """Refuse what the ID has no room for, with a MatchIdError whose key names the field."""
        if not (1 <= self.cube < 1 << 16 and self.cube.bit_count() == 1):
            raise MatchIdError("match_id.cube", cube=self.cube)
        if not 0 <= self.length < 1 << 15:
            raise MatchIdError("match_id.match_length", match_length=self.length)
        if not all(0 <= points < 1 << 15 for points in self.score):
            raise MatchIdError("match_id.score", score=self.score)
        if not 0 <= self.resigned <= 3:
            raise MatchIdError("match_id.resigned", resigned=self.resigned)


def match_id(match: MatchId) -> str:
    """Return the match ID of a state."""
    fields = (
        match.cube.bit_length() - 1,
        _CENTRED if match.cube_owner is None else match.cube_owner,
        match.on_roll,
        match.crawford,
        match.state,
        match.decision,
        match.doubled,
        match.resigned,
        match.roll.high if match.roll else 0,
        match.roll.low if match.roll else 0,
        match.length,
        *match.score,
        not match.jacoby,
    )
    number = 0
    for width, field in zip(reversed(_WIDTHS), reversed(fields), strict=True):
        number = number << width | int(field)
    return encode_key(number, _BYTES)
