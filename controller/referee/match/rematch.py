"""After a match one player asks for another of the same length, the other agrees, and it begins."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.referee.commands import NewMatch
from controller.referee.events import RematchOffered, RematchWithdrawn
from controller.referee.match.director import new_match
from controller.rules import MatchState

if TYPE_CHECKING:
    from controller.referee.inputs import Said
    from controller.referee.state import RefereeState
    from controller.referee.turn.ending import Step


def agree(state: RefereeState, said: Said) -> Step:
    """Ask for another match, or begin it where the other player has asked; in OVER."""
    if state.turn.rematch is None:
        return replace(state, turn=replace(state.turn, rematch=said.player)), (RematchOffered(said.time, said.player),)
    if state.turn.rematch is said.player:
        return state, ()
    again = MatchState(state.match.form, state.match.length)
    begun = new_match(state, NewMatch(state.setup.names, again), said.time)
    return (state, ()) if begun is None else begun


def withdraw(state: RefereeState, said: Said) -> Step:
    """Take back, or refuse, what was asked for."""
    if state.turn.rematch is None:
        return state, ()
    return replace(state, turn=replace(state.turn, rematch=None)), (RematchWithdrawn(said.time, said.player),)
