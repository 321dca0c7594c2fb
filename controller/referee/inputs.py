"""Inputs of the referee: settled readings of the board, words, buttons, the clock's presses, and the director."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from controller.referee.commands import Command
    from controller.rules import Player, Position
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
    """What the referee believes, or what the other player has done, is right."""
    REFUSE = "refuse"
    """It is not: a resignation is refused, a premature roll has to be thrown again, the cube was only touched."""
    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"
    RACCOON = "raccoon"
    RESIGN_SINGLE = "resign-single"
    RESIGN_GAMMON = "resign-gammon"
    RESIGN_BACKGAMMON = "resign-backgammon"
    CORRECT = "correct"
    """An illegal play over which dice were thrown is to be corrected; only where it still may be (`later`)."""
    NAME_1 = "name-1"
    """After a roll of 1 and 2 in acey-deucey: this is the double that I play."""
    NAME_2 = "name-2"
    NAME_3 = "name-3"
    NAME_4 = "name-4"
    NAME_5 = "name-5"
    NAME_6 = "name-6"
    OTHER_SIDE = "other-side"
    """Who begins in acey-deucey, before his first roll: we play the other way round. Only where that is agreed."""
    ASK = "ask"
    """Was the last play legal? Only where the referee speaks when asked."""


@dataclass(frozen=True, slots=True)
class Said:
    """A player's word by button or page.

    CONFIRM means: what the referee believes is right. After a doubt it settles the likeliest play; from the opponent
    of a player whose play was illegal it accepts that play, where the policy leaves him the choice.
    """

    time: float
    player: Player
    action: Action


class Button(StrEnum):
    """The few buttons that a player has; what each means depends on what is waited for (`buttons.meaning`)."""

    CUBE = "cube"
    RESIGN = "resign"
    CONFIRM = "confirm"
    UNDO = "undo"


@dataclass(frozen=True, slots=True)
class Pressed:
    """A player has pressed one of his buttons."""

    time: float
    player: Player
    button: Button


@dataclass(frozen=True, slots=True)
class ClockPressed:
    """`player` has pressed the clock: his turn, or his part of a cube action, is over."""

    time: float
    player: Player


@dataclass(frozen=True, slots=True)
class Announced:
    """What `player` plays with his roll, said before it is made; another person may move his checkers for him.

    `after` is the position that it leaves, seen by him.
    """

    time: float
    player: Player
    after: Position


@dataclass(frozen=True, slots=True)
class Lifted:
    """Dice were picked up from the board; `player` is whose hand did it, None where that was not seen."""

    time: float
    player: Player | None


@dataclass(frozen=True, slots=True)
class TimeRanOut:
    """The clock says that `player` has used up his time."""

    time: float
    player: Player


@dataclass(frozen=True, slots=True)
class Ticked:
    """Nothing happened but that time went by."""

    time: float


@dataclass(frozen=True, slots=True)
class Commanded:
    """The director has given an order.

    Attributes:
        time: when.
        who: the name under which it lands in the audit trail.
        why: the reason he gave.
        command: the order.
    """

    time: float
    who: str
    why: str
    command: Command


Input = Seen | Said | Pressed | ClockPressed | Lifted | TimeRanOut | Ticked | Commanded | Announced
