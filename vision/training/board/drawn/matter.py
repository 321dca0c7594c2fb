"""Materials of boards and checkers: textures and colours, drawn by chance."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal

import cv2
import numpy as np

from vision.training.board.drawn.chance import between, maybe, one_of, source

if TYPE_CHECKING:
    from collections.abc import Callable

    from vision.arrays import Float

Kind = Literal["wood", "felt", "leather", "marble", "cork", "weave", "clouds", "mosaic", "pearl", "plain"]

COMMON: Final[tuple[Kind, ...]] = (
    *("wood",) * 5, *("felt",) * 3, *("leather",) * 3, *("marble",) * 2, *("cork",) * 2,
    "weave", "clouds", "plain", "mosaic",
)  # fmt: skip
"""What boards are made of, as often as each stands here."""

ACROSS, DOWN = 760, 620
"""Size of a kept texture in pixels; pieces are cut from it."""

KEPT: Final = 5
"""How many textures of each kind are kept."""

SAME_MATERIALS: Final = 300
"""So many tables in a row are made of the same stock of textures."""

_STRENGTH: Final[dict[Kind, tuple[float, float]]] = {
    "wood": (0.04, 0.2), "felt": (0.02, 0.1), "leather": (0.03, 0.12), "marble": (0.05, 0.25), "cork": (0.05, 0.2),
    "weave": (0.03, 0.12), "clouds": (0.03, 0.15), "mosaic": (0.08, 0.4), "pearl": (0.05, 0.2), "plain": (0.01, 0.04),
}  # fmt: skip
"""Least and greatest spread of lightness of each kind, as a part of the colour's own."""

_NAMED: Final = np.array(
    [
        (15, 15, 15), (35, 32, 30), (60, 55, 52), (240, 240, 240), (225, 230, 235), (200, 225, 240), (170, 205, 230),
        (120, 170, 210), (70, 120, 180), (45, 80, 130), (30, 50, 85), (20, 30, 55), (30, 25, 140), (40, 40, 200),
        (25, 20, 90), (60, 60, 220), (30, 90, 40), (50, 120, 60), (40, 70, 30), (120, 150, 60), (150, 60, 30),
        (190, 90, 40), (110, 40, 20), (80, 30, 15), (200, 140, 70), (40, 140, 220), (50, 180, 230), (130, 130, 130),
        (180, 180, 180), (90, 90, 90), (90, 60, 110), (150, 180, 200), (100, 130, 150), (60, 90, 110), (140, 200, 140),
        (110, 90, 170),
    ],
    dtype=np.float32,
)  # fmt: skip
"""Colours that boards and checkers are often made in, blue-green-red."""


def any_colour(rng: np.random.Generator) -> Float:
    """Return a colour, blue-green-red, 4..250: often one that things are made in, else any."""
    if maybe(rng, 0.68):
        colour = one_of(rng, list(_NAMED)) * between(rng, 0.75, 1.15) + rng.normal(0, 10, 3)
    else:
        hue, value = between(rng, 0, 179), 255 * between(rng, 0.05, 1)
        pixel = np.array([[[hue, 255 * between(rng, 0, 1) ** 0.8, value]]], dtype=np.uint8)
        colour = cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float64)
    return within(colour)


def near(rng: np.random.Generator, colour: Float, spread: float) -> Float:
    """Return a colour not far from another one."""
    return within(colour + rng.normal(0, spread, 3) + rng.normal(0, spread))


def within(colour: np.ndarray[tuple[int, ...], np.dtype[np.floating]]) -> Float:
    """Return a colour cut off to what paint can be."""
    return np.asarray(np.clip(colour, 4, 250), dtype=np.float32)


def lightness_and_hue(colour: Float) -> Float:
    """Return a colour in Lab."""
    pixel = np.array([[np.clip(colour, 0, 255) / 255]], dtype=np.float32)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_BGR2LAB)[0, 0], dtype=np.float32)


def soft_noise(rng: np.random.Generator, across: float, down: float) -> Float:
    """Return noise with that many bumps across and down, shape (DOWN, ACROSS), spread about 1."""
    coarse = rng.normal(0, 1, (max(2, int(down)), max(2, int(across)))).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (ACROSS, DOWN), interpolation=cv2.INTER_CUBIC), dtype=np.float32)


def _grain(rng: np.random.Generator) -> Float:
    return np.asarray(rng.normal(0, 1, (DOWN, ACROSS)), dtype=np.float32)


def _level(texture: Float) -> Float:
    return np.asarray((texture - texture.mean()) / (texture.std() + 1e-6), dtype=np.float32)


