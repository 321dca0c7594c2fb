"""Pictures of a simulated table that is calibrated on a page: of a look that nothing is trained on."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from hardware.simulated.scene.board import surface_corners
from hardware.simulated.scene.checkers import start
from tests.benchmarks.reading.boards.read_simulated import Standpoint, Table, set_up

if TYPE_CHECKING:
    from vision.frame import Image


def maple() -> Table:
    """Return a table with a pale inlaid board, seen from 55 degrees above it, whose homes are left."""
    return set_up("maple", 12, Standpoint(elevation=55.0, homes="left"))


def start_picture(table: Table) -> Image:
    """Return a picture of the start position there."""
    return table.film(start(table.size, table.look, random.Random(4), table.seats))


def true_corners(table: Table) -> list[list[float]]:
    """Return where the corners of the playing surface are in its pictures, pixels."""
    there = table.renderer.pinhole.project(surface_corners(table.size))
    return [[float(x), float(y)] for x, y in there]
