"""Stickers on the frame give the corners of the surface below them, from any side and through a lens."""

from __future__ import annotations

import random

import numpy as np
import pytest

from hardware.simulated.scene.board import BoardSize, surface_corners
from hardware.simulated.scene.checkers import start
from hardware.simulated.stickers import lay_stickers, sticker_face
from tests.benchmarks.reading.boards.read_simulated import Standpoint, set_up
from vision.locate.stickers import NAMES, StickerError, Stickers, find_stickers, pattern, sticker_corners

SIZE = BoardSize()
BLANK = np.full((480, 640, 3), 150, dtype=np.uint8)


def test_the_patterns_are_those_that_the_simulated_printer_prints() -> None:
    for number in range(len(NAMES)):
        face = sticker_face(number)
        cell = len(face) // 8
        middles = face[cell + cell // 2 : -cell : cell, cell + cell // 2 : -cell : cell]
        assert np.array_equal(middles < 128, pattern(number))


@pytest.mark.films
@pytest.mark.parametrize(
    "standpoint",
    [Standpoint(90.0), Standpoint(70.0, 180, k1=-0.1), Standpoint(45.0, 90)],
    ids=["from above", "through a lens, upside down", "from the right, low"],
)
def test_the_corners_of_the_surface_are_found_below_the_stickers(standpoint: Standpoint) -> None:
    table = set_up("tournament", 8, standpoint)
    pinhole = table.renderer.pinhole
    drawn = table.film(start(SIZE, table.look, table.rng))
    picture = lay_stickers(drawn, SIZE, pinhole, random.Random(2))
    truth = pinhole.project(surface_corners(SIZE)) - 0.5
    width = float(np.linalg.norm(truth[1] - truth[0]))

    def off(height: float) -> float:
        corners = sticker_corners(picture, Stickers(25.0, height))
        assert corners is not None
        return float(np.linalg.norm(np.array(corners.points) - truth, axis=1).max()) / width

    assert off(SIZE.rail_height) < 0.006
    assert off(0.0) > 0.011  # what the frame's height does where nobody thinks of it


def test_without_stickers_nothing_is_said() -> None:
    assert sticker_corners(BLANK) is None


def test_which_stickers_are_missing_is_said() -> None:
    picture = BLANK.copy()
    for number, (x, y) in enumerate(((20, 20), (420, 30))):
        picture[y : y + 192, x : x + 192] = sticker_face(number)[..., None]
    assert set(find_stickers(picture)) == {0, 1}
    with pytest.raises(StickerError) as caught:
        sticker_corners(picture)
    assert caught.value.key == "stickers.missing"
    assert caught.value.params == {"missing": "C, D", "found": 2}
