"""Dutch backgammon and acey-deucey counted out plainly: every sequence of moves, by the words of the rules.

Nothing of `controller.rules` is used but the shapes of its values. Slow, and meant to be: what it says is easy to
check.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import permutations
from typing import TYPE_CHECKING

from controller.rules import BAR, Position

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True)
class House:
    """The rules of a house.

    Attributes:
        all_first: no checker moves before all have been entered.
        hit_first: a checker that was hit is entered before anything else.
        home_to_hit: "never" needed, needed "once", or needed "now".
        acey_deucey: 1 and 2 are followed by any double.
        complement: a double is followed by its complement, and only exact numbers bear off.
    """

    all_first: bool = True
    hit_first: bool = True
    home_to_hit: str = "once"
    acey_deucey: bool = False
    complement: bool = False


@dataclass(frozen=True)
class Board:
    """A board as one player sees it: his checkers and the other's by his points, and where else they are."""

    mine: tuple[int, ...]
    theirs: tuple[int, ...]
    hand: int
    bar: int
    off: int
    sent: int
    been_home: bool


def board_of(position: Position) -> Board:
    """Return a position as a board."""
    return Board(
        tuple(position.mine[1:25]),
        tuple(position.theirs[25 - point] for point in range(1, 25)),
        position.unentered[0],
        position.mine[BAR] - position.unentered[0],
        position.mine[0],
        0,
        position.been_home[0],
    )


def position_of(board: Board, before: Position) -> Position:
    """Return the board as a position, which came about from another."""
    theirs = [before.theirs[0], *reversed(board.theirs), before.theirs[BAR] + board.sent]
    return Position(
        (board.off, *board.mine, board.bar + board.hand),
        tuple(theirs),
        (board.hand, before.unentered[1]),
        (board.been_home, before.been_home[1]),
    )


def moves(board: Board, die: int, house: House) -> Iterator[Board]:
    """Yield what a board may be after one move."""
    if board.bar:
        yield from landed(board, replace(board, bar=board.bar - 1), 25 - die, house)
    if board.hand and not (board.bar and house.hit_first and not house.all_first):
        yield from landed(board, replace(board, hand=board.hand - 1), 25 - die, house)
    if (board.bar and house.hit_first) or ((board.hand or board.bar) and house.all_first):
        return
    for point in range(1, 25):
        if not board.mine[point - 1]:
            continue
        mine = list(board.mine)
        mine[point - 1] -= 1
        lifted = replace(board, mine=tuple(mine))
        if point > die:
            yield from landed(board, lifted, point - die, house)
            continue
        if board.bar or board.hand or any(board.mine[6:]):
            continue
        if point == die or (not house.complement and not any(board.mine[point:])):
            yield replace(lifted, off=board.off + 1, been_home=True)


def landed(before: Board, lifted: Board, point: int, house: House) -> Iterator[Board]:
    """Yield what a checker that was lifted leaves on a point, if it may land there."""
    there = lifted.theirs[point - 1]
    if there > 1:
        return
    if there == 1:
        home_now = any(before.mine[:6])
        may_hit = {
            "never": True,
            "once": before.been_home or home_now or before.off > 0,
            "now": home_now,
        }[house.home_to_hit]
        if not may_hit:
            return
    mine, theirs = list(lifted.mine), list(lifted.theirs)
    mine[point - 1] += 1
    theirs[point - 1] = 0 if there == 1 else there
    yield replace(
        lifted,
        mine=tuple(mine),
        theirs=tuple(theirs),
        sent=lifted.sent + (there == 1),
        been_home=lifted.been_home or point <= 6,
    )


def sequences(board: Board, dice: tuple[int, ...], house: House) -> Iterator[tuple[int, Board]]:
    """Yield how many of some dice were played in this order until one could not be, and the board then."""
    stuck = True
    if dice:
        for after in moves(board, dice[0], house):
            stuck = False
            for used, end in sequences(after, dice[1:], house):
                yield used + 1, end
    if stuck:
        yield 0, board


def stage(board: Board, dice: tuple[int, ...], house: House) -> tuple[int, set[Board]]:
    """Return how many dice must be played, and every board that may be left then."""
    ends = [(order, *end) for order in set(permutations(dice)) for end in sequences(board, order, house)]
    most = max(used for _, used, _ in ends)
    best = [(order, end) for order, used, end in ends if used == most]
    if most == 1 and len(set(dice)) == 2:
        larger = max(order[0] for order, _ in best)
        best = [(order, end) for order, end in best if order[0] == larger]
    return most, {end for _, end in best}


def results(position: Position, dice: tuple[int, int], house: House) -> dict[Position, set[tuple[int | None, bool]]]:
    """Return every position that a roll may leave, with the doubles that may have been named, and who rolls again."""
    plans: list[tuple[int | None, list[tuple[int, ...]], bool]] = []
    high, low = max(dice), min(dice)
    if house.acey_deucey and (high, low) == (2, 1):
        for face in range(1, 7):
            after = [(face,) * 4] + ([(7 - face,) * 4] if house.complement else [])
            plans.append((face, [(2, 1), *after], True))
    elif high == low:
        again = house.acey_deucey and house.complement
        doubles: list[tuple[int, ...]] = [(high,) * 4, (7 - high,) * 4]
        plans.append((None, doubles[: 1 + again], again))
    else:
        plans.append((None, [(high, low)], False))
    found: dict[Position, set[tuple[int | None, bool]]] = {}
    for named, stages, again in plans:
        going_on = {board_of(position)}
        for dice_now in stages:
            nexts: set[Board] = set()
            for board in going_on:
                used, ends = stage(board, dice_now, house)
                if used == len(dice_now):
                    nexts |= ends
                else:
                    for end in ends:
                        found.setdefault(position_of(end, position), set()).add((named, False))
            going_on = nexts
        for board in going_on:
            found.setdefault(position_of(board, position), set()).add((named, again))
    return found
