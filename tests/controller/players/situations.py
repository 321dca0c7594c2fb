"""Situations to ask computer players about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.players.player import PlayQuestion, Situation
from controller.rules import STANDARD, CubeState, MatchState, Player, Roll, RulesProfile, legal_plays, money_session

if TYPE_CHECKING:
    from controller.rules import Position


def situation_of(
    position: Position,
    *,
    on_roll: bool = True,
    match: MatchState | None = None,
    cube: CubeState | None = None,
    profile: RulesProfile = STANDARD,
) -> Situation:
    """Return a situation of `Player.ONE`; without more, a money session with the cube in the centre."""
    return Situation(
        position=position,
        me=Player.ONE,
        on_roll=on_roll,
        match=match or money_session(),
        cube=cube or CubeState(),
        profile=profile,
    )


def question_of(position: Position, roll: Roll, situation: Situation | None = None) -> PlayQuestion:
    """Return the question which play to make."""
    results = tuple(legal_plays(position, roll))
    return PlayQuestion(situation or situation_of(position), roll, results)
