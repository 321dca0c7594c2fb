"""`tavola read`: one photograph in, what stands on the board out."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np
from rich.measure import Measurement
from rich.table import Table

from controller.announce.error_messages import trouble
from controller.errors import PictureError
from controller.foreign import load
from controller.record.files import write_whole
from controller.setup.photo_position import BoardSide, Identified, identify
from controller.terminal import terminal
from hardware.cameras.pictures import MOST_BYTES, decode_picture, quietly
from vision.calibrate.calibration import Calibration
from vision.detect.overlay import draw_overlay
from vision.detect.photo import read_known, read_photo, report
from vision.geometry.board import parse_corners
from vision.reading import CUBE_FACES, PLACES, Shade, content_at

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from rich.console import Console

    from vision.frame import Image
    from vision.reading import Reading

DOUBTED: Final = 0.05
"""The chance of anything but what was read from which a place is in doubt."""

CENTINATS: Final = 100.0
"""Hundredths of a natural unit, in which scores are kept."""


def read_photograph(  # noqa: PLR0913 - what a command line may say of a photograph
    photo: Path,
    board: Sequence[Sequence[float]] | Calibration | None,
    *,
    as_json: bool,
    overlay: Path | None,
    side: BoardSide | None = None,
    console: Console | None = None,
) -> None:
    """Read a photograph, print what stands on the board, and draw it over the picture if asked.

    Args:
        photo: the picture's file.
        board: corners of the playing surface in pixels, clockwise from the top left, or what was learned of this board
            and camera; if None the corners are searched for.
        as_json: print JSON instead of a table.
        overlay: where to write the picture with the reading drawn over it.
        side: whose turn it is and where the homes are, for the position's IDs; None takes the usual.
        console: where to print.

    Raises:
        OSError: the picture cannot be opened, or the overlay not written.
        ForeignError, hardware.cameras.pictures.PictureFileError: the file is no picture.
        PictureError: the overlay's name does not end in .png, or it is the picture.
        VisionError: the corners make no sense, or the picture cannot be read.
    """
    console = console or terminal()
    check_written(photo, overlay)
    known = board if isinstance(board, Calibration) else None
    corners = None if board is None or isinstance(board, Calibration) else parse_corners(board)
    image = load_picture(photo)
    read = read_photo(image, corners) if known is None else read_known(image, known)
    found = report(read) | {"doubts": doubts_of(read.reading)}
    if read.reading.cube is not None:
        found["cube"]["stake"] = read.reading.cube.stake
    side = side or BoardSide()
    known_as = _identified(read.reading, side)
    if overlay is not None:
        drawn = draw_overlay(image, read.reading, read.geometry)
        _, encoded = cv2.imencode(".png", drawn)
        write_whole(overlay, encoded.tobytes())
    if as_json:
        found["position"] = None if isinstance(known_as, PictureError) else _position(known_as, side)
        document = json.dumps({"format": "tavola-reading", "version": 1, **found}, indent=1)
        console.out(document, highlight=False)
    else:
        print_board(console, found)
        _print_position(console, known_as, side)


def check_written(picture: Path | None, overlay: Path | None, *others: Path | None) -> None:
    """Check the names of what is to be written, before anything is looked at.

    Args:
        picture: what is looked at, a picture or a film; None where it is a camera.
        overlay: the picture with the reading drawn over it.
        others: what else is written.

    Raises:
        PictureError: the overlay's name does not end in .png, there is a folder of a name, or something would be
            written over the picture, or over something else that is written.
    """
    if overlay is not None and overlay.suffix.lower() != ".png":
        raise PictureError("picture.overlay_not_png", name=str(overlay))
    written = [out for out in (overlay, *others) if out is not None]
    for nth, out in enumerate(written):
        if out.is_dir():
            raise PictureError("picture.a_folder", name=str(out))
        if picture is not None and out.exists() and picture.exists() and out.samefile(picture):
            raise PictureError("picture.written_over", name=str(out))
        if out.resolve() in {other.resolve() for other in written[:nth]}:
            raise PictureError("picture.written_twice", name=str(out))


def _identified(reading: Reading, side: BoardSide) -> Identified | PictureError:
    """Return the position with its IDs, or why there is none."""
    try:
        return identify(reading, side)
    except PictureError as error:
        return error


def _position(found: Identified, side: BoardSide) -> dict[str, Any]:
    """Return a position as plain data for JSON."""
    off = dict(zip(("dark", "light"), found.off, strict=True))
    return {
        "id": found.position_id,
        "xgid": found.xgid,
        "turn": side.turn.value,
        "home_of_dark": side.home.value,
        "off": off,
    }


def _print_position(console: Console, found: Identified | PictureError, side: BoardSide) -> None:
    """Print the IDs of a position, each in a line of its own, to be copied; or why there are none."""
    if isinstance(found, PictureError):
        console.print(f"ID     {trouble(found)}", highlight=False, soft_wrap=True)
        return
    dark, light = found.off
    console.print(f"Off    {dark} dark, {light} light are not on the board", highlight=False, soft_wrap=True)
    console.print(f"ID     {found.position_id}", highlight=False, soft_wrap=True)
    console.print(found.xgid, highlight=False, soft_wrap=True, markup=False)
    seen = f"as {side.turn.value} on roll sees it, with the home of the dark checkers {side.home.value}"
    console.print(f"       {seen}; --turn and --home say otherwise", highlight=False, soft_wrap=True)


def doubts_of(reading: Reading) -> dict[str, dict[str, Any]]:
    """Return the places of which it is in doubt what stands there: what was read, the next best, and its chance.

    They are called by the points' names, "bar dark", "bar light" and "cube".
    """
    seen: list[tuple[str, tuple[int, ...], Callable[[int], str]]] = [
        (name, place.scores, _content)
        for name, place in zip(PLACES, reading.points, strict=True)
        if name not in reading.hidden
    ]
    if "bar" not in reading.hidden:
        bars = ((Shade.DARK, reading.bar_dark), (Shade.LIGHT, reading.bar_light))
        seen += [(f"bar {shade.value}", on_bar.scores, _number) for shade, on_bar in bars]
    if reading.cube is not None:
        seen.append(("cube", reading.cube.scores, lambda face: str(CUBE_FACES[face])))
    found = ((name, _doubt(scores, words)) for name, scores, words in seen)
    return {name: doubt for name, doubt in found if doubt is not None}


def _doubt(scores: Sequence[int], words: Callable[[int], str]) -> dict[str, Any] | None:
    """Return what was read, what else may be there and its chance; None where what was read is likely enough."""
    nats = np.asarray(scores, dtype=np.float64) / CENTINATS
    chances = np.exp(nats - nats.max())
    chances /= chances.sum()
    best, other = (int(index) for index in np.argsort(chances)[:-3:-1])
    if chances[best] >= 1 - DOUBTED:
        return None
    return {"read": words(best), "or": words(other), "chance": round(float(chances[other]), 3)}


def _number(count: int) -> str:
    """Return how many checkers there are, in words."""
    return str(count or "none")


def _content(index: int) -> str:
    """Return what a score of a place is for, in words."""
    shade, count = content_at(index)
    return "nothing" if shade is None else f"{count} {shade.value}"


def load_picture(photo: Path) -> Image:
    """Return a picture file as pixels, turned as its camera said it was held.

    Raises:
        OSError: it cannot be opened.
        ForeignError: it is no file, or too large.
        hardware.cameras.pictures.PictureFileError: it is no picture.
    """
    content = load(photo, MOST_BYTES)
    with quietly():
        return decode_picture(content, str(photo))


def print_board(console: Console, found: dict[str, Any]) -> None:
    """Print a reading as a person would want to see it: both rows, bar, dice, cube, and the doubt."""
    table = Table(title="What stands on the board, as in the picture: d dark, l light", title_justify="left")
    for number in range(1, 13):
        table.add_column(str(number), justify="center")
        if number == 6:
            table.add_column("bar", justify="center", style="dim")
    bar = found["bar"]
    for row, on_bar in (("T", "dark"), ("B", "light")):
        cells = [_cell(found, f"{row}{number}") for number in range(1, 13)]
        lying = "?" if "bar" in found["hidden"] else f"{bar[on_bar]}{on_bar[0]}" if bar[on_bar] else ""
        table.add_row(*cells[:6], lying, *cells[6:])
    table.width = Measurement.get(console, console.options.update(width=sys.maxsize), table).maximum
    console.print(table, crop=False)  # a terminal too narrow for it breaks its lines, but leaves nothing out
    dice = ", ".join(f"{die['value']} at ({die['x']}, {die['y']}), doubt {die['doubt']:.0%}" for die in found["dice"])
    console.print(f"Dice   {dice or 'none'}", highlight=False, soft_wrap=True)
    if found["hidden"]:
        places = ", ".join(
            sorted(found["hidden"], key=lambda place: (place == "bar", place[0] == "B", len(place), place))
        )
        console.print(f"Hidden {places}: a hand is in the way", highlight=False, soft_wrap=True)
    cube = found["cube"]
    stands = f"at {cube['stake']}, with {cube['value']} uppermost, doubt {cube['doubt']:.0%}" if cube else "none seen"
    console.print(f"Cube   {stands}", highlight=False)
    if found["unlike"]:
        console.print("Doubt  of all: it looks like no whole board, or not within these corners", highlight=False)
    for place, doubt in found["doubts"].items():
        console.print(
            f"Doubt  {place}: {doubt['read']}, or else {doubt['or']} ({doubt['chance']:.0%})", highlight=False
        )
    if not found["doubts"] and not found["unlike"]:
        console.print("Doubt  of no place", highlight=False)


def _cell(found: dict[str, Any], place: str) -> str:
    """Return what stands on a place, in short."""
    if place in found["hidden"]:
        return "?"
    shade, count = found["places"].get(place, (None, 0))
    return "·" if shade is None else f"{count}{shade[0]}"
