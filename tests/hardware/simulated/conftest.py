"""A small camera and tables that the tests of drawing share: a plate takes most of a second to draw."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from hardware.simulated.drawing.renderer import Renderer
from hardware.simulated.optics.pinhole import Pinhole, View, looking_at
from hardware.simulated.scene.board import BoardSize
from hardware.simulated.scene.checkers import start
from hardware.simulated.scene.dice import Throw, throw_dice

if TYPE_CHECKING:
    from hardware.simulated.scene.table import Scene


@pytest.fixture(scope="session")
def pinhole() -> Pinhole:
    return looking_at(BoardSize(), View(width=640, height=360))


@pytest.fixture(scope="session")
def renderer(pinhole: Pinhole) -> Renderer:
    return Renderer(pinhole)


@pytest.fixture(scope="session")
def table() -> Scene:
    rng = random.Random(21)
    return throw_dice(start(BoardSize(), "club", rng), Throw((6, 2), "right"), rng)
