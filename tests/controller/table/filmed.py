"""A short match on the simulated table as a film, with a calibration and the record that came of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.referee.evidence.likelihood import start_contents
from controller.referee.layout import Layout
from controller.referee.state import Setup
from controller.setup.calibrate import HOMES
from controller.table.simulated import simulate
from hardware.cameras.recorded import VideoFileCamera
from tests.controller.table.ordered import ordered
from vision.calibrate.calibration import calibrate_to_one
from vision.calibrate.calibration_file import calibration_text
from vision.detect.board_detector import find_corners
from vision.reading import Shade

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console

    from controller.table.seating import Played
    from vision.frame import Frame


@dataclass(frozen=True, slots=True)
class Filmed:
    """A film of a match.

    Attributes:
        film: the video file.
        board: the file of the calibration.
        played: what the referee made of it who was there.
    """

    film: Path
    board: Path
    played: Played

    def frames(self) -> list[Frame]:
        """Return all its frames."""
        frames: list[Frame] = []
        with VideoFileCamera(self.film) as camera:
            try:
                while True:
                    frames.append(camera.read())
            except EOFError:
                return frames


def film_a_match(folder: Path, turns: int, console: Console) -> Filmed:
    """Play some turns, and keep what the camera sees."""
    film = folder / "film.avi"
    options = ordered(folder / "played", seed=1, turns=turns, film=film)
    played = simulate(options, console)
    with VideoFileCamera(film) as camera:
        first = camera.read()
    return Filmed(film, write_board(folder / "board.json", first), played)


def write_board(path: Path, frame: Frame) -> Path:
    """Write the calibration that a picture of the start position gives."""
    starts = [start_contents(Setup(("dark", "light"), Layout(home_one=home, shade_one=Shade.DARK))) for home in HOMES]
    number, calibration = calibrate_to_one(frame, find_corners(frame.image), starts)
    path.write_text(calibration_text(calibration, {"home of dark": HOMES[number].value}), encoding="utf-8")
    return path
