"""`tavola lights` on the command line: what is typed, what is printed, and the exit statuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from controller.cli.main import main
from controller.setup.strip import source as strip_source
from hardware.simulated.strip.in_memory import MemoryStrip

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console

    from controller.config.simulation_settings import SimulatedSettings
    from controller.table.order import Order
    from hardware.simulated.strip.factory import SimulatedStrip


@pytest.fixture
def in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let simulated strips be models in memory."""
    monkeypatch.setattr(strip_source, "simulated_strip", MemoryStrip)


@pytest.mark.usefixtures("in_memory")
def test_the_walk_ends_with_status_0(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lights", "test", "--simulated", "--pace", "0"]) == 0
    said = capsys.readouterr()
    assert "All 34 lights and 11 patterns were acknowledged." in said.out
    assert said.err == ""


@pytest.mark.usefixtures("in_memory")
def test_the_monitor_ends_after_the_time_given(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lights", "monitor", "--simulated", "--seconds", "0.3"]) == 0
    assert "turn_bottom=#000050" in capsys.readouterr().out


@pytest.mark.parametrize("order", ["test", "monitor"])
def test_where_no_strip_is_connected_one_line_says_so_with_status_3(
    order: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(strip_source, "usb", lambda: ())
    assert main(["lights", order, "--wait", "0.1"]) == 3
    assert capsys.readouterr().err == "tavola: no strip of lights is connected\n"


def test_a_strip_that_is_lost_ends_with_status_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with MemoryStrip() as strip:

        def unplugging(place: object) -> str:
            strip.unplug()
            return str(place)

        monkeypatch.setattr(strip_source, "simulated_strip", lambda: strip)
        monkeypatch.setattr("controller.setup.strip.walk.SHOWN_WITHIN", 0.2)
        monkeypatch.setattr("controller.setup.strip.walk.name", unplugging)
        assert main(["lights", "test", "--simulated", "--pace", "0"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("tavola: the strip does not show what it was told to: ")
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        (["lights"], "required: ORDER"),
        (["lights", "test", "--pace", "soon"], "seconds are needed, not 'soon'"),
        (["lights", "test", "--wait", "-1"], "seconds are needed, not '-1'"),
        (["lights", "test", "--id", "0x1g"], "at most 16 hexadecimal digits"),
        (["lights", "test", "--id", "11112222333344445"], "at most 16 hexadecimal digits"),
        (["lights", "test", "--port", "/dev/x", "--simulated"], "not allowed with argument"),
        (["lights", "monitor", "--free", "--game"], "not allowed with argument"),
    ],
)
def test_a_command_line_that_makes_no_sense_is_refused_with_status_2(
    typed: list[str], answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(typed)
    assert ended.value.code == 2
    assert answer in capsys.readouterr().err


@pytest.mark.parametrize(
    ("written", "answer"),
    [
        ("leds = ", "cannot be read: TOMLDecodeError: Invalid value (at end of document)"),
        ("lamps = 3", "a strip's map has no setting lamps = 3"),
        ("first = 5", "two places of the strip's map share the lights"),
        ("leds = 10", "the strip's map names lights 0 to 33, and the strip has 10"),
        ("start = 25", "the strip begins at a point from 1 to 24, not 25"),
        ("cap_ma = 0", "the power cap is 1 to 65535 mA, not 0"),
    ],
)
def test_a_map_that_is_none_is_refused_in_one_line(
    written: str, answer: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "strip.toml"
    path.write_text(written)
    assert main(["lights", "test", "--simulated", "--map", str(path)]) == 2
    said = capsys.readouterr().err
    assert answer in said
    assert said.count("\n") == 1


def test_a_map_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lights", "test", "--simulated", "--map", str(tmp_path / "no.toml")]) == 2
    assert "no.toml: No such file or directory" in capsys.readouterr().err


def test_a_port_that_pyserial_does_not_know_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lights", "test", "--port", "pigeon://roof"]) == 2
    assert capsys.readouterr().err.startswith("tavola: pigeon://roof is no port")


def test_help_tells_the_exit_statuses(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["lights", "test", "--help"])
    assert "3 no strip" in " ".join(capsys.readouterr().out.split())


def test_a_game_is_played_with_the_strip_that_is_drawn(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played = []

    def play(order: Order[SimulatedSettings], console: Console, strip: SimulatedStrip) -> None:
        played.append(order.settings)
        console.print("a match")
        assert len(strip.latched.colours) == 34

    monkeypatch.setattr("controller.table.simulated.simulate", play)
    assert main(["lights", "monitor", "--game", "--seed", "7", "--out", str(tmp_path)]) == 0
    assert [(one.simulation.seed, one.record.out) for one in played] == [(7, tmp_path)]
    assert "a match" in capsys.readouterr().out
