"""Shading: the lamp's direction, shares of lamp and room, gloss; colours between sRGB and light.

Light is measured so that a matt, level surface in full light shows its own colour. Pictures are kept as powers 1/2.2
of light: then a shadow, which multiplies light, multiplies the picture's values as well.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from hardware.simulated.looks.parts import Colour
    from hardware.simulated.optics.pinhole import Floats
    from hardware.simulated.scene.table import Light

GAMMA = 2.2
"""The power between the values of a picture and light."""


class Lamp(NamedTuple):
    """A light ready for computing with.

    Attributes:
        way: the unit vector towards the lamp.
        key: the lamp's light on a surface that faces it.
        ambient: the room's light on a level surface.
        soft: the tangent of the lamp's angular radius.
        glare: how much of it what is polished mirrors besides.
    """

    way: tuple[float, float, float]
    key: float
    ambient: float
    soft: float
    glare: float = 0.0

    @property
    def drift(self) -> tuple[float, float]:
        """How far a shadow moves, millimetres in x and y per millimetre of height."""
        return (-self.way[0] / self.way[2], -self.way[1] / self.way[2])

    @property
    def share(self) -> float:
        """The part of a level surface's light that comes from the lamp."""
        return self.key * self.way[2] / (self.key * self.way[2] + self.ambient)


def lamp_of(light: Light) -> Lamp:
    """Return a light's direction and shares."""
    az, el = math.radians(light.azimuth), math.radians(light.elevation)
    way = (math.cos(el) * math.cos(az), math.cos(el) * math.sin(az), math.sin(el))
    soft = math.tan(math.radians(light.softness))
    return Lamp(way, (1.0 - light.ambient) / way[2], light.ambient, soft, light.glare)


def to_light(colour: Colour) -> Floats:
    """Return a colour as light: blue, green, red, each 0..1, shape (3,), float32."""
    return np.asarray([(c / 255.0) ** GAMMA for c in reversed(colour)], dtype=np.float32)


def to_picture(light: Floats) -> Floats:
    """Return light as values of a picture 0..255, float32, with highlights that roll off instead of clipping hard."""
    bright = np.where(light > 0.75, 0.75 + 0.25 * (1.0 - np.exp(-(light - 0.75) / 0.25)), light)
    return np.asarray(255.0 * np.power(np.maximum(bright, 0.0), 1.0 / GAMMA), dtype=np.float32)


class Facing(NamedTuple):
    """Unit normals of a block of pixels, three arrays of one shape, float32."""

    x: Floats
    y: Floats
    z: Floats


class Surface(NamedTuple):
    """A block of pixels of a surface.

    Attributes:
        albedo: its colour as light, shape (h, w, 3).
        normal: where it faces.
        toward_eye: unit vectors to the camera.
        gloss: 0 matt to 1 polished.
        open_sky: the part of the room's light that reaches it, shape (h, w) or one number.
    """

    albedo: Floats
    normal: Facing
    toward_eye: Facing
    gloss: float
    open_sky: Floats | float = 1.0


def _glints(surface: Surface, lamp: Lamp) -> Floats:
    """Return what a surface mirrors of the lamp and of the room, as light to be added.

    Blinn and Phong's highlight, widened by the lamp's size; the room's reflection grows at grazing angles as Schlick's
    approximation has it.
    """
    normal, toward_eye, gloss = surface.normal, surface.toward_eye, surface.gloss
    hx, hy, hz = (toward_eye[i] + np.float32(lamp.way[i]) for i in range(3))
    length = np.sqrt(hx * hx + hy * hy + hz * hz) + 1e-6
    cosine = np.clip((normal.x * hx + normal.y * hy + normal.z * hz) / length, 0.0, 1.0)
    sharp = 12.0 + 320.0 * gloss * gloss / (1.0 + 40.0 * lamp.soft * lamp.soft)
    highlight = gloss * (0.03 + 0.5 * gloss) * lamp.key * np.power(cosine, sharp)
    facing = np.clip(normal.x * toward_eye.x + normal.y * toward_eye.y + normal.z * toward_eye.z, 0.0, 1.0)
    fresnel = 0.04 + 0.96 * np.power(1.0 - facing, 5.0)
    # What is mirrored: a bright ceiling above, darker walls to the sides.
    mirrored_z = 2.0 * facing * normal.z - toward_eye.z
    room = gloss * fresnel * lamp.ambient * (0.35 + 0.9 * np.clip(mirrored_z, 0.0, 1.0))
    return np.asarray(highlight + room * surface.open_sky, dtype=np.float32)


def lit(surface: Surface, lamp: Lamp) -> Floats:
    """Return the light that a surface sends to the camera, shape (h, w, 3), float32."""
    way, normal = lamp.way, surface.normal
    facing_lamp = np.clip(normal.x * way[0] + normal.y * way[1] + normal.z * way[2], 0.0, 1.0)
    diffuse = lamp.key * facing_lamp + lamp.ambient * (0.55 + 0.45 * normal.z) * surface.open_sky
    light = surface.albedo * diffuse[..., None] + _glints(surface, lamp)[..., None]
    return np.asarray(light, dtype=np.float32)
