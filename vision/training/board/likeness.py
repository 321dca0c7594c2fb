"""The likeness of a picture to learned boards: how far the tokens of its points are from those of drawn tables."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

import torch

from vision.training.board.net import POINTS, TOKEN

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vision.training.board.batch import Batch
    from vision.training.board.net import BoardNetwork

BEYOND: Final = 0.02
"""Share of pictures of kinds of construction that trained nothing which are beyond the limit, 0.005 to 0.05. What it
tells is printed by `tests.benchmarks.reading.boards.unlike`."""

LEAST: Final = 0.02
"""Variance that tokens have in each direction at least, as a part of the mean one, 0.01 to 0.3: few tables do not show
all. Compared as `BEYOND` is."""


class Likeness(NamedTuple):
    """A Gaussian of tokens, and how far from it pictures of boards are at most.

    Attributes:
        mean: of tokens, shape (TOKEN,).
        whitening: what tokens less the mean are multiplied by to have a variance of 1 / TOKEN in each direction, shape
            (TOKEN, TOKEN).
        limit: of the mean distance of a picture's points.
    """

    mean: torch.Tensor
    whitening: torch.Tensor
    limit: torch.Tensor


def unlikeness(tokens: torch.Tensor, likeness: Likeness) -> torch.Tensor:
    """Return how far pictures are from what was learned, 1 at the limit, shape (n,).

    Args:
        tokens: of pictures, before any attention, shape (n, TOKENS, TOKEN).
        likeness: what they are measured by.
    """
    away = (tokens[:, :POINTS] - likeness.mean) @ likeness.whitening
    return away.square().sum(dim=-1).sqrt().mean(dim=-1) / likeness.limit


def fit_likeness(net: BoardNetwork, tables: Iterable[Batch], kept_apart: Iterable[Batch]) -> Likeness:
    """Return the Gaussian of the tokens of some tables, with the limit within which almost all of others are.

    Args:
        net: what makes tokens.
        tables: points that something hides are left out.
        kept_apart: of kinds that trained nothing.
    """
    seen = torch.cat([_tokens(net, batch)[:, :POINTS][~batch.hidden[:, :POINTS]] for batch in tables])
    mean, covariance = seen.mean(dim=0), torch.cov(seen.T)
    least = LEAST * covariance.diagonal().mean()
    variances, ways = torch.linalg.eigh(covariance + least * torch.eye(TOKEN))
    whitening = ways / (variances * TOKEN).sqrt()
    unscaled = Likeness(mean, whitening, torch.ones(()))
    others = torch.cat([unlikeness(_tokens(net, batch), unscaled) for batch in kept_apart])
    return unscaled._replace(limit=others.sort().values[math.ceil((1 - BEYOND) * len(others)) - 1])


def _tokens(net: BoardNetwork, batch: Batch) -> torch.Tensor:
    with torch.no_grad():
        return net.encode(net.features(batch.pictures.float())).tokens
