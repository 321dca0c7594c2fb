"""What the referee says in Dutch backgammon and acey-deucey alone: further rolls, named doubles, stake, side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.referee.event import Event

if TYPE_CHECKING:
    from controller.rules import Player


@dataclass(frozen=True, slots=True)
class OpeningWon(Event):
    """`player` has thrown the higher die and begins, with a roll of both dice."""

    player: Player


@dataclass(frozen=True, slots=True)
class DoubleNamed(Event):
    """`player`, who has rolled 1 and 2, plays double `value` after them."""

    player: Player
    value: int


@dataclass(frozen=True, slots=True)
class RollsAgain(Event):
    """`player` has played all that his roll gave him, and rolls again.

    `named` is the double that he played, None where several explain the board or none was to be named. `unclear`: the
    board would also fit another double, which could not all be played and earned no roll.
    """

    player: Player
    named: int | None = None
    unclear: bool = False


@dataclass(frozen=True, slots=True)
class FurtherRollLost(Event):
    """`player` could not play all that his roll gave him: he does not roll again."""

    player: Player


@dataclass(frozen=True, slots=True)
class StakeDoubled(Event):
    """1 and 2 were rolled: the stake is `value` now."""

    value: int


@dataclass(frozen=True, slots=True)
class SideChosen(Event):
    """`player`, who begins, has chosen to play the other way round."""

    player: Player
