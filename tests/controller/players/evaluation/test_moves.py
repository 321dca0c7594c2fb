"""The many-boards form of positions and plays against the rules."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np

from controller.players.evaluation.boards import THEIR_BAR, THEIR_OFF, boards_of, turned
from controller.players.evaluation.moves import CHANCES, ROLLS, after_all_rolls, best_rows, first_rows, results
from controller.rules import BAR, HYPERGAMMON, NACKGAMMON, OFF, START, Position, Roll, legal_plays
from tests.controller.rules.boards import from_points

ALL_ON_THE_BAR = Position((*[0] * BAR, 15), (*[0] * BAR, 15))
BEARING_OFF = from_points({6: 2, 5: 1, 3: 4, 1: 2}, {4: 3, 2: 2, BAR: 1})


if TYPE_CHECKING:
    from numpy.typing import NDArray


def position_of(board: NDArray[np.int8]) -> Position:
    """Return one board (shape (28,)) as a position whose `mine` is the mover."""
    points = [int(count) for count in board[1:25]]
    mine = (int(board[OFF]), *(max(count, 0) for count in points), int(board[BAR]))
    theirs = (int(board[THEIR_OFF]), *(max(-count, 0) for count in reversed(points)), int(board[THEIR_BAR]))
    return Position(mine, theirs)


def wandered(start: Position, rng: Random, turns: int) -> list[Position]:
    """Return the positions of some turns of random play from a start, until somebody has won."""
    met = [start]
    for _ in range(turns):
        legal = sorted(legal_plays(met[-1], Roll.of(rng.randint(1, 6), rng.randint(1, 6))), key=lambda one: one.mine)
        after = rng.choice(legal) if legal else met[-1]
        if not any(after.mine[1:]):
            break
        met.append(after.turned())
    return met


def some_positions() -> list[Position]:
    """Return positions of every kind of game, from the start to its end."""
    rng = Random(5)
    starts = (START, NACKGAMMON.start, HYPERGAMMON.start, ALL_ON_THE_BAR, BEARING_OFF, BEARING_OFF.turned())
    return [position for start in starts for position in wandered(start, rng, 90)]


def test_a_board_turns_back_into_its_position() -> None:
    positions = some_positions()
    assert [position_of(board) for board in boards_of(positions)] == positions


def test_a_turned_board_is_the_turned_position() -> None:
    positions = some_positions()
    assert [position_of(board) for board in turned(boards_of(positions))] == [one.turned() for one in positions]


def test_the_plays_of_all_rolls_are_those_of_the_rules() -> None:
    positions = some_positions()[::3]
    owners, after = after_all_rolls(boards_of(positions))
    begins = np.append(first_rows(owners, len(positions) * len(ROLLS)), len(owners))
    for i, position in enumerate(positions):
        for j, roll in enumerate(ROLLS):
            row = i * len(ROLLS) + j
            found = [position_of(board) for board in after[begins[row] : begins[row + 1]]]
            legal = set(legal_plays(position, Roll(*roll))) or {position}
            assert len(found) == len(legal), (position, roll)
            assert set(found) == legal, (position, roll)


def test_boards_with_different_rolls_do_not_mix() -> None:
    boards = boards_of([START, BEARING_OFF, START])
    owners, after = results(boards, np.array([6, 4, 2], np.int8), np.array([5, 4, 1], np.int8))
    assert list(owners) == sorted(owners)
    last = {position_of(board) for board in after[owners == 2]}
    assert last == set(legal_plays(START, Roll(2, 1)))


def test_the_chances_of_the_rolls_add_up_to_one() -> None:
    assert len(ROLLS) == len(CHANCES) == 21
    assert abs(float(CHANCES.sum()) - 1) < 1e-6


def test_the_best_row_of_each_owner_is_the_first_of_its_highest() -> None:
    values = np.array([1, 3, 3, -5, 7, 0], np.float32)
    assert list(best_rows(values, np.array([0, 0, 0, 1, 2, 2]), 3)) == [1, 3, 4]


def test_borne_off_checkers_are_counted_on() -> None:
    board = boards_of([from_points({1: 2}, {1: 1})])
    _, after = results(board, np.array([6], np.int8), np.array([5], np.int8))
    assert [position_of(one).mine[OFF] for one in after] == [15]
