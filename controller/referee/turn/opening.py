"""Before the first turn: the start position is waited for, then the opening roll decides who begins."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from controller.referee.events import (
    OddStartStands,
    OpeningTie,
    Rolled,
    RollRefused,
    StartPositionAwaited,
)
from controller.referee.evidence.hypotheses import best_other
from controller.referee.evidence.likelihood import look
from controller.referee.evidence.throw import Doubt, opening_dice, read_opening
from controller.referee.options.options import OddStart
from controller.referee.state import Dice, LyingDie, Phase, RefereeState, Turn
from controller.referee.turn.board_mismatch import differences, watch_board, with_base
from controller.referee.turn.ending import Step, complain
from controller.referee.turn.playing import PUSHED, with_refused, without_dice
from controller.referee.turn.turn_history import begun, settle
from controller.referee.turn.variant_plays import begins_with_both
from controller.rules import (
    CubeState,
    Player,
    Position,
    Roll,
    all_borne_off,
    automatic_double,
    legal_plays,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.referee.events import Event
    from controller.referee.inputs import Seen
    from vision.reading import DieReading

ODD_AT_MOST = 6
"""How many checkers of both may stand otherwise in a start position that is taken as it is."""


def see_setting_up(state: RefereeState, seen: Seen) -> Step:
    """Wait until the start position stands, and say what is out of place."""
    if not seen.reading.dice:
        state = without_dice(state)
    start = state.setup.profile.variant.start
    sight = look(seen.reading, state.setup.layout, Player.ONE)
    thresholds = state.setup.thresholds
    other = best_other(sight, start, (start,), thresholds)
    if other is None or sight.score(start) - other[0] >= thresholds.legal:
        return begin_game(state, start, seen)
    if _may_stand(state, start, other[1], seen):
        begun, said = begin_game(state, _none_off(other[1]), seen)
        opened, more = see_opening(begun, seen)
        odd = OddStartStands(seen.time, differences(start, other[1], Player.ONE))
        return opened, (*said, odd, *more)
    return complain(state, StartPositionAwaited(seen.time, differences(start, other[1], Player.ONE)))


def begin_game(state: RefereeState, position: Position, seen: Seen) -> Step:
    """Return the state in which the opening roll from `position`, seen by player ONE, is waited for."""
    opened = replace(
        state,
        turn=Turn(),
        phase=Phase.OPENING,
        player=Player.ONE,
        position=position,
        cube=CubeState(),
        first_turn=True,
        dice=Dice(lying=state.dice.lying),
        base=seen.reading,
    )
    return settle(opened, seen.time, opening=True), (begun(opened, seen.time, opening=True),)


def see_opening(state: RefereeState, seen: Seen) -> Step:
    """Wait for one die in each player's right half; the higher begins and plays both."""
    setup, readings = state.setup, seen.reading.dice
    if not readings:
        state = without_dice(state)
    dice = read_opening(readings, setup.layout, setup.dice_thresholds, setup.options)
    if dice is None or _of_last_game(state, readings):
        return watch_board(replace(state, turn=replace(state.turn, tie=None)), seen)
    if isinstance(dice, Doubt):
        refused = RollRefused(seen.time, None, dice, tuple(die.value for die in readings))
        return (state, ()) if state.turn.tie else complain(with_refused(state, readings), refused)
    if state.turn.tie and _still_lies(state.turn.tie, dice, readings):
        return state, ()
    if dice[0] == dice[1]:
        cube = automatic_double(state.cube, state.match, setup.profile)
        tie = (dice[0], tuple((die.x, die.y) for die in readings))
        tied = replace(state, cube=cube, turn=replace(state.turn, tie=tie, complaint=None))
        return tied, (OpeningTie(seen.time, dice[0], cube.value),)
    player = Player.ONE if dice[0] > dice[1] else Player.TWO
    if setup.profile.starter_throws_both:
        return begins_with_both(with_base(state, seen), player, seen)
    roll = Roll.of(*dice)
    position = state.position if player is Player.ONE else state.position.turned()
    (of_one,), (of_two,) = opening_dice(readings, setup.layout)
    lying = tuple(LyingDie(die.value, die.x, die.y) for die in readings)
    playing = replace(
        with_base(state, seen),
        phase=Phase.PLAYING,
        player=player,
        position=position,
        turn=Turn(roll=roll),
        dice=Dice(lying=lying, colours=(of_one.colour, of_two.colour)),
    )
    can_play = not legal_plays(position, roll, setup.profile).is_dance
    said: tuple[Event, ...] = (Rolled(seen.time, player, roll, opening=True, can_play=can_play),)
    return playing, said


def _may_stand(state: RefereeState, start: Position, seen: Position, given: Seen) -> bool:
    """Return whether a start position that is not the usual one stands: play has begun from it, where that suffices.

    A player who began with fewer checkers plays with fewer; a board on which most stands elsewhere is no start.
    """
    if state.setup.options.odd_start is not OddStart.STANDS or any(start.unentered):
        return False
    setup = state.setup
    thrown = read_opening(given.reading.dice, setup.layout, setup.dice_thresholds, setup.options)
    if thrown is None or isinstance(thrown, Doubt) or seen.problems() or _of_last_game(state, given.reading.dice):
        return False
    moved = sum(
        abs(there - wanted)
        for found, expected in ((seen.mine, start.mine), (seen.theirs, start.theirs))
        for there, wanted in zip(found[1:], expected[1:], strict=True)
    )
    return moved <= ODD_AT_MOST and not all_borne_off(seen.mine) and not all_borne_off(seen.theirs)


def _of_last_game(state: RefereeState, dice: Sequence[DieReading]) -> bool:
    """Return whether the dice still lie where they lay when the last game ended: that is no throw."""
    return all(
        any(die.value == old.value and math.dist((die.x, die.y), (old.x, old.y)) < PUSHED for old in state.dice.lying)
        for die in dice
    )


def _none_off(position: Position) -> Position:
    """Return the position with nothing borne off: checkers that a player never had can still cost him a gammon."""
    return Position((0, *position.mine[1:]), (0, *position.theirs[1:]))


def _still_lies(
    tie: tuple[int, tuple[tuple[float, float], ...]], values: tuple[int, int], dice: Sequence[DieReading]
) -> bool:
    """Return whether the dice are those of a tie already called: the same value, and at least one where it lay.

    One die may have been pushed aside; dice that were thrown again lie elsewhere, both of them.
    """
    value, places = tie
    near = any(math.dist((die.x, die.y), place) < PUSHED for die in dice for place in places)
    return values == (value, value) and near
