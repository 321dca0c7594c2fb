"""A turn: the roll is read, the play is judged when the dice are lifted, an illegal one is put right or stands."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.referee.ending import Step, complain, pass_turn
from controller.referee.events import (
    Danced,
    IllegalPlayStands,
    PlayAccepted,
    PlayIllegal,
    PlayUnsure,
    Rolled,
    RollRefused,
)
from controller.referee.evidence import Verdict, Weighed, weigh
from controller.referee.sight import look
from controller.referee.state import Phase, RefereeState
from controller.referee.throw import Doubt, read_throw
from controller.rules import Roll, explain, find_play, legal_plays

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.referee.inputs import Seen
    from controller.rules import LegalPlays, Player, Position
    from vision.reading import DieReading


def see_rolling(state: RefereeState, seen: Seen) -> Step:
    """Wait for a valid roll of the player on turn."""
    throw = _throw_of(state, state.player, seen.reading.dice)
    if throw is None:
        return state, ()
    if isinstance(throw, Doubt):
        return complain(state, RollRefused(seen.time, state.player, throw))
    can_play = not _legal(state, throw).is_dance
    playing = replace(state, phase=Phase.PLAYING, roll=throw, complaint=None)
    return playing, (Rolled(seen.time, state.player, throw, opening=False, can_play=can_play),)


def see_playing(state: RefereeState, seen: Seen) -> Step:
    """Wait until the dice are lifted, or until the other player has thrown, and judge the play then."""
    if seen.reading.dice and not _other_threw(state, seen):
        return state, ()
    return see_unsettled(state, seen)


def see_unsettled(state: RefereeState, seen: Seen) -> Step:
    """Judge what stands on the board: at the end of a turn, and again in CORRECTING and ASKING when it has changed.

    An illegal play stands once the other player has thrown (the accept-or-correct policy).
    """
    judged, said = _judge(state, seen)
    if not _other_threw(state, seen):
        return judged, said
    if judged.phase is Phase.CORRECTING:
        judged, more = let_stand(judged, seen.time)
        said = (*said, *more)
    if judged.phase is not Phase.ROLLING:
        return judged, said
    rolled, more = see_rolling(judged, seen)
    return rolled, (*said, *more)


def let_stand(state: RefereeState, time: float) -> Step:
    """Return the state after the illegal play on the board has been accepted by the other player.

    Only in CORRECTING, where the roll and the illegal position are known.
    """
    roll, shown = _roll_of(state), state.shown
    if shown is None:
        raise AssertionError("no illegal play is on the board")
    stands = IllegalPlayStands(time, state.player, roll, state.position, shown)
    return pass_turn(state, shown, time, (stands,))


def accept(state: RefereeState, after: Position, time: float, *, confirmed: bool = False) -> Step:
    """Return the state after the turn has ended legally with `after` on the board, seen by the player who moved."""
    roll = _roll_of(state)
    if after == state.position:
        return pass_turn(state, after, time, (Danced(time, state.player, roll, state.position),))
    play = find_play(state.position, roll, after, lenient_last_checker=state.setup.profile.lenient_last_checker)
    corrected = state.phase is Phase.CORRECTING
    accepted = PlayAccepted(
        time, state.player, roll, state.position, after, play, corrected=corrected, confirmed=confirmed
    )
    return pass_turn(state, after, time, (accepted,))


def _judge(state: RefereeState, seen: Seen) -> Step:
    """Return what becomes of a turn that has ended with what `seen` shows."""
    roll = _roll_of(state)
    legal = _legal(state, roll)
    results = {state.position} if legal.is_dance else set(legal)
    sight = look(seen.reading, state.setup.layout, state.player)
    weighed = weigh(sight, state.position, results, state.setup.margins)
    if weighed.verdict is Verdict.LEGAL and weighed.legal is not None:
        return accept(state, weighed.legal, seen.time)
    if weighed.verdict is Verdict.ILLEGAL and weighed.other is not None:
        return _flag(state, weighed.other, roll, seen.time)
    return _ask(state, weighed, roll, seen.time)


def _flag(state: RefereeState, shown: Position, roll: Roll, time: float) -> Step:
    """Call the play illegal, with the reasons; once for the same board."""
    illegal = PlayIllegal(time, state.player, roll, state.position, shown, explain(state.position, roll, shown))
    return complain(replace(state, phase=Phase.CORRECTING, shown=shown), illegal)


def _ask(state: RefereeState, weighed: Weighed, roll: Roll, time: float) -> Step:
    """Ask the players; while a correction is awaited, a board in doubt changes nothing."""
    if state.phase is Phase.CORRECTING:
        return state, ()
    unsure = PlayUnsure(time, state.player, roll, state.position, weighed.legal, weighed.other)
    return complain(replace(state, phase=Phase.ASKING, shown=weighed.legal), unsure)


def _other_threw(state: RefereeState, seen: Seen) -> bool:
    """Return whether the dice on the board are a valid roll of the player whose turn it is not."""
    return isinstance(_throw_of(state, state.player.other, seen.reading.dice), Roll)


def _throw_of(state: RefereeState, player: Player, dice: Sequence[DieReading]) -> Roll | Doubt | None:
    """Return what the dice on the board are as a throw of `player`."""
    return read_throw(dice, state.setup.layout, player, state.setup.dice_margins)


def _legal(state: RefereeState, roll: Roll) -> LegalPlays:
    """Return the legal plays of the player on turn."""
    return legal_plays(state.position, roll, lenient_last_checker=state.setup.profile.lenient_last_checker)


def _roll_of(state: RefereeState) -> Roll:
    """Return the roll of the turn; the phases after the roll always have one."""
    if state.roll is None:
        raise AssertionError("a turn is judged before its roll")
    return state.roll
