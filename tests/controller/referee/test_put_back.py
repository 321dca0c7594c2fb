"""A checker that was slid between turns and put back."""

from __future__ import annotations

from controller.referee.events import BoardAgrees, Desync, PlayIllegal
from controller.rules import START, Position
from tests.controller.referee.boards import dice_of
from tests.controller.referee.by_hand import ONE, TWO, Match, after, kinds


def _others_moved(position: Position, source: int, target: int) -> Position:
    """Return a position in which a checker of the other player's was moved, points as he counts them."""
    theirs = list(position.theirs)
    theirs[source] -= 1
    theirs[target] += 1
    return Position(position.mine, tuple(theirs))


def test_it_may_not_be_moved_there_by_the_other_player_afterwards() -> None:
    match = Match()
    match.open(3, 1)
    played = after(START, (8, 5), (6, 5))
    match.see(played, ONE)
    match.see(played, ONE, *dice_of(TWO, 6, 4))
    reply = after(played.turned(), (24, 14))
    match.see(reply, TWO)
    assert kinds(match.see(after(reply, (14, 11)), TWO)) == [Desync]
    assert kinds(match.see(reply, TWO)) == [BoardAgrees]
    match.see(reply, TWO, *dice_of(ONE, 2, 1))
    cheated = _others_moved(after(reply.turned(), (6, 4), (24, 23)), 14, 11)
    assert kinds(match.see(cheated, ONE)) == [PlayIllegal]
