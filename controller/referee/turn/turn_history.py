"""Settled positions: kept when they come about, gone back to when play is undone, mended when they were misread."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.referee.events import Event, GameStarted, MatchStarted, TurnStarted, Undone
from controller.referee.evidence.legal_results import way_of
from controller.referee.state import Dice, Phase, PlayedTurn, Settled, Turn
from controller.rules import is_crawford_game
from controller.rules.agreed import words_of

if TYPE_CHECKING:
    from controller.referee.state import RefereeState, Setup
    from controller.referee.turn.ending import Step
    from controller.rules import MatchState, Position, Roll


def settle(state: RefereeState, time: float, *, opening: bool = False) -> RefereeState:
    """Return the state with its position kept as the next settled one."""
    kept = Settled(time, opening, state.player, state.position, state.cube, state.match, first_turn=state.first_turn)
    return replace(state, settled=(*state.settled, kept))


def go_back(state: RefereeState, number: int, time: float) -> Step:
    """Return the state at the settled position `number`, which must exist, before its roll."""
    kept = state.settled[number]
    back = replace(
        state,
        turn=Turn(),
        phase=Phase.OPENING if kept.opening else Phase.ROLLING,
        player=kept.player,
        position=kept.position,
        cube=kept.cube,
        match=kept.match,
        first_turn=kept.first_turn,
        hypotheses=(),
        base=None,
        last=None,
        dice=Dice() if kept.opening else state.dice,
        settled=state.settled[: number + 1],
    )
    return back, (Undone(time, number), begun(back, time, opening=kept.opening))


def played_turn(state: RefereeState, roll: Roll, after: Position) -> PlayedTurn:
    """Return the turn in progress as it is believed to have been played."""
    again = way_of(state, state.position, roll, after).again
    return PlayedTurn(len(state.settled) - 1, state.player, roll, state.position, after, again, state.turn.named)


def match_begun(setup: Setup, match: MatchState, time: float) -> Event:
    """Return the event with which a match begins."""
    rules = words_of(setup.profile, match.form)
    return MatchStarted(time, setup.names, match.length, setup.profile.variant.name, rules)


def begun(state: RefereeState, time: float, *, opening: bool) -> Event:
    """Return the event with which a settled position begins."""
    if not opening:
        return TurnStarted(time, state.player)
    crawford = is_crawford_game(state.match, state.setup.profile)
    return GameStarted(time, state.match.games_played + 1, state.match.score, crawford)
