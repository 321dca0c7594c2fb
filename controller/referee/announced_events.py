"""What the referee says of plays that are announced before they are made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.referee.event import Event, Remedy

if TYPE_CHECKING:
    from controller.rules import Play, Player, Position, Roll


@dataclass(frozen=True, slots=True)
class PlayAnnounced(Event):
    """`player` plays `play` with his roll: from now on this is what the board is to show. Positions are seen by him."""

    player: Player
    roll: Roll
    before: Position
    after: Position
    play: Play


@dataclass(frozen=True, slots=True)
class PlayDiffers(Event):
    """The turn has ended with a legal play that is not the one announced; `remedies` make it that one.

    Positions are seen by `player`: before the play, as announced, and on the board.
    """

    player: Player
    roll: Roll
    before: Position
    announced: Position
    seen: Position
    play: Play
    remedies: tuple[Remedy, ...]
