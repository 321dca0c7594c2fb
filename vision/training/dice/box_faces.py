"""Faces of dice and cubes, drawn: pips of many prints, marks, numbers of many founts, and what is on no die.

A face is ink, 0..1, shape (`FACE`, `FACE`), its upper edge first.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.reading import CUBE_FACES
from vision.training.dice.box_digits import DIGITS, drawn_digits

if TYPE_CHECKING:
    from vision.arrays import Float
    from vision.frame import Image

FACE: Final = 72
"""Width of a face's drawing in pixels."""

_SPOTS: Final[dict[int, tuple[tuple[float, float], ...]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
    # These are on no die.
    7: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0), (0, 0)),
    8: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0), (0, -1), (0, 1)),
    9: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0), (0, -1), (0, 1), (0, 0)),
    10: ((-1, 0), (0, 0), (1, 0)),
    11: ((-1, 0), (1, 0)),
    12: ((0, -1), (-0.9, 0.6), (0.9, 0.6)),
}
_STROKED: Final = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_PLAIN,
    cv2.FONT_HERSHEY_COMPLEX_SMALL,
)

FOUNTS: Final = Path("/usr/share/fonts/truetype")
"""Where Debian's packages fonts-dejavu-core, fonts-liberation, fonts-freefont-ttf and fonts-crosextra-carlito lie."""

_FAMILIES: Final = ("DejaVu", "Liberation", "Free", "Carlito")


@lru_cache(maxsize=1)
def founts() -> tuple[cv2.FontFace, ...]:
    """Return the two founts that OpenCV brings, and those installed that the recipe names."""
    files = sorted(path for path in FOUNTS.rglob("*.ttf") if path.name.startswith(_FAMILIES))
    return (cv2.FontFace("sans"), cv2.FontFace("italic"), *(cv2.FontFace(str(path)) for path in files))


@dataclass(frozen=True, slots=True)
class Print:
    """Print of one die's pips.

    Attributes:
        radius: of a pip, in half sides.
        spread: of pips from the middle, in half sides.
        ace: how much larger an ace is.
        worn: how strong the ink is.
        columns, rows: how much nearer to the middle or farther off a six's two columns and its outer rows are.
    """

    radius: float
    spread: float
    ace: float
    worn: float
    columns: float
    rows: float


def drawn_print(rng: np.random.Generator) -> Print:
    """Return a print drawn by chance."""
    radius = float(rng.uniform(0.11, 0.27))
    spread = float(rng.uniform(max(0.3, 1.25 * radius), 0.62))
    ace = float(rng.uniform(1.0, 1.3)) if rng.random() < 0.6 else float(rng.uniform(1.3, min(2.4, 0.55 / radius)))
    columns, rows = float(rng.uniform(0.75, 1.05)), float(rng.uniform(1.0, 1.3))
    return Print(radius, spread, ace, float(rng.uniform(0.7, 1.0)), columns, rows)


def pips_face(spots: int, style: Print, rng: np.random.Generator) -> Float:
    """Return a face's ink, 0..1, shape (FACE, FACE); minus where a pip's far wall is dark is left to the light."""
    face = np.zeros((FACE, FACE), dtype=np.float32)
    half = FACE / 2
    radius = style.radius * (style.ace if spots == 1 else 1.0) * (0.8 if spots > 6 else 1.0)
    quarter = rng.integers(2)
    # A six's three rows lie farther apart than its columns, and never so close that pips run into each other.
    columns, rows = (style.columns, max(style.rows, 2.1 * radius / style.spread)) if spots == 6 else (1.0, 1.0)
    rows = min(rows, 0.68 / style.spread) if spots == 6 else rows
    for a, b in _SPOTS[spots]:
        x, y = (columns * a, rows * b) if quarter else (rows * b, -columns * a)
        at = (round(16 * (half + half * style.spread * x)), round(16 * (half + half * style.spread * y)))
        cv2.circle(face, at, round(16 * half * radius), 1.0, -1, cv2.LINE_AA, 4)
    return face * np.float32(style.worn)


