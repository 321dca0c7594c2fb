"""Looking ahead: what a board is worth after the best answers to all 21 rolls, once or twice over.

What is best depends on what is played for, so every function takes the worth of the five probabilities of
`controller.players.evaluation.network` as weights; `MONEY` are those of a game without a cube.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from controller.players.evaluation.boards import turned
from controller.players.evaluation.moves import CHANCES, after_all_rolls, best_rows
from controller.players.evaluation.network import MONEY, after_play, is_won, other_side, won_by, worth

if TYPE_CHECKING:
    from controller.players.evaluation.boards import Boards, Rows
    from controller.players.evaluation.network import Networks, Probabilities

Weights = NDArray[np.float32]
"""What each of the five probabilities adds to the worth: shape (5,); a loss is worth 0 and a plain win the first."""

_ROLLS: Final = len(CHANCES)


class LookaheadStep(NamedTuple):
    """Which plays a player looks at more closely.

    Attributes:
        width: how many, the best so far.
        margin: plays that are worse than the best by more than this, in shares of a plain win's worth over a loss,
            are left out.
    """

    width: int
    margin: float


Effort = tuple[LookaheadStep, ...]
"""How hard a player thinks about a play: what he looks at one roll deep, of that what two rolls deep, and so on."""


def best_result(networks: Networks, boards: Boards, weights: Weights, effort: Effort) -> int:
    """Return which of a roll's results, seen by the mover, is worth most to him; there must be one at least."""
    values = worth(after_play(networks, boards), weights)
    order = np.argsort(-values, kind="stable")
    for depth, look in enumerate(effort, 1):
        near = values[order] >= values[order[0]] - look.margin * weights[0]
        order = order[near][: look.width]
        if len(order) == 1:
            break
        values = np.full(len(boards), -np.inf, dtype=np.float32)
        values[order] = worth(looked_ahead(networks, boards[order], weights, depth), weights)
        order = order[np.argsort(-values[order], kind="stable")]
    return int(order[0])


def looked_ahead(networks: Networks, boards: Boards, weights: Weights, depth: int) -> Probabilities:
    """Return the mover's chances on boards as his play leaves them, after so many rolls of look-ahead."""
    chances = np.empty((len(boards), 5), dtype=np.float32)
    won = is_won(boards)
    going_on = np.flatnonzero(~won)
    opponents = means_over_rolls(networks, turned(boards[going_on]), other_weights(weights), depth)
    chances[going_on] = other_side(opponents)
    chances[won] = won_by(boards[won])
    return chances


def means_over_rolls(networks: Networks, boards: Boards, weights: Weights = MONEY, depth: int = 1) -> Probabilities:
    """Return what boards are worth to the player on roll after the best play of each of the 21 rolls.

    Args:
        networks: who judges.
        boards: seen by the player on roll, neither player having finished.
        weights: what he plays for.
        depth: how many rolls deep; the plays are always chosen without a further look.
    """
    if not len(boards):
        return np.zeros((0, 5), dtype=np.float32)
    owners, after = after_all_rolls(boards)
    chances = after_play(networks, after)
    best: Rows = best_rows(worth(chances, weights), owners, len(boards) * _ROLLS)
    chances = chances[best] if depth == 1 else looked_ahead(networks, after[best], weights, depth - 1)
    means: Probabilities = np.einsum("nrk,r->nk", chances.reshape(len(boards), _ROLLS, 5), CHANCES)
    return means


def other_weights(weights: Weights) -> Weights:
    """Return what the other player plays for when one plays for these weights: the opposite."""
    win, gammon, backgammon, lose_gammon, lose_backgammon = weights
    return np.array([win, -lose_gammon, -lose_backgammon, -gammon, -backgammon], dtype=np.float32)
