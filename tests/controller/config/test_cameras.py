"""The camera that the settings name is opened, and every trouble with it has its sentence."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from controller.announce.error_messages import trouble
from controller.announce.health import sentence
from controller.config.cameras import CameraChoiceError, attended_camera, camera_notice, open_camera
from controller.config.settings import CameraSettings
from hardware.cameras.attended import CameraTrouble
from hardware.cameras.camera import CameraError
from hardware.cameras.usb import VideoDevice
from hardware.simulated.camera_faults import FaultyCamera


def test_each_kind_of_camera_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cv2.imwrite(str(tmp_path / "1.png"), np.zeros((48, 64, 3), dtype=np.uint8))
    with open_camera(CameraSettings(kind="stills", file=tmp_path)) as camera:
        assert camera.read().image.shape == (48, 64, 3)
    with open_camera(CameraSettings(kind="simulated", width=640, height=360, rate=60.0)) as camera:
        first, second = camera.read(), camera.read()
    assert first.image.shape == (360, 640, 3)
    assert second.time > first.time
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CameraError, match="no_program"):
        open_camera(CameraSettings(kind="csi"))
    with pytest.raises(CameraError, match="missing"):
        open_camera(CameraSettings(kind="usb", device="/dev/nothing-of-this-name"))
    (tmp_path / "film.avi").write_bytes(b"")
    with pytest.raises(CameraError, match="no_video"):
        open_camera(CameraSettings(kind="video", file=tmp_path / "film.avi"))


@pytest.mark.parametrize(
    ("settings", "key"),
    [
        (CameraSettings(kind="video"), "file_missing"),
        (CameraSettings(kind="stills"), "file_missing"),
        (CameraSettings(kind="csi", device="front"), "no_number"),
        (CameraSettings(kind="network"), "no_address"),
        (CameraSettings(kind="network", device="192.168.1.20:8080"), "no_address"),
    ],
)
def test_settings_that_name_no_camera_are_refused_at_once(settings: CameraSettings, key: str) -> None:
    with pytest.raises(CameraChoiceError, match=key):
        attended_camera(settings, None)


@pytest.mark.parametrize("called", ["/dev/nothing-of-this-name", "C920"])
@pytest.mark.parametrize(
    ("plugged", "told"),
    [((), "none"), ((VideoDevice(Path("/dev/video0"), "Arducam", True, Path("/dev/v")),), "/dev/v (Arducam)")],
)
def test_of_a_camera_that_is_missing_it_is_said_what_is_plugged_in(
    called: str, plugged: tuple[VideoDevice, ...], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for room in ("controller.config.cameras", "hardware.cameras.usb"):
        monkeypatch.setattr(f"{room}.video_devices", lambda: plugged)
    with pytest.raises(CameraError) as caught:
        open_camera(CameraSettings(kind="usb", device=called))
    assert trouble(caught.value) == f"there is no camera {called}; plugged in: {told}"


def test_each_system_opens_its_cameras_its_own_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.config.cameras.open_numbered", lambda device, _, platform: (device, platform))
    monkeypatch.setattr("controller.config.cameras.open_address", lambda address, patience: (address, patience))
    for platform in ("darwin", "win32"):
        monkeypatch.setattr("sys.platform", platform)
        assert open_camera(CameraSettings(device="1")) == ("1", platform)  # type: ignore[comparison-overlap]
    address = "http://192.168.1.20:8080/video"
    told: object = open_camera(CameraSettings(kind="network", device=address, patience=2.0))
    assert told == (address, 4.0)
    monkeypatch.setattr("sys.platform", "linux")
    with pytest.raises(CameraError, match="missing"):
        open_camera(CameraSettings(device="no camera of this name"))


def test_the_camera_is_minded_as_it_is_set() -> None:
    opened: list[CameraSettings] = []

    def opener(settings: CameraSettings) -> FaultyCamera:
        opened.append(settings)
        return FaultyCamera([])

    settings = CameraSettings(patience=0.5)
    with attended_camera(settings, (64, 48), opener=opener) as camera:
        looks = [camera.look(0.5) for _ in range(3)]
    assert any(look.frame is not None for look in looks)
    assert opened == [settings]


@pytest.mark.parametrize("key", ["stalled", "lost", "garbled", "frozen", "resized", "other_shape", "back"])
def test_every_trouble_of_a_camera_has_a_sentence(key: str) -> None:
    facts = (("seconds", 3), ("was", "1 by 1"), ("now", "2 by 2"))
    error = CameraError("camera.gone", name="/dev/video0") if key == "lost" else None
    said = sentence(camera_notice(CameraTrouble(f"camera.{key}", error, facts), 5.0))
    assert ("unplugged" in said) is (key == "lost")
    assert "{" not in said