def _mark_face(rng: np.random.Generator) -> Float:
    """Return the mark that some dice have instead of the one pip: a star, a ring, letters, a shield."""
    face = np.zeros((FACE, FACE), dtype=np.float32)
    kind, r, middle = rng.integers(4), float(rng.uniform(0.2, 0.36)) * FACE, FACE / 2
    if kind == 0:
        points = int(rng.integers(4, 8))
        angles = np.arange(2 * points) * math.pi / points
        radii = np.where(np.arange(2 * points) % 2, 0.45 * r, r)
        star = np.stack([middle + radii * np.cos(angles), middle + radii * np.sin(angles)], axis=1)
        cv2.fillPoly(face, [np.round(star).astype(np.int32)], 1.0, cv2.LINE_AA)
    elif kind == 1:
        cv2.circle(face, (round(middle), round(middle)), round(r), 1.0, max(2, round(0.25 * r)), cv2.LINE_AA)
        cv2.circle(face, (round(middle), round(middle)), round(0.45 * r), 1.0, -1, cv2.LINE_AA)
    elif kind == 2:
        return number_face(str(rng.choice(["A", "B", "ab", "W"])), rng)
    else:
        cv2.ellipse(face, (round(middle), round(middle)), (round(r), round(0.7 * r)), 0, 0, 360, 1.0, -1, cv2.LINE_AA)
        cv2.line(face, (round(middle - r), round(middle)), (round(middle + r), round(middle)), 0.0, 3)
    return face


_DISC, _PANEL, _FRAMED = 0.22, 0.24, 0.07
"""Shares of faces whose number stands on a disc, on a square, and in a frame; the rest have nothing round it."""

_LEFT_OUT: Final = 0.65
"""Share of discs and squares from which the number is left out; on the others, paler ones, it is printed."""


