"""Mix pictures that scene maps are learned from: boards of any size and turn among clutter, under hands, spoilt."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.locate.scene_net import ROOM
from vision.training.clutter import any_colour, overlay, print_on, surroundings, texture, things_on
from vision.training.scene.pictures import HAND_PPM, moved

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.training.scene.pictures import BoardPicture, Outline, Picture

COARSER: Final = 2
"""A map's pixel is so many of a picture's wide."""

FINER: Final = 2
"""Pictures are mixed at so many times the network's resolution, then reduced as a photograph would be."""

BOARD_WIDTH: Final = 600.0
"""About how wide a playing surface is, millimetres: how large hands are beside it."""

EMPTY: Final = 0.08
"""Share of boards that are emptied of points and bar: a tray is no board, whatever its walls are like."""

PEAK: Final = 1.25
"""Spread of a corner in its map, pixels of the map."""

Masks = npt.NDArray[np.uint8]

UNIT: Final = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float32)
"""The corners of a board in board coordinates."""


class Mixed(NamedTuple):
    """A picture and what is in it.

    Attributes:
        picture: shape (h, w, 3), uint8.
        maps: hand, surface, bar, corner, shape (4, h / 2, w / 2), uint8, 255 for certainly.
        corners: of the playing surface in pixels of `picture`, clockwise in the picture, (4, 2); empty without a board.
    """

    picture: Picture
    maps: Masks
    corners: Outline


class Parts(NamedTuple):
    """Parts that pictures are mixed from."""

    boards: Sequence[BoardPicture]
    hands: Sequence[Picture]


