"""Before the first turn: the start position is waited for, then the opening roll decides who begins."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from controller.referee.ending import Step, complain
from controller.referee.events import GameStarted, Misplaced, OpeningTie, Rolled, RollRefused, StartPositionAwaited
from controller.referee.evidence import best_other
from controller.referee.sight import look
from controller.referee.state import Phase, RefereeState
from controller.referee.throw import Doubt, read_opening
from controller.rules import BAR, CubeState, Player, Roll, automatic_double, is_crawford_game, legal_plays

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.referee.inputs import Seen
    from controller.rules import Position
    from vision.reading import DieReading

_PUSHED: Final = 0.03
"""How far a die that nobody threw moves at most, in board coordinates."""


def see_setting_up(state: RefereeState, seen: Seen) -> Step:
    """Wait until the start position stands, and say what is out of place."""
    start = state.setup.profile.variant.start
    sight = look(seen.reading, state.setup.layout, Player.ONE)
    margins = state.setup.margins
    other = best_other(sight, start, (start,), margins)
    if other is not None and sight.score(start) - other[0] < margins.legal:
        return complain(state, StartPositionAwaited(seen.time, _differences(start, other[1])))
    opened = replace(
        state, phase=Phase.OPENING, player=Player.ONE, position=start, cube=CubeState(), tie=None, complaint=None
    )
    crawford = state.match.length > 1 and is_crawford_game(state.match, state.setup.profile)
    return opened, (GameStarted(seen.time, state.match.games_played + 1, state.match.score, crawford),)


def see_opening(state: RefereeState, seen: Seen) -> Step:
    """Wait for one die in each player's right half; the higher begins and plays both."""
    dice = read_opening(seen.reading.dice, state.setup.layout, state.setup.dice_margins)
    if dice is None:
        return replace(state, tie=None), ()
    if isinstance(dice, Doubt):
        return (state, ()) if state.tie else complain(state, RollRefused(seen.time, None, dice))
    if state.tie and _still_lies(state.tie, dice, seen.reading.dice):
        return state, ()
    if dice[0] == dice[1]:
        cube = automatic_double(state.cube, state.match, state.setup.profile)
        tie = (dice[0], tuple((die.x, die.y) for die in seen.reading.dice))
        return replace(state, cube=cube, tie=tie, complaint=None), (OpeningTie(seen.time, dice[0], cube.value),)
    player = Player.ONE if dice[0] > dice[1] else Player.TWO
    roll = Roll.of(*dice)
    can_play = not legal_plays(state.position, roll).is_dance
    playing = replace(state, phase=Phase.PLAYING, player=player, roll=roll, tie=None, complaint=None)
    return playing, (Rolled(seen.time, player, roll, opening=True, can_play=can_play),)


def _still_lies(
    tie: tuple[int, tuple[tuple[float, float], ...]], values: tuple[int, int], dice: Sequence[DieReading]
) -> bool:
    """Return whether the dice are those of a tie already called: the same value, and at least one where it lay.

    One die may have been pushed aside; dice that were thrown again lie elsewhere, both of them.
    """
    value, places = tie
    near = any(math.dist((die.x, die.y), place) < _PUSHED for die in dice for place in places)
    return values == (value, value) and near


def _differences(expected: Position, seen: Position) -> tuple[Misplaced, ...]:
    """Return every place on which two positions differ, as player ONE counts."""
    places = [(point, 25 - point) for point in range(1, 25)] + [(BAR, BAR)]
    return tuple(
        Misplaced(
            Player.ONE,
            point,
            (expected.mine[point], expected.theirs[across]),
            (seen.mine[point], seen.theirs[across]),
        )
        for point, across in places
        if (expected.mine[point], expected.theirs[across]) != (seen.mine[point], seen.theirs[across])
    )
