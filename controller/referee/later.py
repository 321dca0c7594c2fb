"""A play that is corrected later than at the end of its turn: it stood, or was taken for legal.

The match goes back to where that turn began, with its roll; what was thrown or doubled since is withdrawn.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.referee.events import Event, RollVoided
from controller.referee.options import Correctable
from controller.referee.settling import go_back
from controller.referee.state import Dice, Phase, RefereeState

if TYPE_CHECKING:
    from controller.referee.ending import Step
    from controller.referee.events import PlayIllegal
    from controller.referee.state import PlayedTurn


def may_be_claimed(state: RefereeState) -> bool:
    """Return whether a player may still have an illegal play corrected over which the other has thrown or doubled."""
    if state.setup.options.correctable is not Correctable.PLAYED or not _stood(state):
        return False
    return state.phase in (Phase.PLAYING, Phase.ANSWERING) and state.illegal is not None and state.illegal.must_correct


def claim(state: RefereeState, time: float) -> Step:
    """Have the illegal play that stood corrected, because a player says so; without effect where he may not."""
    return _reopened(state, time) if may_be_claimed(state) else (state, ())


def order(state: RefereeState, time: float) -> Step | None:
    """Have the illegal play that stood corrected, because the director says so; None where there is none."""
    on_turn = (Phase.ROLLING, Phase.PLAYING, Phase.ANSWERING)
    return _reopened(state, time) if state.phase in on_turn and _stood(state) else None


def back_to(state: RefereeState, turn: PlayedTurn, illegal: PlayIllegal, time: float) -> Step:
    """Return the state in which `turn`, the last one, is to be corrected, and what there is to say of it.

    Args:
        state: now.
        turn: the turn.
        illegal: what is said of it.
        time: now.
    """
    withdrawn: tuple[Event, ...] = ()
    if state.roll is not None:
        withdrawn = (RollVoided(time, state.player, state.roll),)
    # The dice that lie there now are those that are withdrawn, and no new throw.
    back, undone = go_back(state, turn.number, time)
    correcting = replace(
        back, phase=Phase.CORRECTING, roll=turn.roll, named=turn.named, player=turn.player, position=turn.before,
        shown=turn.after, illegal=illegal, dice=Dice(lying=state.dice.lying, colours=state.dice.colours),
    )  # fmt: skip
    return correcting, (*withdrawn, *undone, illegal)


def _stood(state: RefereeState) -> bool:
    """Return whether the last turn was an illegal play that stands."""
    return state.illegal is not None and state.last is not None and state.last.after == state.illegal.seen


def _reopened(state: RefereeState, time: float) -> Step:
    """Return the state in which the illegal play that stood is to be corrected."""
    if state.illegal is None or state.last is None:
        raise AssertionError("no illegal play stands")
    again = replace(state.illegal, time=time, must_correct=True)
    return back_to(state, state.last, again, time)
