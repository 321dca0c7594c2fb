"""Whose time runs: the clock follows the turn, and what it has to tell becomes events.

| waited for | whose time runs |
|---|---|
| a roll, a play, a correction | that of the player on turn; who corrects goes on in his own move |
| a verdict about a turn that has ended | the other player's: his move has begun |
| an answer to a double | that of whoever has to answer |
| a clearer board or a word, after a doubt | nobody's: that is a dispute |
| the start position, the opening roll, a new match | nobody's |
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.referee import commands as co
from controller.referee.events import Event, OvertimeBegun, TimeLow
from controller.referee.match import clock as clocks
from controller.referee.match.offences import penalise
from controller.referee.options.options import ClockKind
from controller.referee.state import GAME_ON, Phase, RefereeState
from controller.referee.turn.ending import Step, run_out_of_time
from controller.rules import most_points

if TYPE_CHECKING:
    from controller.referee.options.options import Options
    from controller.rules import MatchState, Player

_KINDS = {ClockKind.DELAY: clocks.DelayKind.SIMPLE_DELAY, ClockKind.BRONSTEIN: clocks.DelayKind.BRONSTEIN}


def set_clock(options: Options, match: MatchState, time: float) -> clocks.ClockState | None:
    """Return both clocks as they are set for a match; None without a clock, and in money play, which has no reserve."""
    if options.clock not in _KINDS or not match.length:
        return None
    control = clocks.TimeControl(
        _KINDS[options.clock],
        clocks.milliseconds(options.clock_delay),
        clocks.milliseconds(options.reserve_per_point),
        clocks.milliseconds(options.reserve_less_per_point),
        overtime=clocks.milliseconds(options.overtime),
        overtimes=options.overtimes,
    )
    return clocks.new_clock(control, time, match.length, match.score)


def let_pass(state: RefereeState, time: float) -> Step:
    """Return the state after the time until an input has gone by: players are warned, and a flag may fall."""
    if state.clock is None:
        return state, ()
    clock, signals = clocks.advance(state.clock, time)
    state = replace(state, clock=clock)
    said: tuple[Event, ...] = ()
    for signal in signals:
        at = signal.time / 1000
        if state.phase is Phase.OVER:
            break
        if signal.left:
            said = (*said, TimeLow(at, signal.player, signal.left // 1000))
        elif signal.overtime:
            state, more = _begin_overtime(state, signal)
            said = (*said, *more)
        elif state.phase in GAME_ON:
            state, lost = run_out_of_time(state, signal.player, at)
            said = (*said, *lost)
    return state, said


def _begin_overtime(state: RefereeState, signal: clocks.TimeSignal) -> Step:
    """Return the state after a player has used up his time and has some more, which may cost him points."""
    at, player = signal.time / 1000, signal.player
    begun = OvertimeBegun(at, player, signal.overtime // 1000, signal.again)
    points = min(state.setup.options.overtime_points, most_points(state.match))
    penalised = penalise(state, player, points, at)
    if penalised is None:
        return state, (begun,)
    after, said = penalised
    return after, (begun, *said)


def keep_time(before: RefereeState, after: RefereeState, time: float) -> RefereeState:
    """Return the state after an input with the time running of whoever's move it is now.

    Args:
        before: the state in which the input was judged.
        after: the state that it led to.
        time: when, in seconds.
    """
    if after.clock is None:
        return after
    mover = _mover(after)
    if mover is not None and after.phase is Phase.CORRECTING and before.phase is not Phase.CORRECTING:
        fresh = after.setup.options.offender_time_restarts
        clock, _ = clocks.reopen(after.clock, mover, time, fresh=fresh)
    elif mover is not None:
        clock, _ = clocks.run(after.clock, mover, time)
    elif after.phase is Phase.ASKING:
        clock, _ = clocks.halt(after.clock, time)
    else:
        clock, _ = clocks.next_game(after.clock, time)
    return replace(after, clock=clock)


def order_clock(
    state: RefereeState, order: co.SetClock | co.PauseClock | co.ResumeClock | co.AdjustClock, time: float
) -> Step | None:
    """Return the state after a director's order about the clock, None where there is none of ours."""
    if isinstance(order, co.SetClock):
        return _bring_in(state, time)
    if state.clock is None:
        return None
    match order:
        case co.AdjustClock(player=player, seconds=seconds):
            clock, _ = clocks.adjust(state.clock, player, clocks.milliseconds(seconds), time)
        case _:
            clock, _ = clocks.pause(state.clock, time, paused=isinstance(order, co.PauseClock))
    return replace(state, clock=clock), ()


def _bring_in(state: RefereeState, time: float) -> Step | None:
    """Return the state with clocks from the game on that is about to begin (unified clock rules 1.1); None elsewhere.

    The reserve is less what has been scored already. They have a simple delay unless something else was agreed.
    """
    if state.clock is not None or state.phase not in (Phase.SETTING_UP, Phase.OPENING):
        return None
    options = state.setup.options
    options = replace(options, clock=options.clock if options.clock in _KINDS else ClockKind.DELAY)
    clock = set_clock(options, state.match, time)
    return None if clock is None else (replace(state, setup=replace(state.setup, options=options), clock=clock), ())


def _mover(state: RefereeState) -> Player | None:
    """Return whose time runs; None for nobody's."""
    match state.phase:
        case Phase.ROLLING | Phase.PLAYING | Phase.CORRECTING:
            return state.player
        case Phase.ENDED:
            return state.player.other
        case Phase.ANSWERING:
            return state.cube.offer.by.other if state.cube.offer else state.player.other
        case _:
            return None
