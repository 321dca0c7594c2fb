"""Losses of the network for whole boards: the distance of its answers from the truth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import torch
from torch.nn import functional

from vision.checkers.seen_checkers import CELL
from vision.reading import MAX_COUNT
from vision.training.board.batch import KINDS, NOTHING, renamed
from vision.training.board.net import CHECKER_SET, alike

if TYPE_CHECKING:
    from vision.training.board.net import BoardAnswer

FULL: Final = 4.0
"""What a point with six checkers and more counts for: pictures show four times as many with five, and a reading says
how likely a picture is under each content, not how common that is."""

BAR: Final = 2.0
"""What a set's count on the bar counts for beside a point."""


class Truth(NamedTuple):
    """Truth about pictures as they are asked about: as in `lessons.Batch`, sets named as they are to be called."""

    contents: torch.Tensor
    bar: torch.Tensor
    hidden: torch.Tensor
    either: torch.Tensor


def named(answer: BoardAnswer, truth: Truth) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return how unlikely the truth is, and the truth itself, named the way that is likelier where either may be.

    Returns:
        The loss of each picture, the contents and the bar that were meant.
    """
    direct, crossed = (_unlikely(answer, contents, bar, truth.hidden) for contents, bar in _either_way(truth))
    swap = truth.either & (crossed < direct)
    contents = torch.where(swap[:, None], renamed(truth.contents), truth.contents)
    bar = torch.where(swap[:, None], truth.bar.flip(1), truth.bar)
    return torch.where(swap, crossed, direct), contents, bar


def _either_way(truth: Truth) -> tuple[tuple[torch.Tensor, torch.Tensor], ...]:
    return (truth.contents, truth.bar), (renamed(truth.contents), truth.bar.flip(1))


def _unlikely(answer: BoardAnswer, contents: torch.Tensor, bar: torch.Tensor, hidden: torch.Tensor) -> torch.Tensor:
    seen = (~hidden).float()
    full = (contents > 0) & ((contents - 1) % MAX_COUNT >= 5)
    points = functional.cross_entropy(answer.points.float().transpose(1, 2), contents, reduction="none")
    points = points * seen[:, :24] * (1 + (FULL - 1) * full)
    counts = (
        functional.cross_entropy(answer.bar.float().transpose(1, 2), bar, reduction="none").sum(dim=1) * seen[:, 24]
    )
    return points.mean(dim=1) + BAR * counts / 24


def same_set(answer: BoardAnswer, truth: Truth) -> torch.Tensor:
    """Return how far points of the same set are from being alike, and those of the other set from being unlike."""
    standing = ((truth.contents > 0) & ~truth.hidden[:, :24]).float()
    both = standing[:, :, None] * standing[:, None] * (1 - torch.eye(24, device=standing.device))
    light = truth.contents > MAX_COUNT
    same = (light[:, :, None] == light[:, None]).float()
    loss = functional.binary_cross_entropy_with_logits(alike(answer.own.float()), same, reduction="none") * both
    return loss.sum() / (both.sum() + 1)


def hidden_loss(answer: BoardAnswer, truth: Truth) -> torch.Tensor:
    """Return how far the word on what is hidden is from the truth."""
    return functional.binary_cross_entropy_with_logits(answer.hidden.float(), truth.hidden.float())


def proportions_loss(answer: BoardAnswer, proportions: torch.Tensor) -> torch.Tensor:
    """Return how far the proportions are from those known."""
    known = ~proportions.isnan()
    away = functional.smooth_l1_loss(answer.proportions.float(), proportions.nan_to_num(), reduction="none", beta=0.05)
    return (away * known).sum() / (known.sum() + 1)


CHECKER: Final = KINDS.index("dark")
"""Checkers of both sets have this number and the next."""


def things_loss(maps: torch.Tensor, things: torch.Tensor) -> torch.Tensor:
    """Return how far the map of things is from those that are there: focal for where, absolute for how."""
    maps = maps.float()
    there = things[..., 0] != NOTHING
    picture = there.nonzero()[:, 0]
    kind, x, y, side = things[there].unbind(-1)
    column, row = (
        (along / CELL).long().clamp(max=cells - 1) for along, cells in ((x, maps.shape[3]), (y, maps.shape[2]))
    )
    where = torch.zeros_like(maps[:, :3])
    where[picture, kind.long().clamp(max=CHECKER), row, column] = 1
    near = functional.max_pool2d(where, 3, 1, 1)
    how = torch.stack([x / CELL - column - 0.5, y / CELL - row - 0.5, torch.log(side / CELL)], dim=1)
    said, flat = maps[picture, :, row, column], kind < CHECKER
    away = (said[flat, 3:6] - how[flat]).abs().sum() + (said[~flat, 6:8] - how[~flat, :2]).abs().sum()
    logits = maps[:, :3]
    chance = logits.sigmoid()
    hit = -functional.logsigmoid(logits) * (1 - chance) ** 2 * where
    miss = -functional.logsigmoid(-logits) * chance**2 * (1 - near)
    return (hit.sum() + miss.sum() + 0.5 * away) / max(1, len(picture))


def checkers_loss(maps: torch.Tensor, things: torch.Tensor, pictures: int) -> torch.Tensor:
    """Return how far checkers of one set are from being alike, and those of the other set from being unlike.

    Args:
        maps: see `BoardAnswer.things`.
        things: see `Batch`.
        pictures: so many in a row are of the same table, and compared with each other.
    """
    number = things[..., 0].unflatten(0, (-1, pictures)).flatten(1)
    high, wide = maps.shape[2:]
    column, row = ((things[..., axis] / CELL).long().clamp(0, most - 1) for axis, most in ((1, wide), (2, high)))
    picture = torch.arange(len(maps), device=maps.device)[:, None]
    said = maps.float()[picture, CHECKER_SET:, row, column].unflatten(0, (-1, pictures)).flatten(1, 2)
    there = (number >= CHECKER).float()
    both = there[:, :, None] * there[:, None]
    same = (number[:, :, None] == number[:, None]).float()
    loss = functional.binary_cross_entropy_with_logits(alike(said), same, reduction="none") * both
    return loss.sum() / (both.sum() + 1)
