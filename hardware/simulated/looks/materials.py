"""Textures of materials: felt, leather, wood, cork, cloth, and the grain of checkers.

A texture is an array of shape (height, width, 3), uint8, blue-green-red, drawn at a given number of pixels a
millimetre; or of shape (height, width), float32, about 1, that multiplies light.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from hardware.simulated.drawing.shading import GAMMA, to_light, to_picture

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hardware.simulated.looks.parts import CheckerLook, Fabric
    from hardware.simulated.optics.pinhole import Floats

U8 = npt.NDArray[np.uint8]


def seeded(*names: object) -> np.random.Generator:
    """Return a generator whose numbers depend on the names alone, the same in every process."""
    return np.random.default_rng(zlib.crc32(repr(names).encode()))


def noise(rng: np.random.Generator, shape: tuple[int, int], cell: tuple[float, float]) -> Floats:
    """Return smooth noise with mean about 0 and spread about 1.

    Args:
        rng: the chance.
        shape: height and width in pixels.
        cell: the size of its grains in pixels, down and across.
    """
    rows, cols = (max(2, round(n / max(c, 1.0)) + 2) for n, c in zip(shape, cell, strict=True))
    coarse = rng.standard_normal((rows, cols), dtype=np.float32)
    fine = cv2.resize(coarse, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
    return np.asarray(fine, dtype=np.float32)


def layered(rng: np.random.Generator, shape: tuple[int, int], cell: tuple[float, float], layers: int) -> Floats:
    """Return noise of several sizes of grain, each layer half the size and 0.6 of the strength of the one before."""
    total = np.zeros(shape, dtype=np.float32)
    strength = 1.0
    for layer in range(layers):
        grains = noise(rng, shape, (cell[0] / 2**layer, cell[1] / 2**layer))
        grains *= strength
        total += grains
        strength *= 0.6
    return total


def _wood(rng: np.random.Generator, shape: tuple[int, int], ppm: float) -> Floats:
    """Return wood with its grain along the width."""
    warp = layered(rng, shape, (40 * ppm, 260 * ppm), 2)
    across = np.arange(shape[0], dtype=np.float32)[:, None] / ppm
    rings = np.sin((across / 5.5 + 2.2 * warp) * 2.0)
    fibres = noise(rng, shape, (0.7 * ppm, 30 * ppm)) + 0.7 * noise(rng, shape, (0.35 * ppm, 12 * ppm))
    pores = np.clip(noise(rng, shape, (0.5 * ppm, 7 * ppm)) - 1.3, 0.0, 1.0)
    return np.asarray(1.0 + 0.09 * rings + 0.055 * fibres - 0.28 * pores + 0.05 * warp, dtype=np.float32)


def _felt(rng: np.random.Generator, shape: tuple[int, int], ppm: float) -> Floats:
    """Return felt: fine fibres and worn patches."""
    grain = rng.standard_normal(shape, dtype=np.float32)
    grain = cv2.GaussianBlur(grain, (0, 0), max(0.25 * ppm, 0.4)) * 2.0
    return np.asarray(1.0 + 0.07 * grain + 0.035 * layered(rng, shape, (60 * ppm, 60 * ppm), 3), dtype=np.float32)


def _leather(rng: np.random.Generator, shape: tuple[int, int], ppm: float) -> Floats:
    """Return leather: small cells with dark seams."""
    cells = layered(rng, shape, (1.6 * ppm, 1.6 * ppm), 2)
    seams = np.clip(0.35 - np.abs(cells), 0.0, 1.0)
    wear = layered(rng, shape, (80 * ppm, 80 * ppm), 3)
    return np.asarray(1.0 - 0.30 * seams + 0.025 * cells + 0.03 * wear, dtype=np.float32)


def _cork(rng: np.random.Generator, shape: tuple[int, int], ppm: float) -> Floats:
    """Return cork: light grains with dark specks."""
    grains = layered(rng, shape, (3.2 * ppm, 3.2 * ppm), 3)
    specks = np.clip(noise(rng, shape, (1.3 * ppm, 1.9 * ppm)) - 1.35, 0.0, 1.0)
    return np.asarray(1.0 + 0.07 * grains - 0.42 * specks, dtype=np.float32)


def _cloth(rng: np.random.Generator, shape: tuple[int, int], ppm: float) -> Floats:
    """Return woven cloth with soft folds."""
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32) / np.float32(ppm)
    weave = 0.5 * np.sin(x * 5.1) * np.sin(y * 5.1)
    threads = noise(rng, shape, (0.8 * ppm, 14 * ppm)) + noise(rng, shape, (14 * ppm, 0.8 * ppm))
    folds = layered(rng, shape, (170 * ppm, 170 * ppm), 2)
    return np.asarray(1.0 + 0.02 * weave + 0.02 * threads + 0.06 * folds, dtype=np.float32)


def _plain(rng: np.random.Generator, shape: tuple[int, int], ppm: float) -> Floats:
    """Return a painted or plastic surface with hardly any structure."""
    return np.asarray(1.0 + 0.025 * layered(rng, shape, (90 * ppm, 90 * ppm), 3), dtype=np.float32)


_STRUCTURES = {"wood": _wood, "felt": _felt, "leather": _leather, "cork": _cork, "cloth": _cloth, "plain": _plain}


def structure(fabric: Fabric, shape: tuple[int, int], ppm: float, *names: object) -> Floats:
    """Return a material's structure, shape (height, width), about 1, that multiplies light; wood runs along x."""
    values = _STRUCTURES[fabric.material](seeded(fabric.material, *names), shape, ppm)
    values -= 1.0
    values *= 1.6
    values *= fabric.contrast
    values += 1.0
    return np.clip(values, 0.1, 2.0, out=values)


