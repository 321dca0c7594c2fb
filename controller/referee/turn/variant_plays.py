"""Additions of Dutch backgammon and acey-deucey: a roll of both dice to begin with, named doubles, further rolls."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from controller.referee.events import (
    DoubleNamed,
    FurtherRollLost,
    OpeningWon,
    RollsAgain,
    SideChosen,
    StakeDoubled,
    TurnStarted,
)
from controller.referee.evidence.legal_results import is_unclear, way_of
from controller.referee.inputs import Action
from controller.referee.layout import mirrored
from controller.referee.state import ROLLED, LyingDie, Phase, Turn
from controller.referee.turn.turn_history import settle
from controller.rules import BAR, Player, Position, all_borne_off, staged_rolls, wants_name

if TYPE_CHECKING:
    from controller.referee.events import Event
    from controller.referee.inputs import Said, Seen
    from controller.referee.state import RefereeState
    from controller.referee.turn.ending import Step
    from controller.rules import Roll

NAMES: Final = (Action.NAME_1, Action.NAME_2, Action.NAME_3, Action.NAME_4, Action.NAME_5, Action.NAME_6)
"""The words by which a double is named, lowest first."""


def begins_with_both(state: RefereeState, player: Player, seen: Seen) -> Step:
    """Return the state in which the winner of the opening roll is to throw both dice."""
    lying = tuple(LyingDie(die.value, die.x, die.y) for die in seen.reading.dice)
    rolling = replace(
        state,
        turn=Turn(),
        phase=Phase.ROLLING,
        player=player,
        position=state.position if player is Player.ONE else state.position.turned(),
        dice=replace(state.dice, lying=lying),
    )
    return settle(rolling, seen.time), (OpeningWon(seen.time, player), TurnStarted(seen.time, player))


def names_double(state: RefereeState) -> bool:
    """Return whether the player on turn may say which double he plays."""
    return state.phase in ROLLED and state.turn.roll is not None and wants_name(state.turn.roll, state.setup.profile)


def name_double(state: RefereeState, said: Said) -> Step:
    """Take the player's word for the double that he plays with 1 and 2; without effect where there is none to name."""
    if said.action not in NAMES or said.player is not state.player or not names_double(state):
        return state, ()
    value = NAMES.index(said.action) + 1
    turn = replace(state.turn, named=value, looks=())
    return replace(state, turn=turn, look_again=True), (DoubleNamed(said.time, said.player, value),)


def may_roll_again(state: RefereeState) -> bool:
    """Return whether the roll of this turn may earn another one."""
    return state.turn.roll is not None and any(
        one.again for one in staged_rolls(state.turn.roll, state.setup.profile, state.turn.named)
    )


def further_roll(state: RefereeState, roll: Roll, after: Position, time: float) -> tuple[Event, ...]:
    """Return what is said of the roll that a turn has earned, or has lost."""
    if not may_roll_again(state) or all_borne_off(after.mine):
        return ()
    way = way_of(state, state.position, roll, after)
    if not way.again:
        return (FurtherRollLost(time, state.player),)
    unclear = is_unclear(state, state.position, roll, after)
    return (RollsAgain(time, state.player, way.named, unclear=unclear),)


def stake(state: RefereeState, roll: Roll, time: float) -> Step:
    """Double the stake for a roll of 1 and 2, where that is agreed; it was that of the settled position before."""
    profile = state.setup.profile
    if not profile.stake_doubles_on_acey_deucey or not profile.variant.acey_deucey:
        return state, ()
    before = state.settled[-1].cube if state.settled else state.cube
    if not wants_name(roll, profile):
        return replace(state, cube=before), ()
    doubled = replace(before, value=2 * before.value)
    return replace(state, cube=doubled), (StakeDoubled(time, doubled.value),)


def choose_side(state: RefereeState, said: Said) -> Step:
    """Let the starter choose to play the other way round, before his first play and where that is agreed.

    That is before his first roll, or after the opening roll where he plays the dice of that.
    """
    profile = state.setup.profile
    allowed = profile.starter_chooses_side and profile.variant.acey_deucey
    begins = Phase.ROLLING if profile.starter_throws_both else Phase.PLAYING
    if not allowed or state.phase is not begins or not state.first_turn or said.player is not state.player:
        return state, ()
    turned = replace(state.setup, layout=mirrored(state.setup.layout))
    return replace(state, setup=turned, base=None), (SideChosen(said.time, said.player),)


def as_known(state: RefereeState, position: Position) -> Position:
    """Return a position that the director has set, seen by player ONE, with what he cannot say of it.

    Those to enter have never been in play, as far as that was so before; who has been home once has been so for good.
    """
    if not state.setup.profile.variant.begins_off_the_board:
        return position
    if any(position.unentered) or not all(position.been_home):
        return position
    before = state.seen_by(Player.ONE)
    waiting = (min(before.unentered[0], position.mine[BAR]), min(before.unentered[1], position.theirs[BAR]))
    home = (before.been_home[0] or any(position.mine[:7]), before.been_home[1] or any(position.theirs[:7]))
    return Position(position.mine, position.theirs, waiting, home)
