"""The worth of a finished game: single, gammon or backgammon, times the cube, however the game has ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import TYPE_CHECKING

from controller.rules.errors import RulesError
from controller.rules.match import Form
from controller.rules.position import BAR, OFF
from controller.rules.variant import Payoff

if TYPE_CHECKING:
    from controller.rules.cube import CubeState
    from controller.rules.match import MatchState
    from controller.rules.player import Player
    from controller.rules.position import Counts, Position
    from controller.rules.profile import RulesProfile


class ScoringError(RulesError, ValueError):
    """A game that is not over, or a result that no game has."""


class Level(IntEnum):
    """How thoroughly a game is won; the value multiplies the cube."""

    SINGLE = 1
    GAMMON = 2
    BACKGAMMON = 3


class Ending(Enum):
    """How a game has ended."""

    BORNE_OFF = "borne-off"
    DROPPED = "dropped"
    """The loser has passed a double."""
    RESIGNED = "resigned"
    """The loser has resigned, and the winner has accepted."""
    TIME = "time"
    """The loser's time has run out."""
    RULING = "ruling"
    """A director has decided."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished game.

    Attributes:
        winner: who has won.
        ending: how the game ended.
        level: single, gammon or backgammon, as played or as resigned.
        cube: the value of the cube that the level multiplies.
        points: what the game counts in the score. Less than level times cube where the Jacoby rule says so; any
            number from 0 by a ruling.
    """

    winner: Player
    ending: Ending
    level: Level
    cube: int
    points: int

    def __post_init__(self) -> None:
        """Refuse points below zero."""
        if self.points < 0:
            raise ScoringError("scoring.points", points=self.points)


def all_borne_off(counts: Counts) -> bool:
    """Whether a player has borne off every checker he has.

    Args:
        counts: 26 counts from his own side.
    """
    return counts[OFF] > 0 and not any(counts[OFF + 1 :])


def level_of_loss(loser: Counts, profile: RulesProfile) -> Level:
    """Return how thoroughly a player has lost whose opponent has borne off all his checkers.

    What counts is whether the loser has borne off any, not how many he began with.

    Args:
        loser: 26 counts from his own side; his bar and his points 19..24, the winner's home board, make a backgammon.
        profile: the rules played by.
    """
    stranded = any(loser[19 : BAR + 1])
    if loser[OFF] > 0:
        return Level.BACKGAMMON if stranded and profile.backgammon_despite_borne_off else Level.SINGLE
    return Level.BACKGAMMON if stranded else Level.GAMMON


def checkers_left(counts: Counts) -> int:
    """Return how many checkers a player has not borne off, those that he has never entered included.

    Args:
        counts: 26 counts from his own side.
    """
    return sum(counts[OFF + 1 :])


def points_for(level: Level, cube: CubeState, match: MatchState, profile: RulesProfile) -> int:
    """Return what a win of this level counts at this cube, the Jacoby rule considered."""
    jacoby = profile.jacoby and profile.cube_in_play and match.form is not Form.MATCH and not cube.turned
    return cube.value * (Level.SINGLE if jacoby else level)


def borne_off(
    position: Position, winner: Player, cube: CubeState, match: MatchState, profile: RulesProfile
) -> GameResult:
    """Return the result of a game that has been played to its end.

    Args:
        position: the last position, seen by the winner (`mine` is his).
        winner: who has borne off all his checkers.
        cube: the cube of the game.
        match: the match before the game.
        profile: the rules played by.

    Raises:
        ScoringError: the winner has not borne off all his checkers.
    """
    if not all_borne_off(position.mine):
        raise ScoringError("scoring.not_borne_off", winner=winner)
    if profile.variant.payoff is Payoff.CHECKERS_LEFT:
        points = cube.value * checkers_left(position.theirs)
        return GameResult(winner, Ending.BORNE_OFF, Level.SINGLE, cube.value, points)
    level = level_of_loss(position.theirs, profile)
    return GameResult(winner, Ending.BORNE_OFF, level, cube.value, points_for(level, cube, match, profile))


def dropped(cube: CubeState) -> GameResult:
    """Return the result of a game in which the pending offer has been passed.

    Whoever offered wins what the game was worth before the offer: a beaver implies a take, so that who drops one
    loses the doubled value.

    Raises:
        ScoringError: no offer is pending.
    """
    if cube.offer is None:
        raise ScoringError("scoring.no_offer")
    stake = cube.offer.value // 2
    return GameResult(cube.offer.by, Ending.DROPPED, Level.SINGLE, stake, stake)


def resigned(  # noqa: PLR0913, PLR0917 - how the game stands has as many parts
    level: Level, loser: Player, cube: CubeState, match: MatchState, profile: RulesProfile, left: int = 1
) -> GameResult:
    """Return the result of a game that the loser has resigned at a level which the winner has accepted.

    Where it is the checkers left that are paid, `left` says how many the loser has, and there are no levels.
    """
    if profile.variant.payoff is Payoff.CHECKERS_LEFT:
        return GameResult(loser.other, Ending.RESIGNED, Level.SINGLE, cube.value, cube.value * left)
    return GameResult(loser.other, Ending.RESIGNED, level, cube.value, points_for(level, cube, match, profile))


def lost_on_time(loser: Player, cube: CubeState, left: int = 1) -> GameResult:
    """Return the result of a game whose loser has run out of time: a single game at the value of the cube.

    Where it is the checkers left that are paid, `left` says how many the loser has.

    Whether the match is lost with it, `match.after_time_loss` says.
    """
    return GameResult(loser.other, Ending.TIME, Level.SINGLE, cube.value, cube.value * left)


def ruled(winner: Player, points: int, cube: CubeState, level: Level = Level.SINGLE) -> GameResult:
    """Return the result of a game that a director has decided.

    Args:
        winner: to whom the points go.
        points: how many, from 0.
        cube: the cube of the game, for the record.
        level: the level, for the record.

    Raises:
        ScoringError: points below zero.
    """
    return GameResult(winner, Ending.RULING, level, cube.value, points)
