"""The door: `tavola calibrate --pages`, and how its camera is looked through."""

from __future__ import annotations

import io
import threading
import time
from typing import TYPE_CHECKING

import numpy as np
import pytest
from rich.console import Console

pytest.importorskip("uvicorn", reason="the extra `pages` is not installed")

from controller.cli.main import main
from controller.config.cameras import camera_called
from controller.config.settings import CameraSettings
from controller.setup.calibrate import Outputs
from controller.setup.calibration_page.bench import CalibrationBench
from controller.setup.calibration_page.serve import look_until_saved
from hardware.cameras.attended import AttendedCamera, Manner
from hardware.simulated.camera_faults import CameraFault, FaultyCamera
from vision.locate.stickers import Stickers

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from hardware.simulated.camera_faults import Step

WALL = np.full((480, 640, 3), 90, dtype=np.uint8)


def bench() -> CalibrationBench:
    return CalibrationBench(Outputs(), Stickers(), Console(file=io.StringIO()))


def wait_until(so: Callable[[], bool]) -> None:
    """Wait until something has become so in another thread."""
    deadline = time.monotonic() + 30.0
    while not so():
        assert time.monotonic() < deadline
        time.sleep(0.001)


def test_pictures_are_handed_on_until_it_is_saved() -> None:
    made, text = bench(), io.StringIO()
    script: list[Step] = [WALL, CameraFault.GONE, WALL, WALL]
    with AttendedCamera(lambda: FaultyCamera([*script, *[WALL] * 2000]), Manner(None, pause=0.0)) as camera:
        looking = threading.Thread(
            target=look_until_saved, args=(camera, made, Console(file=text)), kwargs={"live": True}
        )
        looking.start()
        wait_until(lambda: made.newest is not None and "\n" in text.getvalue())
        made.saved.set()
        looking.join(20)
        assert not looking.is_alive()
    assert made.newest is not None


def test_of_a_recording_the_first_picture_at_rest_is_kept() -> None:
    made = bench()
    moving = [np.random.default_rng(n).integers(0, 255, WALL.shape, dtype=np.uint8) for n in range(3)]
    script: list[Step] = [*moving, *[WALL] * 6, CameraFault.ENDED]
    with AttendedCamera(lambda: FaultyCamera(script), Manner(None, live=False)) as camera:
        looking = threading.Thread(
            target=look_until_saved, args=(camera, made, Console(file=io.StringIO())), kwargs={"live": False}
        )
        looking.start()
        wait_until(lambda: made.newest is not None and made.newest.still)
        assert made.newest is not None
        assert made.newest.frame.number == 5
        made.saved.set()
        looking.join(20)
        assert not looking.is_alive()


@pytest.mark.parametrize(
    ("called", "kind"),
    [
        ("0", "usb"),
        ("rtsp://phone.local/board", "network"),
        ("http://10.0.0.7:8080/video", "network"),
        ("/dev/video2", "usb"),
        ("C920", "usb"),
    ],
)
def test_a_camera_is_called_by_number_address_device_or_name(called: str, kind: str) -> None:
    settings = camera_called(CameraSettings(kind="csi", width=640), called)
    assert (settings.kind, settings.device, settings.width) == (kind, called, 640)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (["--pages", "a b"], "is no address for pages"),
        (["--pages", "203.0.113.9:1"], "cannot be served"),
        (["missing.png", "--pages"], "missing.png"),
        (["--pages", "--overlay", "over.gif"], "over.gif"),
    ],
)
def test_what_cannot_be_served_is_said_in_a_line(
    typed: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert main(["calibrate", *typed]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1
