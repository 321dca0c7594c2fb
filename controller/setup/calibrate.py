"""`tavola calibrate`: prints the stickers, and learns board and set from a picture of the start position."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self

import cv2

from controller.foreign import CALIBRATION, read_foreign
from controller.record.files import write_whole
from controller.referee.evidence.likelihood import start_contents
from controller.referee.layout import Corner, Layout
from controller.referee.state import Setup
from controller.setup.marker_sheet import make_sheet, sheet_bytes
from controller.setup.photo import check_written, load_picture
from controller.terminal import terminal
from hardware.cameras.pictures import decode_picture
from vision.calibrate.calibration import calibrate_to_one
from vision.calibrate.calibration_file import CalibrationFileError, calibration_text, parse_calibration
from vision.detect.board_detector import find_corners
from vision.detect.overlay import draw_overlay
from vision.detect.read import read
from vision.dice.detector import find_dice_and_cube
from vision.dice.search import Search
from vision.frame import Frame
from vision.geometry.board import parse_corners
from vision.geometry.camera_pose import camera_pose, seen_from_above
from vision.locate.occlusion import is_hand_over
from vision.locate.stickers import sticker_corners
from vision.reading import PLACES, Shade

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from rich.console import Console

    from vision.calibrate.calibration import Calibration
    from vision.frame import Image
    from vision.geometry.board import Corners
    from vision.locate.stickers import Stickers

HOMES: Final = tuple(Corner)
"""Where the home of the dark checkers may be; the start position says which."""

_HOME: Final = "home of dark"
"""The note in a calibration's file that says it."""


_DRAWN: Final = ".calibrated.png"
"""How the name of the picture ends that is drawn beside a calibration."""


def print_sheet(out: Path, page: str, paper: float, console: Console | None = None) -> None:
    """Write the sheet with the stickers.

    Args:
        out: the file, .pdf, .svg or .png.
        page: a page of `controller.setup.marker_sheet.PAGES`.
        paper: side of a sticker, millimetres.
        console: where to say so.

    Raises:
        PictureError: the file's name ends otherwise.
        OSError: it cannot be written.
    """
    write_whole(out, sheet_bytes(make_sheet(page, paper), out))
    (console or terminal()).print(f"Sheet  {out}", highlight=False, soft_wrap=True)


@dataclass(frozen=True, slots=True)
class Outputs:
    """What `tavola calibrate` writes, besides what it prints.

    Attributes:
        calibration: its file, for `tavola read --calibration`.
        overlay: the picture with what was read drawn over it.
    """

    calibration: Path | None = None
    overlay: Path | None = None

    @classmethod
    def drawn_beside(cls, calibration: Path | None, overlay: Path | None) -> Self:
        """Return what is written where the picture is drawn unasked: beside the calibration, and named after it.

        Args:
            calibration: its file; None writes neither.
            overlay: where the picture is wanted, None where nobody says.
        """
        beside = None if calibration is None else calibration.parent / f"{calibration.stem}{_DRAWN}"
        return cls(calibration, overlay or beside)


def calibrate_picture(
    picture: Path,
    corners: Sequence[Sequence[float]] | None,
    stickers: Stickers,
    outputs: Outputs,
    console: Console | None = None,
) -> Calibration:
    """Learn a board and its set from a picture of the start position, say what was found, and write it down.

    Args:
        picture: the picture's file, taken for this: neither dice nor cube lie on the playing surface.
        corners: of the playing surface in pixels; if None the stickers say them, and without stickers the picture.
        stickers: how they were printed and put on.
        outputs: what is written.
        console: where to print.

    Returns:
        The calibration.

    Raises:
        OSError: a file cannot be opened or written.
        ForeignError, hardware.cameras.pictures.PictureFileError: the file is no picture.
        PictureError: the overlay's name does not end in .png.
        VisionError: the corners make no sense, or the picture does not show the start position.
    """
    console = console or terminal()
    check_outputs(outputs, picture)
    image = load_picture(picture)
    learned = learn(image, corners, stickers, cleared=True)
    write_down(image, learned, outputs, console)
    return learned.calibration


@dataclass(frozen=True, slots=True)
class Learned:
    """What a picture of the start position has taught.

    Attributes:
        calibration: of the board and the camera.
        home: the quadrant of the dark checkers' home.
        source: where the corners are from, in words.
    """

    calibration: Calibration
    home: Corner
    source: str


def check_outputs(outputs: Outputs, source: Path | None = None) -> None:
    """Check the names of what is to be written beside the picture's or film's, see `controller.setup.photo`.

    Raises:
        PictureError: the overlay's name does not end in .png, or something would be written over what is looked at.
    """
    check_written(source, outputs.overlay, outputs.calibration)


def learn(
    image: Image,
    corners: Sequence[Sequence[float]] | None,
    stickers: Stickers,
    *,
    cleared: bool,
    homes: Sequence[Corner] = HOMES,
) -> Learned:
    """Learn a board and its set from a picture of the start position.

    Args:
        image: the picture.
        corners: see `calibrate_picture`.
        stickers: see `calibrate_picture`.
        cleared: whoever set the board up was asked to take dice and cube off the playing surface; in a film of a game
            they may lie there.
        homes: where the home of the dark checkers may be.

    Raises:
        VisionError: the corners make no sense or are not found, or the picture does not show the start position.
    """
    where, source = propose_corners(image, corners, stickers)
    starts = [start_of(home) for home in homes]
    number, calibration = calibrate_to_one(Frame(image, 0.0, 0), where, starts, cleared=cleared)
    return Learned(calibration, homes[number], source)


