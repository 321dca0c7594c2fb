"""A play that is corrected later than at the end of its turn: it stood, or was taken for legal.

The match goes back to where that turn began, with its roll; what was thrown or doubled since is withdrawn.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.referee.events import Event, GameStarted, RollVoided
from controller.referee.options.options import Correctable
from controller.referee.state import Phase, RefereeState, Turn
from controller.referee.turn.turn_history import go_back

if TYPE_CHECKING:
    from controller.referee.events import PlayIllegal
    from controller.referee.state import PlayedTurn
    from controller.referee.turn.ending import Step


def may_be_claimed(state: RefereeState) -> bool:
    """Return whether a player may still have an illegal play corrected over which the other has thrown or doubled."""
    if state.setup.options.correctable is not Correctable.PLAYED:
        return False
    stood = _stood(state)
    return state.phase in (Phase.PLAYING, Phase.ANSWERING) and stood is not None and stood[1].must_correct


def claim(state: RefereeState, time: float) -> Step:
    """Have the illegal play that stood corrected, because a player says so; without effect where he may not."""
    reopened = _reopened(state, time) if may_be_claimed(state) else None
    return reopened or (state, ())


def order(state: RefereeState, time: float) -> Step | None:
    """Have the illegal play that stood corrected, because the director says so; None where there is none."""
    on_turn = (Phase.ROLLING, Phase.PLAYING, Phase.ANSWERING)
    return _reopened(state, time) if state.phase in on_turn else None


def back_to(state: RefereeState, turn: PlayedTurn, illegal: PlayIllegal, time: float) -> Step:
    """Return the state in which `turn`, the last one, is to be corrected, and what there is to say of it.

    Args:
        state: now.
        turn: the turn.
        illegal: what is said of it.
        time: now.
    """
    withdrawn: tuple[Event, ...] = ()
    if state.turn.roll is not None:
        withdrawn = (RollVoided(time, state.player, state.turn.roll),)
    # The dice that lie there now are those that are withdrawn, and no new throw.
    back, undone = go_back(state, turn.number, time)
    correcting = replace(
        back, phase=Phase.CORRECTING, player=turn.player, position=turn.before, dice=state.dice,
        turn=Turn(roll=turn.roll, named=turn.named, shown=turn.after, illegal=illegal),
    )  # fmt: skip
    gone_back = tuple(replace(event, opening=False) if isinstance(event, GameStarted) else event for event in undone)
    return correcting, (*withdrawn, *gone_back, illegal)


def _stood(state: RefereeState) -> tuple[PlayedTurn, PlayIllegal] | None:
    """Return the last turn and its call, if it was an illegal play that stands as it was called."""
    last = state.last
    if last is None or last.illegal is None or last.after != last.illegal.seen:
        return None
    return last, last.illegal


def _reopened(state: RefereeState, time: float) -> Step | None:
    """Return the state in which the illegal play that stood is to be corrected; None where none stands."""
    stood = _stood(state)
    if stood is None:
        return None
    last, illegal = stood
    return back_to(state, last, replace(illegal, time=time, must_correct=True), time)
