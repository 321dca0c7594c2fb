"""What reaches the referee: settled readings of the board, and what the players say by button or page."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from controller.rules import Player
    from vision.reading import Reading


@dataclass(frozen=True, slots=True)
class Seen:
    """The board has come to rest, and this is what it shows."""

    reading: Reading

    @property
    def time(self) -> float:
        """When the picture was taken, in seconds on the camera's clock."""
        return self.reading.time


class Action(StrEnum):
    """What a player can say without touching a checker."""

    CONFIRM = "confirm"
    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"


@dataclass(frozen=True, slots=True)
class Said:
    """A player's word by button or page.

    CONFIRM means: what the referee believes is right. After a doubt it settles the likeliest play; from the opponent
    of a player whose play was illegal it accepts that play.
    """

    time: float
    player: Player
    action: Action


Input = Seen | Said
