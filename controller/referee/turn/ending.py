"""Ends of turns and games, and the begin of the next one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.referee.events import Event, GameWon, MatchWon, RollVoided, TimeLost, TurnStarted
from controller.referee.state import Phase, RefereeState, Turn
from controller.referee.turn.turn_history import played_turn, settle
from controller.rules import (
    CubeState,
    Offer,
    OfferKind,
    Payoff,
    after_game,
    after_time_loss,
    all_borne_off,
    borne_off,
    checkers_left,
    lost_on_time,
)

if TYPE_CHECKING:
    from controller.rules import GameResult, Player, Position

Step = tuple[RefereeState, tuple[Event, ...]]
"""What every step of the referee returns: the state after it, and what it has to say."""


def complain(state: RefereeState, event: Event) -> Step:
    """Return `event` unless the same was said last, whatever the time; a complaint is made once."""
    timeless = replace(event, time=0.0)
    if timeless == state.turn.complaint:
        return state, ()
    return replace(state, turn=replace(state.turn, complaint=timeless)), (event,)


def pass_turn(
    state: RefereeState,
    after: Position,
    time: float,
    said: tuple[Event, ...],
    *,
    again: bool = False,
) -> Step:
    """Return the state after `state.player`'s turn has left `after` on the board: the next turn, or the game's end.

    Args:
        state: the state in which the turn ended.
        after: the position, seen by the player whose turn it was.
        time: when the turn ended.
        said: what the end of the turn has already led to; comes first among the events.
        again: the same player has another roll.
    """
    if all_borne_off(after.mine):
        result = borne_off(after, state.player, state.cube, state.match, state.setup.profile)
        return end_game(replace(state, position=after), result, time, said)
    other = state.player if again else state.player.other
    last = None if state.turn.roll is None else played_turn(state, state.turn.roll, after)
    after_turn = replace(
        state,
        turn=Turn(),
        phase=Phase.ROLLING,
        player=other,
        position=after if again else after.turned(),
        first_turn=False,
        hypotheses=(),
        base=None,
        last=last,
    )
    early = state.turn.early
    if early is not None and again:
        # The other player has thrown for a turn that is not his yet.
        return settle(after_turn, time), (*said, RollVoided(time, state.player.other, early), TurnStarted(time, other))
    if early is not None:
        after_turn = replace(after_turn, turn=Turn(early=early, chosen=True), look_again=True)
    settled = settle(after_turn, time)
    if state.turn.doubled and not again:
        offer = Offer(OfferKind.DOUBLE, other, 2 * state.cube.value)
        settled = replace(settled, phase=Phase.ANSWERING, cube=replace(state.cube, offer=offer))
    return settled, (*said, TurnStarted(time, other))


def end_game(state: RefereeState, result: GameResult, time: float, said: tuple[Event, ...]) -> Step:
    """Return the state after a game has ended with `result`: waiting for the next one, or the match is over."""
    match = after_game(state.match, result)
    events = (*said, GameWon(time, result.winner, result.level, result.ending, result.points, match.score))
    ended = _between_games(replace(state, match=match))
    if match.is_over and match.winner is not None:
        return replace(ended, phase=Phase.OVER), (*events, MatchWon(time, match.winner, match.score))
    return replace(ended, phase=Phase.SETTING_UP), events


def run_out_of_time(state: RefereeState, loser: Player, time: float) -> Step:
    """Return the state after `loser` has used up his time: the game is lost, and where so agreed the match."""
    result = lost_on_time(loser, state.cube, paid(state, loser))
    said: tuple[Event, ...] = (TimeLost(time, loser),)
    match = after_time_loss(state.match, result, state.setup.profile)
    if match.awarded_to is None:
        return end_game(state, result, time, said)
    return award_match(replace(state, match=match), time, said)


def paid(state: RefereeState, loser: Player) -> int:
    """Return what the cube is multiplied with for a game lost before its end: 1, or the checkers left."""
    if state.setup.profile.variant.payoff is not Payoff.CHECKERS_LEFT:
        return 1
    return checkers_left(state.seen_by(loser).mine)


def award_match(state: RefereeState, time: float, said: tuple[Event, ...]) -> Step:
    """Return the state after a match was decided outside a game, by award or penalty; `state.match` says for whom."""
    winner = state.match.winner
    if winner is None:
        raise AssertionError("the match is decided for nobody")
    ended = replace(_between_games(state), phase=Phase.OVER)
    return ended, (*said, MatchWon(time, winner, state.match.score))


def _between_games(state: RefereeState) -> RefereeState:
    """Return the state without anything that belongs to the game that has ended."""
    return replace(state, turn=Turn(), cube=CubeState(), first_turn=True, hypotheses=(), base=None, last=None)
