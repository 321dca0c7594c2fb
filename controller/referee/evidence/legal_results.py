"""Legal results of a turn by the rules of the game that is played, and what they earn."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from controller.rules import GamePlays, IllegalPlayError, Way, find_play, legal_plays, staged_rolls

if TYPE_CHECKING:
    from collections.abc import Collection

    from controller.referee.state import RefereeState
    from controller.rules import Play, Position, Roll

NO_WAY: Final = Way(None, again=False)
"""What is so of every turn of backgammon: no double is named, and nobody rolls again."""


def results(state: RefereeState, position: Position, roll: Roll) -> Collection[Position]:
    """Return every position in which a turn may end legally: the unchanged one where no move is possible."""
    legal = legal_plays(position, roll, state.setup.profile, state.turn.named)
    return (position,) if legal.is_dance else legal


def candidates(legal: Collection[Position], seen: Position) -> Collection[Position]:
    """Return those of the legal positions that may be what is seen.

    That is all of them, but for a turn in which a double is named: there can be a hundred thousand, and only those near
    what is seen are looked at.
    """
    if not isinstance(legal, GamePlays) or all(len(staged.stages) == 1 for staged in legal.staged_rolls):
        return legal
    # What is near is looked for by the mover's checkers alone.
    goal = replace(seen, theirs=legal.before.theirs, unentered=(seen.unentered[0], legal.before.unentered[1]))
    return sorted(legal.near(goal), key=lambda one: (one.mine, one.theirs, one.unentered))


def most_moves(state: RefereeState, roll: Roll) -> int:
    """Return how many checkers a roll moves at most."""
    return max(len(staged.dice) for staged in staged_rolls(roll, state.setup.profile, state.turn.named))


def way_of(state: RefereeState, before: Position, roll: Roll, after: Position) -> Way:
    """Return how a legal turn was played: the double that it shows, and whether it earns another roll.

    Whoever has not said which double he plays is taken to have named one that earns the roll, where one explains the
    board. A double that others would explain as well is not told.
    """
    legal = legal_plays(before, roll, state.setup.profile, state.turn.named)
    if not isinstance(legal, GamePlays):
        return NO_WAY
    ways = legal.ways(after)
    again = any(way.again for way in ways)
    named = [way.named for way in ways if way.again is again]
    return Way(named[0] if len(named) == 1 else state.turn.named, again)


def is_unclear(state: RefereeState, before: Position, roll: Roll, after: Position) -> bool:
    """Return whether a turn earns another roll with one double, and would not with another that explains it too."""
    legal = legal_plays(before, roll, state.setup.profile, state.turn.named)
    return isinstance(legal, GamePlays) and len({way.again for way in legal.ways(after)}) > 1


def written(state: RefereeState, roll: Roll, after: Position | None) -> Play | None:
    """Return a play from the settled position in notation, for games that are not played as backgammon is."""
    profile = state.setup.profile
    if after is None or after == state.position or not profile.variant.begins_off_the_board:
        return None
    try:
        return find_play(state.position, roll, after, profile, state.turn.named)
    except IllegalPlayError:
        return None
