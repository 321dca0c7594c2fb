"""The games that are played on the backgammon board: what a variant is, as data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from controller.rules.errors import RulesError
from controller.rules.position import BAR, CHECKERS, START, Position

if TYPE_CHECKING:
    from collections.abc import Mapping


class VariantError(RulesError, ValueError):
    """A variant whose start position does not make sense."""


class Payoff(Enum):
    """What a game that was played to its end is worth."""

    LEVELS = "levels"
    """Single, gammon or backgammon."""
    CHECKERS_LEFT = "checkers-left"
    """A point for each checker that the loser has not borne off."""


class Entering(Enum):
    """What a player may do while he has checkers that have never been in play."""

    ALL_FIRST = "all-first"
    """Nothing but enter them, unless the table has agreed otherwise (`RulesProfile.enter_all_first`)."""
    AS_LIKED = "as-liked"
    """Enter them or move others."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A game on the backgammon board, told apart by how it starts and by the few rules that differ.

    Where tables differ about a rule, that is a field of the `RulesProfile`.

    Attributes:
        name: a stable name, such as "nackgammon".
        start: the position before the first roll; both players must have the same number of checkers.
        entering: what may be done before all checkers are in play.
        starter_rolls_again: who wins the opening roll throws both dice for his first turn.
        home_before_hitting: nobody hits before he has a checker in his own home board.
        acey_deucey: who rolls 1 and 2 plays them, then any double that he names, and rolls again.
        cube: it is played with the doubling cube.
        payoff: what a game is worth.
        in_mat: its name in the .mat files of GNU Backgammon, which then plays it and judges plays of it; None where
            other programs would read such a file as another game.
        in_sgf: its name in .sgf files, empty where a file that names none is of this game; None as for `in_mat`.
    """

    name: str
    start: Position
    entering: Entering = Entering.AS_LIKED
    starter_rolls_again: bool = False
    home_before_hitting: bool = False
    acey_deucey: bool = False
    cube: bool = True
    payoff: Payoff = Payoff.LEVELS
    in_mat: str | None = None
    in_sgf: str | None = None

    def __post_init__(self) -> None:
        """Refuse a start in which the players have different numbers of checkers, or none."""
        mine, theirs = sum(self.start.mine), sum(self.start.theirs)
        if mine != theirs or mine == 0:
            raise VariantError("variant.uneven_start", name=self.name, mine=mine, theirs=theirs)

    @property
    def checkers(self) -> int:
        """The number of checkers of each player: fifteen in backgammon, three in hypergammon."""
        return sum(self.start.mine)

    @property
    def begins_off_the_board(self) -> bool:
        """Whether the checkers have to be entered before they can be played with."""
        return any(self.start.unentered)


def _symmetric_start(points: Mapping[int, int]) -> Position:
    """Return the position in which both players have these counts on their own points."""
    counts = tuple(points.get(point, 0) for point in range(26))
    return Position(counts, counts)


_IN_HAND: Final = Position(
    _symmetric_start({BAR: CHECKERS}).mine,
    _symmetric_start({BAR: CHECKERS}).theirs,
    unentered=(CHECKERS, CHECKERS),
    been_home=(False, False),
)
"""All checkers beside the board: 375 pips to go for each."""

BACKGAMMON: Final = Variant("backgammon", START, in_mat="Backgammon", in_sgf="")
"""The standard game: 2 on 24, 5 on 13, 3 on 8, 5 on 6."""

NACKGAMMON: Final = Variant(
    "nackgammon",
    _symmetric_start({24: 2, 23: 2, 13: 4, 8: 3, 6: 4}),
    in_mat="NackGammon",
    in_sgf="Nackgammon",
)
"""Nack Ballard's start: two more checkers back, one fewer on the midpoint and on the six point."""

HYPERGAMMON: Final = Variant(
    "hypergammon",
    _symmetric_start({24: 1, 23: 1, 22: 1}),
    in_mat="HyperGammon (3)",
    in_sgf="Hypergammon3",
)
"""Three checkers a side; there are no others."""

DUTCH: Final = Variant(
    "dutch",
    _IN_HAND,
    entering=Entering.ALL_FIRST,
    starter_rolls_again=True,
    home_before_hitting=True,
)
"""Dutch backgammon: all checkers are entered first, and nobody hits before he has one at home."""

ACEY_DEUCEY: Final = Variant(
    "acey-deucey",
    _IN_HAND,
    starter_rolls_again=True,
    acey_deucey=True,
    cube=False,
    payoff=Payoff.CHECKERS_LEFT,
)
"""American acey-deucey; the European one by option (`RulesProfile.european_acey_deucey`)."""

VARIANTS: Final[Mapping[str, Variant]] = MappingProxyType(
    {variant.name: variant for variant in (BACKGAMMON, NACKGAMMON, HYPERGAMMON, DUTCH, ACEY_DEUCEY)}
)
"""The variants by name."""