def _wood(rng: np.random.Generator) -> Float:
    bend, rows = soft_noise(rng, between(rng, 3, 10), between(rng, 4, 12)), np.linspace(0, 1, DOWN)[:, None]
    rings = np.sin((rows * between(rng, 6, 40) + bend * between(rng, 0.1, 0.8)) * 2 * np.pi) * between(rng, 0.2, 1)
    texture = rings + soft_noise(rng, between(rng, 2, 9), between(rng, 20, 160)) * between(rng, 0.5, 1.2)
    texture = texture + soft_noise(rng, 12, DOWN // 2) * between(rng, 0.1, 0.7)
    if maybe(rng, 0.5):
        texture = cv2.resize(np.ascontiguousarray(texture.T), (ACROSS, DOWN))
    return np.asarray(texture, dtype=np.float32)


def _marble(rng: np.random.Generator) -> Float:
    texture = np.zeros((DOWN, ACROSS), dtype=np.float32)
    for bumps in (3, 7, 15, 31, 63):
        texture += soft_noise(rng, bumps * 1.2, bumps) / bumps**0.6
    return np.asarray(np.abs(np.sin(texture * between(rng, 1, 4))), dtype=np.float32)


def _cork(rng: np.random.Generator) -> Float:
    grains = _level(cv2.GaussianBlur(_grain(rng), (0, 0), between(rng, 1.2, 3)).astype(np.float32))
    dark = np.where(grains > between(rng, 0.8, 1.6), np.float32(-2.5), grains * np.float32(0.6))
    return np.asarray(dark + soft_noise(rng, 60, 50) * 0.4, dtype=np.float32)


def _mosaic(rng: np.random.Generator) -> Float:
    side, (y, x) = int(between(rng, 10, 34)), np.mgrid[0:DOWN, 0:ACROSS]
    pattern = int(rng.integers(4))
    if pattern == 0:
        texture = (x // side + y // side) % 2
    elif pattern == 1:
        texture = ((x + y) // side + (x - y) // side) % 2
    elif pattern == 2:
        texture = np.abs(x % side - side / 2) + np.abs(y % side - side / 2) < side * between(rng, 0.25, 0.45)
    else:
        texture = ((x // side) % 3 == 0) | ((y // side) % 3 == 0)
    return np.asarray(texture, dtype=np.float32)


def _weave(rng: np.random.Generator) -> Float:
    y, x = np.mgrid[0:DOWN, 0:ACROSS].astype(np.float32) * np.float32(2 * np.pi / between(rng, 4, 12))
    return np.asarray(np.sin(x) * np.sin(y) + 0.4 * _grain(rng), dtype=np.float32)


def _texture(kind: Kind, rng: np.random.Generator) -> Float:
    """Return a texture, mean 0 and spread 1, -3..3, shape (DOWN, ACROSS)."""
    if kind == "wood":
        texture = _wood(rng)
    elif kind == "felt":
        fibres = cv2.GaussianBlur(_grain(rng), (0, 0), between(rng, 0.6, 1.5)).astype(np.float32)
        texture = _level(fibres) + soft_noise(rng, 12, 10) * between(rng, 0, 0.6)
    elif kind == "leather":
        texture = _level(soft_noise(rng, ACROSS // between(rng, 4, 9), DOWN // between(rng, 4, 9))) + 0.3 * _grain(rng)
    elif kind == "marble":
        texture = _marble(rng)
    elif kind == "pearl":
        texture = _marble(rng) * 0.5 + _level(soft_noise(rng, between(rng, 20, 60), between(rng, 20, 60)))
    elif kind == "cork":
        texture = _cork(rng)
    elif kind == "weave":
        texture = _weave(rng)
    elif kind == "clouds":
        texture = soft_noise(rng, between(rng, 3, 9), between(rng, 3, 9)) + 0.4 * soft_noise(rng, 30, 24)
    elif kind == "mosaic":
        texture = _mosaic(rng)
    else:
        texture = 0.3 * _grain(rng)
    return np.clip(_level(np.asarray(texture, dtype=np.float32)), -3, 3)


class Materials:
    """A stock of textures from which pieces are cut."""

    def __init__(self, number: int) -> None:
        """Make the stock of this number; it takes about a second."""
        rng = source(number, 77)
        self._kept = {kind: [_texture(kind, rng) for _ in range(KEPT)] for kind in _STRENGTH}

    def piece(self, kind: Kind, shape: tuple[int, int], rng: np.random.Generator) -> Float:
        """Return a piece of a texture of that many rows and columns, at most DOWN and ACROSS."""
        texture = one_of(rng, self._kept[kind])
        top, left = (int(rng.integers(0, whole - part + 1)) for whole, part in zip((DOWN, ACROSS), shape, strict=True))
        turned = texture[:: one_of(rng, (-1, 1)), :: one_of(rng, (-1, 1))]
        return turned[top : top + shape[0], left : left + shape[1]]

    def fabric(
        self, colour: Float, kind: Kind, shape: tuple[int, int], rng: np.random.Generator, strength: float | None = None
    ) -> Float:
        """Return a piece of matter in a colour, blue-green-red about 0..255, shape (rows, columns, 3)."""
        strength = between(rng, *_STRENGTH[kind]) if strength is None else strength
        chromatic = rng.uniform(0.7, 1.3, 3).astype(np.float32)
        swing = np.float32(strength) * (colour * np.float32(0.8) + np.float32(30)) * chromatic
        return np.asarray(colour + self.piece(kind, shape, rng)[..., None] * swing, dtype=np.float32)

    def bolt(
        self, colour: Float, kind: Kind, rng: np.random.Generator, strength: float | None = None
    ) -> Callable[[tuple[int, int]], Float]:
        """Return what cuts matter for shapes of so many rows and columns, see `fabric`."""
        return lambda shape: self.fabric(colour, kind, shape, rng, strength)


@lru_cache(maxsize=1)
def _stock(number: int) -> Materials:
    return Materials(number)


def materials_of(table: int) -> Materials:
    """Return what the table of this number is made of: `SAME_MATERIALS` tables in a row share one stock."""
    return _stock(table // SAME_MATERIALS)
