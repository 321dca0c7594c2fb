"""Many games at once of the network against itself, and what they teach: temporal differences.

The value of a board is what it is worth to the player on roll. What it should have been is known a turn later, with a
share of all that came after: TD(lambda), Sutton 1988, and for backgammon Tesauro 1995.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from controller.players.evaluation.boards import Boards, Rows, boards_of, turned
from controller.players.evaluation.moves import best_rows, results
from controller.players.evaluation.network import MONEY, Networks, after_play, is_won, other_side
from controller.rules import BAR, HYPERGAMMON, NACKGAMMON, START, Position

if TYPE_CHECKING:
    from controller.players.evaluation.network import Probabilities

_ALL_OUT: Final = Position((*[0] * BAR, 15), (*[0] * BAR, 15))
"""How Dutch backgammon and acey-deucey begin, as far as counts go: everything has to enter."""

_MIX: Final = ((START, 400), (NACKGAMMON.start, 25), (HYPERGAMMON.start, 15), (_ALL_OUT, 20))
"""The starts of the games and their weights; a further tenth begins with plays at random."""

_RANDOM_SHARE: Final = 0.1
_RANDOM_TURNS: Final = 12


@dataclass(slots=True)
class PlayedTables:
    """Games in progress.

    Attributes:
        boards: the boards, seen by the players on roll.
        random_turns: how many turns of each are still played at random.
        rng: dice, starts and random plays.
        finished: how many games have ended.
    """

    boards: Boards
    random_turns: Rows
    rng: np.random.Generator
    finished: int = 0

    @classmethod
    def set_up(cls, count: int, rng: np.random.Generator) -> PlayedTables:
        """Return so many games at their starts."""
        tables = cls(np.zeros((count, 28), dtype=np.int8), np.zeros(count, dtype=np.intp), rng)
        tables.restart(np.arange(count))
        return tables

    def restart(self, rows: Rows) -> None:
        """Begin these games anew."""
        starts = boards_of([start for start, _ in _MIX])
        weights = np.array([weight for _, weight in _MIX]) / sum(weight for _, weight in _MIX)
        self.boards[rows] = starts[self.rng.choice(len(starts), len(rows), p=weights)]
        at_random = self.rng.random(len(rows)) < _RANDOM_SHARE
        self.random_turns[rows] = at_random * self.rng.integers(1, _RANDOM_TURNS, len(rows))

    def turn(self, networks: Networks) -> tuple[Probabilities, Boards]:
        """Play one turn in every game, and begin anew where one has ended.

        Returns:
            What the turn has shown the boards before it to be worth to their players on roll, and the boards as the
            play left them, seen by the movers.
        """
        count = len(self.boards)
        dice = np.sort(self.rng.integers(1, 7, (count, 2)), axis=1).astype(np.int8)
        owners, after = results(self.boards, dice[:, 1], dice[:, 0])
        chances = after_play(networks, after)
        values = chances @ MONEY
        guessing = self.random_turns > 0
        values[guessing[owners]] = self.rng.random(int(guessing[owners].sum()), dtype=np.float32)
        best = best_rows(values, owners, count)
        self.random_turns[guessing] -= 1
        played = after[best]
        self.boards = turned(played)
        over = np.flatnonzero(is_won(played))
        self.finished += len(over)
        self.restart(over)
        return chances[best], played


def lessons(tables: PlayedTables, networks: Networks, turns: int, share: float) -> tuple[Boards, Probabilities]:
    """Play so many turns and return boards with what their values should have been, by TD(lambda).

    Args:
        tables: the games; they go on.
        networks: who plays and judges.
        turns: how many.
        share: lambda, 0 (the next turn alone) to 1 (the last turn alone).

    Returns:
        Boards seen by the player on roll, and his five chances.
    """
    before, next_values, ended, choosable = [], [], [], []
    for _ in range(turns):
        before.append(tables.boards.copy())
        choosable.append(tables.random_turns == 0)
        value, played = tables.turn(networks)
        next_values.append(value)
        ended.append(is_won(played))
    target = next_values[-1]
    targets = [target]
    for i in range(turns - 2, -1, -1):
        # A random play says nothing about what the turns before it were worth.
        use = (~ended[i] & choosable[i + 1])[:, np.newaxis] * np.float32(share)
        target = next_values[i] + use * (other_side(target) - next_values[i])
        targets.append(target)
    learn = np.concatenate(choosable)
    return np.concatenate(before)[learn], np.concatenate(targets[::-1])[learn]
