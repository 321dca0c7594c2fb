"""`tavola calibrate`: learns board and set, or prints the stickers that mark a board."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from controller.cli.arguments import add_pages, add_settings_option, corners, number, seconds
from controller.cli.exit_status import DONE
from controller.cli.idle import refuse_idle
from controller.cli.progress import progress
from controller.config.folders import CALIBRATION, data_folder
from controller.errors import PictureError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Mapping

_SEEN: Final = ("PICTURE", "--camera", "--film", "--pages")
"""What a board is learned by."""

_BESIDE: Final[Mapping[str, str]] = MappingProxyType({"--pages": "--wait"})
"""Options that say nothing beside one: a page waits until its calibration is saved."""

_WITHOUT: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        **dict.fromkeys(("--height", "--corners", "--out", "--overlay"), _SEEN),
        "--settings": ("--camera", "--film", "--pages"),
        "--wait": ("--camera", "--film"),
        "--size": (*_SEEN, "--print"),
        "--page": ("--print",),
    }
)
"""Options that say nothing where none of some others is typed."""


def add_arguments(calibrate: argparse.ArgumentParser) -> None:
    """Add the arguments of `calibrate`."""
    calibrate.description = (
        "Learn a board and its set from a picture of the start position, with neither dice nor cube on the playing"
        " surface, or print stickers that mark the board's corners."
    )
    seen = calibrate.add_mutually_exclusive_group()
    seen.add_argument("picture", type=Path, nargs="?", metavar="PICTURE", help="the whole picture of the camera")
    seen.add_argument(
        "--camera",
        nargs="?",
        const="",
        metavar="WHICH",
        help="take the picture from the camera that the settings name, and say what to do; or from another: its number,"
        " device or name, or an address such as rtsp://...",
    )
    seen.add_argument("--film", type=Path, metavar="FILE", help="take it from the beginning of a video")
    add_pages(calibrate, "calibrate on a page for browsers: drag corners, see what is read, save")
    calibrate.add_argument(
        "--wait", type=seconds, default=120.0, metavar="SECONDS", help="how long the camera is looked at (default 120)"
    )
    add_settings_option(calibrate)
    calibrate.add_argument(
        "--print", type=Path, metavar="FILE", dest="sheet", help="write stickers as .pdf, .svg or .png"
    )
    calibrate.add_argument("--page", choices=("a4", "letter"), default="a4", help="the printer's paper (default a4)")
    calibrate.add_argument(
        "--size", type=_millimetres(15, 35), default=25.0, metavar="MM", help="side of a sticker (default 25)"
    )
    calibrate.add_argument(
        "--height",
        type=_millimetres(0, 80),
        default=20.0,
        metavar="MM",
        help="of the frame, on which the stickers lie, above the playing surface (default 20)",
    )
    calibrate.add_argument(
        "--corners",
        type=corners,
        metavar="X,Y,X,Y,X,Y,X,Y",
        help="corners of the playing surface in pixels, clockwise from the top left; if not given, stickers say them",
    )
    calibrate.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="write the calibration (default with --camera or --pages: where tavola referee looks for it)",
    )
    calibrate.add_argument(
        "--overlay",
        type=Path,
        metavar="OUT.png",
        help="write the picture with the reading over it (default with --camera, --film or --pages: beside the"
        " calibration that is written, such as board.calibrated.png)",
    )


def _millimetres(least: float, most: float) -> Callable[[str], float]:
    """Return what reads a length of the command line within limits."""
    return number(f"{least:g} to {most:g} millimetres", lambda length: least <= length <= most)


def run(chosen: argparse.Namespace) -> int:
    """Print stickers, or learn a board, or both."""
    refuse_idle(chosen, add_arguments, _BESIDE, _WITHOUT)
    what = chosen.picture or chosen.film or ("the camera's picture" if chosen.camera else chosen.sheet)
    with progress(f"{what or 'calibrate'}: one moment", quiet=chosen.quiet or what is None):
        return _calibrate(chosen)


def _calibrate(chosen: argparse.Namespace) -> int:
    """Do what is asked for."""
    from controller.record.files import make_folder
    from controller.setup.calibrate import Outputs, calibrate_picture, print_sheet
    from controller.setup.photo import check_written
    from vision.locate.stickers import Stickers

    guided = chosen.camera is not None or chosen.film is not None
    on_page = chosen.pages is not None
    if chosen.film is not None:
        chosen.film.stat()  # before anybody is asked to set up a board
    if chosen.picture is None and chosen.sheet is None and not guided and not on_page:
        raise PictureError("calibrate.nothing_given")
    if chosen.sheet is not None:
        check_written(chosen.picture or chosen.film, chosen.overlay, chosen.out, chosen.sheet)
        print_sheet(chosen.sheet, chosen.page, chosen.size)
    if (chosen.camera is not None or on_page) and chosen.out is None:
        chosen.out = data_folder() / CALIBRATION
        make_folder(chosen.out.parent)
    if on_page:
        return _calibrate_on_page(chosen)
    if guided:
        from controller.setup.calibration_guide import run_guide

        return run_guide(chosen)
    if chosen.picture is not None:
        stickers = Stickers(chosen.size, chosen.height)
        calibrate_picture(chosen.picture, chosen.corners, stickers, Outputs(chosen.out, chosen.overlay))
    return DONE


def _calibrate_on_page(chosen: argparse.Namespace) -> int:
    """Serve the page, where the packages for it are installed."""
    from controller.web.errors import PagesError

    try:
        from controller.setup.calibration_page.serve import run_page
    except ImportError as error:
        raise PagesError("pages.missing", name=error.name or "?") from None
    return run_page(chosen)
