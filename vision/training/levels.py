"""Pictures brought to one level, whatever the light, and networks that do so with the bytes that they are given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import torch
from torch import nn

if TYPE_CHECKING:
    from collections.abc import Callable

SLACK: Final = 8.0
"""Added to a picture's spread of brightness, 0..255, so that noise on an even one is not blown up; 4 to 16. What has
learned by it keeps it: it is in the model files."""

LEVEL: Final = 0.5
"""Spread of the colours that the backbone has learned from, in its own units: given by its weights."""


def levelled(pictures: torch.Tensor) -> torch.Tensor:
    """Return pictures of 0..255, (n, 3, h, w), each brought to mean 0 and about spread 1."""
    away = pictures - pictures.mean(dim=(1, 2, 3), keepdim=True)
    spread = (away * away).mean(dim=(1, 2, 3), keepdim=True).sqrt()
    return away / (spread + SLACK)


class OfBytes(nn.Module):
    """A network for pictures as they are, (n, h, w, 3), bytes, and what else it is told."""

    def __init__(self, net: nn.Module, prepared: Callable[..., torch.Tensor] = levelled) -> None:
        """Take a network, and what makes of pictures, (n, 3, h, w), and of all else what that is given."""
        super().__init__()
        self.net, self.prepared = net, prepared

    def forward(self, pictures: torch.Tensor, *told: torch.Tensor) -> torch.Tensor:
        """Return what the network says."""
        said: torch.Tensor = self.net(self.prepared(pictures.permute(0, 3, 1, 2).float(), *told))
        return said
