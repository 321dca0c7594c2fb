"""One light: its byte and its colours."""

from __future__ import annotations

import pytest

from firmware_bridge.cells import DARK, PALETTE, Cell, Colour, Effect
from firmware_bridge.errors import CellError


@pytest.mark.parametrize("effect", Effect)
@pytest.mark.parametrize("colour", Colour)
def test_a_cell_comes_back_from_its_byte(effect: Effect, colour: Colour) -> None:
    cell = Cell(colour, effect)
    assert 0 <= cell.code <= 255
    assert Cell.from_code(cell.code) == cell
    assert cell.rgb == PALETTE[colour]


@pytest.mark.parametrize("code", [8, 15, 0x40, 0xF0, 0xFF, -1, 256])
def test_a_byte_that_is_no_cell_is_refused(code: int) -> None:
    with pytest.raises(CellError) as caught:
        Cell.from_code(code)
    assert caught.value.key == "cell.code"


def test_a_dark_cell_is_a_zero_byte_and_only_off_is_dark() -> None:
    assert DARK.code == 0
    assert [colour for colour in Colour if not any(PALETTE[colour])] == [Colour.OFF]


def test_no_two_colours_look_alike() -> None:
    assert len(set(PALETTE.values())) == len(Colour)
