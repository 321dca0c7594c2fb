"""Chance changes to crops while training: turn, shift, size, sharpness, colours, noise."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import torch
from torch.nn import functional

from vision.dice.die_net import PATCH
from vision.training.motion_blur import motion_kernel

if TYPE_CHECKING:
    from vision.training.dice.die_crops import CropView

SHIFT = 0.22
"""How far a die may be from the patch's middle, in sides."""

SCALES = (0.74, 1.36)
"""By how much a die's side may be misjudged."""

MILD_SHIFT = 0.1
MILD_SCALES = (0.85, 1.2)
"""The same for what learns in a short time."""

LONGEST_WAY = 0.3
"""How far a die moves at most, in sides, while a picture is taken."""

ANY_TURN = 0.5
"""Share of crops that are turned any way; the others only a little, as side faces are seen below upper ones."""


def patches_of(crops: torch.Tensor, matrix: torch.Tensor) -> torch.Tensor:
    """Cut patches out of stored crops.

    Args:
        crops: (n, 3, CROP, CROP) float32.
        matrix: (n, 2, 3), from the patch's coordinates, -1..1, to the crop's.

    Returns:
        (n, 3, PATCH, PATCH).
    """
    grid = functional.affine_grid(matrix, [len(crops), 3, PATCH, PATCH], align_corners=False)
    return functional.grid_sample(crops, grid, padding_mode="border", align_corners=False)


def straight(crops: torch.Tensor, view: CropView) -> torch.Tensor:
    """Return the patches in the middle of crops, unchanged."""
    matrix = torch.eye(2, 3).repeat(len(crops), 1, 1) * (view.span / view.reach)
    return patches_of(crops, matrix)


def changed(crops: torch.Tensor, chance: torch.Generator, mirrorable: torch.Tensor, view: CropView) -> torch.Tensor:
    """Return patches of crops, changed by chance.

    Args:
        crops: (n, 3, CROP, CROP) float32, 0..255, blue-green-red.
        chance: where the chance comes from.
        mirrorable: (n,) bool: what is the same in a mirror; pips are, digits are not.
        view: how much of a crop a patch shows.

    Returns:
        (n, 3, PATCH, PATCH) float32, 0..255.
    """
    count = len(crops)
    matrix = _looked_at(mirrorable, view, SHIFT, SCALES, chance)
    out = recoloured(patches_of(crops, matrix), chance)
    parts = [_resharpened(part, PATCH / view.span, chance) for part in out.split(max(1, count // 8))]
    out = torch.cat(parts)
    noise = torch.randn(out.shape, generator=chance) * (torch.rand(count, 1, 1, 1, generator=chance) ** 2 * 9.0)
    return torch.clamp(torch.round(out + noise), 0, 255)


def mildly_changed(
    crops: torch.Tensor, chance: torch.Generator, mirrorable: torch.Tensor, view: CropView
) -> torch.Tensor:
    """Return patches as `changed` does, but changed less: sooner learned from, and drawn in half the time.

    They are shifted and scaled less, and of their colours channels alone are exchanged and light is turned into dark.
    """
    patches = patches_of(crops, _looked_at(mirrorable, view, MILD_SHIFT, MILD_SCALES, chance))
    return 255 * _exchanged(patches, chance)


def _looked_at(
    mirrorable: torch.Tensor, view: CropView, shift: float, scales: tuple[float, float], chance: torch.Generator
) -> torch.Tensor:
    """Return from where in crops patches are cut by chance, (n, 2, 3) as `patches_of` takes it."""

    def rand(*shape: int) -> torch.Tensor:
        return torch.rand(*shape, generator=chance)

    count = len(mirrorable)
    ratio = view.span / view.reach
    turn = torch.where(rand(count) < ANY_TURN, rand(count) * 2 * math.pi, 0.35 * torch.randn(count, generator=chance))
    low, high = (math.log(scale) for scale in scales)
    size = ratio * torch.exp(low + (high - low) * rand(count))
    mirrored = torch.where((rand(count) < 0.5) & mirrorable, -1.0, 1.0)
    squeeze = torch.exp(0.06 * torch.randn(count, generator=chance))
    far, way = shift * rand(count).sqrt() * 2 / view.reach, rand(count) * 2 * math.pi
    cos, sin = turn.cos() * size, turn.sin() * size
    return torch.stack(
        [
            torch.stack([cos * mirrored * squeeze, -sin, far * way.cos()], 1),
            torch.stack([sin * mirrored * squeeze, cos, far * way.sin()], 1),
        ],
        1,
    )


def _exchanged(patches: torch.Tensor, chance: torch.Generator) -> torch.Tensor:
    """Exchange channels and turn light into dark; from 0..255 to 0..1."""
    count = len(patches)
    order = torch.argsort(torch.rand(count, 3, generator=chance), dim=1)
    keep = torch.rand(count, 1, generator=chance) < 0.5
    order = torch.where(keep, torch.arange(3)[None], order)
    out = torch.gather(patches, 1, order[:, :, None, None].expand_as(patches)) / 255
    inverted = torch.rand(count, 1, 1, 1, generator=chance) < 0.2
    return torch.where(inverted, 1 - out, out)


def recoloured(patches: torch.Tensor, chance: torch.Generator) -> torch.Tensor:
    """Exchange channels, turn light into dark, mix channels, stretch and bend the brightness."""
    count = len(patches)
    out = _exchanged(patches, chance)
    grey = out.mean(dim=1, keepdim=True)
    mix = torch.rand(count, 1, 1, 1, generator=chance)
    mix = torch.where(torch.rand(count, 1, 1, 1, generator=chance) < 0.4, mix, torch.zeros(()))
    out = out + mix * (grey - out)
    gamma = torch.exp(0.35 * torch.randn(count, 1, 1, 1, generator=chance))
    out = out.clamp(1e-3, 1) ** gamma
    gain = torch.exp(0.25 * torch.randn(count, 3, 1, 1, generator=chance))
    level = out.mean(dim=(2, 3), keepdim=True)
    contrast = 0.35 + 0.65 * torch.rand(count, 1, 1, 1, generator=chance).sqrt()
    out = level + contrast * (out - level)
    return (out * gain).clamp(0, 1) * 255


def _resharpened(patches: torch.Tensor, side: float, chance: torch.Generator) -> torch.Tensor:
    """Make some patches coarser, as from a smaller picture, or blurred, or sharper; one way for the whole part.

    Args:
        patches: see `changed`.
        side: of a die in pixels of a patch.
        chance: where the chance comes from.
    """
    kind, much = (float(at) for at in torch.rand(2, generator=chance))
    if kind < 0.22:
        small = round(PATCH * (0.5 + 0.45 * much))
        coarse = functional.interpolate(patches, size=(small, small), mode="area")
        return functional.interpolate(coarse, size=(PATCH, PATCH), mode="bilinear", align_corners=False)
    if kind < 0.3:
        way = math.pi * float(torch.rand((), generator=chance))
        kernel = torch.from_numpy(motion_kernel(LONGEST_WAY * side * much, way)).expand(3, 1, -1, -1)
        room = (kernel.shape[-1] // 2,) * 4
        return functional.conv2d(functional.pad(patches, room, mode="replicate"), kernel, groups=3)
    if kind < 0.5:
        blurred = functional.avg_pool2d(functional.pad(patches, (1,) * 4, mode="replicate"), 3, 1)
        return (patches + 1.0 * (patches - blurred)).clamp(0, 255)
    return patches
