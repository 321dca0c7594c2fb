"""Boards of traced tables: outlines lie within each other, and are kept as they were drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from vision.training.scene.pictures import draw_board, load_boards
from vision.training.scene.traced import SHAPE, traced_board
from vision.training.traced.drawn_builds import drawn_build

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.usefixtures("_untraced")
def test_the_outlines_of_a_board_lie_within_each_other(tmp_path: Path) -> None:
    numbers = (11, 12, 13)
    for number in numbers:
        draw_board(tmp_path, number, traced_board)
    boards = load_boards(tmp_path, numbers)
    for number, board in zip(numbers, boards, strict=True):
        build = drawn_build(number)
        assert board.picture.shape == (SHAPE[1], SHAPE[0], 3)
        for x, y in board.surface.tolist():
            assert cv2.pointPolygonTest(board.hull, (x, y), measureDist=True) > 0
        for x, y in board.bar.tolist():
            assert cv2.pointPolygonTest(board.surface, (x, y), measureDist=True) > -0.5
        left, right = board.surface[0], board.surface[1]
        assert abs(float(np.linalg.norm(board.bar[1] - board.bar[0])) / float(np.linalg.norm(right - left))
                   - build.bar_width / build.width) < 0.01  # fmt: skip
        assert cv2.contourArea(board.surface) < cv2.contourArea(board.frame) <= cv2.contourArea(board.hull)
