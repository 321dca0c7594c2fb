"""Outputs that raise, hang or find the disk full hold up neither the match nor each other."""

from __future__ import annotations

import errno
import io
import stat
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import pytest

from controller.announce.health import notice
from controller.announce.language import Words
from controller.outputs import bus as buses
from controller.outputs.bus import Bus
from controller.outputs.listeners import Files, Terminal
from controller.outputs.told import SettledPicture, Told
from controller.terminal import terminal
from vision.frame import Frame

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def bus() -> Iterator[Bus]:
    """Yield a bus without outputs."""
    with Bus() as empty:
        yield empty


@dataclass
class Hears:
    """Remembers what it hears, and does before what it was made for."""

    heard: list[float] = field(default_factory=list)

    def hear(self, told: Told) -> None:
        """Hear it."""
        self.before(told)
        self.heard.append(told.notices[0].time)

    def before(self, told: Told) -> None:
        """Do nothing."""


class Raises(Hears):
    """Has a mistake in it."""

    def before(self, told: Told) -> None:
        """Make it."""
        raise KeyError(told.notices[0].key)


class Hangs(Hears):
    """Hangs until it is let go."""

    go = threading.Event()

    def before(self, told: Told) -> None:
        """Hang."""
        self.go.wait(30)


@dataclass
class Full(Hears):
    """Has a disk that is full until somebody makes room."""

    full: bool = True

    def before(self, told: Told) -> None:
        """Find it full."""
        if self.full:
            raise OSError(errno.ENOSPC, "No space left on device", "/somewhere/match.mat")


def told(number: int) -> Told:
    """Return something to tell."""
    return Told(notices=(notice(float(number), "strip.back"),))


def wait_for(bus: Bus, seconds: float = 5.0) -> list[str]:
    """Return what is said of the outputs once there is something, in words."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        said = bus.take_notices(7.0)
        if said:
            return [f"{one.key} {dict(one.facts)['name']}" for one in said]
        time.sleep(0.02)
    return []


def test_beside_one_that_raises_one_that_hangs_and_one_whose_disk_is_full_everything_is_heard_in_order(
    bus: Bus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(buses, "FIRST_PAUSE", 0.01)
    raises, hangs, full, well = Raises(), Hangs(), Full(), Hears()
    outputs = [bus.add(type(one).__name__, one, most=200) for one in (raises, hangs, full, well)]
    begun = time.monotonic()
    for number in range(300):
        bus.tell(told(number))
        if number % 50 == 49:
            outputs[3].finish(5.0)
    assert time.monotonic() - begun < 5
    left = bus.finish(1.0)
    assert well.heard == [float(number) for number in range(300)]
    assert [one.name for one in left] == ["Hangs", "Full"]
    assert (outputs[0].waiting, outputs[0].left_out, raises.heard) == (0, 300, [])
    assert outputs[0].failures > 50
    assert (outputs[1].waiting, outputs[1].left_out) == (200, 100)
    assert (outputs[2].waiting, full.heard) == (200, [])
    assert outputs[2].trouble == "/somewhere/match.mat: No space left on device"
    said = {(one.key, dict(one.facts)["name"]) for one in bus.take_notices(1.0)}
    assert said == {("output.failing", name) for name in ("Raises", "Hangs", "Full")}
    assert bus.take_notices(2.0) == ()
    full.full = False
    Hangs.go.set()
    assert bus.finish(10.0) == ()
    assert full.heard[-1] == hangs.heard[-1] == 299.0
    assert full.heard == sorted(full.heard)
    assert {(one.key, dict(one.facts)["name"]) for one in bus.take_notices(3.0)} >= {
        ("output.works", "Hangs"),
        ("output.works", "Full"),
    }


def test_what_the_system_refuses_is_tried_again_by_itself(bus: Bus, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buses, "FIRST_PAUSE", 0.01)
    full = Full()
    bus.add("files", full)
    bus.tell(told(1))
    assert wait_for(bus) == ["output.failing files"]
    full.full = False
    assert wait_for(bus) == ["output.works files"]
    assert full.heard == [1.0]


def test_a_file_that_cannot_be_written_waits_and_only_its_newest_content_counts(tmp_path: Path) -> None:
    files, other = Files(), tmp_path / "other.mat"
    path = tmp_path / "gone" / "out" / "match.mat"
    with pytest.raises(FileNotFoundError) as caught:
        files.hear(Told(files=((path, lambda: b"old"), (other, lambda: b"other"))))
    assert caught.value.filename is not None
    assert str(caught.value.filename).startswith(str(path.parent))
    assert other.read_bytes() == b"other"
    path.parent.parent.mkdir()
    files.hear(Told(files=((path, lambda: b"new"),)))
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert files.unwritten == {}


class Gone(io.StringIO):
    """A terminal that has gone."""

    def write(self, _text: str) -> int:
        """Refuse."""
        raise OSError(errno.EIO, "Input/output error")


@pytest.mark.parametrize("error", [BrokenPipeError(errno.EPIPE, "gone"), OSError(errno.EIO, "gone")])
def test_a_terminal_that_has_gone_ends_nothing(bus: Bus, error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_self: Gone, _text: str) -> int:
        raise error

    monkeypatch.setattr(Gone, "write", refuse)
    well = Hears()
    console = terminal()
    console.file = Gone()
    bus.add("terminal", Terminal(console, Words()))
    bus.add("well", well)
    for number in range(3):
        bus.tell(told(number))
    assert wait_for(bus) == ["output.failing terminal"]
    assert [one.name for one in bus.finish(2.0)] == ["terminal"]
    assert well.heard == [0.0, 1.0, 2.0]


def test_in_step_everything_is_heard_before_telling_returns_and_what_the_system_refuses_with_what_comes_next(
    bus: Bus,
) -> None:
    full, raises, well = Full(), Raises(), Hears()
    output, broken, _ = (bus.add(type(one).__name__, one, most=3, in_step=True) for one in (full, raises, well))
    for number in range(2):
        bus.tell(told(number))
        assert well.heard == [float(one) for one in range(number + 1)]
    assert (full.heard, output.waiting, broken.left_out) == ([], 2, 2)
    assert {dict(one.facts)["name"] for one in bus.take_notices(1.0)} == {"Full", "Raises"}
    assert bus.finish(0.0) == (output,)
    full.full = False
    bus.tell(told(2))
    assert full.heard == [0.0, 1.0, 2.0]
    assert [(one.key, dict(one.facts)["name"]) for one in bus.take_notices(2.0)] == [("output.works", "Full")]
    assert not [one for one in threading.enumerate() if one.name == "output-Full"]


def test_pictures_are_told_only_to_those_in_step_as_they_would_pile_up(bus: Bus) -> None:
    heard: list[str] = []

    @dataclass
    class Notes:
        name: str

        def hear(self, _told: Told) -> None:
            heard.append(self.name)

    bus.add("in step", Notes("in step"), in_step=True)
    bus.add("apart", Notes("apart"))
    bus.tell(Told(settled=SettledPicture(Frame(np.zeros((2, 2, 3), np.uint8), 1.0, 1), ())))
    assert bus.finish(5.0) == ()
    assert heard == ["in step"]
