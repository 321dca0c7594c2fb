"""The camera's sensor: blur, exposure, vignetting, uneven light and noise on an otherwise perfect picture."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from hardware.simulated.drawing.shading import GAMMA
from hardware.simulated.looks.materials import U8, seeded
from hardware.simulated.optics.drift import Drift, Gain

if TYPE_CHECKING:
    import random

    from hardware.simulated.scene.table import Light

Grains = tuple[U8, U8]

_BANK = 3
_SPARE = 96
"""How far the noise pictures reach beyond the camera's picture: the room for random offsets, pixels."""


@dataclass(frozen=True, slots=True)
class Sensor:
    """How a camera spoils its picture.

    Attributes:
        noise: the spread of brightness noise in steps of 1/255.
        colour_noise: the spread of colour noise, the same.
        blur: the lens's blur, pixels (one standard deviation); 0 for none.
        exposure: how much light the picture is exposed for; 1 is right for a light's brightness of 1.
        vignetting: how much darker the corners are, 0..0.6.
        jpeg: the quality, 1..100, that the camera compresses its pictures to; None where it does not.
        exposure_time: for how many seconds each row is open; what moves meanwhile is blurred. 0 for a moment.
        readout: seconds from reading the first row to reading the last; 0 for all rows at once.
        drift: how far exposure and white balance swing.
    """

    noise: float = 2.2
    colour_noise: float = 1.1
    blur: float = 0.55
    exposure: float = 1.0
    vignetting: float = 0.12
    jpeg: int | None = None
    exposure_time: float = 0.0
    readout: float = 0.0
    drift: Drift = field(default_factory=Drift)


@lru_cache(maxsize=2 * _BANK)
def _grains(noise: float, colour_noise: float, width: int, height: int, number: int) -> Grains:
    """Return a noise picture with soft grains, as a sensor's become in the camera's own processing.

    In two parts, what it adds and what it takes away: bytes are added four times as fast as larger numbers.
    """
    rng = seeded("noise", number)
    shape = (height + _SPARE, width + _SPARE)
    grey = cv2.GaussianBlur(rng.standard_normal(shape, dtype=np.float32), (0, 0), 0.6)
    grey = grey * np.float32(noise / grey.std())
    colour = cv2.GaussianBlur(rng.standard_normal((*shape, 3), dtype=np.float32), (0, 0), 1.0)
    colour = colour * np.float32(colour_noise / colour.std())
    values = np.rint(grey[..., None] + colour)
    brighter, darker = (np.clip(part, 0, 255).astype(np.uint8) for part in (values, -values))
    return brighter, darker


class Spoiler:
    """Lays a sensor's faults on pictures of one size; keeps the last light map."""

    def __init__(self, sensor: Sensor, width: int, height: int) -> None:
        """Take the noise pictures of the size."""
        self._sensor = sensor
        self._size = (width, height)
        self._bank = [_grains(sensor.noise, sensor.colour_noise, width, height, number) for number in range(_BANK)]
        self._map_for: Light | None = None
        self._map: U8 | None = None

    def _light_map(self, light: Light) -> U8:
        """Return what the picture is multiplied by, divided by 2 so that light up to twice as bright fits."""
        if self._map is not None and self._map_for == light:
            return self._map
        width, height = self._size
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        u, v = (x - width / 2) / (width / 2), (y - height / 2) / (width / 2)
        corner = 1.0 + (height / width) ** 2
        vignette = 1.0 - self._sensor.vignetting * (u * u + v * v) / corner
        az = math.radians(light.azimuth)
        slope = (
            1.0
            + 0.5
            * light.falloff
            * math.cos(math.radians(light.elevation))
            * (u * math.cos(az) - v * math.sin(az))
            / 0.6
        )
        level = light.brightness * self._sensor.exposure * vignette * slope
        tint = (1.0 - 0.28 * light.warmth, 1.0, 1.0 + 0.16 * light.warmth)
        planes = [np.power(np.maximum(level * t, 0.0), 1.0 / GAMMA) * 127.5 for t in tint]
        self._map = np.clip(np.rint(cv2.merge(planes)), 0, 255).astype(np.uint8)
        self._map_for = light
        return self._map

    def expose(self, picture: U8, light: Light, rng: random.Random, gain: Gain | None = None) -> U8:
        """Return the picture as the camera delivers it, with its values times `gain`; noise depends on `rng` alone."""
        image = picture
        if self._sensor.blur > 0.0:
            image = np.asarray(cv2.GaussianBlur(image, (0, 0), self._sensor.blur), dtype=np.uint8)
        image = np.asarray(cv2.multiply(image, self._light_map(light), scale=1 / 127.5), dtype=np.uint8)
        if gain is not None:
            image = np.asarray(cv2.LUT(image, _table(gain)), dtype=np.uint8)
        grains = self._bank[rng.randrange(_BANK)]
        top, left = rng.randrange(_SPARE), rng.randrange(_SPARE)
        brighter, darker = (part[top : top + self._size[1], left : left + self._size[0]] for part in grains)
        noisy = np.asarray(cv2.subtract(cv2.add(image, brighter), darker), dtype=np.uint8)
        return noisy if self._sensor.jpeg is None else _compressed(noisy, self._sensor.jpeg)


def _table(gain: Gain) -> U8:
    """Return what each value of blue, green and red becomes, shape (1, 256, 3)."""
    values = np.arange(256, dtype=np.float32)[:, None] * np.asarray(gain, dtype=np.float32)
    return np.asarray(np.clip(np.rint(values), 0, 255), dtype=np.uint8)[None]


def _compressed(picture: U8, quality: int) -> U8:
    """Return a picture as it is after JPEG compression."""
    _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)
