"""The doctor looks at disk, clock and Pi as they say themselves how they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from controller.setup.doctor import machine
from controller.setup.doctor.finding import Health, advised
from controller.setup.doctor.machine import look_at_clock, look_at_disk, look_at_pi

if TYPE_CHECKING:
    from pathlib import Path

NOW = 1_790_000_000.0


@pytest.mark.parametrize(
    ("room", "taken", "health"),
    [
        (20e9, 0.01, Health.WELL),
        (0.5e9, 0.01, Health.POOR),
        (20e9, 0.2, Health.POOR),
        (5e6, 0.01, Health.ILL),
        (20e9, 0.9, Health.ILL),
    ],
)
def test_room_and_speed_of_the_disk_are_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: float, taken: float, health: Health
) -> None:
    monkeypatch.setattr(machine, "_sync", lambda out: taken)
    found = look_at_disk(tmp_path / "new", lambda out: int(room))
    assert found.health is health
    assert f"{room / 1e9:.1f} GB" in found.found


def test_a_real_disk_is_written_and_left_as_it_was(tmp_path: Path) -> None:
    found = look_at_disk(tmp_path)
    assert "GB free" in found.found
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_found(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file", encoding="utf-8")
    found = look_at_disk(tmp_path / "out")
    assert found.health is Health.ILL
    assert "record.out" in advised(found)


def test_the_clock_is_set_or_not(tmp_path: Path) -> None:
    assert look_at_clock(NOW, tmp_path).health is Health.WELL
    assert look_at_clock(0.0, tmp_path).health is Health.ILL
    service = tmp_path / "run" / "systemd" / "timesync"
    service.mkdir(parents=True)
    assert look_at_clock(NOW, tmp_path).health is Health.POOR
    (service / "synchronized").touch()
    assert look_at_clock(NOW, tmp_path).health is Health.WELL


def a_pi(root: Path, degrees: float | None) -> Path:
    model = root / "proc" / "device-tree" / "model"
    model.parent.mkdir(parents=True)
    model.write_bytes(b"Raspberry Pi 4 Model B Rev 1.1\0")
    if degrees is not None:
        zone = root / "sys" / "class" / "thermal" / "thermal_zone0"
        zone.mkdir(parents=True)
        (zone / "temp").write_text(f"{degrees * 1000:.0f}\n", encoding="utf-8")
    return root


@pytest.mark.parametrize(
    ("degrees", "said", "health", "words"),
    [
        (50, "throttled=0x0\n", Health.WELL, "50 degrees"),
        (None, None, Health.WELL, "Raspberry Pi 4"),
        (75, "throttled=0x0\n", Health.POOR, "rather hot"),
        (85, "throttled=0x0\n", Health.ILL, "too hot"),
        (50, "throttled=0x50005\n", Health.ILL, "too weak"),
        (82, "throttled=0x6\n", Health.ILL, "slowed down by heat"),
        (50, "throttled=0x50000\n", Health.POOR, "since the start: the supply is too weak"),
        (50, "throttled=0x20000\n", Health.POOR, "slowed down"),
        (50, "error", Health.WELL, "50 degrees"),
    ],
)
def test_heat_and_supply_of_a_pi_are_judged(
    tmp_path: Path, degrees: float | None, said: str | None, health: Health, words: str
) -> None:
    found = look_at_pi(a_pi(tmp_path, degrees), lambda: said)
    assert found.health is health
    assert words in found.found
    assert bool(found.todo) is (health is not Health.WELL)


def test_another_computer_is_no_pi(tmp_path: Path) -> None:
    assert look_at_pi(tmp_path).health is Health.ABSENT


def test_the_firmware_is_asked_by_its_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert machine._throttled() is None
    program = tmp_path / "vcgencmd"
    program.write_text("#!/bin/sh\necho throttled=0x50000\n", encoding="utf-8")
    program.chmod(0o755)
    assert machine._throttled() == "throttled=0x50000\n"
    program.write_text("nothing to run", encoding="utf-8")
    assert machine._throttled() is None
