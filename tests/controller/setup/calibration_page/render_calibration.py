"""Pictures of the calibration: `python -m tests.controller.setup.calibration_page.render_calibration [FOLDER]`."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
from rich.console import Console

from controller.announce.language import Words
from controller.setup.calibrate import Outputs
from controller.setup.calibration_page.bench import CalibrationBench
from controller.setup.calibration_page.serve import CalibrationServer
from controller.web.address import PageAddress
from controller.web.served import Served
from tests.controller.outputs.pages.browsers import chromium
from tests.controller.setup.calibration_page.tables import maple, start_picture, true_corners
from tests.paths import ROOT
from vision.frame import Frame
from vision.locate.stickers import Stickers

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PICTURES: Final = {
    "calibrate": (1440, 860, "light", False),
    "calibrate-dark": (1440, 860, "dark", True),
    "calibrate-phone": (390, 844, "light", False),
    "calibrate-phone-dark": (390, 844, "dark", True),
}
"""By name: size, theme, and whether a corner is just being dragged off its place."""
_PATIENCE: Final = 240_000


def drag_off(page: Page) -> None:
    """Take the corner at the top right somewhat away, and hold it there until that is read."""
    box = page.locator("#corner-B .hold").bounding_box()
    if box is None:
        raise ValueError("the page shows no corner")
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 0.04 * box["x"], y + 0.03 * box["x"], steps=4)
    page.locator("#read.poor").wait_for(timeout=_PATIENCE)


def shot(browser: Browser, server: CalibrationServer, name: str) -> bytes:
    """Return a picture of the page, as a PNG file."""
    width, height, theme, dragged = PICTURES[name]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(server.director_url)
    page.locator("#read.well").wait_for(timeout=_PATIENCE)
    if dragged:
        drag_off(page)
    made = page.screenshot()
    context.close()
    return made


def main(arguments: list[str]) -> None:
    """Write the pictures, of all or of those that are named after the folder."""
    folder = Path(arguments[0]) if arguments else ROOT / "docs" / "pages"
    folder.mkdir(parents=True, exist_ok=True)
    table = maple()
    picture = start_picture(table)
    for name in arguments[1:] or PICTURES:
        bench = CalibrationBench(Outputs(), Stickers(), Console(file=io.StringIO()), true_corners(table))
        bench.take(Frame(picture, 0.0, 0), alone=True)
        with CalibrationServer(Served(PageAddress(port=0), Words()), bench) as server, chromium() as browser:
            drawn = cv2.imdecode(np.frombuffer(shot(browser, server, name), np.uint8), cv2.IMREAD_COLOR)
        if drawn is None:
            raise ValueError("the browser has made no picture")
        if drawn.shape[1] > 1280:
            drawn = cv2.resize(drawn, None, fx=0.8, fy=0.8, interpolation=cv2.INTER_AREA)
        cv2.imwrite(str(folder / f"{name}.jpg"), drawn, [cv2.IMWRITE_JPEG_QUALITY, 85])
        sys.stdout.write(f"{folder / name}.jpg\n")


if __name__ == "__main__":
    main(sys.argv[1:])
