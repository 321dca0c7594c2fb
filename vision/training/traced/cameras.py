"""Camera, light and sensor of traced pictures."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from hardware.simulated.optics.pinhole import Pinhole
from hardware.simulated.photo.room import LitRoom
from vision.training.board.drawn.chance import between, maybe

if TYPE_CHECKING:
    from hardware.simulated.optics.pinhole import Floats
    from vision.arrays import Double, Float
    from vision.frame import Image
    from vision.training.traced.builds import LightKind, TracedBuild

WIDTH: Final = 1280
HEIGHT: Final = 960
"""Pixels of a picture where nothing else is asked for."""

_SKY: Final = (64, 128)
"""Rows from straight above to straight below, and columns round, of the light from all around."""


def camera_over(build: TracedBuild, rng: np.random.Generator, shape: tuple[int, int] = (WIDTH, HEIGHT)) -> Pinhole:
    """Return a camera with a slightly wide lens that sees the whole board, near the build's elevation.

    Args:
        build: of the table.
        rng: where the chance comes from.
        shape: width and height of its pictures, pixels.
    """
    width, height = shape
    elevation = math.radians(float(np.clip(build.elevation + rng.normal(0, 2), 50, 88)))
    azimuth, roll = math.radians(float(rng.normal(0, 4))), float(rng.normal(0, 1.5))
    focal = width / 2 / math.tan(math.radians(between(rng, 54, 66) / 2))
    k1, margin = between(rng, -0.09, -0.02), between(rng, 0.03, 0.09)
    out, deep = build.width / 2 + build.rail, build.depth / 2 + build.rail
    corners = [(sx * out, sy * deep, z) for sx in (-1, 1) for sy in (-1, 1) for z in (0.0, build.wall)]
    way = (math.cos(elevation) * math.sin(azimuth), -math.cos(elevation) * math.cos(azimuth), math.sin(elevation))
    beside = 60.0 if build.cube_at == "beside" else 0.0
    corners += [(out + beside, sy * deep, 0.0) for sy in (-1, 1)]
    target, distance = np.zeros(2, dtype=np.float64), 1000.0
    room = np.array([width, height]) * (1 - 2 * margin)

    def at(target: Double, distance: float) -> Pinhole:
        x, y = (float(value) for value in target)
        eye = (x + distance * way[0], y + distance * way[1], distance * way[2])
        return Pinhole(eye, (x, y, 0.0), focal, width, height, roll, k1)

    for _ in range(12):
        seen = at(target, distance).project(corners)
        low, high = seen.min(axis=0), seen.max(axis=0)
        off = ((low + high) / 2 - (width / 2, height / 2)) * distance / focal
        target = target + off * (1, -1)
        distance *= float(((high - low) / room).max())
    return at(target, distance)


@dataclass(frozen=True, slots=True)
class SensorMake:
    """A camera's sensor: gain of light and of red and blue, spread of noise, quality of its JPEG."""

    exposure: float
    red: float
    blue: float
    shot: float
    quality: int


def sensor_drawn(rng: np.random.Generator) -> SensorMake:
    """Return a sensor by chance, for all pictures of a table."""
    warm = float(rng.normal(0, 0.06))
    return SensorMake(between(rng, 0.8, 1.1), 1 + warm, 1 - warm, between(rng, 0.004, 0.014), int(rng.integers(78, 95)))


def spoiled(light: Float, sensor: SensorMake, rng: np.random.Generator) -> Float:
    """Return light as a sensor counts it: vignetting, balance, noise that grows with the root of the light."""
    rows, columns = light.shape[:2]
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    away = ((x / columns - 0.5) ** 2 + (y / rows - 0.5) ** 2) * 2
    gain = np.array([sensor.red, 1.0, sensor.blue], dtype=np.float32) * np.float32(sensor.exposure)
    counted = light * gain * (1 - 0.18 * away)[..., None]
    noise = rng.standard_normal(light.shape, dtype=np.float32)
    return np.asarray(counted + noise * sensor.shot * np.sqrt(np.maximum(counted, 0) + 0.01), dtype=np.float32)


def compressed(picture: Image, sensor: SensorMake) -> bytes:
    """Return a picture as the camera's JPEG."""
    soft = cv2.GaussianBlur(picture, (0, 0), 0.5)
    _, packed = cv2.imencode(".jpg", soft, [cv2.IMWRITE_JPEG_QUALITY, sensor.quality])
    return packed.tobytes()


def room_of(kind: LightKind, rng: np.random.Generator) -> LitRoom:
    """Return light of a kind: from all around, from a window aside, or from lamps above."""
    rows, columns = _SKY
    up = np.cos((np.arange(rows) + 0.5) * math.pi / rows)[:, None]
    sky = np.repeat(np.where(up > 0, 0.35 + 0.3 * up, 0.12), columns, axis=1)
    if kind == "window":
        first, wide = int(rng.integers(columns)), int(rng.integers(10, 20))
        across = (first + np.arange(wide)) % columns
        sky[10:25, across] = between(rng, 7, 12)
        sky[17:18, across] = 0.2  # the bar of the window
        sky[10:25, across[wide // 2]] = 0.2
    if kind == "lamps":
        for _ in range(int(rng.integers(2, 4))):
            row, column = int(rng.integers(5, 18)), int(rng.integers(columns - 8))
            sky[row : row + 4, column : column + 6] = between(rng, 8, 20)
    falling = np.sin((np.arange(rows) + 0.5) * math.pi / rows)[:, None] * np.maximum(up, 0)
    got = float((sky * falling).sum()) * (math.pi / rows) * (2 * math.pi / columns)
    share = {"even": 0.75, "window": 0.85, "lamps": 0.7}[kind]
    light: Floats = np.repeat((sky * (share * math.pi / got))[..., None], 3, axis=2).astype(np.float32)
    if kind == "window":
        light *= np.array([0.96, 1.0, 1.06], dtype=np.float32)
    height, round_ = math.radians(between(rng, 40, 80)), between(rng, 0, 2 * math.pi)
    far, spread = 2500.0, math.tan(math.radians(between(rng, 1.5, 7)))
    lamp = tuple(
        far * n for n in (math.cos(height) * math.cos(round_), math.cos(height) * math.sin(round_), math.sin(height))
    )
    radiance = (1 - share) / (spread * spread * math.sin(height))
    dimmer = 0.8 if maybe(rng, 0.3) else 1.0
    return LitRoom((lamp[0], lamp[1], lamp[2]), far * spread, radiance * dimmer, np.ascontiguousarray(light * dimmer))