def mix(parts: Parts, shape: tuple[int, int], rng: np.random.Generator, *, close: bool = False) -> Mixed:
    """Mix a picture.

    Args:
        parts: what there is to mix.
        shape: width and height of the picture, pixels.
        rng: where the chance comes from.
        close: the board is brought about upright and to its usual place, as for a closer look.
    """
    size = (FINER * shape[0], FINER * shape[1])
    picture = surroundings(size, [b.picture for b in parts.boards], rng)
    hands = np.zeros(size[::-1], dtype=np.uint8)
    surface, bar = hands.copy(), hands.copy()
    corners = np.zeros((0, 2), dtype=np.float32)
    scale = size[0] * rng.uniform(0.4, 1.2) / BOARD_WIDTH
    over = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], dtype=np.float32)
    if close or rng.random() > 0.06:
        board = parts.boards[int(rng.integers(len(parts.boards)))]
        matrix = closeup(board, size, rng) if close else placement(board, size, rng)
        picture, over, along = _lay_board(picture, board, matrix, rng)
        if rng.random() < EMPTY:
            _empty(picture, over, rng)
        else:
            _fill(surface, over)
            _fill(bar, along)
            corners = over
        scale = _side(over) / BOARD_WIDTH
        if rng.random() < 0.35:
            print_on(picture, over, rng)
        things_on(picture, over, scale, rng)
    for _ in range(rng.choice(5, p=(0.42, 0.33, 0.15, 0.07, 0.03))):
        _lay_hand(picture, hands, parts.hands[int(rng.integers(len(parts.hands)))], (over, scale), rng)
    picture = _light(picture, rng)
    overlay(picture, hands, rng)
    small = cv2.resize(_spoilt(picture, rng), shape, interpolation=cv2.INTER_AREA)
    coarse = (shape[0] // COARSER, shape[1] // COARSER)
    maps = [cv2.resize(mask, coarse, interpolation=cv2.INTER_AREA) for mask in (hands, surface, bar)]
    seen = np.asarray(corners / FINER, dtype=np.float32)
    maps.append(peaks(seen / COARSER, coarse))
    return Mixed(_noisy(np.asarray(small, dtype=np.uint8), rng), np.stack(maps).astype(np.uint8), seen)


def peaks(points: npt.NDArray[np.floating[Any]], shape: tuple[int, int]) -> Masks:
    """Return a map, of this width and height, with a soft peak at every point, 255 in its middle."""
    out = np.zeros(shape[::-1], dtype=np.float32)
    x, y = np.arange(shape[0])[None, :] + 0.5, np.arange(shape[1])[:, None] + 0.5
    for px, py in points:
        out = np.maximum(out, np.exp(-((x - px) ** 2 + (y - py) ** 2) / (2 * PEAK * PEAK)))
    return np.asarray(np.rint(255 * out), dtype=np.uint8)


def placement(board: BoardPicture, size: tuple[int, int], rng: np.random.Generator) -> npt.NDArray[np.float64]:
    """Return the 3x3 matrix by which a board's picture is laid into a picture of this width and height."""
    low, high = board.hull.min(axis=0), board.hull.max(axis=0)
    middle = (low + high) / 2
    turn = math.radians(rng.choice((0, 90, 180, 270), p=(0.45, 0.1, 0.35, 0.1)) + rng.normal(0, 5))
    mirrored = rng.choice((-1.0, 1.0))
    c, s = math.cos(turn), math.sin(turn)
    squash = math.exp(rng.normal(0, 0.14) if rng.random() < 0.6 else 0.0)
    shape = np.array([[squash, 0], [0, 1 / squash]]) @ np.array([[c, -s], [s, c]]) @ np.array([[mirrored, 0], [0, 1]])
    reach = np.abs((board.hull - middle) @ shape.T).max(axis=0) * 2
    large = rng.uniform(0.7, 1.06) if rng.random() < 0.7 else rng.uniform(0.35, 1.25)
    shape = shape * float((large * np.asarray(size) / reach).min())
    room = (np.asarray(size) - reach * shape_scale(shape)) / 2
    at = np.asarray(size) / 2 + rng.uniform(-1, 1, 2) * np.maximum(np.abs(room), 0.02 * np.asarray(size))
    if rng.random() < 0.08:  # partly out of the picture
        at = at + rng.normal(0, 0.2, 2) * size
    matrix = np.eye(3)
    matrix[:2, :2] = shape
    matrix[:2, 2] = at - shape @ middle
    tilt = np.eye(3)
    tilt[2, :2] = rng.normal(0, 0.06 if rng.random() < 0.5 else 0.0, 2) / size
    centre = np.array([[1, 0, size[0] / 2], [0, 1, size[1] / 2], [0, 0, 1]])
    return np.asarray(centre @ tilt @ np.linalg.inv(centre) @ matrix, dtype=np.float64)


def closeup(board: BoardPicture, size: tuple[int, int], rng: np.random.Generator) -> npt.NDArray[np.float64]:
    """Return the 3x3 matrix that brings a board upright to where a closer look has it, a few per cent off."""
    orders = ((0, 1, 2, 3), (2, 3, 0, 1), (1, 0, 3, 2), (3, 2, 1, 0))  # as it is, turned by half, mirrored
    to = ROOM + (1 - 2 * ROOM) * UNIT[list(orders[int(rng.integers(4))])]
    far = rng.choice((0.01, 0.03, 0.06))
    to += rng.normal(0, far, (4, 2)) + rng.normal(0, far / 2, (1, 2))
    matrix = cv2.getPerspectiveTransform(board.surface, (to * size).astype(np.float32))
    return np.asarray(matrix, dtype=np.float64)


def shape_scale(shape: npt.NDArray[np.float64]) -> float:
    """Return by how much a 2x2 matrix enlarges lengths, the mean."""
    return math.sqrt(abs(float(np.linalg.det(shape))))


def _side(corners: Outline) -> float:
    """Return the side of a square as large as a quadrilateral, pixels."""
    return math.sqrt(float(cv2.contourArea(corners.astype(np.float32))))


def _fill(mask: Masks, outline: Outline, value: int = 255) -> None:
    cv2.fillPoly(mask, [np.rint(outline * 16).astype(np.int32)], value, cv2.LINE_AA, 4)


def _lay_board(
    picture: Picture, board: BoardPicture, matrix: npt.NDArray[np.float64], rng: np.random.Generator
) -> tuple[Picture, Outline, Outline]:
    """Return the picture with a board, and where its surface and its bar are."""
    height, width = picture.shape[:2]
    shown = board.picture
    if rng.random() < 0.5:
        shown = np.clip(shown * np.exp(rng.normal(0, 0.15, 3)).astype(np.float32), 0, 255).astype(np.uint8)
    if rng.random() < 0.15:
        shown = np.ascontiguousarray(shown[..., rng.permutation(3)])
    if rng.random() < 0.2:
        shown = _wooden(shown, rng)
    scale = shape_scale(matrix[:2, :2])
    if scale < 0.7:
        shown = np.asarray(cv2.GaussianBlur(shown, (0, 0), 0.4 / scale), dtype=np.uint8)
    warped = np.asarray(cv2.warpPerspective(shown, matrix, (width, height), flags=cv2.INTER_LINEAR), dtype=np.uint8)
    surface, frame, hull = (moved(line, matrix) for line in (board.surface, board.frame, board.hull))
    bar = moved(board.bar, matrix)
    if rng.random() < 0.4:
        surface = _with_margin(warped, surface, rng)
    if rng.random() < 0.35:
        _stacks(warped, surface, bar, rng)
    mask = np.zeros((height, width), dtype=np.uint8)
    how = rng.random()
    if how < 0.25:  # with the table that it stands on
        h, w = board.picture.shape[:2]
        whole = np.array([[1, 1], [w - 2, 1], [w - 2, h - 2], [1, h - 2]], dtype=np.float32)
        _fill(mask, moved(whole, matrix))
    else:
        outline = hull if how < 0.65 else frame
        if rng.random() < 0.3:
            _lay_case(picture, outline, rng)
        _fill(mask, outline)
    if rng.random() < 0.35:
        ring = np.zeros_like(mask)
        outline = hull if rng.random() < 0.5 else frame
        _fill(ring, outline)
        _fill(ring, surface, 0)
        _blend(warped, texture((width, height), rng), ring)
        if rng.random() < 0.6:
            _shade_walls(warped, (surface, outline), rng)
    if rng.random() < 0.3:
        cast = cv2.GaussianBlur(mask, (0, 0), rng.uniform(2, 8))
        cast = np.roll(cast, rng.integers(-6, 7, 2), axis=(0, 1))
        picture[...] = (picture * (1 - rng.uniform(0.1, 0.6) * cast[..., None] / 255)).astype(np.uint8)
    _blend(picture, warped, mask)
    return picture, surface, bar


def _with_margin(picture: Picture, surface: Outline, rng: np.random.Generator) -> Outline:
    """Let the points end before the frame: draw a margin round the surface, and return the larger surface."""
    x, y = rng.uniform(0, 0.035, 2) * (rng.random(2) < 0.7)
    matrix = cv2.getPerspectiveTransform(UNIT, surface)
    larger = np.array([[-x, -y], [1 + x, -y], [1 + x, 1 + y], [-x, 1 + y]], dtype=np.float32)
    outline = moved(larger, np.asarray(matrix, dtype=np.float64))
    ring = np.zeros(picture.shape[:2], dtype=np.uint8)
    _fill(ring, outline)
    _fill(ring, surface, 0)
    inside = np.zeros_like(ring)
    _fill(inside, surface)
    if not inside.any():
        return surface
    colour = np.median(picture[inside > 0], axis=0) * rng.uniform(0.8, 1.15)
    grain = rng.normal(0, rng.uniform(1, 6), (*picture.shape[:2], 1))
    _blend(picture, np.clip(colour + grain, 0, 255), ring)
    return outline


def _empty(picture: Picture, surface: Outline, rng: np.random.Generator) -> None:
    """Cover a board's surface with one texture, as a tray for dice or a box has it."""
    mask = np.zeros(picture.shape[:2], dtype=np.uint8)
    _fill(mask, surface)
    _blend(picture, texture((picture.shape[1], picture.shape[0]), rng), mask)


def _stacks(picture: Picture, surface: Outline, bar: Outline, rng: np.random.Generator) -> None:
    """Draw plain checkers on some columns, oftenest on those beside the frame, from the rail inwards."""
    to_unit = cv2.getPerspectiveTransform(surface, UNIT)
    left, right = moved(bar, np.asarray(to_unit, dtype=np.float64))[:2, 0]
    matrix = np.asarray(cv2.getPerspectiveTransform(UNIT, surface), dtype=np.float64)
    wide, high = 0.46 * left / 6, rng.uniform(0.036, 0.045)
    turn = np.linspace(0, 2 * np.pi, 20, endpoint=False)
    colours = [any_colour(rng), any_colour(rng)]
    for _ in range(int(rng.integers(1, 5))):
        column = int(rng.choice((0, 11, int(rng.integers(12)))))
        x = left * (column + 0.5) / 6 if column < 6 else right + (1 - right) * (column - 5.5) / 6
        top = rng.random() < 0.5
        colour = colours[int(rng.integers(2))]
        for nth in range(int(rng.integers(2, 6))):
            y = high * (2 * nth + 1) * 1.02
            unit = np.stack([x + wide * np.cos(turn), (y if top else 1 - y) + high * np.sin(turn)], axis=1)
            points = np.rint(16 * moved(unit.astype(np.float32), matrix)).astype(np.int32)
            cv2.fillPoly(picture, [points], colour, cv2.LINE_AA, 4)
            edge = tuple(rng.uniform(0.4, 0.9) * part for part in colour)
            cv2.polylines(picture, [points], True, edge, 1, cv2.LINE_AA, 4)


def _wooden(picture: Picture, rng: np.random.Generator) -> Picture:
    """Return a picture as of a board that is all of wood or leather: its colours near to one brown."""
    grey = picture.astype(np.float32).mean(axis=2, keepdims=True)
    brown = np.array([rng.uniform(0.4, 0.75), rng.uniform(0.65, 0.9), rng.uniform(1.0, 1.3)], dtype=np.float32)
    share = np.float32(rng.uniform(0.5, 0.95))
    return np.asarray(np.clip(picture + (grey * brown - picture) * share, 0, 255), dtype=np.uint8)


def _shade_walls(picture: Picture, outlines: tuple[Outline, Outline], rng: np.random.Generator) -> None:
    """Shade the four walls between a surface and an outline round it, each by itself, as those of a box."""
    inner, outer = outlines
    box = cv2.boxPoints(cv2.minAreaRect(outer))
    far = np.array([box[int(np.hypot(*(box - corner).T).argmin())] for corner in inner], dtype=np.float32)
    for i in range(4):
        j = (i + 1) % 4
        wall = np.zeros(picture.shape[:2], dtype=np.uint8)
        _fill(wall, np.stack([inner[i], inner[j], far[j], far[i]]))
        _fill(wall, inner, 0)
        shade = picture.astype(np.float32) * np.float32(rng.uniform(0.35, 1.15))
        _blend(picture, np.clip(shade, 0, 255), wall)


def _lay_case(picture: Picture, outline: Outline, rng: np.random.Generator) -> None:
    """Draw a case round a board."""
    middle = outline.mean(axis=0)
    mask = np.zeros(picture.shape[:2], dtype=np.uint8)
    _fill(mask, middle + (outline - middle) * rng.uniform(1.02, 1.25, 2).astype(np.float32))
    _blend(picture, texture((picture.shape[1], picture.shape[0]), rng), mask)


def _blend(picture: Picture, other: npt.NDArray[np.number[Any]], mask: Masks) -> None:
    """Lay another picture over one where a mask, 0..255, says so."""
    share = mask[..., None].astype(np.float32) / 255
    picture[...] = (picture + (other.astype(np.float32) - picture) * share).astype(np.uint8)


def _lay_hand(
    picture: Picture, mask: Masks, hand: Picture, board: tuple[Outline, float], rng: np.random.Generator
) -> None:
    """Lay a hand, with its arm and shadow, over a board or beside it."""
    corners, scale = board
    height, width = picture.shape[:2]
    u, v = rng.uniform(-0.05, 1.05, 2) if rng.random() < 0.85 else rng.uniform(-0.3, 1.3, 2)
    top, bottom = corners[0] + u * (corners[1] - corners[0]), corners[3] + u * (corners[2] - corners[3])
    tip = top + v * (bottom - top)
    if rng.random() < 0.12:
        tip = rng.uniform((0, 0), (width, height))
    middle = corners.mean(axis=0)
    away = tip - middle + rng.normal(0, 0.45, 2) * (corners.max(axis=0) - corners.min(axis=0))
    heading = math.atan2(away[1], away[0])
    step = scale * rng.uniform(0.75, 1.45) / HAND_PPM
    rows, cols = hand.shape[:2]
    wide = rng.uniform(0.9, 1.35)
    along, across = np.array([math.cos(heading), math.sin(heading)]), np.array([-math.sin(heading), math.cos(heading)])
    tip = tip - along * 24.0 * HAND_PPM * step
    back = tip + along * rows * step * rng.uniform(0.85, 1.1)
    half = cols / 2 * step
    to = np.array([tip - half * across, tip + half * across, back + wide * half * across, back - wide * half * across])
    source = np.array([[0, 0], [cols, 0], [cols, rows], [0, rows]], dtype=np.float32)
    matrix = cv2.getPerspectiveTransform(source, to.astype(np.float32))
    shown = hand
    if step < 0.7:
        shown = np.asarray(cv2.GaussianBlur(hand, (0, 0), 0.4 / step), dtype=np.uint8)
    layer = cv2.warpPerspective(shown, matrix, (width, height), flags=cv2.INTER_LINEAR)
    cover = layer[..., 3]
    cast = cv2.GaussianBlur(cover, (0, 0), rng.uniform(1.5, 12))
    drift = rng.normal(0, 14.0 * scale, 2)
    shadow = cv2.warpAffine(cast, np.array([[1, 0, drift[0]], [0, 1, drift[1]]]), (width, height))
    dark = 1 - np.float32(rng.uniform(0.1, 0.65) / 255) * shadow[..., None].astype(np.float32)
    colour = layer[..., :3] * np.exp(rng.normal(0, 0.09, 3) + rng.normal(0.05, 0.2)).astype(np.float32)
    if rng.random() < 0.25:
        pattern = texture((width, height), rng).mean(axis=2, keepdims=True) / 128
        x, y = np.arange(width)[None, :] - tip[0], np.arange(height)[:, None] - tip[1]
        far = (x * along[0] + y * along[1])[..., None] > 330 * HAND_PPM * step
        colour = np.where(far, colour * pattern, colour)
    share = cover[..., None].astype(np.float32) / 255
    picture[...] = np.clip(picture * dark * (1 - share) + colour, 0, 255).astype(np.uint8)
    np.maximum(mask, cover, out=mask)


def _light(picture: Picture, rng: np.random.Generator) -> Picture:
    """Return a picture under uneven light: shadows of people and lamps, glare."""
    height, width = picture.shape[:2]
    light = np.ones((height // 4, width // 4), dtype=np.float32)
    size = np.array([width // 4, height // 4])
    for _ in range(rng.integers(0, 3)):
        shade = np.zeros_like(light)
        points = rng.uniform(-0.3, 1.3, (rng.integers(3, 6), 2)) * size
        cv2.fillPoly(shade, [cv2.convexHull(points.astype(np.float32)).astype(np.int32)], 1.0)
        light *= 1 - rng.uniform(0.1, 0.55) * cv2.GaussianBlur(shade, (0, 0), rng.uniform(1, 14))
    glare = np.zeros_like(light)
    for _ in range(rng.integers(0, 3) if rng.random() < 0.4 else 0):
        at, axes = rng.uniform(0, 1, 2) * size, rng.uniform(2, 0.3 * size.min(), 2)
        cv2.ellipse(glare, (tuple(at), tuple(axes), rng.uniform(0, 180)), rng.uniform(20, 160), -1)
    glare = cv2.GaussianBlur(glare, (0, 0), rng.uniform(1, 8))
    whole = [cv2.resize(part, (width, height), interpolation=cv2.INTER_LINEAR)[..., None] for part in (light, glare)]
    return np.asarray(np.clip(picture * whole[0] + whole[1], 0, 255), dtype=np.uint8)


def _spoilt(picture: Picture, rng: np.random.Generator) -> Picture:
    """Return a picture as a camera, its settings and its storing change it."""
    out = np.asarray(picture / np.float32(255), dtype=np.float32)
    if rng.random() < 0.6:
        out = np.power(out, math.exp(rng.normal(0, 0.3)))
    out = out * np.exp(rng.normal(0, 0.1, 3) + rng.normal(0.12, 0.25)).astype(np.float32)
    if rng.random() < 0.4:
        grey = out.mean(axis=2, keepdims=True)
        out = grey + (out - grey) * rng.uniform(0.0 if rng.random() < 0.2 else 0.5, 1.5)
    if rng.random() < 0.3:
        out = 0.5 + (out - 0.5) * rng.uniform(0.4, 1.5)
    if rng.random() < 0.35:
        out = np.asarray(cv2.GaussianBlur(out, (0, 0), rng.uniform(0.4, 2.6)), dtype=np.float32)
    done = np.clip(255 * out, 0, 255).astype(np.uint8)
    if rng.random() < 0.35:
        _, packed = cv2.imencode(".jpg", done, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(15, 80))])
        done = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)
    return done


def _noisy(picture: Picture, rng: np.random.Generator) -> Picture:
    noise = rng.standard_normal(picture.shape, dtype=np.float32) * np.float32(rng.uniform(0, 6))
    return np.clip(picture + noise, 0, 255).astype(np.uint8)
