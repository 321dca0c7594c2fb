"""The director's orders: each is carried out or refused, and lands in the audit trail with who gave it and why."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.referee import commands as co
from controller.referee.events import PlayIllegal, Rolled, RollRefused, Ruled, RulingRefused, TurnStarted
from controller.referee.match.next_match import follow
from controller.referee.match.offences import forgiven, offend, penalise
from controller.referee.match.timekeeping import order_clock
from controller.referee.state import GAME_ON, Phase, RefereeState, Turn
from controller.referee.turn import late_correction as later
from controller.referee.turn.ending import Step, award_match, end_game
from controller.referee.turn.judging import let_stand, offending, settle_doubt
from controller.referee.turn.playing import as_set
from controller.referee.turn.turn_history import begun, go_back, settle
from controller.referee.turn.variant_plays import as_known, stake
from controller.rules import (
    CubeError,
    CubeState,
    MatchError,
    Player,
    award,
    explain,
    highest_cube,
    legal_plays,
    most_points,
    ruled,
    with_score,
)

if TYPE_CHECKING:
    from controller.referee.inputs import Commanded


def obey(state: RefereeState, given: Commanded) -> Step:
    """Carry out an order, or say that it makes no sense now; either way it is kept with who and why."""
    done = _carried_out(state, given)
    if done is None:
        return state, (RulingRefused(given.time, given.who, given.why, given.command),)
    after, said = done
    return after, (Ruled(given.time, given.who, given.why, given.command), *said)


def _carried_out(state: RefereeState, given: Commanded) -> Step | None:
    """Return the state after an order, None where it cannot be carried out."""
    command, time = given.command, given.time
    match command:
        case co.SetPosition() | co.SetRoll() | co.SetTurn():
            return _set_board(state, command, time)
        case co.SetScore() | co.SetCube():
            return _set_numbers(state, command)
        case co.Undo(number=number):
            return _undo(state, number, time)
        case co.Accept():
            return _accept(state, time)
        case co.Overrule():
            return _overrule(state, time)
        case co.Correct():
            return later.order(state, time)
        case co.Warn() | co.Penalise():
            return _sanction(state, command, time)
        case co.AwardGame() | co.AwardMatch():
            return _award(state, command, time)
        case co.NewMatch() | co.PairMatch():
            return follow(state, command, time)
        case co.Appoint(speaks=speaks):
            return replace(state, speaks=speaks), ()
        case co.SetClock() | co.PauseClock() | co.ResumeClock() | co.AdjustClock():
            return order_clock(state, command, time)


def _set_board(state: RefereeState, command: co.SetPosition | co.SetRoll | co.SetTurn, time: float) -> Step | None:
    """Set position, roll or turn of the game in progress."""
    match command:
        case co.SetPosition(position=position):
            if state.phase is Phase.OVER or position.problems():
                return None
            position = as_known(state, position)
            seen = position if state.player is Player.ONE else position.turned()
            if state.phase in (Phase.SETTING_UP, Phase.OPENING):
                return _begin_from(state, command, time)
            phase = Phase.ROLLING if state.turn.roll is None else Phase.PLAYING
            return replace(
                _forgetful(state), phase=phase, position=seen, turn=Turn(roll=state.turn.roll, thrown=state.turn.thrown)
            ), ()
        case co.SetRoll(roll=roll):
            if state.phase not in GAME_ON or state.phase is Phase.ANSWERING:
                return None
            if roll is None:
                return replace(_forgetful(state), phase=Phase.ROLLING), ()
            can_play = not legal_plays(state.position, roll, state.setup.profile).is_dance
            rolled = Rolled(time, state.player, roll, opening=False, can_play=can_play)
            lying = as_set(state.dice.lying, roll)
            unseen = not lying and not isinstance(state.turn.complaint, RollRefused)
            turn, dice = Turn(roll=roll, unseen=unseen), replace(state.dice, lying=lying)
            playing = replace(_forgetful(state), phase=Phase.PLAYING, turn=turn, dice=dice)
            playing, staked = stake(playing, roll, time)
            return playing, (rolled, *staked)
        case co.SetTurn(player=player):
            if state.phase not in (*GAME_ON, Phase.OPENING):
                return None
            turned = replace(
                _forgetful(state),
                phase=Phase.ROLLING,
                player=player,
                position=state.seen_by(player),
                first_turn=state.phase is Phase.OPENING,
            )
            return settle(turned, time), (TurnStarted(time, player),)


def _begin_from(state: RefereeState, command: co.SetPosition, time: float) -> Step | None:
    """Begin a game, or go on waiting for its opening roll, from a position that the director has set."""
    opened = replace(
        _forgetful(state), phase=Phase.OPENING, player=Player.ONE, position=command.position, first_turn=True
    )
    if state.phase is Phase.OPENING:
        kept = replace(state.settled[-1], position=command.position)
        return replace(opened, settled=(*state.settled[:-1], kept)), ()
    return settle(opened, time, opening=True), (begun(opened, time, opening=True),)


def _forgetful(state: RefereeState) -> RefereeState:
    """Return the state without the turn in progress and without what was believed of earlier ones."""
    cube = replace(state.cube, offer=None)
    return replace(state, turn=Turn(), cube=cube, base=None, hypotheses=(), last=None)


def _set_numbers(state: RefereeState, command: co.SetScore | co.SetCube) -> Step | None:
    """Set the score or the cube."""
    try:
        if isinstance(command, co.SetCube):
            if state.phase not in (*GAME_ON, Phase.OPENING) or not _can_show(state, command.value):
                return None
            cube = CubeState(
                command.value, command.owner, turned=command.owner is not None,
                automatic_doubles=state.cube.automatic_doubles,
            )  # fmt: skip
            phase = Phase.ROLLING if state.phase is Phase.ANSWERING else state.phase
            return replace(state, cube=cube, phase=phase, turn=replace(state.turn, cube_hint=None, doubled=False)), ()
        match = with_score(state.match, command.score, crawford_over=command.crawford_over)
    except (CubeError, MatchError):
        return None
    if match.is_over:
        return None
    waited = Phase.SETTING_UP if state.phase is Phase.OVER else state.phase
    return replace(state, match=match, phase=waited, turn=replace(state.turn, rematch=None, paired=None)), ()


def _can_show(state: RefereeState, value: int) -> bool:
    """Return whether a cube can come to a value in this match, as far as one was agreed on at all."""
    cap = state.setup.profile.cube_cap
    return value <= highest_cube(state.match) and (cap is None or value <= cap)


def _undo(state: RefereeState, number: int | None, time: float) -> Step | None:
    """Go back to an earlier settled position; without a number to the one before what was done last."""
    if number is None:
        rolled = state.phase in GAME_ON and state.phase is not Phase.ROLLING
        number = len(state.settled) - (1 if rolled or state.phase in (Phase.SETTING_UP, Phase.OVER) else 2)
    if not 0 <= number < len(state.settled):
        return None
    return go_back(state, number, time)


def _accept(state: RefereeState, time: float) -> Step | None:
    """Let what is on the board stand."""
    match state.phase:
        case Phase.CORRECTING:
            final = None if state.turn.illegal is None else replace(state.turn.illegal, must_correct=False)
            return let_stand(replace(state, turn=replace(state.turn, illegal=final)), time)
        case Phase.ASKING if state.turn.shown is not None:
            return settle_doubt(state, time, confirmed=True)
        case Phase.ROLLING | Phase.OPENING if state.turn.desync and state.turn.looks:
            shown = state.turn.looks[-1].position
            if shown is None or shown.problems():
                return None
            agreed = replace(state.turn, desync=(), looks=())
            return replace(state, position=shown, turn=agreed, base=None, hypotheses=()), ()
        case _:
            return None


def _overrule(state: RefereeState, time: float) -> Step | None:
    """Turn the last verdict round: an illegal play was legal, or one taken for legal is to be corrected."""
    if state.phase is Phase.CORRECTING:
        for player in offending(state):
            state = forgiven(state, player)
        return let_stand(replace(state, turn=replace(state.turn, illegal=None)), time)
    last = state.last
    if state.phase is not Phase.ROLLING or last is None or last.illegal is not None or len(state.settled) < 2:
        return None
    explanation = explain(last.before, last.roll, last.after, state.setup.profile, last.named)
    illegal = PlayIllegal(time, last.player, last.roll, last.before, last.after, explanation, must_correct=True)
    correcting, said = later.back_to(state, last, illegal, time)
    barred = replace(correcting, turn=replace(correcting.turn, barred=last.after))
    counted, repeated = offend(barred, last.player, time)
    return counted, (*said, *repeated)


def _sanction(state: RefereeState, command: co.Warn | co.Penalise, time: float) -> Step | None:
    """Warn a player, which is only kept, or give the other penalty points."""
    if isinstance(command, co.Warn):
        return state, ()
    return penalise(state, command.player, command.points, time)


def _award(state: RefereeState, command: co.AwardGame | co.AwardMatch, time: float) -> Step | None:
    """Give a game or the match to a player."""
    if state.phase is Phase.OVER:
        return None
    if isinstance(command, co.AwardMatch):
        return award_match(replace(state, match=award(state.match, command.winner)), time, ())
    if state.phase not in (*GAME_ON, Phase.OPENING) or not 0 <= command.points <= most_points(state.match):
        return None
    return end_game(state, ruled(command.winner, command.points, state.cube), time, ())
