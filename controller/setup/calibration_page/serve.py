"""`tavola calibrate --pages`: serves the page, looks through the camera, and ends when it is saved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from controller.announce.health import sentence
from controller.announce.language import language
from controller.announce.page_words import SENTENCES
from controller.config.cameras import RECORDINGS, attended_camera, camera_called, camera_notice
from controller.config.settings_file import load_settings, settings_path
from controller.outputs.pages.opening import qr_code
from controller.setup.calibrate import Outputs, check_outputs
from controller.setup.calibration_guide import GuideError
from controller.setup.calibration_page.bench import CalibrationBench
from controller.setup.calibration_page.newest import NewestFirst
from controller.setup.calibration_page.site import CalibrationSite
from controller.setup.photo import load_picture
from controller.terminal import terminal
from controller.web.address import parse_address
from controller.web.gate import Gate
from controller.web.served import Served
from controller.web.server import WebServer
from vision.frame import Frame
from vision.locate.stickers import Stickers

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from rich.console import Console

    from controller.config.settings import CameraSettings
    from hardware.cameras.attended import AttendedCamera

LOOK: Final = 0.2
"""Seconds that a look through the camera takes at most."""


class CalibrationServer(WebServer):
    """Serves the page of a calibration; answers that are on their way at its end arrive."""

    def __init__(self, served: Served, bench: CalibrationBench) -> None:
        """Begin to serve.

        Args:
            served: how.
            bench: what is shown and saved.

        Raises:
            PagesError: see `WebServer`.
        """
        self.bench = bench
        gate = Gate(secure=served.secure)
        self.admission = gate.admission
        self._worker = NewestFirst("tavola-calibration-reader")
        made = CalibrationSite(bench, self._worker, gate, served.own_names, served.words)
        super().__init__(served, made.application(), "tavola-calibration")

    @property
    def director_url(self) -> str:
        """The address that admits. What stands behind the # is never sent: the page there exchanges it."""
        return f"{self.url}/enter#{self.admission.token}"

    def close(self) -> None:
        """End what is being read, and the thread."""
        self._worker.close()
        super().close()


def run_page(chosen: argparse.Namespace) -> int:
    """Calibrate on a page, by a camera or by a picture's file."""
    settings = load_settings(settings_path(chosen.settings))
    camera = settings.camera
    if chosen.film is not None:
        camera = camera.model_copy(update={"kind": "video", "file": chosen.film})
    elif chosen.camera:
        camera = camera_called(camera, chosen.camera)
    outputs = Outputs.drawn_beside(chosen.out, chosen.overlay)
    check_outputs(outputs, chosen.picture or chosen.film)
    console = terminal()
    image = None if chosen.picture is None else load_picture(chosen.picture)
    words, pages = language(settings.speech.language), settings.pages
    bench = CalibrationBench(outputs, Stickers(chosen.size, chosen.height), console, chosen.corners, words)
    names = tuple(name for name in pages.names.replace(",", " ").split() if name)
    served = Served(parse_address(chosen.pages), words, names, 0.0, pages.certificate, pages.certificate_key)
    with CalibrationServer(served, bench) as server:
        said = words.say("page.served_calibrate", SENTENCES["page.served_calibrate"], url=server.director_url)
        console.print(said, highlight=False, soft_wrap=True, markup=False)
        drawn = qr_code(server.director_url) if console.is_terminal else ""
        if drawn:
            console.print(drawn, highlight=False, soft_wrap=True, markup=False)
        if image is None:
            with attended_camera(camera, None) as attended:
                look_until_saved(attended, bench, console, live=camera.kind not in RECORDINGS)
        else:
            bench.take(Frame(image, 0.0, 0), alone=True)
            bench.saved.wait()
    if not bench.saved.is_set():
        raise GuideError("guide.no_picture", seconds=f"{LOOK:g}")
    if outputs.calibration is not None:
        _say_what_next(console, outputs.calibration, camera if chosen.camera else None)
    return 0


def look_until_saved(camera: AttendedCamera, bench: CalibrationBench, console: Console, *, live: bool) -> None:
    """Hand pictures on until the calibration is saved.

    Args:
        camera: looks at the board.
        bench: takes the pictures.
        console: where the camera's troubles are told.
        live: it is no recording; of a recording the first picture at rest is taken, or its last one. One without any
            picture ends it.
    """
    while not bench.saved.is_set():
        look = camera.look(LOOK)
        for told in look.troubles:
            console.print(sentence(camera_notice(told, 0.0)), highlight=False, soft_wrap=True, markup=False)
        if look.frame is not None:
            bench.take(look.frame)
        newest = bench.newest
        if not live and newest is not None and (newest.still or look.ended):
            bench.take(newest.frame, alone=True)
            bench.saved.wait()
        elif look.ended:
            return


def _say_what_next(console: Console, calibration: Path, camera: CameraSettings | None) -> None:
    """Say what comes after a calibration; a camera that was named beside the settings has to be put there."""
    if camera is not None:
        said = f"In the settings: camera.kind = {camera.kind}, camera.device = {camera.device}"
        console.print(said, highlight=False, soft_wrap=True, markup=False)
    said = f"Then: tavola referee --calibration {calibration}, or set table.calibration."
    console.print(said, highlight=False, soft_wrap=True, markup=False)
