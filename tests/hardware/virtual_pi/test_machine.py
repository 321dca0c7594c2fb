"""How the emulated machine is called, and that it never outlives who switched it on."""

from __future__ import annotations

import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest

from hardware.virtual_pi.errors import VirtualPiError
from hardware.virtual_pi.image import Image
from hardware.virtual_pi.machine import Machine, command
from hardware.virtual_pi.recipe import Size

MADE = Image(Path("/i/root"), Path("/i/vmlinuz"), Path("/i/initrd.gz"), Path("/i/pi4.dtb"), "3.11", 36)
GUEST = "import time; print('booting'); print('virtual-pi: up after 3 s', flush=True); time.sleep({seconds})"


def guest(seconds: float) -> list[str]:
    """Return how a program is called that prints what a guest prints."""
    return [sys.executable, "-c", GUEST.format(seconds=seconds)]


def test_the_machine_is_a_pi_4_of_the_size_of_its_device_tree() -> None:
    call = command(MADE, Path("/w/disk.img"), Size(2, 1024), {"from": "7"}, None)
    assert call[call.index("-cpu") + 1] == "cortex-a72"
    assert call[call.index("-dtb") + 1] == "/i/pi4.dtb"
    assert (call[call.index("-smp") + 1], call[call.index("-m") + 1]) == ("2", "1024")
    assert "tavola.from=7" in call[call.index("-append") + 1]


def test_what_is_given_to_the_guest_cannot_be_written_by_it() -> None:
    call = command(MADE, Path("/w/disk.img"), Size(), {}, Path("/w/payload.tar"))
    drives = [word for before, word in pairwise(call) if before == "-drive"]
    assert drives == [
        "file=/w/disk.img,if=virtio,format=raw",
        "file=/w/payload.tar,if=virtio,format=raw,readonly=on",
    ]


def test_what_the_guest_reports_is_said_and_all_that_it_prints_is_kept(tmp_path: Path) -> None:
    said: list[str] = []
    with Machine(guest(0), tmp_path / "console.log", said.append) as machine:
        assert machine.wait_for(("up after",), 10.0) == "virtual-pi: up after 3 s"
    assert said == ["up after 3 s"]
    assert (tmp_path / "console.log").read_text(encoding="utf-8").splitlines()[0] == "booting"


def test_a_guest_that_goes_off_too_early_is_noticed_at_once(tmp_path: Path) -> None:
    with (
        pytest.raises(VirtualPiError, match=r"virtual_pi\.off"),
        Machine(guest(0), tmp_path / "console.log", lambda _: None) as machine,
    ):
        machine.wait_for(("played",), 60.0)


def test_a_guest_that_says_nothing_is_given_up_and_switched_off(tmp_path: Path) -> None:
    began = time.monotonic()
    with (
        pytest.raises(VirtualPiError, match=r"virtual_pi\.silent"),
        Machine(guest(60), tmp_path / "console.log", lambda _: None) as machine,
    ):
        machine.wait_for(("played",), 0.2)
    assert time.monotonic() - began < 30.0


def test_a_power_cut_ends_it_in_the_middle(tmp_path: Path) -> None:
    with Machine(guest(60), tmp_path / "console.log", lambda _: None) as machine:
        machine.wait_for(("up after",), 10.0)
        machine.cut_power()
        with pytest.raises(VirtualPiError, match=r"virtual_pi\.off"):
            machine.wait_for(("played",), 10.0)
