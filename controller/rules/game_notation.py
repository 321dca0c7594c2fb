"""The moves of a legal play in every game; what `notation.find_play` is for backgammon."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.rules.game_plays import GamePlays, plays_of
from controller.rules.notation import IllegalPlayError, find_play

if TYPE_CHECKING:
    from controller.rules.dice import Roll
    from controller.rules.notation import Play
    from controller.rules.position import Position
    from controller.rules.profile import RulesProfile


def find_play_of(
    before: Position, roll: Roll, after: Position, profile: RulesProfile, named: int | None = None
) -> Play:
    """Return the moves of a legal play that leaves a position: one a die, in an order in which they can be made.

    Args:
        before: the position before the play, seen by the player who moves.
        roll: the dice.
        after: the position it leaves, still seen by the same player.
        profile: the rules played by, the variant among them.
        named: the double that the player has named; None where he has not said it.

    Raises:
        IllegalPlayError: no legal play leaves that position ("play.not_legal").
    """
    plays = plays_of(before, roll, profile, named)
    if not isinstance(plays, GamePlays):
        return find_play(before, roll, after, lenient_last_checker=profile.lenient_last_checker)
    if not plays.allows(after):
        raise IllegalPlayError("play.not_legal", before=before, roll=roll, after=after)
    return plays.route(after)
