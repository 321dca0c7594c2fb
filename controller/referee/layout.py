"""Which player's points are which places of the picture, who plays which checkers, and where each one throws."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from controller.rules import Player
from vision.reading import Shade


class Corner(StrEnum):
    """A quadrant of the board in picture terms (bar upright)."""

    BOTTOM_RIGHT = "bottom-right"
    BOTTOM_LEFT = "bottom-left"
    TOP_RIGHT = "top-right"
    TOP_LEFT = "top-left"

    @property
    def is_bottom(self) -> bool:
        """Whether it lies in the bottom row."""
        return self in (Corner.BOTTOM_RIGHT, Corner.BOTTOM_LEFT)

    @property
    def is_right(self) -> bool:
        """Whether it lies right of the bar."""
        return self in (Corner.BOTTOM_RIGHT, Corner.TOP_RIGHT)

    @property
    def across(self) -> Corner:
        """The quadrant on the same side of the bar in the other row."""
        return _ACROSS[self]


_ACROSS = {
    Corner.BOTTOM_RIGHT: Corner.TOP_RIGHT,
    Corner.TOP_RIGHT: Corner.BOTTOM_RIGHT,
    Corner.BOTTOM_LEFT: Corner.TOP_LEFT,
    Corner.TOP_LEFT: Corner.BOTTOM_LEFT,
}


_BESIDE = {
    Corner.BOTTOM_RIGHT: Corner.BOTTOM_LEFT,
    Corner.BOTTOM_LEFT: Corner.BOTTOM_RIGHT,
    Corner.TOP_RIGHT: Corner.TOP_LEFT,
    Corner.TOP_LEFT: Corner.TOP_RIGHT,
}


@dataclass(frozen=True, slots=True)
class Layout:
    """How the table is set up.

    Attributes:
        home_one: the quadrant of player ONE's home board; player TWO's lies across from it.
        shade_one: the checkers of player ONE; player TWO has the others.
    """

    home_one: Corner = Corner.BOTTOM_RIGHT
    shade_one: Shade = Shade.DARK

    def home(self, player: Player) -> Corner:
        """Return the quadrant of `player`'s home board. He sits at the row that it lies in."""
        return self.home_one if player is Player.ONE else self.home_one.across

    def shade(self, player: Player) -> Shade:
        """Return the checkers that `player` plays."""
        other = Shade.LIGHT if self.shade_one is Shade.DARK else Shade.DARK
        return self.shade_one if player is Player.ONE else other

    def place(self, player: Player, point: int) -> str:
        """Return the name of the place (`T1`..`B12`, see vision.reading) of `player`'s own `point` 1..24."""
        home = self.home(player)
        near, far = ("B", "T") if home.is_bottom else ("T", "B")
        column = point if point <= 12 else 25 - point
        if home.is_right:
            column = 13 - column
        return f"{near if point <= 12 else far}{column}"

    def throws_right(self, player: Player) -> bool:
        """Return whether `player`'s right half of the board is the right half of the picture."""
        return self.home(player).is_bottom

    def in_own_half(self, player: Player, x: float) -> bool:
        """Return whether board coordinate `x` (0..1) lies in the half where `player` must throw."""
        return (x > 0.5) is self.throws_right(player)


def mirrored(layout: Layout) -> Layout:
    """Return the layout in which both play the other way round, each with his home on the other side of the bar."""
    return Layout(_BESIDE[layout.home_one], layout.shade_one)
