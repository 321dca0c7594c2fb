"""Variants of pictures of tables: mirrored, in other colours, and each in a light of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from vision.checkers.canvas import HEIGHT, WIDTH
from vision.training.board.batch import PICTURES

if TYPE_CHECKING:
    from vision.training.board.batch import Batch

REORDERED, GREY, RELIT = 0.15, 0.05, 0.6
"""Shares of tables whose colours are exchanged, of those without colours, and of pictures in another light."""


def varied(batch: Batch, chance: torch.Generator) -> Batch:
    """Return pictures mirrored, in other colours and in other light, those of a table all in one way but for the light.

    Args:
        batch: on the device of the chance.
        chance: where the chance comes from.
    """
    tables = len(batch.contents) // PICTURES
    device = batch.contents.device

    def between(low: float, high: float, *shape: int) -> torch.Tensor:
        return low + (high - low) * torch.rand(*shape, generator=chance, device=device)

    def maybe(share: float, count: int = tables) -> torch.Tensor:
        return torch.rand(count, generator=chance, device=device) < share

    def of_pictures(told: torch.Tensor) -> torch.Tensor:
        return told.repeat_interleave(PICTURES, dim=0)

    turned = mirrored(batch, of_pictures(maybe(0.5)), of_pictures(maybe(0.5)))
    order = torch.argsort(between(0, 1, tables, 3), dim=1)
    order = torch.where(maybe(REORDERED)[:, None], order, torch.arange(3, device=device))
    pictures = turned.pictures.float()
    pictures = pictures.gather(1, of_pictures(order)[:, :, None, None].expand_as(pictures))
    grey = of_pictures(maybe(GREY))[:, None, None, None]
    pictures = torch.where(grey, pictures.mean(dim=1, keepdim=True), pictures)
    gain = of_pictures(between(0.8, 1.15, tables, 1, 1, 1) * between(0.93, 1.07, tables, 3, 1, 1))
    count = len(pictures)
    relit = (pictures - 128) * between(0.85, 1.1, count, 1, 1, 1) + 128 + between(-12, 12, count, 1, 1, 1)
    seen = torch.where(maybe(RELIT, count)[:, None, None, None], relit * gain, pictures)
    return turned._replace(pictures=seen.clamp(0, 255).to(torch.uint8))


def mirrored(batch: Batch, across: torch.Tensor, down: torch.Tensor) -> Batch:
    """Return pictures mirrored left to right, upside down, or both, and what is true of them.

    Args:
        batch: the pictures.
        across: which ones left to right, shape (n,), bool.
        down: which ones upside down, shape (n,), bool.
    """

    def turned(places: torch.Tensor) -> torch.Tensor:
        """Mirror the last two dimensions."""
        more = (1,) * (places.dim() - 1)
        places = torch.where(across.view(-1, *more), places.flip(-1), places)
        return torch.where(down.view(-1, *more), places.flip(-2), places)

    def of_points(told: torch.Tensor) -> torch.Tensor:
        return turned(told.unflatten(1, (2, 12))).flatten(1)

    kind, x, y, side = batch.things.unbind(-1)
    x = torch.where(across[:, None], WIDTH - 1 - x, x)
    y = torch.where(down[:, None], HEIGHT - 1 - y, y)
    proportions = batch.proportions.clone()
    proportions[:, 3] = torch.where(across, -proportions[:, 3], proportions[:, 3])
    return batch._replace(
        pictures=turned(batch.pictures),
        contents=of_points(batch.contents),
        hidden=torch.cat([of_points(batch.hidden[:, :24]), batch.hidden[:, 24:]], dim=1),
        things=torch.stack([kind, x, y, side], dim=-1),
        proportions=proportions,
    )
