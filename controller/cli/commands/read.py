"""`tavola read`: one photograph in, what stands on the board out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from controller.cli.arguments import add_json, corners
from controller.cli.exit_status import DONE
from controller.cli.progress import progress

if TYPE_CHECKING:
    import argparse


def add_arguments(read: argparse.ArgumentParser) -> None:
    """Add the arguments of `read`."""
    read.description = "Read one photograph of a board, whatever stands on it."
    read.add_argument("photo", type=Path, metavar="PHOTO", help="the picture")
    where = read.add_mutually_exclusive_group()
    where.add_argument(
        "--corners",
        type=corners,
        metavar="X,Y,X,Y,X,Y,X,Y",
        help="corners of the playing surface in pixels, clockwise from the top left; searched for if not given",
    )
    where.add_argument(
        "--calibration",
        type=Path,
        metavar="FILE",
        help="what `tavola calibrate` wrote for this board and camera; it says the corners too",
    )
    read.add_argument(
        "--turn",
        choices=("dark", "light"),
        default="dark",
        help="who is on roll, for the position's IDs (default dark)",
    )
    read.add_argument(
        "--home",
        choices=("bottom-right", "bottom-left", "top-right", "top-left"),
        help="where the dark checkers are borne off (default: as the calibration says, else bottom-right)",
    )
    add_json(read)
    read.add_argument(
        "--overlay", type=Path, metavar="OUT.png", help="write the picture with the reading drawn over it"
    )


def run(chosen: argparse.Namespace) -> int:
    """Read a photograph."""
    with progress(f"{chosen.photo} is read", quiet=chosen.quiet):
        return _read(chosen)


def _read(chosen: argparse.Namespace) -> int:
    """Read a photograph, and print what was read."""
    from vision.runtime.ahead import load_ahead
    from vision.runtime.memory import keep_freed_memory

    load_ahead()
    keep_freed_memory()
    from controller.referee.layout import Corner
    from controller.setup.photo import read_photograph
    from controller.setup.photo_position import BoardSide
    from vision.reading import Shade

    board, home = chosen.corners, None
    if chosen.calibration is not None:
        from controller.setup.calibrate import home_of_dark, load_calibration

        board, home = load_calibration(chosen.calibration), home_of_dark(chosen.calibration)
    side = BoardSide(Shade(chosen.turn), Corner(chosen.home) if chosen.home else home or Corner.BOTTOM_RIGHT)
    read_photograph(chosen.photo, board, as_json=chosen.json, overlay=chosen.overlay, side=side)
    return DONE
