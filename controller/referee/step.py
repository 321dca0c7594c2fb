"""The referee: a pure function from state and input to state and events.

`start` gives the state before the match and `step` all others. There is no clock and no chance in here: the same
inputs give the same events, always.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.referee.beginning import see_opening, see_setting_up
from controller.referee.ending import Step, end_game
from controller.referee.events import CubeRefused, Doubled, Dropped, MatchStarted, Taken
from controller.referee.inputs import Action, Input, Said, Seen
from controller.referee.state import Phase, RefereeState, Setup
from controller.referee.turn import accept, let_stand, see_playing, see_rolling, see_unsettled
from controller.rules import (
    CubeState,
    Moment,
    Player,
    double,
    dropped,
    take,
    why_no_answer,
    why_no_double,
)

if TYPE_CHECKING:
    from controller.rules import MatchState


def start(setup: Setup, match: MatchState, time: float) -> Step:
    """Return the state in which the referee waits for the start position, and the first event."""
    state = RefereeState(
        setup=setup,
        match=match,
        cube=CubeState(),
        phase=Phase.SETTING_UP,
        player=Player.ONE,
        position=setup.profile.variant.start,
    )
    return state, (MatchStarted(time, setup.names, match.length),)


def step(state: RefereeState, given: Input) -> Step:
    """Return the state after an input, and what the referee has to say about it."""
    match given:
        case Seen():
            return _see(state, given)
        case Said():
            return _hear(state, given)
        case _:
            return state, ()


def _see(state: RefereeState, seen: Seen) -> Step:
    """Answer to a settled reading."""
    match state.phase:
        case Phase.SETTING_UP:
            return see_setting_up(state, seen)
        case Phase.OPENING:
            return see_opening(state, seen)
        case Phase.ROLLING:
            return see_rolling(state, seen)
        case Phase.PLAYING:
            return see_playing(state, seen)
        case Phase.CORRECTING | Phase.ASKING:
            return see_unsettled(state, seen)
        case Phase.ANSWERING | Phase.OVER:
            return state, ()


def _hear(state: RefereeState, said: Said) -> Step:
    """Answer to a player's word."""
    match said.action:
        case Action.CONFIRM:
            return _confirm(state, said)
        case Action.DOUBLE:
            return _double(state, said)
        case Action.TAKE | Action.DROP:
            return _answer(state, said)
        case _:
            return state, ()


def _confirm(state: RefereeState, said: Said) -> Step:
    """Settle a doubt as the referee believed, or let the other player accept an illegal play."""
    if state.phase is Phase.ASKING and state.shown is not None:
        return accept(state, state.shown, said.time, confirmed=True)
    if state.phase is Phase.CORRECTING and said.player is state.player.other:
        return let_stand(state, said.time)
    return state, ()


def _double(state: RefereeState, said: Said) -> Step:
    """Offer the cube, or say why not."""
    decided = state.phase not in (Phase.SETTING_UP, Phase.OPENING, Phase.OVER)
    moment = Moment(
        state.player if decided else None,
        rolled=state.phase is not Phase.ROLLING,
        first_roll=decided and state.first_turn,
    )
    profile = state.setup.profile
    refusal = why_no_double(state.cube, said.player, moment, state.match, profile)
    if refusal:
        return state, (CubeRefused(said.time, said.player, refusal),)
    cube = double(state.cube, said.player, moment, state.match, profile)
    return replace(state, phase=Phase.ANSWERING, cube=cube), (Doubled(said.time, said.player, 2 * state.cube.value),)


def _answer(state: RefereeState, said: Said) -> Step:
    """Take or pass what is offered, or say why not."""
    refusal = why_no_answer(state.cube, said.player)
    if refusal:
        return state, (CubeRefused(said.time, said.player, refusal),)
    if said.action is Action.DROP:
        return end_game(state, dropped(state.cube), said.time, (Dropped(said.time, said.player),))
    cube = take(state.cube, said.player)
    return replace(state, phase=Phase.ROLLING, cube=cube), (Taken(said.time, said.player, cube.value),)