def number_face(text: str, rng: np.random.Generator) -> Float:
    """Return a face with digits or letters: printed, or strokes of our own, some framed, on a disc or on a square."""
    kind = rng.random()
    if kind < 0.3 and set(text) <= DIGITS:
        ink = drawn_digits(text, rng)
    else:
        ink = _stroked(text, rng) if kind < 0.42 else _printed(text, rng)
    rows, columns = np.nonzero(ink > 40)
    ink = ink[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    ground = rng.random()
    on_ground = ground < _DISC + _PANEL
    height = float(rng.uniform(0.22, 0.5 if on_ground else 0.72)) * FACE
    width = height * ink.shape[1] / ink.shape[0] * float(rng.uniform(0.75, 1.2))
    shrink = min(1.0, float(rng.uniform(0.5, 0.64) if on_ground else rng.uniform(0.66, 0.86)) * FACE / width)
    size = (max(3, round(width * shrink)), max(6, round(height * (shrink if rng.random() < 0.6 else 1.0))))
    small = cv2.resize(ink, size, interpolation=cv2.INTER_AREA)
    face = np.zeros((FACE, FACE), dtype=np.float32)
    top, left = (FACE - small.shape[0]) // 2, (FACE - small.shape[1]) // 2
    face[top : top + small.shape[0], left : left + small.shape[1]] = small / np.float32(255)
    if on_ground:
        below = np.zeros_like(face)
        if ground < _DISC:
            cv2.circle(
                below, (FACE // 2, FACE // 2), round(float(rng.uniform(0.36, 0.47)) * FACE), 1.0, -1, cv2.LINE_AA
            )
        else:
            inset = round(float(rng.uniform(0.03, 0.14)) * FACE)
            cv2.rectangle(below, (inset, inset), (FACE - 1 - inset, FACE - 1 - inset), 1.0, -1)
        left_out = rng.random() < _LEFT_OUT
        face = np.maximum(below - face, 0) if left_out else np.maximum(np.float32(rng.uniform(0.25, 0.6)) * below, face)
    elif ground < _DISC + _PANEL + _FRAMED:
        inset = int(rng.integers(3, 9))
        cv2.rectangle(face, (inset, inset), (FACE - inset, FACE - inset), 1.0, int(rng.integers(1, 3)), cv2.LINE_AA)
    return np.ascontiguousarray(np.rot90(face, int(rng.integers(4))))


def _printed(text: str, rng: np.random.Generator) -> Image:
    """Return a text in one of the founts, ink on nothing, shape (h, w), uint8."""
    known = founts()
    canvas = np.zeros((160, 320), dtype=np.uint8)
    # Half of what is printed is in OpenCV's own founts, which come in any weight.
    face = known[int(rng.integers(2))] if rng.random() < 0.5 else known[int(rng.integers(len(known)))]
    cv2.putText(canvas, text, (20, 120), 255, face, 70, int(rng.integers(200, 900)))
    return canvas


def _stroked(text: str, rng: np.random.Generator) -> Image:
    """Return a text in one of OpenCV's founts of single strokes, ink on nothing, shape (h, w), uint8."""
    canvas = np.zeros((160, 280), dtype=np.uint8)
    font, italic = int(rng.choice(_STROKED)), int(rng.random() < 0.15) * cv2.FONT_ITALIC
    scale = 4.4 if font in (cv2.FONT_HERSHEY_PLAIN, cv2.FONT_HERSHEY_COMPLEX_SMALL) else 2.2
    cv2.putText(canvas, text, (20, 120), font | italic, scale, 255, int(rng.integers(3, 14)), cv2.LINE_AA)
    return canvas


def die_faces(up: int, rng: np.random.Generator) -> list[Float]:
    """Return the faces of a die, the upper one first, then the four round about, then the lower one."""
    style = drawn_print(rng)
    ring = [value for value in range(1, 7) if value not in (up, 7 - up)]
    one, other = ring[0], next(value for value in ring[1:] if value != 7 - ring[0])
    if rng.random() < 0.5:
        one, other = other, one
    values = [up, one, other, 7 - one, 7 - other, 7 - up]
    marked = rng.random() < 0.12
    return [_mark_face(rng) if value == 1 and marked else pips_face(value, style, rng) for value in values]


def refused_faces(rng: np.random.Generator) -> list[Float]:
    """Return the faces of what is neither a die with pips nor a doubling cube."""
    kind = rng.random()
    style = drawn_print(rng)
    blank = np.zeros((FACE, FACE), dtype=np.float32)
    if kind < 0.35:  # a cube has no such number; of 2 and 4 nobody could tell
        return [number_face(str(value), rng) for value in [int(rng.choice([1, 3, 5, 6, 7, 9])), 1, 3, 5, 7, 9]]
    if kind < 0.6:
        wrong = [pips_face(int(rng.integers(7, 13)), style, rng)]
        return wrong + [pips_face(int(rng.integers(1, 13)), style, rng) for _ in range(5)]
    if kind < 0.75:
        return [blank] + [pips_face(int(rng.integers(1, 7)), style, rng) for _ in range(5)]
    if kind < 0.85:
        return [blank] * 6
    signs = ["A", "K", "Q", "J", "10", "12", "20", "7", "9", "0", "X", "?", "5", "3"]
    return [number_face(str(rng.choice(signs)), rng) for _ in range(6)]


def cube_faces(up: int, rng: np.random.Generator) -> list[Float]:
    """Return the faces of a doubling cube, the upper one, of index `up`, first."""
    state = int(rng.integers(1 << 31))
    others = [value for number, value in enumerate(CUBE_FACES) if number != up]
    order = [CUBE_FACES[up], *rng.permutation(others)]
    # One cube is printed in one fount.
    return [number_face(str(value), np.random.default_rng(state)) for value in order]


def faces_of(kind: int, rng: np.random.Generator) -> list[Float]:
    """Return faces of a die (0), of a doubling cube (1), or of what is neither, drawn by chance."""
    if kind == 0:
        return die_faces(int(rng.integers(1, 7)), rng)
    return cube_faces(int(rng.integers(6)), rng) if kind == 1 else refused_faces(rng)
