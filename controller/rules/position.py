"""A position: where the checkers of both players stand, seen by the player on roll."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Flag, auto
from typing import TYPE_CHECKING, Final

from controller.rules.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Sequence

OFF: Final = 0
"""The index of the checkers borne off."""

BAR: Final = 25
"""The index of the bar."""

HAND: Final = 26
"""Where the checkers are that have never been in play, in the moves of a play; a position counts them on the bar."""

POINTS: Final = range(1, 25)
"""The indexes of the points on the board."""

CHECKERS: Final = 15
"""How many checkers a player has in backgammon; other variants have other numbers."""

Counts = tuple[int, ...]
"""26 counts of one player's checkers from his OWN side: index 0 borne off, 1..24 his points, 25 the bar."""


class PositionError(RulesError, ValueError):
    """Not a position that a board can show; the key names the first thing that is wrong."""


class Problem(Flag):
    """What can be wrong with a position; a sound one has none (the empty flag is false)."""

    WRONG_LENGTH = auto()
    """A player's counts are not 26."""
    NOT_A_COUNT = auto()
    """A count is negative or above 255."""
    SHARED_POINT = auto()
    """Both players have checkers on the same point."""
    MINE_TOO_MANY = auto()
    """The player on roll has more checkers than the variant gives."""
    MINE_TOO_FEW = auto()
    """The player on roll has fewer checkers than the variant gives."""
    THEIRS_TOO_MANY = auto()
    """The other player has more checkers than the variant gives."""
    THEIRS_TOO_FEW = auto()
    """The other player has fewer checkers than the variant gives."""
    BOTH_CLOSED_OUT = auto()
    """Both are on the bar and both home boards are closed: nobody could ever have got there, or play on."""
    BOTH_BORNE_OFF = auto()
    """Neither player has a checker left on the board or the bar."""
    UNENTERED = auto()
    """More checkers of a player have not been entered yet than he has to enter at all."""


@dataclass(frozen=True, slots=True)
class Position:
    """Both players' checkers.

    Each player counts from his own side: own point p is the other player's point 25 - p.
    The plain constructor takes the counts as they are, since a referee must be able to hold what is really on a
    board; `Position.of` refuses what cannot be, and `problems` lists everything wrong.

    Attributes:
        mine: counts of the player on roll (or who has just played, until the turn passes). Whatever has to be entered
            is counted on the bar, whether it was hit or has never been in play.
        theirs: counts of the other player, from the other player's side.
        unentered: how many of those on the bar of `mine`, and of `theirs`, have never been in play. They lie beside the
            board. None where the game begins with all checkers on it.
        been_home: whether each of the two has had a checker in his own home board, where a game asks for that; where
            none does, it is taken as given.
    """

    mine: Counts
    theirs: Counts
    unentered: tuple[int, int] = (0, 0)
    been_home: tuple[bool, bool] = (True, True)

    @classmethod
    def of(cls, mine: Sequence[int], theirs: Sequence[int], checkers: int | None = None) -> Position:
        """Return the position of these counts, or say what is wrong with them.

        Args:
            mine: 26 counts of the player on roll, from his own side.
            theirs: 26 counts of the other player, from that player's own side.
            checkers: how many each player must have in all; None when that is not to be checked.

        Raises:
            PositionError: the counts are no position; the key names the first problem (such as
                "position.shared_point") and `problems` in its params holds all of them.
        """
        position = cls(tuple(mine), tuple(theirs))
        position.check(checkers)
        return position

    def turned(self) -> Position:
        """Return the same board seen by the other player."""
        unentered, been_home = self.unentered, self.been_home
        return Position(self.theirs, self.mine, (unentered[1], unentered[0]), (been_home[1], been_home[0]))

    def problems(self, checkers: int | None = None) -> Problem:
        """Return everything that is wrong with the position; the empty flag when it is sound.

        Args:
            checkers: how many each player must have in all, those borne off included; None to leave that open.
        """
        if len(self.mine) != 26 or len(self.theirs) != 26:
            return Problem.WRONG_LENGTH
        if min(self.mine) < 0 or min(self.theirs) < 0 or max(self.mine) > 255 or max(self.theirs) > 255:
            return Problem.NOT_A_COUNT
        found = Problem(0)
        if any(mine and theirs for mine, theirs in zip(self.mine[1:25], self.theirs[24:0:-1], strict=True)):
            found |= Problem.SHARED_POINT
        if checkers is not None:
            found |= _amount(sum(self.mine), checkers, Problem.MINE_TOO_MANY, Problem.MINE_TOO_FEW)
            found |= _amount(sum(self.theirs), checkers, Problem.THEIRS_TOO_MANY, Problem.THEIRS_TOO_FEW)
        if self.mine[BAR] and self.theirs[BAR] and min(self.mine[1:7]) > 1 and min(self.theirs[1:7]) > 1:
            found |= Problem.BOTH_CLOSED_OUT
        if not any(self.mine[1:]) and not any(self.theirs[1:]):
            found |= Problem.BOTH_BORNE_OFF
        if not 0 <= self.unentered[0] <= self.mine[BAR] or not 0 <= self.unentered[1] <= self.theirs[BAR]:
            found |= Problem.UNENTERED
        return found

    def check(self, checkers: int | None = None) -> None:
        """Raise what `of` raises when the position is not sound.

        Raises:
            PositionError: see `of`.
        """
        found = self.problems(checkers)
        if not found:
            return
        first = next(problem for problem in Problem if problem in found)
        raise PositionError(
            f"position.{str(first.name).lower()}",
            problems=found,
            mine=self.mine,
            theirs=self.theirs,
            checkers=checkers,
        )

    def pips(self) -> int:
        """Return the pip count of the player on roll: the points all his checkers still have to travel."""
        return sum(point * count for point, count in enumerate(self.mine))

    def on_the_bar(self) -> tuple[int, int]:
        """Return how many checkers of `mine` and of `theirs` really lie on the bar, where they can be seen."""
        return self.mine[BAR] - self.unentered[0], self.theirs[BAR] - self.unentered[1]


def _amount(found: int, wanted: int, too_many: Problem, too_few: Problem) -> Problem:
    """Return which of two problems a number of checkers has, if any."""
    return too_many if found > wanted else too_few if found < wanted else Problem(0)


_START: Counts = (0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0)

START: Final = Position(_START, _START)
"""The start of backgammon: 2 on 24, 5 on 13, 3 on 8, 5 on 6 for each player."""
