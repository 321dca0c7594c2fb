"""A die that could not be read, settled by the play: only where that is agreed, and never without saying so."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.referee.events import Rolled, RollInferred
from controller.referee.evidence.hypotheses import Verdict, weigh
from controller.referee.evidence.legal_results import results
from controller.referee.evidence.multi_hypothesis import witnesses
from controller.referee.state import Phase
from controller.rules import Roll

if TYPE_CHECKING:
    from controller.referee.inputs import Seen
    from controller.referee.state import RefereeState
    from controller.referee.turn.ending import Step


def infer_roll(state: RefereeState, seen: Seen) -> Step | None:
    """Return the state in which the turn was played with the one roll that explains the board, None without one.

    The play must be clearly legal with exactly one value of the die that could not be read. A player who has not
    moved at all has shown nothing.
    """
    if state.turn.known is None:
        return None
    sight, moved = witnesses(state, seen.reading)
    if sight.score(state.position) > -state.setup.thresholds.displaced:
        return None
    fitting = []
    for value in range(1, 7):
        roll = Roll.of(state.turn.known, value)
        options = results(state, state.position, roll)
        weighed = weigh(sight, state.position, options, state.setup.thresholds, moved)
        if weighed.verdict is Verdict.LEGAL and weighed.legal != state.position:
            fitting.append(roll)
    if len(fitting) != 1:
        return None
    roll = fitting[0]
    said = (
        RollInferred(seen.time, state.player, roll),
        Rolled(seen.time, state.player, roll, opening=False, can_play=True),
    )
    turn = replace(state.turn, roll=roll, ended=seen.time, known=None, looks=(), complaint=None)
    return replace(state, phase=Phase.ENDED, turn=turn, dice=replace(state.dice, lying=())), said
