"""The referee: a pure function from state and input to state and events.

`start` gives the state before the match and `step` all others. There is no clock and no chance in here: the same
inputs give the same events, always.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.referee.audience import addressed, last_verdict
from controller.referee.buttons import meaning
from controller.referee.events import Dropped
from controller.referee.evidence.likelihood import look
from controller.referee.inputs import (
    Action,
    Announced,
    ClockPressed,
    Commanded,
    Input,
    Lifted,
    Pressed,
    Said,
    Seen,
    Ticked,
    TimeRanOut,
)
from controller.referee.match.cube_play import (
    answer,
    confirm_hint,
    double_early,
    offer_double,
    see_cube,
    taken_by_throwing,
    void_early,
)
from controller.referee.match.director import obey
from controller.referee.match.next_match import agree, withdraw
from controller.referee.match.resignation import answer_resignation, offer_resignation
from controller.referee.match.timekeeping import keep_time, let_pass, set_clock
from controller.referee.options.options import Premature, TurnEnd
from controller.referee.state import GAME_ON, Phase, RefereeState, Setup
from controller.referee.turn.announced_plays import announce, awaits_announced
from controller.referee.turn.ending import Step, end_game, run_out_of_time
from controller.referee.turn.judging import accept, let_stand, offending, settle_doubt
from controller.referee.turn.late_correction import claim
from controller.referee.turn.opening import see_opening, see_setting_up
from controller.referee.turn.playing import (
    choose_early,
    closed_out,
    pass_unrolled,
    see_early,
    see_ended,
    see_playing,
    see_rolling,
    turn_over,
    wronged,
)
from controller.referee.turn.turn_history import match_begun
from controller.referee.turn.variant_plays import choose_side, name_double
from controller.rules import CubeState, Player, dropped

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
        clock=set_clock(setup.options, match, time),
    )
    return state, addressed(state, (match_begun(setup, match, time),))


def step(state: RefereeState, given: Input) -> Step:
    """Return the state after an input, and what the referee has to say about it, the time gone by first."""
    timed, told = let_pass(state, given.time)
    after, said = _judged(timed, given)
    return keep_time(timed, after, given.time), (*addressed(timed, told), *said)


def _judged(state: RefereeState, given: Input) -> Step:
    """Return the state after an input, and what the referee has to say about it."""
    match given:
        case Seen():
            after, said = _see(replace(state, look_again=False) if state.look_again else state, given)
        case Said(action=Action.ASK):
            return state, last_verdict(state, given.player, given.time)
        case Said():
            after, said = _hear(state, given)
        case Pressed():
            action = meaning(state, given)
            if action is None:
                return state, ()
            return _judged(state, Said(given.time, given.player, action))
        case ClockPressed():
            after, said = _clock_pressed(state, given)
        case Lifted():
            after, said = _lifted(state, given)
        case TimeRanOut():
            after, said = _time_ran_out(state, given)
        case Announced() | Commanded():
            after, said = announce(state, given) if isinstance(given, Announced) else obey(state, given)
        case Ticked():
            return state, ()
    if after.phase is not state.phase and not isinstance(given, Seen):
        after = replace(after, look_again=True)
    return after, addressed(after, said) if said else said


def _see(state: RefereeState, seen: Seen) -> Step:
    """Answer to a settled reading; while a match waits for its players nothing begins."""
    if state.turn.paired is not None:
        return state, ()
    match state.phase:
        case Phase.SETTING_UP:
            return see_setting_up(state, seen)
        case Phase.OPENING:
            return see_opening(state, seen)
        case Phase.ROLLING:
            return _see_before_roll(state, seen)
        case Phase.PLAYING:
            return see_playing(state, seen)
        case Phase.ENDED | Phase.CORRECTING | Phase.ASKING:
            return see_ended(state, seen)
        case Phase.ANSWERING:
            return _see_answering(state, seen)
        case Phase.OVER:
            return state, ()


def _see_before_roll(state: RefereeState, seen: Seen) -> Step:
    """Look at the cube, and unless it was offered by being moved, at dice and board."""
    if seen.reading.cube is None and state.turn.cube_hint is None:
        return see_rolling(state, seen)
    doubled, said = see_cube(state, seen)
    if doubled.phase is not Phase.ROLLING:
        return doubled, said
    rolled, more = see_rolling(doubled, seen)
    return rolled, (*said, *more)


def _see_answering(state: RefereeState, seen: Seen) -> Step:
    """Look for an answer to a double.

    That is the cube taken; the doubler's throw over a cube that lies so, or over a beaver, which leaves it where it
    was; or the checkers set up for the next game, which is a pass.
    """
    sight = look(seen.reading, state.setup.layout, state.player)
    start_position = state.setup.profile.variant.start
    thresholds = state.setup.thresholds
    is_set_up = sight.score(start_position) > -thresholds.legal
    if is_set_up and sight.score(state.position) < -thresholds.displaced and state.cube.offer is not None:
        passed = Dropped(seen.time, state.cube.offer.by.other)
        ended, said = end_game(state, dropped(state.cube), seen.time, (passed,))
        begun, more = see_setting_up(ended, seen) if ended.phase is Phase.SETTING_UP else (ended, ())
        return begun, (*said, *more)
    answered, said = see_cube(state, seen)
    thrown_over = taken_by_throwing(answered, seen.time) if seen.reading.dice else None
    if thrown_over is not None:
        rolled, more = see_rolling(thrown_over[0], seen)
        if rolled.phase is Phase.PLAYING:
            return rolled, (*said, *thrown_over[1], *more)
    if answered.phase is not Phase.ANSWERING:
        return answered, said
    early, more = see_early(answered, seen)
    return early, (*said, *more)


def _hear(state: RefereeState, said: Said) -> Step:
    """Answer to a player's word."""
    match said.action:
        case Action.CONFIRM:
            return _confirm(state, said)
        case Action.REFUSE:
            return _refuse(state, said)
        case Action.DOUBLE:
            return _double(state, said)
        case Action.TAKE | Action.DROP | Action.BEAVER | Action.RACCOON:
            return answer(state, said)
        case Action.RESIGN_SINGLE | Action.RESIGN_GAMMON | Action.RESIGN_BACKGAMMON:
            return offer_resignation(state, said)
        case Action.CORRECT:
            return claim(state, said.time)
        case Action.OTHER_SIDE:
            return choose_side(state, said)
        case Action.ASK:
            return state, ()
        case _:
            return name_double(state, said)


