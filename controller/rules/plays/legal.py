"""The legal plays of a roll in whichever game is played, and the moves of one that leaves a position."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, overload

from controller.rules.notation import IllegalPlayError, Move
from controller.rules.plays.backgammon import LegalPlays, backgammon_plays
from controller.rules.plays.game_plays import GamePlays
from controller.rules.plays.packed import highest_difference, open_steps, pack, pack_after
from controller.rules.position import BAR, OFF
from controller.rules.profile import STANDARD

if TYPE_CHECKING:
    from collections.abc import Iterator

    from controller.rules.dice import Roll
    from controller.rules.notation import Play
    from controller.rules.plays.packed import PackedStep
    from controller.rules.position import Position
    from controller.rules.profile import RulesProfile

Plays = LegalPlays | GamePlays
"""The legal plays of a roll, in whichever game."""


@overload
def legal_plays(position: Position, roll: Roll) -> LegalPlays: ...


@overload
def legal_plays(position: Position, roll: Roll, profile: RulesProfile, named: int | None = None) -> Plays: ...


def legal_plays(
    position: Position, roll: Roll, profile: RulesProfile = STANDARD, named: int | None = None
) -> LegalPlays | GamePlays:
    """Return every position that a legal play of this roll may leave.

    As many dice as possible must be used, and where either die can be used but not both, the larger. Taken strictly,
    that holds for the very last checker too: with 6-1 on the 6-point it must go 6/5/off. This shows only when the
    detour hits a blot; at a table nobody would object to 6/off, hence `RulesProfile.lenient_last_checker`.

    Args:
        position: the position before the play, seen by the player who moves. Points shared by both players and the
            number of checkers are not looked at (`Position.problems` does).
        roll: the dice.
        profile: the rules played by, the variant among them.
        named: the double that the player has named, None where he has not said it.

    Raises:
        PositionError: the position is not made of 26 counts a side, see `Position.problems`.
    """
    if profile.variant.begins_off_the_board:
        return _game_plays(position, roll, profile, named)
    return backgammon_plays(position, roll, lenient_last_checker=profile.lenient_last_checker)


@lru_cache(maxsize=8)
def _game_plays(position: Position, roll: Roll, profile: RulesProfile, named: int | None) -> GamePlays:
    """Return the legal plays of a game with rules of its own; a referee looks at each several times."""
    return GamePlays(position, roll, profile, named)


def find_play(
    before: Position, roll: Roll, after: Position, profile: RulesProfile = STANDARD, named: int | None = None
) -> Play:
    """Return the moves of a legal play that leaves a position: one move a die, in an order in which they can be made.

    Where several plays leave the position, the one is chosen whose first move has the highest source, then the lowest
    target (the larger die), and so on.

    Args:
        before: the position before the play, seen by the player who moves.
        roll: the dice.
        after: the position it leaves, still seen by the same player.
        profile: the rules played by, the variant among them.
        named: the double that the player has named; None where he has not said it.

    Raises:
        IllegalPlayError: no legal play leaves that position ("play.not_legal").
    """
    plays = legal_plays(before, roll, profile, named)
    if not plays.allows(after):
        raise IllegalPlayError("play.not_legal", before=before, roll=roll, after=after)
    return plays.route(after) if isinstance(plays, GamePlays) else _route(plays, after)


def _route(legal: LegalPlays, after: Position) -> Play:
    """Return the moves of a legal play of backgammon that leaves a position."""
    before, roll = legal.before, legal.roll
    goal = pack_after(before, after)
    if goal is None or legal.is_dance:
        return ()
    if roll.is_doublet:
        return _doublet_route(before, roll.high, goal)
    start = pack(before)
    steps = {die: open_steps(before.theirs, die, range(BAR, 0, -1)) for die in roll.dice}
    orders = [(roll.high, roll.low), (roll.low, roll.high)] if legal.dice_used == 2 else [(legal.pips,)]
    routes = [route for order in orders for route in _routes(start, goal, order, steps)]
    if not routes:  # only the last checker, borne off with one die where the strict plays use both
        routes = [route for die in roll.dice for route in _routes(start, goal, (die,), steps)]
    return min(routes, key=lambda route: [(-move.source, move.target) for move in route])


def _routes(packed: int, goal: int, dice: tuple[int, ...], steps: dict[int, dict[int, PackedStep]]) -> Iterator[Play]:
    """Yield the ways to play dice in this order from a packed position to another; `steps` by die and source."""
    if not dice:
        if packed == goal:
            yield ()
        return
    for source, (has, clear, delta, hit) in steps[dice[0]].items():
        if packed & has and not packed & clear:
            move = Move(source, max(OFF, source - dice[0]), bool(hit & ~packed))
            for route in _routes(packed + delta | hit, goal, dice[1:], steps):
                yield (move, *route)


def _doublet_route(before: Position, die: int, goal: int) -> Play:
    """Return the moves that play a doublet to a packed position: only one way goes from the highest source down."""
    steps = open_steps(before.theirs, die, range(BAR, 0, -1))
    packed = pack(before)
    route: list[Move] = []
    while packed != goal:
        source = highest_difference(packed, goal)
        _, _, delta, hit = steps[source]
        route.append(Move(source, max(OFF, source - die), bool(hit & ~packed)))
        packed = packed + delta | hit
    return tuple(route)