def texture(fabric: Fabric, shape: tuple[int, int], ppm: float, *names: object) -> U8:
    """Return a material as a picture in full light."""
    values = np.power(structure(fabric, shape, ppm, *names), np.float32(1.0 / GAMMA))
    colour = np.asarray(fabric.colour[::-1], dtype=np.float32)
    return coloured(values * one for one in colour)


def coloured(channels: Iterable[Floats]) -> U8:
    """Return channels as a picture, each brought within 0 and 255 in its place."""
    return np.asarray(cv2.merge([np.clip(one, 0, 255, out=one).astype(np.uint8) for one in channels]), dtype=np.uint8)


def checker_face(look: CheckerLook, variant: int = 0, pixels: int = 256) -> Floats:
    """Return the upper face of a checker as light, shape (pixels, pixels, 3), the disc filling the square."""
    rng = seeded("checker", look.grain, look.colour, variant)
    shape = (pixels, pixels)
    unit = pixels / 45.0
    main, vein = to_light(look.colour), to_light(look.vein)
    mix: Floats
    if look.grain == "marble":
        bend = layered(rng, shape, (14 * unit, 14 * unit), 4)
        mix = np.power(np.clip(1.0 - np.abs(bend), 0.0, 1.0), 2.5) * 0.8
    elif look.grain == "wood":
        bend = noise(rng, shape, (20 * unit, 60 * unit))
        rows = np.arange(pixels, dtype=np.float32)[:, None] / unit
        mix = 0.5 + 0.4 * np.sin(rows * 1.7 + 2.0 * bend) + 0.2 * noise(rng, shape, (0.5 * unit, 12 * unit))
    elif look.grain == "pearl":
        mix = 0.45 + 0.3 * layered(rng, shape, (5 * unit, 16 * unit), 3)
    elif look.grain == "metal":
        mix = _spun(rng, pixels)
    else:
        mix = 0.08 * layered(rng, shape, (8 * unit, 8 * unit), 2)
    mix = np.clip(mix, 0.0, 1.0)[..., None]
    face = main * (1.0 - mix) + vein * mix
    if look.edge is not None:
        y, x = np.mgrid[0:pixels, 0:pixels].astype(np.float32) - np.float32((pixels - 1) / 2)
        rim = np.clip((np.hypot(x, y) / (pixels / 2) - 0.84) / 0.02, 0.0, 1.0)[..., None]
        face = face * (1.0 - rim) + to_light(look.edge) * rim
    return np.asarray(face, dtype=np.float32)


def _spun(rng: np.random.Generator, pixels: int) -> Floats:
    """Return the sheen of a disc turned on a lathe: bright fans that meet in the middle, and fine rings."""
    y, x = np.mgrid[0:pixels, 0:pixels].astype(np.float32) - np.float32((pixels - 1) / 2)
    round_about = np.arctan2(y, x)
    fans = np.abs(np.cos(round_about - rng.uniform(0.0, np.pi))) ** 6 + 0.5 * np.abs(np.cos(round_about - 1.9)) ** 14
    rings = rng.standard_normal(pixels, dtype=np.float32)[np.hypot(x, y).astype(np.int32) % pixels]
    return np.asarray(0.12 + 0.75 * fans + 0.05 * rings, dtype=np.float32)


def digits(text: str, pixels: int = 96) -> Floats:
    """Return digits as ink 0..1, shape (pixels, pixels), float32, upright in the middle of a square face."""
    canvas = np.zeros((pixels * 2, pixels * 2), dtype=np.uint8)
    scale = 2.0 if len(text) == 1 else 1.5
    thick = round(pixels / 12)
    cv2.putText(canvas, text, (pixels // 3, pixels * 3 // 2), cv2.FONT_HERSHEY_SIMPLEX, scale * pixels / 48, 255, thick)
    ys, xs = np.nonzero(canvas)
    ink = canvas[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    room = pixels * 0.62
    zoom = min(room / ink.shape[0], room / ink.shape[1])
    wide, tall = max(1, round(ink.shape[1] * zoom)), max(1, round(ink.shape[0] * zoom))
    small = cv2.resize(ink, (wide, tall), interpolation=cv2.INTER_AREA)
    face = np.zeros((pixels, pixels), dtype=np.float32)
    top, left = (pixels - tall) // 2, (pixels - wide) // 2
    face[top : top + tall, left : left + wide] = small / np.float32(255.0)
    return face


def as_picture(light: Floats) -> U8:
    """Return light as an 8-bit picture."""
    return np.asarray(np.clip(to_picture(light), 0, 255), dtype=np.uint8)


def blend(below: U8, above: U8, cover: U8) -> U8:
    """Return one picture laid over another where `cover` (uint8, shape (h, w)) says, all of one size."""
    share = cv2.merge([cover, cover, cover])
    kept = cv2.multiply(below, cv2.bitwise_not(share), scale=1 / 255)
    return np.asarray(cv2.add(kept, cv2.multiply(above, share, scale=1 / 255)), dtype=np.uint8)
