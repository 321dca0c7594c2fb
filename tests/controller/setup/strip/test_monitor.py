"""The strip drawn in a terminal."""

from __future__ import annotations

import io
import re
import time
from typing import TYPE_CHECKING

import pytest
from rich.console import Console

from controller.outputs.light_samples import samples
from controller.setup.strip import source as strip_source
from controller.setup.strip.monitor import host_free, monitor, watched
from controller.setup.strip.picture import colours_of, line, picture
from controller.setup.strip.source import StripSource
from firmware_bridge.cells import Cell, Colour, Effect
from firmware_bridge.lights import Lights
from firmware_bridge.strip_map import STANDARD, StripMap
from hardware.simulated.strip.in_memory import MemoryStrip
from hardware.simulated.strip.process import StripProcess, pseudo_terminals_work

if TYPE_CHECKING:
    from collections.abc import Iterator

RED = Cell(Colour.RED)
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


@pytest.fixture
def strip(monkeypatch: pytest.MonkeyPatch) -> Iterator[MemoryStrip]:
    """The simulated strip that a command will be given."""
    with MemoryStrip() as one:
        monkeypatch.setattr(strip_source, "simulated_strip", lambda: one)
        yield one


def drawn(codes: bytes, strip_map: StripMap = STANDARD) -> list[str]:
    out = io.StringIO()
    Console(file=out, width=100, color_system=None).print(picture(colours_of(codes, 0.0), strip_map))
    return out.getvalue().splitlines()


def test_points_are_drawn_where_the_camera_sees_them() -> None:
    names_top, top, _, bottom, names_bottom = drawn(STANDARD.codes({13: RED, 6: RED, "bar_top": RED}))
    assert " ".join(names_top.split()) == "turn 13 14 15 16 17 18 bar 19 20 21 22 23 24 tray"
    assert " ".join(names_bottom.split()) == "turn 12 11 10 9 8 7 bar 6 5 4 3 2 1 tray"
    assert [at for at, lamp in enumerate(top.split()) if lamp == "●"] == [1, 7]
    assert [at for at, lamp in enumerate(bottom.split()) if lamp == "●"] == [8]


def test_the_other_lights_are_drawn_between_the_edges() -> None:
    between = drawn(STANDARD.codes({"cube": RED, "dice_right": RED}))[2]
    assert between.split() == ["dice", "·", "cube", "●", "link", "·", "dice", "●"]


def test_a_light_that_the_strip_lacks_is_not_drawn() -> None:
    short = StripMap(leds=24, names={})
    _, top, between, _, _ = drawn(bytes(24), short)
    assert len(top.split()) == 12
    assert between.split() == ["dice", "cube", "link", "dice"]


def test_a_blinking_light_is_drawn_as_it_is_at_that_moment() -> None:
    blinking = bytes((Cell(Colour.RED, Effect.BLINK).code,)) + bytes(33)
    assert colours_of(blinking, 0.4)[0] == (80, 0, 0)
    assert colours_of(blinking, 0.6)[0] == (0, 0, 0)


def test_a_line_names_what_is_lit() -> None:
    assert line(colours_of(STANDARD.codes({7: RED, "cube": RED}), 0.0), STANDARD) == "7=#500000 cube=#500000"
    assert line(((0, 0, 0),) * 34, STANDARD) == "dark"


def test_where_there_is_no_terminal_each_change_is_a_line(strip: MemoryStrip) -> None:
    out = io.StringIO()
    monitor(StripSource(simulated=True), Console(file=out, width=200), 0.5)
    found, *lines = out.getvalue().splitlines()
    assert found.startswith("Found: simulated, in memory, number 0000000000000001, firmware 0.1.0")
    assert any("turn_bottom=#000050" in text and "link=#005000" in text for text in lines)


def test_in_a_terminal_the_strip_is_drawn_with_the_words_of_the_pattern(strip: MemoryStrip) -> None:
    out = io.StringIO()
    monitor(StripSource(simulated=True), Console(file=out, width=100, force_terminal=True), 0.3)
    text = ESCAPES.sub("", out.getvalue())
    assert samples()[0].words in text
    assert "turn 13 14 15" in text
    assert "link=live" in text


def test_a_strip_of_something_else_is_drawn_below_what_that_prints(strip: MemoryStrip) -> None:
    out = io.StringIO()
    screen = Console(file=out, width=100, force_terminal=True)
    with Lights(strip.port) as lights, watched(strip, screen):
        lights.show({13: RED})
        assert lights.wait_shown(5.0)
        screen.print("a word of the game")
        with screen.status("something else that is live"):
            pass
        drawn_by = time.monotonic() + 10.0  # the drawing has a thread of its own, which a busy machine holds up
        while "●" not in out.getvalue() and time.monotonic() < drawn_by:
            time.sleep(0.02)
    text = ESCAPES.sub("", out.getvalue())
    assert "a word of the game" in text
    assert "●" in text


def test_without_a_terminal_something_else_prints_as_ever(strip: MemoryStrip) -> None:
    out = io.StringIO()
    with watched(strip, Console(file=out)):
        pass
    assert out.getvalue() == ""


@pytest.mark.skipif(not pseudo_terminals_work(), reason="this system has no pseudo-terminals")
def test_another_program_can_be_the_host_of_the_strip_that_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Lights] = []

    class Hosted(StripProcess):
        def __init__(self) -> None:
            super().__init__()
            made.append(Lights(self.port))
            made[0].show({13: RED})
            assert made[0].wait_shown(5.0)

    monkeypatch.setattr("controller.setup.strip.monitor.StripProcess", Hosted)
    out = io.StringIO()
    host_free(Console(file=out, width=200), 0.3)
    made[0].close()
    first, *lines = out.getvalue().splitlines()
    assert first.startswith("A simulated strip is plugged in at /")
    assert lines[-1] == "13=#500000"
