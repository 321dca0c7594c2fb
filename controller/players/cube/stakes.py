"""The worth of the ends of a game to a player: points in money play, the chance to win the match in a match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from controller.players.cube.match_chances import match_chance
from controller.rules import Crawford, Form, Level
from controller.rules.match import began_one_short

if TYPE_CHECKING:
    from controller.players.evaluation.lookahead import Weights
    from controller.players.player import Situation

_JACOBY_GAMMONS: Final = 0.5
"""What a gammon counts in choosing plays under the Jacoby rule before the cube is turned: it may still be."""


@dataclass(frozen=True, slots=True)
class Worths:
    """What a game is worth at one value of the cube, to the player that is asked.

    Attributes:
        win: of winning a single game, a gammon, a backgammon.
        lose: of losing them.
    """

    win: tuple[float, float, float]
    lose: tuple[float, float, float]

    @property
    def weights(self) -> Weights:
        """What the five probabilities add to the worth of a plain loss."""
        single, gammon, backgammon = self.win
        lost, lost_gammon, lost_backgammon = self.lose
        steps = (single - lost, gammon - single, backgammon - gammon, lost_gammon - lost, lost_backgammon - lost_gammon)
        return np.array(steps, dtype=np.float32)


def worths(situation: Situation, cube: int, *, turned: bool) -> Worths:
    """Return what the game is worth at a cube.

    Args:
        situation: the game.
        cube: the value of the cube.
        turned: the cube has been turned in the game; if not, gammons count nothing under the Jacoby rule.
    """
    match = situation.match
    if match.form is not Form.MATCH:
        jacoby = situation.profile.jacoby and situation.profile.cube_in_play and not turned
        single, gammon, backgammon = (cube * (Level.SINGLE if jacoby else level) for level in Level)
        return Worths((single, gammon, backgammon), (-single, -gammon, -backgammon))
    me = situation.me
    mine, theirs = match.length - match.score[me], match.length - match.score[me.other]
    over = situation.profile.crawford is Crawford.OFF or match.crawford_over or began_one_short(match)
    over = over and situation.profile.crawford is not Crawford.ALWAYS
    win = [match_chance(mine - cube * level, theirs, crawford_over=over) for level in Level]
    lose = [match_chance(mine, theirs - cube * level, crawford_over=over) for level in Level]
    return Worths((win[0], win[1], win[2]), (lose[0], lose[1], lose[2]))


def play_weights(situation: Situation) -> Weights:
    """Return the weights by which plays are chosen: those of the present cube, gammons halved where Jacoby bites."""
    cube = situation.cube
    full = worths(situation, cube.value, turned=True).weights
    if situation.match.form is not Form.MATCH and situation.profile.jacoby and not cube.turned:
        full[1:] *= _JACOBY_GAMMONS
    return full
