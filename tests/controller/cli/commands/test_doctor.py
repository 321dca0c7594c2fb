"""`tavola doctor` says one line of each device, and its exit status whether a match can be played."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from controller.cli.commands import doctor as cli
from controller.cli.exit_status import NO
from controller.cli.main import main
from controller.config.settings import CameraSettings, RecordSettings, Settings, TableSettings
from controller.setup.doctor import devices
from controller.setup.doctor.finding import Finding, Health
from hardware import gpio
from hardware.simulated.camera_faults import CameraFault, FaultyCamera

if TYPE_CHECKING:
    from pathlib import Path

    from hardware.cameras.camera import Camera

DEVICES = [
    "settings",
    "camera",
    "light",
    "board",
    "strip",
    "buttons",
    "buzzer",
    "status",
    "speaker",
    "disk",
    "clock",
    "pi",
]


def write_settings(folder: Path, kind: str = "stills") -> Path:
    (folder / "pictures").mkdir(exist_ok=True)
    noise = np.random.default_rng(1).integers(0, 255, (360, 640, 3), dtype=np.uint8)
    cv2.imwrite(str(folder / "pictures" / "1.png"), noise)
    file = folder / "table.toml"
    file.write_text(
        f"[camera]\nkind = '{kind}'\nfile = 'pictures'\n[lights]\nkind = 'none'\n"
        f"[speech]\nspeak = 'nothing'\n[record]\nout = '{folder / 'out'}'\n",
        encoding="utf-8",
    )
    return file


def test_every_device_has_a_line_and_what_is_bad_an_exit_status(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", "--settings", str(write_settings(tmp_path))]) == NO
    lines = capsys.readouterr().out.splitlines()
    assert [one.split()[0] for one in lines] == DEVICES
    assert next(one for one in lines if one.startswith("board")).split()[1] == "BAD"


def test_a_mistake_in_the_settings_is_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write_settings(tmp_path)
    file.write_text("[camera]\nkin = 'usb'\n", encoding="utf-8")
    assert main(["doctor", "--settings", str(file)]) == 2
    assert "camera.kin" in capsys.readouterr().err


@pytest.mark.parametrize(("asked", "health", "status"), [(True, Health.POOR, 0), (False, Health.ILL, 1)])
def test_people_are_asked_only_where_they_want_to_be(
    monkeypatch: pytest.MonkeyPatch, *, asked: bool, health: Health, status: int
) -> None:
    def examine(settings: Settings, path: Path | None, *, tell: object, ask: object) -> list[Finding]:
        assert (tell is not None) is (ask is not None) is asked
        return [Finding("camera", health, "found", "todo")]

    monkeypatch.setattr(cli, "examine", examine)
    assert main(["doctor", *(["--ask"] if asked else [])]) == status


def test_questions_are_answered_with_a_key(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    answers = iter(["Yes\n", "n\n", ""])
    monkeypatch.setattr("sys.stdin.readline", lambda: next(answers), raising=False)
    assert [cli._ask("Heard?") for _ in range(3)] == [True, False, False]
    cli._tell("Please press: cube")
    assert "Please press: cube" in capsys.readouterr().out


@pytest.mark.films
@pytest.mark.parametrize(
    ("script", "words"),
    [
        ([CameraFault.GONE], "delivers no more pictures"),
        ([CameraFault.STALL], "No picture has come"),
        ([CameraFault.GARBAGE] * 999, "is no picture"),
        ([(64, 48), (64, 48), CameraFault.GONE], "delivers no more pictures"),
    ],
)
def test_a_camera_that_fails_is_found(script: list[CameraFault], words: str) -> None:
    def opener(settings: CameraSettings) -> Camera:
        return FaultyCamera(list(script), size=(640, 360))  # opened again it fails again, however often that is

    wanted = Settings(camera=CameraSettings(patience=0.5))
    found = list(cli.look_through_camera(wanted, opener, lambda: 25 * time.monotonic()))  # nobody waits that long
    assert found[0].health is Health.ILL
    assert words in found[0].found
    assert "I go on trying" not in found[0].found
    assert found[0].todo


def test_a_camera_or_a_calibration_that_is_not_there_is_found(tmp_path: Path) -> None:
    nowhere = Settings(camera=CameraSettings(kind="stills", file=tmp_path / "none"))
    assert "No such file" in next(iter(cli.look_through_camera(nowhere))).found
    unset = Settings(camera=CameraSettings(kind="video"))
    assert "camera.file" in next(iter(cli.look_through_camera(unset))).found
    (tmp_path / "board.json").write_text("{}", encoding="utf-8")
    other = Settings(table=TableSettings(calibration=tmp_path / "board.json"))
    assert "not a calibration" in next(iter(cli.look_through_camera(other))).found


def test_a_camera_that_says_nothing_at_all_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "PATIENCE", 0.3)
    wanted = Settings(camera=CameraSettings(patience=60.0))
    found = list(cli.look_through_camera(wanted, lambda settings: FaultyCamera([CameraFault.STALL])))
    assert [one.health for one in found] == [Health.ILL]
    assert "no picture came" in found[0].found


@pytest.mark.parametrize("error", [FileNotFoundError(2, "No such file", ".lgd-nfy0"), KeyError("x"), RuntimeError()])
def test_a_look_that_fails_in_a_way_of_its_own_is_one_line_and_ends_no_other(
    error: Exception, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(*_: object) -> Finding:
        raise error

    monkeypatch.setattr(cli, "look_through_camera", lambda _: iter([Finding("camera", Health.WELL, "there")]))
    for name in ("look_at_buttons", "look_at_strip", "look_at_speaker"):
        monkeypatch.setattr(devices, name, fail)
    found = {one.device: one for one in cli.examine(Settings(record=RecordSettings(out=tmp_path)), None)}
    assert {"camera", "strip", "buttons", "buzzer", "status", "speaker", "disk", "clock"} <= found.keys()
    failed = {name for name, one in found.items() if "cannot be looked at" in one.found}
    assert failed == {"strip", "buttons", "speaker"}
    assert all("\n" not in one.found for one in found.values())


def test_a_library_that_can_lay_its_pipe_nowhere_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_name: str) -> None:
        raise FileNotFoundError(2, "No such file or directory", ".lgd-nfy-3")

    monkeypatch.delenv(gpio.VARIABLE, raising=False)
    monkeypatch.setattr(gpio, "import_module", refuse)
    with pytest.raises(gpio.GpioError, match=r"gpio\.unusable"):
        gpio.open_pins()
