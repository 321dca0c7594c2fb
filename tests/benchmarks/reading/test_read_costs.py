"""Costs of readings: a network of known layers is counted rightly, and every question is heard."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tests.benchmarks.reading.read_costs import products, questions
from tests.benchmarks.reading.stand_in import SIDE, write_stand_in
from vision.checkers.board_net import shipped_board_net
from vision.checkers.canvas import HEIGHT, WIDTH
from vision.runtime.onnx_file import BOARD

if TYPE_CHECKING:
    from pathlib import Path


def test_a_network_of_known_layers_is_counted_to_the_last_multiplication(tmp_path: Path) -> None:
    path = tmp_path / "stand-in.onnx"
    _, expected = write_stand_in(path)
    assert products(path, {"picture": np.zeros((1, 3, SIDE, SIDE), dtype=np.float32)}) == expected


def test_a_board_without_a_picture_costs_as_many_multiplications_as_boards() -> None:
    canvas = np.zeros((HEIGHT, WIDTH, 3), dtype=np.uint8)
    ((model, given),) = questions(lambda: shipped_board_net().judge(canvas))
    assert model == BOARD
    assert len(given["canvas"]) == 1
    assert not len(given["pictures"])
    twice = {name: np.concatenate([each, each]) for name, each in given.items()}
    assert products(model, twice) == 2 * products(model, given) > 1e8
