"""Faces of dice drawn at any turn, size, colour and place are read; what is no face is not taken for a die."""

from __future__ import annotations

import cv2
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.discs import gradients, thin_edges, to_lab
from vision.faces import PIPS, FaceFit, fit_face

SIZE = 80
LEAST = 0.82


def is_die(fit: FaceFit | None, least: float) -> bool:
    """Return whether a fit speaks for a face with pips: the clearer they are, the less outline it needs."""
    if fit is None or fit.contrast < 5 or fit.evenness < 0.45:
        return False
    return max(fit.explained) >= 0.5 and max(fit.explained) + 0.6 * fit.edge >= least


def lightness(colour: tuple[int, int, int]) -> float:
    return float(to_lab(np.array([[colour]], dtype=np.uint8))[0, 0, 0])


PAINTS = tuple((blue, green, red) for blue in (15, 125, 240) for green in (15, 125, 240) for red in (15, 125, 240))
COLOURS = tuple(
    (ground, body, pip)
    for ground in PAINTS
    for body in PAINTS
    for pip in PAINTS
    if abs(lightness(body) - lightness(pip)) > 35 and abs(lightness(body) - lightness(ground)) > 15
)
"""Ground, body and pips that a person would tell apart, blue-green-red."""


def drawn(value: int, turn: float, side: float, colours: tuple[tuple[int, int, int], ...], seed: int = 0) -> np.ndarray:
    """Draw a die's upper face in the middle of a patch: ground, body and pips in the colours given, with noise."""
    ground, body, pip = colours
    finer = 8
    canvas = np.full((SIZE * finer, SIZE * finer, 3), ground, dtype=np.uint8)
    cos, sin = np.cos(turn), np.sin(turn)

    def at(u: float, v: float) -> tuple[int, int]:
        x = SIZE / 2 + side * (cos * u - sin * v)
        y = SIZE / 2 + side * (sin * u + cos * v)
        return round(x * finer), round(y * finer)

    corners = np.array([at(-0.5, -0.5), at(0.5, -0.5), at(0.5, 0.5), at(-0.5, 0.5)], dtype=np.int32)
    cv2.fillConvexPoly(canvas, corners, body)
    for a, b in PIPS[value]:
        cv2.circle(canvas, at(0.25 * a, 0.25 * b), round(0.1 * side * finer), pip, -1)
    small = cv2.resize(canvas, (SIZE, SIZE), interpolation=cv2.INTER_AREA)
    noise = np.random.default_rng(seed).normal(0, 3, small.shape)
    return np.asarray(np.clip(small + noise, 0, 255), dtype=np.uint8)


def fitted(patch: np.ndarray) -> FaceFit | None:
    lab = to_lab(patch)
    return fit_face(lab, thin_edges(*gradients(lab)), (16.0, 19.0, 22.5), 7.0)


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 6), st.floats(0, 6.28), st.floats(16, 23), st.sampled_from(COLOURS))
def test_a_drawn_die_is_read_whatever_its_colours_turn_and_size(
    value: int, turn: float, side: float, colours: tuple[tuple[int, int, int], ...]
) -> None:
    fit = fitted(drawn(value, turn, side, colours))
    assert fit is not None
    assert 1 + int(np.argmax(fit.support)) == value
    assert is_die(fit, LEAST)
    assert abs(fit.pose.side / side - 1) < 0.15


def test_plain_ground_is_no_die() -> None:
    noise = np.random.default_rng(1).normal(120, 4, (SIZE, SIZE, 3))
    assert not is_die(fitted(noise.astype(np.uint8)), LEAST)


def test_a_die_without_pips_is_no_die() -> None:
    patch = drawn(1, 0.3, 19, ((60, 110, 60), (230, 230, 230), (230, 230, 230)))
    assert not is_die(fitted(patch), LEAST)


def test_the_tip_of_a_point_is_no_die() -> None:
    patch = np.full((SIZE, SIZE, 3), (60, 120, 60), dtype=np.uint8)
    cv2.fillConvexPoly(patch, np.array([[25, 0], [55, 0], [40, 60]], dtype=np.int32), (200, 220, 235))
    assert not is_die(fitted(patch), LEAST)


def test_the_rim_of_a_checker_is_no_die() -> None:
    patch = np.full((SIZE, SIZE, 3), (60, 120, 60), dtype=np.uint8)
    cv2.circle(patch, (40, 40), 27, (220, 220, 220), -1)
    cv2.circle(patch, (40, 40), 18, (180, 180, 180), 2)
    assert not is_die(fitted(patch), LEAST)
