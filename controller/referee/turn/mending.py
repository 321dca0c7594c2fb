"""Turns that were misread, or changed after their end: the record is put right, and an illegal one is called."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from controller.referee.events import Event, IllegalPlayStands, PlayIllegal, TurnMended
from controller.referee.match.offences import offend
from controller.referee.options.options import Policy
from controller.rules import Breach, NotationError, explain, find_play, legal_plays

if TYPE_CHECKING:
    from controller.referee.state import Hypothesis, PlayedTurn, RefereeState
    from controller.referee.turn.ending import Step
    from controller.rules import Play

IMPOSSIBLE: Final = Breach.CHECKER_MISSING | Breach.CHECKER_EXTRA | Breach.OTHER_MOVED | Breach.HIT_NOT_ON_BAR
"""Breaches by which the board holds what no play leaves: these are called whatever the policy."""


def mend(state: RefereeState, hypothesis: Hypothesis, time: float) -> Step:
    """Return the state as it is when the last turns went as `hypothesis` says, and what there is to say of it.

    A turn that was taken for legal and was not, or was changed after its end, is an illegal play that stands, as soon
    as the other player has thrown.
    """
    settled = list(state.settled)
    said: list[Event] = []
    for turn in hypothesis.turns:
        following = turn.number + 1
        if following >= len(settled) or settled[following].position == turn.leads_to:
            continue
        believed = replace(
            turn, after=settled[following].position if turn.again else settled[following].position.turned()
        )
        settled[following] = replace(settled[following], position=turn.leads_to)
        play = _written(state, turn)
        said.append(TurnMended(time, turn.number, turn.player, turn.roll, turn.before, turn.after, play))
        if play is None and state.turn.roll is not None and _written(state, believed) is not None:
            state, more = _called(state, turn, time)
            said += more
    return replace(state, position=hypothesis.position, settled=tuple(settled), hypotheses=(), base=None), tuple(said)


def _called(state: RefereeState, turn: PlayedTurn, time: float) -> Step:
    """Call an illegal play over which the other player has thrown; a board that no play can leave is nobody's."""
    explanation = explain(turn.before, turn.roll, turn.after, state.setup.profile, turn.named)
    if not explanation.reasons or explanation.breaches & IMPOSSIBLE:
        return state, ()
    condoned = state.setup.options.policy is Policy.CONDONE
    illegal = PlayIllegal(time, turn.player, turn.roll, turn.before, turn.after, explanation, condoned=condoned)
    stands = IllegalPlayStands(time, turn.player, turn.roll, turn.before, turn.after, condoned)
    counted, repeated = (state, ()) if condoned else offend(state, turn.player, time)
    return counted, (illegal, stands, *repeated)


def _written(state: RefereeState, turn: PlayedTurn) -> Play | None:
    """Return a turn's play in notation, None where it is not legal or none was made."""
    profile = state.setup.profile
    if turn.after not in legal_plays(turn.before, turn.roll, profile, turn.named):
        return None
    try:
        return find_play(turn.before, turn.roll, turn.after, profile, turn.named)
    except NotationError:
        return None
