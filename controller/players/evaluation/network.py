"""The built-in player's judgement: two small networks, one for races and one for everything else.

Each answers with five probabilities for the player on roll, as is usual: that he wins, wins a gammon or more, wins a
backgammon, loses a gammon or more, loses a backgammon.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from controller.players.errors import PlayersError
from controller.players.evaluation.boards import THEIR_BAR, THEIR_OFF, Boards, turned
from controller.players.evaluation.features import Inputs, contact_inputs, is_race, race_inputs

Probabilities = NDArray[np.float32]
"""Win, win gammon, win backgammon, lose gammon, lose backgammon: shape (n, 5), 0..1; gammons hold backgammons."""

SHIPPED: Final = Path(__file__).parents[1] / "models" / "club.npz"
"""The networks that come with the program."""

MONEY: Final = np.array([2, 1, 1, -1, -1], dtype=np.float32)
"""What the five probabilities weigh in the points won without a cube, less one."""

_CHUNK: Final = 4096
_TURN: Final = np.array([0, 3, 4, 1, 2])


class ModelError(PlayersError, ValueError):
    """A file that holds no networks of this player."""


@dataclass(frozen=True, slots=True)
class DenseLayer:
    """One layer.

    Attributes:
        weights: shape (inputs, outputs), float32.
        offsets: shape (outputs,), float32.
    """

    weights: NDArray[np.float32]
    offsets: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Networks:
    """The layers of both networks, the inputs' first."""

    contact: tuple[DenseLayer, ...]
    race: tuple[DenseLayer, ...]


def load(path: Path = SHIPPED) -> Networks:
    """Return the networks of a file.

    Raises:
        ModelError: the file is not there, or is none of ours.
    """
    try:
        with np.load(path, allow_pickle=False) as stored:
            arrays = {name: stored[name].astype(np.float32) for name in stored.files}
    except (OSError, ValueError) as error:
        raise ModelError("players.no_model", path=str(path)) from error
    networks = []
    for name in ("contact", "race"):
        count = sum(key.startswith(f"{name}-weights") for key in arrays)
        if not count:
            raise ModelError("players.no_model", path=str(path))
        pairs = [(arrays[f"{name}-weights-{i}"], arrays[f"{name}-offsets-{i}"]) for i in range(count)]
        networks.append(tuple(DenseLayer(*pair) for pair in pairs))
    return Networks(*networks)


def save(networks: Networks, path: Path) -> None:
    """Write networks as half-precision numbers, which halves the file and costs nothing that could be measured."""
    arrays = {}
    for name, layers in (("contact", networks.contact), ("race", networks.race)):
        for i, layer in enumerate(layers):
            arrays[f"{name}-weights-{i}"] = layer.weights.astype(np.float16)
            arrays[f"{name}-offsets-{i}"] = layer.offsets.astype(np.float16)
    with path.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **arrays)


def forward(layers: tuple[DenseLayer, ...], inputs: Inputs) -> Probabilities:
    """Return a network's answers to its inputs."""
    *hidden, last = layers
    for layer in hidden:
        inputs = inputs @ layer.weights
        inputs += layer.offsets
        np.maximum(inputs, 0, out=inputs)
    sums = inputs @ last.weights + last.offsets
    answers: Probabilities = 1 / (1 + np.exp(-np.clip(sums, -30, 30)))
    return answers


def on_roll(networks: Networks, boards: Boards) -> Probabilities:
    """Return the chances of the player on roll, on boards where neither has finished."""
    answers = np.empty((len(boards), 5), dtype=np.float32)
    race = is_race(boards)
    for layers, inputs, rows in (
        (networks.contact, contact_inputs, np.flatnonzero(~race)),
        (networks.race, race_inputs, np.flatnonzero(race)),
    ):
        for begin in range(0, len(rows), _CHUNK):
            some = rows[begin : begin + _CHUNK]
            answers[some] = forward(layers, inputs(boards[some]))
    return answers


def other_side(chances: Probabilities) -> Probabilities:
    """Return the same chances as the other player sees them."""
    seen = chances[:, _TURN]
    seen[:, 0] = 1 - seen[:, 0]
    return seen


def is_won(boards: Boards) -> NDArray[np.bool_]:
    """Return on which boards the mover has borne off his last checker."""
    return np.logical_not((boards[:, 1:26] > 0).any(axis=1))


def after_play(networks: Networks, boards: Boards) -> Probabilities:
    """Return the mover's chances on boards as his play leaves them, the other player to roll."""
    chances = np.empty((len(boards), 5), dtype=np.float32)
    won = is_won(boards)
    going_on = np.flatnonzero(~won)
    chances[going_on] = other_side(on_roll(networks, turned(boards[going_on])))
    chances[won] = won_by(boards[won])
    return chances


def worth(chances: Probabilities, weights: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return what chances are worth to who plays for these weights, one number a board.

    The product is taken by a library that reads whole vectors, beyond the last row too, and may so report a number that
    is none among what it throws away (numpy issue 24067): that is not warned of.
    """
    with np.errstate(invalid="ignore"):
        found: NDArray[np.float32] = chances @ weights
    return found


def won_by(boards: Boards) -> Probabilities:
    """Return the certainties of boards that the mover has won."""
    chances = np.zeros((len(boards), 5), dtype=np.float32)
    chances[:, 0] = 1
    chances[:, 1] = boards[:, THEIR_OFF] == 0
    stranded = (boards[:, THEIR_BAR] > 0) | (boards[:, 1:7] < 0).any(axis=1)
    chances[:, 2] = chances[:, 1] * stranded
    return chances
