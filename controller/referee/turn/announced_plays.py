"""Plays that are announced before they are made, as by somebody whose checkers another person moves.

What was announced is no rule: a play is judged as any other, and the reasons why one is illegal do not change. But a
legal play that is another one is not taken for the turn. It is put right: the referee goes on when the board shows
what was announced, when somebody says that it does, or by the director's word. Nobody's throw lets anything else stand.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.referee.events import PlayAnnounced, PlayDiffers
from controller.referee.evidence.legal_results import results
from controller.referee.state import ROLLED, Phase
from controller.referee.turn.board_mismatch import remedies
from controller.rules import find_play, legal_plays

if TYPE_CHECKING:
    from controller.referee.inputs import Announced
    from controller.referee.state import RefereeState
    from controller.referee.turn.ending import Step
    from controller.rules import Position


def announce(state: RefereeState, given: Announced) -> Step:
    """Remember what the player on turn plays with his roll; without effect where that is no legal play of it."""
    roll = state.turn.roll
    if (
        state.phase not in ROLLED
        or roll is None
        or given.player is not state.player
        or given.after == state.turn.announced
    ):
        return state, ()
    if given.after not in legal_plays(state.position, roll, state.setup.profile, state.turn.named):
        return state, ()
    play = find_play(state.position, roll, given.after, state.setup.profile, state.turn.named)
    said = PlayAnnounced(given.time, state.player, roll, state.position, given.after, play)
    turn = replace(state.turn, announced=given.after, looks=())
    return replace(state, turn=turn, look_again=state.phase is not Phase.PLAYING), (said,)


def is_other(state: RefereeState, after: Position) -> bool:
    """Return whether a legal play that leaves `after` is another one than was announced for this turn."""
    return state.turn.announced is not None and after != state.turn.announced


def awaits_announced(state: RefereeState) -> bool:
    """Return whether a legal play that is not the announced one is to be put right."""
    if (
        state.phase is not Phase.CORRECTING
        or state.turn.announced is None
        or state.turn.shown is None
        or state.turn.roll is None
    ):
        return False
    return state.turn.illegal is None and state.turn.shown in results(state, state.position, state.turn.roll)


def differing(state: RefereeState, seen: Position, time: float) -> tuple[RefereeState, PlayDiffers]:
    """Return the state in which another legal play is to be put right, and what is said of it.

    Only where one was announced; `seen` is what stands on the board, seen by the player on turn.
    """
    roll, announced = state.turn.roll, state.turn.announced
    if roll is None or announced is None:
        raise AssertionError("no play was announced")
    play = find_play(state.position, roll, announced, state.setup.profile, state.turn.named)
    wanted = remedies(announced, seen, state.player)
    said = PlayDiffers(time, state.player, roll, state.position, announced, seen, play, wanted)
    turn = replace(state.turn, shown=seen, looks=(), illegal=None)
    return replace(state, phase=Phase.CORRECTING, turn=turn), said
