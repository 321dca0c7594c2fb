"""The empty board is learned from a picture with checkers on it."""

from __future__ import annotations

import numpy as np

from vision.features.bare_board import learn_background


def test_what_a_checker_hides_is_learned_from_points_of_the_same_colour() -> None:
    lab = np.full((500, 616, 3), (50, 0, 0), dtype=np.float32)
    width = 560 * 0.92 / 12
    for column in range(12):
        left = 28 + (column * width if column < 6 else 560 * 0.54 + (column - 6) * width)
        lab[28:200, round(left) : round(left + width)] = (30, 40, 20) if column % 2 else (80, 0, 20)
    covered = np.zeros((500, 616), dtype=bool)
    covered[28:70, 28:70] = True
    hidden = lab.copy()
    hidden[covered] = (5, 0, 0)
    background = learn_background(hidden, covered, 0.46, 0.54)
    assert background.known[50, 50]
    assert np.allclose(background.lab[50, 50], (80, 0, 20), atol=3)


def test_what_is_hidden_on_all_points_of_a_row_stays_unknown() -> None:
    lab = np.full((500, 616, 3), (50, 0, 0), dtype=np.float32)
    covered = np.zeros((500, 616), dtype=bool)
    covered[28:70] = True
    background = learn_background(lab, covered, 0.46, 0.54)
    assert not background.known[28:70].any()
    assert background.known[75:].all()
