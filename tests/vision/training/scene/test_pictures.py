"""Ingredients of pictures that scene maps are learned from: outlines that are where they are said to be."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.training.scene.pictures import BoardPicture, flat_board

FIRST = 310_000


@pytest.fixture(scope="module", params=range(FIRST, FIRST + 4))
def board(request: pytest.FixtureRequest) -> BoardPicture:
    return flat_board(request.param)


def test_surface_frame_and_board_lie_within_each_other_and_within_the_picture(board: BoardPicture) -> None:
    height, width = board.picture.shape[:2]
    for outer, inner in ((board.hull, board.frame), (board.frame, board.surface), (board.surface, board.bar)):
        assert min(cv2.pointPolygonTest(outer, (float(x), float(y)), measureDist=True) for x, y in inner) > -0.1
    assert (board.hull >= 0).all()
    assert (board.hull <= (width, height)).all()


def test_a_surface_is_seen_clockwise_from_its_top_left_corner(board: BoardPicture) -> None:
    sides = np.roll(board.surface, -1, axis=0) - board.surface
    turns = sides[:, 0] * np.roll(sides[:, 1], -1) - sides[:, 1] * np.roll(sides[:, 0], -1)
    assert (turns > 0).all()
    assert board.surface.sum(axis=1).argmin() == 0


def test_a_board_is_drawn_the_same_each_time_and_others_otherwise() -> None:
    again = flat_board(FIRST)
    assert not np.array_equal(again.picture, flat_board(FIRST + 1).picture)
    assert np.array_equal(again.picture, flat_board(FIRST).picture)
