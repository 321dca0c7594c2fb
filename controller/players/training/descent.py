"""Gradient descent for small networks: backpropagation and Adam, in numpy."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from controller.players.evaluation.network import DenseLayer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.players.evaluation.features import Inputs
    from controller.players.evaluation.network import Probabilities

Array = NDArray[np.float32]

_MEMORY: Final = 0.9
_SQUARE_MEMORY: Final = 0.999


@dataclass(slots=True)
class Descent:
    """A network in training, with what Adam (Kingma and Ba, 2015) remembers of its gradients.

    Attributes:
        values: weights and offsets in turn, the inputs' layer first.
        means: the running mean of each gradient.
        squares: the running mean of its square.
        steps: how many steps were made.
    """

    values: list[Array]
    means: list[Array]
    squares: list[Array]
    steps: int = 0

    @classmethod
    def of(cls, layers: Sequence[DenseLayer]) -> Descent:
        """Return the descent that begins at these layers."""
        values = [array.copy() for layer in layers for array in (layer.weights, layer.offsets)]
        return cls(values, [np.zeros_like(value) for value in values], [np.zeros_like(value) for value in values])

    @property
    def layers(self) -> tuple[DenseLayer, ...]:
        """The network as it is now; it changes with every step."""
        return tuple(DenseLayer(*pair) for pair in zip(self.values[::2], self.values[1::2], strict=True))

    def step(self, inputs: Inputs, targets: Probabilities, rate: float) -> float:
        """Follow the gradient of the cross-entropy once, and return the mean square of the errors before."""
        gradients, error = _gradients(self.values, inputs, targets)
        self.steps += 1
        scale = rate * (1 - _SQUARE_MEMORY**self.steps) ** 0.5 / (1 - _MEMORY**self.steps)
        for i, gradient in enumerate(gradients):
            self.means[i] += (1 - _MEMORY) * (gradient - self.means[i])
            self.squares[i] += (1 - _SQUARE_MEMORY) * (gradient * gradient - self.squares[i])
            self.values[i] -= scale * self.means[i] / (np.sqrt(self.squares[i]) + 1e-8)
        return error


def fresh(sizes: Sequence[int], rng: np.random.Generator) -> tuple[DenseLayer, ...]:
    """Return random layers of these sizes, the inputs' number first (He et al., 2015)."""
    return tuple(
        DenseLayer(
            rng.normal(0, (2 / before) ** 0.5, (before, after)).astype(np.float32),
            np.zeros(after, dtype=np.float32),
        )
        for before, after in pairwise(sizes)
    )


def _gradients(values: list[Array], inputs: Inputs, targets: Probabilities) -> tuple[list[Array], float]:
    """Return the gradients of the mean cross-entropy, in the order of the values, and the mean square error."""
    seen = [inputs]
    for weights, offsets in zip(values[:-2:2], values[1:-2:2], strict=True):
        seen.append(np.maximum(seen[-1] @ weights + offsets, 0))
    answers = 1 / (1 + np.exp(-np.clip(seen[-1] @ values[-2] + values[-1], -30, 30)))
    errors = answers - targets
    back = errors / np.float32(len(inputs))
    gradients: list[Array] = []
    for i in range(len(seen) - 1, -1, -1):
        gradients[:0] = [seen[i].T @ back, back.sum(axis=0)]
        if i:
            back = back @ values[2 * i].T * (seen[i] > 0)
    return gradients, float((errors * errors).mean())