def start_of(home: Corner) -> dict[str, tuple[Shade, int]]:
    """Return what stands on each occupied place in the start position with the home of the dark checkers there."""
    return start_contents(Setup(("dark", "light"), Layout(home_one=home, shade_one=Shade.DARK)))


def under_a_hand(image: Image, calibration: Calibration) -> bool:
    """Return whether something like a hand lies over the board from which a calibration was learned.

    What is learned of the bare board is wrong there.
    """
    return is_hand_over(image, calibration.geometry.corners)


def write_down(image: Image, learned: Learned, outputs: Outputs, console: Console) -> None:
    """Say what was learned, and write what is to be written.

    Raises:
        OSError: a file cannot be written.
    """
    calibration = learned.calibration
    _say(console, calibration, learned.source, learned.home)
    _say_what_hardly_shows(console, image, calibration)
    if under_a_hand(image, calibration):
        words = "something like a hand lies over the board; if it is one, take it away and calibrate again"
        console.print(f"Hands    {words}", highlight=False, soft_wrap=True)
    for x, y in taken_for_the_board(image, calibration):
        words = f"what looks like one at ({x:.0f}, {y:.0f}) is taken for part of the board; if it is a die, take it off"
        console.print(f"Dice     {words} and calibrate again", highlight=False, soft_wrap=True)
    if outputs.calibration is not None:
        write_whole(outputs.calibration, calibration_text(calibration, {_HOME: learned.home.value}).encode())
        console.print(f"Written  {outputs.calibration}", highlight=False, soft_wrap=True)
    if outputs.overlay is not None:
        drawn = draw_overlay(image, read(Frame(image, 0.0, 0), calibration), calibration.geometry)
        _, encoded = cv2.imencode(".png", drawn)
        write_whole(outputs.overlay, encoded.tobytes())
        console.print(f"Drawn    {outputs.overlay}", highlight=False, soft_wrap=True)


def taken_for_the_board(image: Image, calibration: Calibration) -> list[tuple[float, float]]:
    """Return where, in pixels of the calibration's own picture, a die seems to lie that readings will leave out."""
    if calibration.bare is None:
        return []
    shown = {(die.px, die.py) for die in read(Frame(image, 0.0, 0), calibration).dice}
    found = find_dice_and_cube(image, calibration.geometry, Search(with_cube=False)).dice
    return [(die.px, die.py) for die in found if (die.px, die.py) not in shown]


def propose_corners(image: Image, corners: Sequence[Sequence[float]] | None, stickers: Stickers) -> tuple[Corners, str]:
    """Return the corners and where they are from, in words: given, by stickers, or found in the picture.

    Raises:
        VisionError: the corners make no sense, or are not found.
    """
    if corners is not None:
        return parse_corners(corners), "as given"
    by_stickers = sticker_corners(image, stickers)
    if by_stickers is not None:
        return by_stickers, "by four stickers"
    return find_corners(image), "found in the picture"


def _say(console: Console, calibration: Calibration, source: str, home: Corner) -> None:
    """Print what was learned."""
    geometry = calibration.geometry
    corners = ", ".join(f"({x:.0f}, {y:.0f})" for x, y in geometry.corners.points)
    lens = geometry.corners.lens
    bent = "bends no lines" if lens is None else f"moves the picture's corners by {lens.k1:+.1%}"
    bar, checkers = geometry.bar_right - geometry.bar_left, geometry.diameter / geometry.pitch
    lines = (
        f"Corners  {corners}, {source}",
        f"Lens     {bent}",
        f"Board    {geometry.aspect:.2f} as deep as wide, bar {bar:.1%} of it, checkers {checkers:.0%} of a point",
        f"Home     of the dark checkers {home.value}",
    )
    for line in lines:
        console.print(line, highlight=False, soft_wrap=True)


def _say_what_hardly_shows(console: Console, image: Image, calibration: Calibration) -> None:
    """Name the points on which the camera looks straight down, and what it cannot see there."""
    geometry = calibration.geometry
    pose = camera_pose(geometry.corners, geometry.aspect, (image.shape[0], image.shape[1]))
    steep = seen_from_above(pose, geometry)
    if steep:
        where = "every point" if len(steep) == len(PLACES) else ", ".join(steep)
        words = "the camera looks straight down there: at 50 to 60 degrees above the table it would see that everywhere"
        console.print(f"Stacks   a sixth checker hardly shows on {where}; {words}", highlight=False, soft_wrap=True)


def home_of_dark(name: Path) -> Corner | None:
    """Return the quadrant of the dark checkers' home that the file of a calibration notes, None where it notes none.

    Raises:
        OSError: it cannot be opened.
        CalibrationFileError: "calibration_file.damaged", what it notes is no such quadrant.
        ForeignError: it is no calibration.
    """

    def noted(text: str) -> Corner | None:
        notes = json.loads(text).get("notes", {})
        if not isinstance(notes, dict):
            raise CalibrationFileError("calibration_file.damaged", name=str(name), where="notes")
        try:
            return Corner(notes[_HOME]) if _HOME in notes else None
        except ValueError:
            raise CalibrationFileError("calibration_file.damaged", name=str(name), where=_HOME) from None

    return read_foreign(name, noted, CALIBRATION)


def load_calibration(name: Path) -> Calibration:
    """Return the calibration in a file.

    Raises:
        OSError: it cannot be opened.
        CalibrationFileError, ForeignError: it is none, or cannot be used.
    """
    return read_foreign(name, lambda text: parse_calibration(text, str(name), decode_picture), CALIBRATION)
