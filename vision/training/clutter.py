"""Clutter for pictures that scene maps are learned from: textures, shapes, people, writing, overlays."""

from __future__ import annotations

import colorsys
import math
import string
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.training.scene.pictures import Outline, Picture

Colour = tuple[float, float, float]
Grey = npt.NDArray[np.float32]
Points = npt.NDArray[np.number[Any]]

_PATTERN: Final = 640
_PATTERNS: Final = 48
_FONTS: Final = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX)


def any_colour(rng: np.random.Generator) -> Colour:
    """Return a colour, blue-green-red 0..255: any, a grey, or one of wood, leather and skin."""
    kind = rng.random()
    if kind < 0.3:
        hue, saturation, value = rng.uniform(0.02, 0.11), rng.uniform(0.2, 0.8), rng.uniform(0.15, 0.95)
    elif kind < 0.55:
        hue, saturation, value = rng.random(), rng.uniform(0, 0.12), rng.choice((0.0, 1.0, rng.random()))
    else:
        hue, saturation, value = rng.random(), rng.random(), rng.uniform(0.05, 1.0)
    red, green, blue = colorsys.hsv_to_rgb(float(hue), float(saturation), float(value))
    return (255 * blue, 255 * green, 255 * red)


@cache
def _patterns() -> tuple[Grey, ...]:
    """Return grey patterns 0..1, always the same: noise of all grains, grain of wood, checks, stripes, dots."""
    rng = np.random.default_rng(7)
    out = []
    for number in range(_PATTERNS):
        kind = number % 6
        pattern = np.zeros((_PATTERN, _PATTERN), dtype=np.float32)
        if kind < 3:
            stretch = 1.0 if kind == 0 else rng.uniform(3, 12)
            for octave in range(1, 7):
                cells = (max(2, round(2**octave * 2)), max(2, round(2**octave * 2 / stretch)))
                grain = rng.normal(0, 1, cells).astype(np.float32)
                large = cv2.resize(grain, (_PATTERN, _PATTERN), interpolation=cv2.INTER_CUBIC)
                pattern = np.asarray(pattern + large / 2 ** (octave * rng.uniform(0.2, 0.9)), dtype=np.float32)
        else:
            y, x = np.mgrid[:_PATTERN, :_PATTERN].astype(np.float32)
            step = rng.uniform(6, 60)
            if kind == 3:
                pattern = ((x // step + y // step) % 2).astype(np.float32)
            elif kind == 4:
                pattern = np.sin(2 * np.pi * x / step).astype(np.float32) * (1 + 0.3 * rng.normal())
            else:
                pattern = (np.hypot(x % step - step / 2, y % step - step / 2) < rng.uniform(0.15, 0.45) * step).astype(
                    np.float32
                )
            pattern = pattern + 0.1 * rng.normal(0, 1, pattern.shape).astype(np.float32)
        low, high = np.percentile(pattern, (2, 98))
        out.append(np.clip((pattern - low) / max(float(high - low), 1e-3), 0, 1).astype(np.float32))
    return tuple(out)


def texture(size: tuple[int, int], rng: np.random.Generator) -> npt.NDArray[np.float32]:
    """Return a texture in one or two colours, (h, w, 3) float32 0..255, for a width and height."""
    width, height = size
    one = np.asarray(any_colour(rng), dtype=np.float32)
    if rng.random() < 0.25:
        return np.broadcast_to(one, (height, width, 3)).copy()
    pattern = _patterns()[int(rng.integers(_PATTERNS))]
    turn, scale = rng.uniform(0, 2 * math.pi), math.exp(rng.uniform(-1.0, 1.2))
    c, s = scale * math.cos(turn), scale * math.sin(turn)
    matrix = np.array([[c, -s, rng.uniform(0, _PATTERN)], [s, c, rng.uniform(0, _PATTERN)]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    grey = cv2.warpAffine(pattern, matrix, (width, height), flags=flags, borderMode=cv2.BORDER_REFLECT)
    alike = rng.random() < 0.65
    other = one * np.float32(rng.uniform(0.5, 0.95)) if alike else np.asarray(any_colour(rng), dtype=np.float32)
    return np.asarray(one + (other - one) * grey[..., None], dtype=np.float32)


def surroundings(size: tuple[int, int], boards: Sequence[Picture], rng: np.random.Generator) -> Picture:
    """Return what may be round a board: a table, a room, people, other boards; (h, w, 3), uint8."""
    width, height = size
    kind = rng.random()
    if kind < 0.12:  # product pictures stand on white or black
        tone = 255.0 * round(rng.random())
        picture = np.full((height, width, 3), tone, dtype=np.uint8)
        if rng.random() < 0.6:
            return picture
    elif kind < 0.3:
        picture = _part_of(boards[int(rng.integers(len(boards)))], size, rng)
    else:
        picture = texture(size, rng).astype(np.uint8)
    if rng.random() < 0.3:  # two sorts of ground, as a table before a floor
        edge = np.zeros((height, width), dtype=np.uint8)
        points = rng.uniform(-0.5, 1.5, (4, 2)) * size
        cv2.fillPoly(edge, [cv2.convexHull(points.astype(np.float32)).astype(np.int32)], 255)
        np.copyto(picture, texture(size, rng).astype(np.uint8), where=edge[..., None] > 0)
    if rng.random() < 0.25:
        _stick_in(picture, boards[int(rng.integers(len(boards)))], rng)
    strew(picture, int(rng.integers(0, 16)), rng)
    for _ in range(rng.integers(0, 3) if rng.random() < 0.35 else 0):
        _person(picture, rng)
    return picture


def _part_of(board: Picture, size: tuple[int, int], rng: np.random.Generator) -> Picture:
    """Return a part of a board's picture, enlarged and turned until it is no board any more."""
    height, width = board.shape[:2]
    part = rng.uniform(0.1, 0.3) * min(width, height)
    turn = rng.uniform(0, 360)
    at = (rng.uniform(0.2, 0.8) * width, rng.uniform(0.2, 0.8) * height)
    matrix = cv2.getRotationMatrix2D(at, turn, max(size) / part)
    matrix[:, 2] += np.asarray(size) / 2 - at
    return np.asarray(cv2.warpAffine(board, matrix, size, borderMode=cv2.BORDER_REFLECT), dtype=np.uint8)


def _stick_in(picture: Picture, board: Picture, rng: np.random.Generator) -> None:
    """Let a part of another board stick in from an edge of the picture."""
    height, width = picture.shape[:2]
    side = int(rng.integers(4))
    turned = np.rot90(board, int(rng.integers(4)))
    scale = rng.uniform(0.4, 0.9) * max(width, height) / max(turned.shape[:2])
    shown = cv2.resize(np.ascontiguousarray(turned), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    deep = rng.uniform(0.06, 0.22)
    if side % 2:
        part = shown[: round(rng.uniform(0.5, 1.0) * height), : round(deep * width)]
        x, y = (0, 0) if side == 1 else (width - part.shape[1], 0)
    else:
        part = shown[: round(deep * height), : round(rng.uniform(0.5, 1.0) * width)]
        x, y = (0, 0) if side == 0 else (0, height - part.shape[0])
    part = part[: height - y, : width - x]
    picture[y : y + part.shape[0], x : x + part.shape[1]] = part


def strew(picture: Picture, many: int, rng: np.random.Generator, within: Outline | None = None) -> None:
    """Draw shapes, lines and words anywhere, or within an outline's bounds."""
    height, width = picture.shape[:2]
    low, high = (np.zeros(2), np.array([width, height])) if within is None else (within.min(axis=0), within.max(axis=0))
    size = 0.5 * float((high - low).mean())
    for _ in range(many):
        at = rng.uniform(low, high)
        long, short = size * rng.uniform(0.04, 0.8) ** 1.3, size * rng.uniform(0.02, 0.4)
        turn = rng.uniform(0, 180)
        kind = int(rng.integers(6))
        colour = any_colour(rng)
        if kind == 0:
            cv2.ellipse(picture, ((float(at[0]), float(at[1])), (long, short), turn), colour, -1, cv2.LINE_AA)
        elif kind == 1:
            box = cv2.boxPoints(((float(at[0]), float(at[1])), (long, short), turn if rng.random() < 0.6 else 0.0))
            _textured(picture, box, rng)
        elif kind == 2:
            points = at + rng.normal(0, 0.35 * long, (int(rng.integers(3, 7)), 2))
            _textured(picture, points, rng)
        elif kind == 3:
            to = at + rng.normal(0, long, 2)
            thick = int(rng.integers(1, 5))
            cv2.line(picture, _whole(at), _whole(to), colour, thick, cv2.LINE_AA)
        elif kind == 4:
            _write(picture, at, long, colour, rng)
        else:
            _row(picture, at, rng.uniform(3, 16), rng)


def _whole(point: Points) -> tuple[int, int]:
    return (round(float(point[0])), round(float(point[1])))


def _textured(picture: Picture, outline: Points, rng: np.random.Generator) -> None:
    """Fill an outline with a texture, and sometimes with a darker edge."""
    points = np.rint(outline).astype(np.int32)
    x, y, w, h = cv2.boundingRect(points)
    x0, y0 = max(0, x), max(0, y)
    x1, y1 = min(picture.shape[1], x + w), min(picture.shape[0], y + h)
    if x1 <= x0 or y1 <= y0:
        return
    mask = np.zeros((y1 - y0, x1 - x0), dtype=np.uint8)
    cv2.fillPoly(mask, [points - (x0, y0)], 255, cv2.LINE_AA)
    part = picture[y0:y1, x0:x1]
    share = mask[..., None].astype(np.float32) / 255
    part[...] = (part + (texture((x1 - x0, y1 - y0), rng) - part) * share).astype(np.uint8)
    if rng.random() < 0.3:
        cv2.polylines(picture, [points], True, any_colour(rng), int(rng.integers(1, 4)), cv2.LINE_AA)


def _write(
    picture: Picture, at: npt.NDArray[np.float64], long: float, colour: Colour, rng: np.random.Generator
) -> None:
    letters = string.ascii_letters + string.digits + "    "
    words = "".join(letters[i] for i in rng.integers(0, len(letters), int(rng.integers(1, 14))))
    size = float(np.clip(long / 120, 0.25, 2.5))
    cv2.putText(
        picture, words, _whole(at), _FONTS[int(rng.integers(3))], size, colour, int(rng.integers(1, 3)), cv2.LINE_AA
    )


def _row(picture: Picture, at: npt.NDArray[np.float64], radius: float, rng: np.random.Generator) -> None:
    """Draw a few discs, in a row or strewn."""
    turn = rng.choice((0.0, math.pi / 2, rng.uniform(0, math.pi)))
    step = 2 * radius * np.array([math.cos(turn), math.sin(turn)])
    colour, rim = any_colour(rng), any_colour(rng)
    for i in range(int(rng.integers(1, 7))):
        where = at + i * step + rng.normal(0, 0.08 * radius, 2)
        cv2.circle(picture, _whole(where), round(radius), colour, -1, cv2.LINE_AA)
        cv2.circle(picture, _whole(where), round(radius), rim, 1, cv2.LINE_AA)


def _person(picture: Picture, rng: np.random.Generator) -> None:
    """Draw someone who sits at the table: shoulders in some cloth, and a head; no arms."""
    height, width = picture.shape[:2]
    size = rng.uniform(0.12, 0.4) * max(width, height)
    side = int(rng.integers(4))
    at = np.array(((rng.random(), 0.0), (1.0, rng.random()), (rng.random(), 1.0), (0.0, rng.random()))[side])
    at = at * (width, height)
    box = cv2.ellipse2Poly(_whole(at), (round(size), round(0.6 * size)), int(rng.integers(0, 180)), 0, 360, 12)
    _textured(picture, np.asarray(box), rng)
    skin = colorsys.hsv_to_rgb(rng.uniform(0.02, 0.09), rng.uniform(0.25, 0.6), rng.uniform(0.25, 0.95))
    head = at + rng.normal(0, 0.3 * size, 2)
    shown = tuple(255 * part for part in reversed(skin))
    cv2.ellipse(picture, (_whole(head), (0.5 * size, 0.6 * size), rng.uniform(0, 180)), shown, -1, cv2.LINE_AA)
    hair = colorsys.hsv_to_rgb(rng.uniform(0.02, 0.1), rng.uniform(0.0, 0.6), rng.uniform(0.02, 0.5))
    over = head + rng.normal(0, 0.12 * size, 2)
    shown = tuple(255 * part for part in reversed(hair))
    cv2.ellipse(picture, (_whole(over), (0.5 * size, 0.5 * size), rng.uniform(0, 180)), shown, -1, cv2.LINE_AA)


def print_on(picture: Picture, corners: Outline, rng: np.random.Generator) -> None:
    """Print a maker's marks on the playing surface: diamonds, rings, letters, lines along the middle."""
    matrix = cv2.getPerspectiveTransform(
        np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float32), corners.astype(np.float32)
    )
    colour = any_colour(rng)
    kind = int(rng.integers(4))
    thick = int(rng.integers(1, 3)) if rng.random() < 0.7 else -1
    for u in (0.25, 0.75):
        v, large = 0.5 + rng.normal(0, 0.02), rng.uniform(0.03, 0.1)
        if kind == 0:
            unit = np.array([[u - large, v], [u, v - large], [u + large, v], [u, v + large]])
        elif kind == 1:
            turn = np.linspace(0, 2 * np.pi, 20, endpoint=False)
            unit = np.stack([u + large * np.cos(turn), v + large * np.sin(turn)], axis=1)
        elif kind == 2:
            wide = rng.uniform(0.1, 0.24)
            unit = np.array([[u - wide, v - 0.02], [u + wide, v - 0.02], [u + wide, v + 0.02], [u - wide, v + 0.02]])
        else:
            unit = np.array([[u - large, v]])
        seen = cv2.perspectiveTransform(unit[None].astype(np.float64), matrix.astype(np.float64))[0]
        if kind == 3:
            _write(picture, seen[0], rng.uniform(30, 120), colour, rng)
        elif thick < 0:
            cv2.fillPoly(picture, [np.rint(seen).astype(np.int32)], colour, cv2.LINE_AA)
        else:
            cv2.polylines(picture, [np.rint(seen).astype(np.int32)], True, colour, thick, cv2.LINE_AA)


def things_on(picture: Picture, corners: Outline, scale: float, rng: np.random.Generator) -> None:
    """Put cups, clocks and pads on the board, with shadows, and slats across it; `scale` is pixels a millimetre."""
    if rng.random() < 0.12:
        _slat(picture, corners, rng)
    for _ in range(int(rng.choice(4, p=(0.4, 0.3, 0.2, 0.1)))):
        u, v = rng.uniform(-0.06, 1.06, 2)
        top, bottom = corners[0] + u * (corners[1] - corners[0]), corners[3] + u * (corners[2] - corners[3])
        at = top + v * (bottom - top)
        long, short = scale * rng.uniform(30, 150), scale * rng.uniform(25, 80)
        turn = rng.uniform(0, 180)
        where = (float(at[0]), float(at[1]))
        shade = np.zeros(picture.shape[:2], dtype=np.uint8)
        shift = rng.normal(0, 8 * scale, 2)
        cv2.ellipse(shade, ((where[0] + shift[0], where[1] + shift[1]), (long, short), turn), 255, -1)
        soft = cv2.GaussianBlur(shade, (0, 0), max(1.0, 5 * scale))[..., None].astype(np.float32) / 255
        picture[...] = (picture * (1 - rng.uniform(0.1, 0.6) * soft)).astype(np.uint8)
        if rng.random() < 0.5:
            outline = cv2.ellipse2Poly(_whole(at), (round(long / 2), round(short / 2)), int(turn), 0, 360, 15)
            _textured(picture, np.asarray(outline), rng)
            if rng.random() < 0.6:  # the mouth of a cup
                mouth = at + rng.normal(0, 0.1 * long, 2)
                colour = tuple(rng.uniform(0.1, 0.7) * part for part in any_colour(rng))
                cv2.ellipse(picture, (_whole(mouth), (0.6 * long, 0.55 * short), turn), colour, -1, cv2.LINE_AA)
        else:
            _textured(picture, cv2.boxPoints((where, (long, short), turn)), rng)


def _slat(picture: Picture, corners: Outline, rng: np.random.Generator) -> None:
    """Lay a slat across the board, from rail to rail or beyond them."""
    wide, at = rng.uniform(0.02, 0.06), rng.choice((0.5, rng.uniform(0.1, 0.9)))
    first, last = (0.0, 1.0) if rng.random() < 0.5 else rng.uniform((-0.2, 0.9), (0.1, 1.2))
    unit = np.array([[first, at - wide], [last, at - wide], [last, at + wide], [first, at + wide]])
    if rng.random() < 0.4:
        unit = unit[:, ::-1]
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float32)
    matrix = cv2.getPerspectiveTransform(square, corners.astype(np.float32))
    seen = cv2.perspectiveTransform(np.ascontiguousarray(unit)[None], matrix.astype(np.float64))[0]
    _textured(picture, np.asarray(seen, dtype=np.float64), rng)


def overlay(picture: Picture, hands: npt.NDArray[np.uint8], rng: np.random.Generator) -> None:
    """Lay a stream's panels, watermarks or black margins over the picture; hands behind them are not seen."""
    height, width = picture.shape[:2]
    if rng.random() < 0.14:
        for _ in range(int(rng.integers(1, 4))):
            w, h = round(rng.uniform(0.08, 0.35) * width), round(rng.uniform(0.05, 0.3) * height)
            x = int(rng.choice((0, width - w, rng.integers(0, width - w + 1))))
            y = int(rng.choice((0, height - h)))
            panel = np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]], dtype=np.float64)
            _textured(picture, panel, rng)
            hands[y : y + h, x : x + w] = 0
            for _ in range(int(rng.integers(1, 5))):
                _write(picture, rng.uniform((x, y), (x + w, y + h)), rng.uniform(30, 150), any_colour(rng), rng)
    if rng.random() < 0.1:  # black margins
        deep = round(rng.uniform(0.02, 0.14) * width)
        for part in (picture[:, :deep], picture[:, width - deep :]):
            part[...] = 0
        hands[:, :deep] = 0
        hands[:, width - deep :] = 0
    if rng.random() < 0.12:
        marks = picture.copy()
        for _ in range(int(rng.integers(1, 14))):
            _write(marks, rng.uniform((0, 0), (width, height)), rng.uniform(40, 160), any_colour(rng), rng)
        share = rng.uniform(0.1, 0.6)
        picture[...] = (picture * (1 - share) + marks * share).astype(np.uint8)
