"""The camera that the settings name, minded; and what is said of its troubles."""

from __future__ import annotations

import random
import sys
import time
from typing import TYPE_CHECKING, Final

from controller.announce.error_messages import trouble
from controller.announce.health import Notice, notice
from controller.errors import TavolaError
from hardware.cameras.attended import AttendedCamera, CameraTrouble, Manner
from hardware.cameras.captured import Wanted, open_address, open_numbered, shown_address
from hardware.cameras.csi import CsiCamera
from hardware.cameras.recorded import StillsCamera, VideoFileCamera
from hardware.cameras.usb import UsbCamera, choose, video_devices
from hardware.simulated.camera import SimulatedCamera, Stage
from hardware.simulated.drawing.renderer import Renderer
from hardware.simulated.optics.pinhole import View, looking_at
from hardware.simulated.scene.board import BoardSize
from hardware.simulated.scene.checkers import start
from hardware.simulated.scene.table import Seats

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from controller.config.settings import CameraSettings
    from hardware.cameras.camera import Camera

RECORDINGS: Final = ("video", "stills")
"""The kinds of cameras that play what was recorded."""


class CameraChoiceError(TavolaError, ValueError):
    """The settings do not say which camera is meant."""


def open_camera(settings: CameraSettings) -> Camera:
    """Open the camera that is set.

    Raises:
        CameraError: it is not there, or does not open.
        CameraChoiceError: see `check_choice`.
        OSError: a recording cannot be opened.
    """
    check_choice(settings)
    wanted = Wanted(settings.width, settings.height, settings.rate, settings.focus)
    match settings.kind:
        case "usb" if sys.platform != "linux":
            return open_numbered(settings.device, wanted, sys.platform)
        case "network":
            return open_address(settings.device, 2 * settings.patience)
        case "usb":
            return UsbCamera(choose(settings.device, video_devices()), wanted)
        case "csi":
            return CsiCamera(int(settings.device or 0), wanted, patience=2 * settings.patience)
        case "video":
            return VideoFileCamera(_file(settings))
        case "stills":
            return StillsCamera(_file(settings), settings.rate)
        case "simulated":
            return _simulated(settings)


def check_choice(settings: CameraSettings) -> None:
    """Check that the settings say all that is needed to open a camera.

    Raises:
        CameraChoiceError: "camera.file_missing": a recording without its file; "camera.no_number": a CSI camera is
            called by its number; "camera.no_address": one in the network by its address.
    """
    if settings.kind in RECORDINGS:
        _file(settings)
    if settings.kind == "csi" and not (settings.device or "0").isdecimal():
        raise CameraChoiceError("camera.no_number", text=settings.device)
    if settings.kind == "network" and shown_address(settings.device) is None:
        raise CameraChoiceError("camera.no_address", text=settings.device)


def camera_called(settings: CameraSettings, called: str) -> CameraSettings:
    """Return the settings with the camera that is called so: a number, an address, or as `camera.device` has it."""
    kind = "network" if "://" in called else "usb"
    return settings.model_copy(update={"kind": kind, "device": called})


def attended_camera(
    settings: CameraSettings,
    size: tuple[int, int] | None,
    *,
    opener: Callable[[CameraSettings], Camera] = open_camera,
    clock: Callable[[], float] = time.monotonic,
) -> AttendedCamera:
    """Return the camera that is set, minded.

    Args:
        settings: which camera, and how it is to be set.
        size: (width, height) of the pictures that are wanted; None takes what comes.
        opener: opens it.
        clock: returns seconds; never goes backwards.

    Raises:
        CameraChoiceError: see `check_choice`.
    """
    check_choice(settings)
    manner = Manner(
        size,
        patience=settings.patience,
        live=settings.kind not in RECORDINGS,
        upside_down=settings.upside_down,
    )
    return AttendedCamera(lambda: opener(settings), manner, clock)


def camera_notice(told: CameraTrouble, at: float) -> Notice:
    """Return what people are told of a trouble with the camera.

    Args:
        told: the trouble.
        at: when, on the match's own clock.
    """
    facts = dict(told.facts)
    if told.key == "camera.lost":
        facts["why"] = trouble(told.error) if told.error is not None else ""
    return notice(at, told.key, **facts)


def _file(settings: CameraSettings) -> Path:
    if settings.file is None:
        raise CameraChoiceError("camera.file_missing", kind=settings.kind)
    return settings.file


def _simulated(settings: CameraSettings) -> SimulatedCamera:
    """Return a camera above a table that is set up for a game, at which nobody plays."""
    size = BoardSize()
    scene = start(size, "club", random.Random(1), Seats(light="top", off="right"))
    renderer = Renderer(looking_at(size, View(width=settings.width, height=settings.height)))
    begun = time.monotonic()
    count = iter(range(1 << 62))

    def paced() -> float:
        """Return the time of the next picture, not before it has come."""
        due = begun + next(count) / settings.rate
        time.sleep(max(0.0, due - time.monotonic()))
        return time.monotonic()

    return SimulatedCamera(renderer, Stage(scene), paced)
