"""Losses of the network for whole boards: least where it says what is true."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from vision.checkers.canvas import HEIGHT, WIDTH
from vision.checkers.seen_checkers import CELL

torch = pytest.importorskip("torch", reason="PyTorch is not installed (pip install '.[train]')")

from vision.training.board.batch import KINDS, MOST_THINGS, NOTHING  # noqa: E402 - takes PyTorch
from vision.training.board.loss import CHECKER, checkers_loss, things_loss  # noqa: E402
from vision.training.board.net import CHECKER_SET  # noqa: E402

if TYPE_CHECKING:
    from torch import Tensor

SPOTS = (("die", 101.0, 66.0, 12.0), ("dark", 180.0, 203.0, 28.0), ("light", 300.0, 40.0, 28.0))


def things() -> Tensor:
    """Return a die, a dark and a light checker on each of two pictures."""
    said = torch.full((2, MOST_THINGS, 4), NOTHING)
    for number, (kind, *where) in enumerate(SPOTS):
        said[:, number] = torch.tensor([KINDS.index(kind), *where])
    return said


def true_map() -> Tensor:
    """Return the map that says so, and that the two checkers are not alike."""
    said = torch.zeros(2, CHECKER_SET + 8, HEIGHT // CELL, WIDTH // CELL)
    said[:, :3] = -20.0
    for kind, x, y, side in SPOTS:
        column, row = int(x // CELL), int(y // CELL)
        off = torch.tensor([x / CELL - column - 0.5, y / CELL - row - 0.5])
        said[:, min(KINDS.index(kind), CHECKER), row, column] = 20.0
        if kind == "die":
            said[:, 3:5, row, column] = off
            said[:, 5, row, column] = torch.log(torch.tensor(side / CELL))
        else:
            said[:, 6:8, row, column] = off
            said[:, CHECKER_SET:, row, column] = 3.0 * KINDS.index(kind)
    return said


def test_a_map_that_says_what_is_there_costs_nothing_and_any_other_something() -> None:
    assert float(things_loss(true_map(), things())) == pytest.approx(0.0, abs=1e-4)
    for channel in range(CHECKER_SET):
        worse = true_map()
        worse[:, channel] += 1.0 if channel > 2 else -true_map()[:, channel]
        assert float(things_loss(worse, things())) > 0.1


def test_checkers_of_one_set_are_to_be_alike_those_of_the_other_not_also_in_another_picture() -> None:
    true = float(checkers_loss(true_map(), things(), 2))
    alike, strange = true_map(), true_map()
    alike[:, CHECKER_SET:] = 0.0
    strange[1, CHECKER_SET:] += 5.0
    assert true < 0.1 < min(float(checkers_loss(worse, things(), 2)) for worse in (alike, strange))


def test_where_nothing_lies_nothing_is_lost() -> None:
    none = torch.full((2, MOST_THINGS, 4), NOTHING)
    quiet = true_map()
    quiet[:, :3] = -20.0
    assert float(things_loss(quiet, none)) == pytest.approx(0.0, abs=1e-4)
    assert float(checkers_loss(quiet, none, 2)) == 0.0
