"""Chance changes to pictures while training: colours, sharpness, noise."""

from __future__ import annotations

import math

import torch
from torch.nn import functional

from vision.training.motion_blur import motion_kernel

MOST_NOISE = 8.0
"""Spread of the noise that is added at most, in 0..255; most patches have far less."""

LONGEST_WAY = 0.3
"""How far a die moves at most, in sides, while a picture is taken."""

COARSEST = 0.35
"""What share of its pixels, along each axis, is left of a patch at least."""


def evenly(chance: torch.Generator, *shape: int) -> torch.Tensor:
    """Return numbers drawn evenly from 0..1, on the device of the chance."""
    return torch.rand(shape, generator=chance, device=chance.device)


def normally(chance: torch.Generator, *shape: int) -> torch.Tensor:
    """Return numbers of mean 0 and spread 1, on the device of the chance."""
    return torch.randn(*shape, generator=chance, device=chance.device)


def spoiled(patches: torch.Tensor, side: float, chance: torch.Generator) -> torch.Tensor:
    """Return patches as another camera gives them: in other colours, coarser, moved, sharpened, noisy.

    Args:
        patches: (n, 3, h, w) float32, 0..255, blue-green-red.
        side: of a die in pixels of a patch.
        chance: where the chance comes from.
    """
    count = len(patches)
    parts = recoloured(patches, chance).split(max(1, count // 8))
    out = torch.cat([_resharpened(part, side, chance) for part in parts])
    much = evenly(chance, count, 1, 1, 1) ** 2 * MOST_NOISE
    return torch.clamp(torch.round(out + normally(chance, *out.shape) * much), 0, 255)


def _exchanged(patches: torch.Tensor, chance: torch.Generator) -> torch.Tensor:
    """Exchange channels and turn light into dark; from 0..255 to 0..1."""
    count = len(patches)
    order = torch.argsort(evenly(chance, count, 3), dim=1)
    keep = evenly(chance, count, 1) < 0.5
    order = torch.where(keep, torch.arange(3, device=chance.device)[None], order)
    out = torch.gather(patches, 1, order[:, :, None, None].expand_as(patches)) / 255
    inverted = evenly(chance, count, 1, 1, 1) < 0.2
    return torch.where(inverted, 1 - out, out)


def recoloured(patches: torch.Tensor, chance: torch.Generator) -> torch.Tensor:
    """Exchange channels, turn light into dark, mix channels, stretch and bend the brightness."""
    count = len(patches)
    out = _exchanged(patches, chance)
    grey = out.mean(dim=1, keepdim=True)
    mix = evenly(chance, count, 1, 1, 1)
    mix = torch.where(evenly(chance, count, 1, 1, 1) < 0.4, mix, 0.0)
    out = out + mix * (grey - out)
    gamma = torch.exp(0.35 * normally(chance, count, 1, 1, 1))
    out = out.clamp(1e-3, 1) ** gamma
    gain = torch.exp(0.25 * normally(chance, count, 3, 1, 1))
    level = out.mean(dim=(2, 3), keepdim=True)
    contrast = 0.35 + 0.65 * evenly(chance, count, 1, 1, 1).sqrt()
    out = level + contrast * (out - level)
    return (out * gain).clamp(0, 1) * 255


def _resharpened(patches: torch.Tensor, side: float, chance: torch.Generator) -> torch.Tensor:
    """Make some patches coarser, as from a smaller picture, or moved, or sharper; one way for the whole part."""
    kind, much = (float(at) for at in evenly(chance, 2))
    high, wide = patches.shape[-2:]
    if kind < 0.25:
        left = COARSEST + 0.6 * much
        coarse = functional.interpolate(patches, size=(round(high * left), round(wide * left)), mode="area")
        return functional.interpolate(coarse, size=(high, wide), mode="bilinear", align_corners=False)
    if kind < 0.33:
        way = math.pi * float(evenly(chance))
        kernel = torch.from_numpy(motion_kernel(LONGEST_WAY * side * much, way)).to(patches).expand(3, 1, -1, -1)
        room = (kernel.shape[-1] // 2,) * 4
        return functional.conv2d(functional.pad(patches, room, mode="replicate"), kernel, groups=3)
    if kind < 0.5:
        blurred = functional.avg_pool2d(functional.pad(patches, (1,) * 4, mode="replicate"), 3, 1)
        return (patches + patches - blurred).clamp(0, 255)
    return patches
