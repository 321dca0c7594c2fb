"""Resignations: offered at a level, accepted or refused by the other player, withdrawn while they wait."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from controller.referee.events import ResignationOffered, ResignationRefused, Resigned
from controller.referee.inputs import Action
from controller.referee.state import GAME_ON, Phase, RefereeState, Resignation
from controller.referee.turn.ending import Step, end_game, paid
from controller.rules import Level, resigned

if TYPE_CHECKING:
    from controller.referee.inputs import Said

LEVELS: Final = {
    Action.RESIGN_SINGLE: Level.SINGLE,
    Action.RESIGN_GAMMON: Level.GAMMON,
    Action.RESIGN_BACKGAMMON: Level.BACKGAMMON,
}
"""What each word of resignation offers."""


def offer_resignation(state: RefereeState, said: Said) -> Step:
    """Offer to lose the game; while a double waits for its answer there is only take or pass."""
    if state.phase not in GAME_ON or state.phase is Phase.ANSWERING:
        return state, ()
    if state.turn.resignation is not None and state.turn.resignation.player is not said.player:
        return state, ()
    level = LEVELS[said.action]
    offered = replace(state, turn=replace(state.turn, resignation=Resignation(said.player, level)))
    return offered, (ResignationOffered(said.time, said.player, level),)


def answer_resignation(state: RefereeState, said: Said) -> Step:
    """Accept or refuse what was offered; who has offered it may only withdraw it."""
    offer = state.turn.resignation
    if offer is None:
        return state, ()
    if said.action is Action.REFUSE:
        return replace(state, turn=replace(state.turn, resignation=None)), (ResignationRefused(said.time, said.player),)
    if said.player is offer.player:
        return state, ()
    result = resigned(
        offer.level, offer.player, state.cube, state.match, state.setup.profile, paid(state, offer.player)
    )
    return end_game(state, result, said.time, (Resigned(said.time, offer.player, offer.level),))
