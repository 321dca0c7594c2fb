"""Illegal plays that repeat: they are counted, and the director is told what is due; what he gives is his decision."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.referee.events import Audience, OffenceRepeated, Penalised, Sanction
from controller.referee.options.options import RepeatedOffence
from controller.referee.state import Phase
from controller.referee.turn.ending import Step, award_match
from controller.rules import Form, Player, most_points, with_penalty

if TYPE_CHECKING:
    from controller.referee.events import Event
    from controller.referee.state import RefereeState


def offend(state: RefereeState, player: Player, time: float) -> Step:
    """Return the state after one more illegal play of a player's, and what the director has to know of it."""
    options = state.setup.options
    if options.repeated_offence is RepeatedOffence.IGNORED:
        return state, ()
    counted = _counted(state, player, 1)
    count = counted.offences[player]
    if count == 1:
        return counted, ()
    due = Sanction.WARNING if count <= 1 + options.warnings else Sanction.PENALTY
    return counted, (OffenceRepeated(time, player, count, due, audience=Audience.DIRECTOR),)


def forgiven(state: RefereeState, player: Player) -> RefereeState:
    """Return the state after a player's play was found legal after all."""
    return _counted(state, player, -1)


def penalise(state: RefereeState, player: Player, points: int, time: float) -> Step | None:
    """Give the other player penalty points, at once; None outside a match and after it, and for more than it has."""
    if not 1 <= points <= most_points(state.match) or state.match.form is not Form.MATCH or state.phase is Phase.OVER:
        return None
    # They stay when play is undone: the score of every settled position gets them too, but for one that they would
    # end the match at. Going back there is to play on, and takes them back with the end.
    more = [with_penalty(one.match, player.other, points, playing=True) for one in state.settled]
    settled = tuple(
        one if match.is_over else replace(one, match=match) for one, match in zip(state.settled, more, strict=True)
    )
    playing = state.phase is not Phase.SETTING_UP
    match = with_penalty(state.match, player.other, points, playing=playing)
    after = replace(state, match=match, settled=settled)
    said: tuple[Event, ...] = (Penalised(time, player, points, match.score),)
    return award_match(after, time, said) if match.is_over else (after, said)


def _counted(state: RefereeState, player: Player, more: int) -> RefereeState:
    """Return the state with a player's offences counted."""
    counts = list(state.offences)
    counts[player] = max(0, counts[player] + more)
    return replace(state, offences=(counts[0], counts[1]))
