"""The figures of a player: error rates, luck, and what GNU Backgammon calls such play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from controller.analysis.decisions import Decision, DecisionKind

if TYPE_CHECKING:
    from controller.analysis.decisions import Ledger
    from controller.rules.player import Player

_WORDS: Final = (
    (0.035, "awful"),
    (0.026, "beginner"),
    (0.018, "casual player"),
    (0.012, "intermediate"),
    (0.008, "advanced"),
    (0.005, "expert"),
    (0.002, "world class"),
)
"""From which rate on play is called so (`aszRating` in GNU Backgammon's analysis.c)."""

_BEST_WORD: Final = "supernatural"

MARKS: Final = (0.03, 0.06, 0.12)
"""From which cost on GNU Backgammon marks a play doubtful, bad, very bad (`arSkillLevel`)."""

WORST: Final = 10
"""How many of the worst plays are shown."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What a player has done in a match; errors and luck in equity.

    Attributes:
        turns: rolls played or danced.
        plays: plays with a choice.
        play_error: what they have cost in all.
        cube_decisions: all of them.
        close_cube_decisions: those that count for the rates.
        cube_error: what wrong ones have cost in all.
        marked: how many plays were doubtful, bad and very bad.
        luck: what all rolls together brought beyond average ones.
        throws: how many they were.
        other_turns: those of the other player.
        illegal: how many illegal plays stood; they are in none of the other figures.
    """

    turns: int
    plays: int
    play_error: float
    cube_decisions: int
    close_cube_decisions: int
    cube_error: float
    marked: tuple[int, int, int]
    luck: float
    throws: int
    other_turns: int
    illegal: int

    @property
    def play_rate(self) -> float | None:
        """Thousandths of a point that a play with a choice has cost on average."""
        return _rate(self.play_error, self.plays)

    @property
    def cube_rate(self) -> float | None:
        """Thousandths of a point that a cube decision that counts has cost on average."""
        return _rate(self.cube_error, self.close_cube_decisions)

    @property
    def rate(self) -> float | None:
        """Thousandths of a point that a decision that counts has cost on average: the error rate."""
        return _rate(self.play_error + self.cube_error, self.plays + self.close_cube_decisions)

    @property
    def snowie_rate(self) -> float | None:
        """All errors by the turns of both players, in thousandths of a point, as Snowie counted."""
        return _rate(self.play_error + self.cube_error, self.turns + self.other_turns)

    @property
    def luck_rate(self) -> float | None:
        """Thousandths of a point that a roll was better than the average one."""
        return _rate(self.luck, self.throws)

    @property
    def word(self) -> str | None:
        """What GNU Backgammon calls a player of this error rate; None without a decision."""
        if self.rate is None:
            return None
        return next((word for least, word in _WORDS if self.rate >= 1000 * least), _BEST_WORD)


def figures(ledger: Ledger, player: Player) -> Figures:
    """Return the figures of a player."""
    own = [one for one in ledger.decisions if one.player is player]
    plays = [one for one in own if one.kind is DecisionKind.PLAY and one.counts]
    cubes = [one for one in own if one.kind is not DecisionKind.PLAY]
    throws = [one.luck for one in ledger.throws if one.player is player]
    doubtful, bad, very_bad = (sum(one.error >= least for one in plays) for least in MARKS)
    return Figures(
        turns=ledger.turns[player],
        plays=len(plays),
        play_error=sum(one.error for one in plays),
        cube_decisions=len(cubes),
        close_cube_decisions=sum(one.counts for one in cubes),
        cube_error=sum(one.error for one in cubes),
        marked=(doubtful - bad, bad - very_bad, very_bad),
        luck=sum(throws),
        throws=len(throws),
        other_turns=ledger.turns[player.other],
        illegal=sum(one.player is player for one in ledger.illegal),
    )


def worst_plays(ledger: Ledger, player: Player, count: int = WORST) -> tuple[Decision, ...]:
    """Return the plays that have cost a player most, the worst first."""
    return _worst([one for one in ledger.decisions if one.player is player and one.kind is DecisionKind.PLAY], count)


def worst_cubes(ledger: Ledger, player: Player, count: int = WORST) -> tuple[Decision, ...]:
    """Return the cube decisions that have cost a player most, the worst first."""
    return _worst(
        [one for one in ledger.decisions if one.player is player and one.kind is not DecisionKind.PLAY], count
    )


def _worst(decisions: list[Decision], count: int) -> tuple[Decision, ...]:
    """Return those that have cost anything worth showing, the worst first."""
    wrong = [one for one in decisions if one.error >= 0.0005]
    return tuple(sorted(wrong, key=lambda one: -one.error)[:count])


def _rate(total: float, count: int) -> float | None:
    """Return thousandths of a total for each."""
    return 1000 * total / count if count else None
