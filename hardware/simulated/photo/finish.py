"""Finishes for a path tracer: colour, roughness, what they mirror and let through."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import numpy as np

from hardware.simulated.drawing.shading import GAMMA

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hardware.simulated.looks.materials import U8
    from hardware.simulated.looks.parts import Colour, Material
    from hardware.simulated.optics.pinhole import Floats
    from hardware.simulated.photo.shapes import Shape

BRIGHTEST: Final = 0.92
"""The part of the light that the whitest thing sends back. Real ones hardly send back more."""


@dataclass(frozen=True, slots=True, eq=False)
class Finish:
    """A surface.

    Attributes:
        colour: the light that it sends back, red, green, blue, each 0..1: shape (3,), or (h, w, 3) for a texture.
        roughness: 0 for a mirror, 1 for chalk.
        mirrors: the strength of its highlights; 0.5 for plastics and lacquer, less for cloth.
        metal: 0 for all but metals, whose highlights have their colour: 1.
        clear: what goes through it, 0..1: one number, or shape (h, w) for a texture.
    """

    colour: Floats
    roughness: float
    mirrors: float = 0.5
    metal: float = 0.0
    clear: Floats | float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A mesh with its surface; the name is its own within a scene."""

    name: str
    shape: Shape
    finish: Finish


_ROUGH: Final[Mapping[Material, tuple[float, float]]] = MappingProxyType(
    {
        "felt": (1.0, 0.05),
        "cloth": (0.95, 0.08),
        "cork": (0.85, 0.2),
        "leather": (0.6, 0.3),
        "wood": (0.6, 0.35),
        "plain": (0.65, 0.3),
    }
)
"""Roughness and highlights of materials without lacquer: satin at most."""
_POLISHED: Final = 0.12
"""The roughness of fresh lacquer."""


def painted(colour: Colour) -> Floats:
    """Return a colour of a look as light: red, green, blue, shape (3,)."""
    return np.minimum(np.asarray([(c / 255.0) ** GAMMA for c in colour], dtype=np.float32), np.float32(BRIGHTEST))


def printed(picture: U8) -> Floats:
    """Return a texture of a look (blue-green-red, 8 bits, as a picture) as light: red, green, blue."""
    light = np.power(picture[..., ::-1].astype(np.float32) / np.float32(255.0), np.float32(GAMMA))
    return np.asarray(np.minimum(light, np.float32(BRIGHTEST)), dtype=np.float32)


def as_light(values: Floats) -> Floats:
    """Return a texture of a look that is light already (blue, green, red) with its colours in the other order."""
    return np.asarray(np.clip(values[..., ::-1], 0.0, BRIGHTEST), dtype=np.float32)


def covered(material: Material, colour: Floats, lacquer: float = 0.0) -> Finish:
    """Return a material of a board in a colour; `lacquer` is how much of it is under fresh lacquer, 0..1."""
    roughness, mirrors = _ROUGH[material]
    if material not in ("felt", "cloth"):
        roughness += lacquer * (_POLISHED - roughness)
        mirrors += lacquer * (0.5 - mirrors)
    return Finish(colour, roughness, mirrors)