def _confirm(state: RefereeState, said: Said) -> Step:
    """Accept a resignation or an illegal play, settle a doubt as the referee believed, or agree to the next match."""
    if state.phase is Phase.OVER or state.turn.paired is not None:
        return agree(state, said)
    if state.turn.resignation is not None:
        return answer_resignation(state, said)
    if state.phase is Phase.ASKING:
        return settle_doubt(state, said.time, confirmed=True)
    if awaits_announced(state) and state.turn.announced is not None:
        return accept(state, state.turn.announced, said.time, confirmed=True)
    if state.phase is Phase.CORRECTING and said.player not in offending(state):
        acceptable = state.turn.illegal is None or not state.turn.illegal.must_correct
        return let_stand(state, said.time) if acceptable else (state, ())
    if state.turn.early is not None and not state.turn.chosen and said.player is wronged(state):
        return choose_early(state, said.time, stands=True)
    if state.phase is Phase.PLAYING and state.turn.unseen and said.player is state.player:
        return turn_over(state, said.time), ()
    if state.turn.cube_hint is not None:
        return confirm_hint(state, said)
    trusting = replace(state.turn, trusts=True)
    return (replace(state, turn=trusting, look_again=True), ()) if state.turn.desync else (state, ())


def _refuse(state: RefereeState, said: Said) -> Step:
    """Refuse or withdraw a resignation or a match, void a premature roll, or tell that the cube was only touched."""
    if state.phase is Phase.OVER or state.turn.paired is not None:
        return withdraw(state, said)
    if state.turn.resignation is not None:
        return answer_resignation(state, said)
    if state.turn.early is not None and not state.turn.chosen and said.player is wronged(state):
        return choose_early(state, said.time, stands=False)
    if state.turn.doubled and state.setup.options.premature is Premature.CHOICE and said.player is state.player:
        return void_early(state, said.time)
    if state.turn.cube_hint is not None:
        touched = replace(state.turn.cube_hint, refused=True)
        return replace(state, turn=replace(state.turn, cube_hint=touched)), ()
    return state, ()


def _double(state: RefereeState, said: Said) -> Step:
    """Offer the cube; a valid double over an illegal play lets that stand, as a throw does."""
    innocent = state.phase is Phase.CORRECTING and state.player.other not in offending(state)
    if innocent and said.player is state.player.other and not awaits_announced(state):
        passed, before = let_stand(state, said.time)
        if passed.phase is not Phase.ROLLING:
            return passed, before
        offered, more = offer_double(passed, said.player, said.time)
        return (offered, (*before, *more)) if offered.phase is Phase.ANSWERING else (state, more)
    if state.phase in (Phase.PLAYING, Phase.ENDED, Phase.ASKING) and said.player is state.player.other:
        return double_early(state, said.player, said.time)
    return offer_double(state, said.player, said.time)


def _clock_pressed(state: RefereeState, pressed: ClockPressed) -> Step:
    """End the turn of whoever pressed, where the clock does so; who is closed out need not have thrown."""
    if state.setup.options.turn_end is not TurnEnd.CLOCK or pressed.player is not state.player:
        return state, ()
    if state.phase is Phase.PLAYING:
        return turn_over(state, pressed.time), ()
    if state.phase is Phase.ROLLING and closed_out(state):
        return pass_unrolled(state, pressed.time)
    return state, ()


def _lifted(state: RefereeState, lifted: Lifted) -> Step:
    """Remember who picked dice up, and end the turn where that is what ends it."""
    if state.phase is not Phase.PLAYING or lifted.player is None:
        return state, ()
    state = replace(state, turn=replace(state.turn, lifter=lifted.player))
    end = state.setup.options.turn_end
    ends = (end is TurnEnd.LIFTED and lifted.player is state.player) or (
        end is TurnEnd.TAKEN_OVER and lifted.player is state.player.other
    )
    return (turn_over(state, lifted.time) if ends else state), ()


def _time_ran_out(state: RefereeState, given: TimeRanOut) -> Step:
    """Let a player lose whose time has run out, while there is anything to lose."""
    if state.phase not in (*GAME_ON, Phase.OPENING):
        return state, ()
    return run_out_of_time(state, given.player, given.time)
