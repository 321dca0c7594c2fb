"""How a turn passes, how a game ends and the next one begins."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.referee.events import Event, GameWon, MatchWon, TurnStarted
from controller.referee.state import Phase, RefereeState
from controller.rules import CubeState, after_game, all_borne_off, borne_off

if TYPE_CHECKING:
    from controller.rules import GameResult, Position

Step = tuple[RefereeState, tuple[Event, ...]]
"""What every step of the referee returns: the state after it, and what it has to say."""


def complain(state: RefereeState, event: Event) -> Step:
    """Return `event` unless the same was said last, whatever the time; a complaint is made once."""
    timeless = replace(event, time=0.0)
    if timeless == state.complaint:
        return state, ()
    return replace(state, complaint=timeless), (event,)


def pass_turn(state: RefereeState, after: Position, time: float, said: tuple[Event, ...]) -> Step:
    """Return the state after `state.player`'s turn has left `after` on the board: the next turn, or the game's end.

    Args:
        state: the state in which the turn ended.
        after: the position, seen by the player whose turn it was.
        time: when the turn ended.
        said: what the end of the turn has already led to; comes first among the events.
    """
    if all_borne_off(after.mine):
        result = borne_off(after, state.player, state.cube, state.match, state.setup.profile)
        return end_game(replace(state, position=after), result, time, said)
    other = state.player.other
    after_turn = replace(
        state,
        phase=Phase.ROLLING,
        player=other,
        position=after.turned(),
        roll=None,
        first_turn=False,
        shown=None,
        complaint=None,
    )
    return after_turn, (*said, TurnStarted(time, other))


def end_game(state: RefereeState, result: GameResult, time: float, said: tuple[Event, ...]) -> Step:
    """Return the state after a game has ended with `result`: waiting for the next one, or the match is over."""
    match = after_game(state.match, result)
    events = (*said, GameWon(time, result.winner, result.level, result.ending, result.points, match.score))
    ended = replace(
        state, match=match, cube=CubeState(), roll=None, first_turn=True, tie=None, shown=None, complaint=None
    )
    if match.is_over:
        return replace(ended, phase=Phase.OVER), (*events, MatchWon(time, result.winner, match.score))
    return replace(ended, phase=Phase.SETTING_UP), events
