"""Short words for drawing by chance."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")


def source(*key: int) -> np.random.Generator:
    """Return a source of chance that follows from numbers alone."""
    return np.random.default_rng(key)


def between(rng: np.random.Generator, least: float, most: float) -> float:
    """Return a number drawn evenly."""
    return float(rng.uniform(least, most))


def maybe(rng: np.random.Generator, chance: float) -> bool:
    """Return True with this chance."""
    return bool(rng.random() < chance)


def one_of(rng: np.random.Generator, things: Sequence[T]) -> T:
    """Return one of several things, each as likely as often as it stands there."""
    return things[int(rng.integers(len(things)))]
