"""Players: the two sides of a match, whatever their colours and their seats."""

from __future__ import annotations

from enum import IntEnum


class Player(IntEnum):
    """One of the two players; the value is his index in every pair, such as the score."""

    ONE = 0
    TWO = 1

    @property
    def other(self) -> Player:
        """The opponent."""
        return Player.TWO if self is Player.ONE else Player.ONE
