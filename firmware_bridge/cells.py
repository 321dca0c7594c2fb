"""One light: an effect and a colour, in the byte that crosses the wire and in the colours that the strip shows.

The tables here are the only ones: the firmware's copy is generated from them (see `generate`).
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Final

from firmware_bridge.errors import CellError


class Effect(enum.IntEnum):
    """How a light behaves in time; the high four bits of its byte.

    No effect flashes more often than three times a second, the limit for people with photosensitive epilepsy (WCAG
    2.3.1). Every effect starts at full light, so that a light asked for is seen at once.
    """

    STEADY = 0
    BLINK = 1
    """0.512 s on, 0.512 s off."""
    FAST = 2
    """0.256 s on, 0.256 s off."""
    BREATHE = 3
    """Fades out and in again in 2.048 s."""


class Colour(enum.IntEnum):
    """The colours of the palette; the low four bits of a light's byte. What a colour means is decided elsewhere."""

    OFF = 0
    GREEN = 1
    RED = 2
    AMBER = 3
    BLUE = 4
    WHITE = 5
    CYAN = 6
    MAGENTA = 7


PALETTE: Final[dict[Colour, tuple[int, int, int]]] = {
    Colour.OFF: (0, 0, 0),
    Colour.GREEN: (0, 80, 0),
    Colour.RED: (80, 0, 0),
    Colour.AMBER: (80, 40, 0),
    Colour.BLUE: (0, 0, 80),
    Colour.WHITE: (50, 50, 50),
    Colour.CYAN: (0, 60, 60),
    Colour.MAGENTA: (60, 0, 60),
}
"""Red, green and blue of each colour at full light, 0..255. Dim on purpose: the strip lies beside tired eyes, and the
camera must still see the checkers."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What one light shows.

    Attributes:
        colour: its colour from the palette.
        effect: how it behaves in time.
    """

    colour: Colour = Colour.OFF
    effect: Effect = Effect.STEADY

    @property
    def code(self) -> int:
        """The byte on the wire: effect in the high four bits, colour in the low four."""
        return self.effect << 4 | self.colour

    @classmethod
    def from_code(cls, code: int) -> Cell:
        """Return the light of a byte of the wire.

        Raises:
            CellError: "cell.code" if the byte names no effect or no colour.
        """
        try:
            return cls(Colour(code & 15), Effect(code >> 4))
        except ValueError as error:
            raise CellError("cell.code", code=code) from error

    @property
    def rgb(self) -> tuple[int, int, int]:
        """Red, green and blue at full light, 0..255, before the power cap."""
        return PALETTE[self.colour]


DARK: Final = Cell()
"""A light that is off."""
