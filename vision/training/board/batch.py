"""Batches of pictures of tables, as the network for whole boards learns from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import torch

from vision.reading import MAX_COUNT
from vision.training.board.example import MOST_ON_BAR, UNNAMED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.training.board.example import Example, ThingKind

PICTURES: Final = 3
"""Pictures of each table: the start position and two later ones."""

MOST_THINGS: Final = 64
"""Dice, cubes and checkers of a picture at most."""

NOTHING: Final = -1.0
KINDS: Final[tuple[ThingKind, ...]] = ("die", "cube", "dark", "light")
"""What things are, by their numbers; `NOTHING` fills up the list of a picture."""


class Batch(NamedTuple):
    """Pictures of tables, `PICTURES` of each in a row, and what is true of them.

    Attributes:
        pictures: canvases, shape (n, 3, HEIGHT, WIDTH), uint8, blue-green-red.
        contents: shape (n, 24).
        bar: shape (n, 2).
        hidden: shape (n, 25).
        things: kind (`KINDS`), middle across and down, and side of dice, cubes and checkers, in pixels of the canvas,
            shape (n, MOST_THINGS, 4).
        proportions: shape (n, 4), see `net.BoardAnswer`; NaN where they are not known.
        either: whether nobody could say which set is the darker one, shape (n,).
    """

    pictures: torch.Tensor
    contents: torch.Tensor
    bar: torch.Tensor
    hidden: torch.Tensor
    things: torch.Tensor
    proportions: torch.Tensor
    either: torch.Tensor


def batch_of(examples: Sequence[Example]) -> Batch:
    """Return pictures of one table as a batch."""
    return Batch(
        torch.from_numpy(np.stack([e.picture for e in examples])).permute(0, 3, 1, 2).contiguous(),
        torch.from_numpy(np.stack([e.contents for e in examples])).long(),
        torch.tensor([[min(count, MOST_ON_BAR) for count in e.bar] for e in examples]),
        torch.from_numpy(np.stack([e.hidden for e in examples])),
        torch.stack([_things(e) for e in examples]),
        torch.tensor([_proportions(e) for e in examples], dtype=torch.float32),
        torch.tensor([e.apart < UNNAMED for e in examples]),
    )


def joined(batches: Sequence[Batch]) -> Batch:
    """Return several batches as one."""
    return Batch(*(torch.cat(part) for part in zip(*batches, strict=True)))


def moved(batch: Batch, device: torch.device) -> Batch:
    """Return a batch on another device."""
    return Batch(*(part.to(device) for part in batch))


def renamed(contents: torch.Tensor) -> torch.Tensor:
    """Return contents with dark and light exchanged."""
    light = contents > MAX_COUNT
    return torch.where(contents == 0, contents, torch.where(light, contents - MAX_COUNT, contents + MAX_COUNT))


def _things(example: Example) -> torch.Tensor:
    things = torch.full((MOST_THINGS, 4), NOTHING)
    for number, thing in enumerate(example.things[:MOST_THINGS]):
        things[number] = torch.tensor([KINDS.index(thing.kind), thing.x, thing.y, thing.side])
    return things


def _proportions(example: Example) -> tuple[float, float, float, float]:
    seen = example.proportions
    if seen is None:
        return (float("nan"),) * 4
    point = (1 - seen.bar_right + seen.bar_left) / 12
    wide = max(0.1, (seen.bar_right - seen.bar_left) / point)
    off = (seen.bar_left + seen.bar_right - 1) / (2 * point)
    return float(np.log(seen.aspect)), float(np.log(seen.diameter / point)), float(np.log(wide)), off
