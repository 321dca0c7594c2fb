"""A trained classifier with the temperature at which its probabilities can be believed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import nn

if TYPE_CHECKING:
    from collections.abc import Callable


class Calibrated(nn.Module):
    """A judge whose logits are divided by a temperature and made logarithms of probabilities."""

    def __init__(self, judge: nn.Module, temperature: float) -> None:
        """Take what was trained; its logits are of classes along the second axis."""
        super().__init__()
        self.judge = judge
        self.temperature = temperature

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """Return logarithms of probabilities of what is seen, in the shape of the judge's logits."""
        return torch.log_softmax(self.judge(seen) / self.temperature, dim=1)


def best_temperature(
    logits: torch.Tensor, loss: Callable[[torch.Tensor], torch.Tensor], tried: torch.Tensor | None = None
) -> float:
    """Return the temperature at which the truth is likeliest.

    Args:
        logits: of what was not trained with.
        loss: how unlikely the truth is by logits.
        tried: the temperatures to choose from; None tries 131 from 0.4 to 3.
    """
    tried = torch.linspace(0.4, 3.0, 131) if tried is None else tried
    losses = [float(loss(logits / t)) for t in tried]
    return float(tried[int(np.argmin(losses))])
