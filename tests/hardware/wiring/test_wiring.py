"""The wiring pages: drawings that are up to date and readable, and tables that say what the program does."""

from __future__ import annotations

import math
import re
from itertools import combinations, pairwise
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from gpiozero.pins.pi import PiBoardInfo
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.outputs.light_samples import samples
from firmware_bridge import messages
from firmware_bridge.cells import Cell, Colour
from firmware_bridge.strip_map import STANDARD
from hardware.simulated.strip.model import render
from hardware.wiring import case, draw
from hardware.wiring.camera_arm import FRAMES, LENSES, MARGIN, BoardFrame, FieldOfView, height, table
from hardware.wiring.pins import FIVE_VOLTS, GROUNDS, PI_PINS

if TYPE_CHECKING:
    from pathlib import Path

README = (draw.HERE / "README.md").read_text(encoding="utf-8")
RATED = 500


@pytest.mark.parametrize("name", list(draw.PAGES))
def test_the_drawing_that_is_checked_in_is_what_the_script_draws(name: str) -> None:
    assert (draw.HERE / name).read_text(encoding="utf-8") == draw.PAGES[name]().svg()


@pytest.mark.parametrize("name", list(draw.PAGES))
def test_a_drawing_is_svg_and_its_words_neither_overlap_nor_leave_the_page(name: str) -> None:
    sheet = draw.PAGES[name]()
    root = ET.fromstring(sheet.svg())  # noqa: S314 - we have made it ourselves
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert len(sheet.words) > 10
    assert [(a.text, b.text) for a, b in combinations(sheet.words, 2) if a.overlaps(b)] == []
    assert [
        w.text for w in sheet.words if w.left < 0 or w.top < 0 or w.right > sheet.width or w.bottom > sheet.height
    ] == []


def test_every_light_of_the_standard_strip_is_drawn_with_its_number() -> None:
    drawn = [words.text for words in draw.PAGES["board.svg"]().words]
    for light, place in STANDARD.places().items():
        assert str(light) in drawn
        assert not isinstance(place, int) or str(place) in drawn


def test_the_drawings_can_be_written_elsewhere(tmp_path: Path) -> None:
    assert draw.main([str(tmp_path)]) == 0
    assert {path.name for path in tmp_path.iterdir()} == set(draw.PAGES)


def test_no_two_uses_share_a_pin_and_none_takes_one_of_the_supply() -> None:
    pins = [pin.pin for pin in PI_PINS]
    assert len(set(pins)) == len({pin.gpio for pin in PI_PINS}) == len({pin.use for pin in PI_PINS}) == len(PI_PINS)
    assert not set(pins) & {*GROUNDS, *FIVE_VOLTS, 1, 17}


def test_gpio_numbers_are_on_the_pins_that_a_raspberry_pi_has_them_on() -> None:
    header = PiBoardInfo.from_revision(0xC03111).headers["J8"]  # of a Pi 4
    assert {pin.pin: header.pins[pin.pin].name for pin in PI_PINS} == {pin.pin: f"GPIO{pin.gpio}" for pin in PI_PINS}
    assert {header.pins[pin].name for pin in GROUNDS} == {"GND"}
    assert {header.pins[pin].name for pin in FIVE_VOLTS} == {"5V"}


def test_the_readme_has_the_table_of_the_pins() -> None:
    rows = re.findall(r"^\| ([a-z, ]+) \| (\d+) \| (\d+) \| (?:button|through)", README, flags=re.MULTILINE)
    assert rows == [(pin.words, str(pin.gpio), str(pin.pin)) for pin in PI_PINS]


def test_the_power_budget_adds_up_and_stays_below_what_usb_gives() -> None:
    rows = [int(value) for value in re.findall(r"^\| [^|]+ \| (\d+) \|$", README, flags=re.MULTILINE)]
    total = re.search(r"at the very most\*\* \| \*\*(\d+)\*\*", README)
    assert total is not None
    assert sum(rows) == int(total[1]) < RATED
    assert rows[0] == messages.POWER_MA
    assert rows[1] == messages.LEDS


def drawn_by(cells: bytes) -> float:
    """Return the milliamperes of colours without a cap, at 20 mA a channel."""
    return sum(render(cells, 5000, 0)) * 20 / 255


def test_the_readme_says_what_patterns_draw() -> None:
    least, most = (
        round(limit([drawn_by(STANDARD.codes(sample.cells)) for sample in samples()])) for limit in (min, max)
    )
    assert f"| {least} to {most} |" in README
    white = bytes((Cell(Colour.WHITE).code,)) * messages.LEDS
    assert drawn_by(white) == pytest.approx(400)


def test_the_readme_says_how_high_each_camera_hangs() -> None:
    for row in table():
        assert f"| {' | '.join(row)} |" in README


@given(st.sampled_from(LENSES), st.floats(300, 900), st.floats(200, 700))
@settings(max_examples=60, deadline=None)
def test_from_its_height_a_camera_sees_the_whole_frame_and_hardly_more(
    lens: FieldOfView, width: float, depth: float
) -> None:
    high = height(lens, BoardFrame("", width, depth, 16.0))
    seen = [2 * high * math.tan(math.radians(angle) / 2) for angle in (lens.across, lens.down)]
    room = min(seen[0] / width, seen[1] / depth)
    assert room == pytest.approx(MARGIN)


def test_the_arm_reaches_above_the_middle_of_every_board_and_is_high_enough() -> None:
    assert max(frame.width for frame in FRAMES) / 2 + 60 <= case.BEAM
    assert max(height(lens, frame) for lens in LENSES for frame in FRAMES) + 40 <= case.COLUMN


def test_every_button_has_its_hole_and_holes_do_not_meet() -> None:
    assert {use for use, _, _ in case.BUTTONS} == {pin.use for pin in PI_PINS if pin.kind == "button"}
    for (_, one, wide), (_, other, narrow) in pairwise(case.BUTTONS):
        assert other - one - (wide + narrow) / 2 >= 8
    assert all(hole / 2 + 8 <= at <= case.BOX[0] - hole / 2 - 8 for _, at, hole in case.BUTTONS)


@pytest.mark.parametrize("target", re.findall(r"\]\(([^)#]+)\)", README))
def test_every_link_of_the_readme_leads_somewhere(target: str) -> None:
    assert (draw.HERE / target).exists()
