"""Discs are found by their rims, whatever their colours; two sets are told apart by theirs."""

from __future__ import annotations

import cv2
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.features.colour_model import brightness, colour_density, learn_background, learn_colour
from vision.features.rim_edges import edge_directions, gradients, rim_evidence, to_lab


def rims(picture: np.ndarray, diameter: float) -> np.ndarray:
    return rim_evidence(edge_directions(*gradients(to_lab(picture))), diameter / 2)


@settings(max_examples=30, deadline=None)
@given(st.integers(40, 160), st.integers(40, 120), st.sampled_from([(40, 40, 200), (20, 20, 20), (230, 230, 235)]))
def test_a_disc_is_found_where_it_is(x: int, y: int, colour: tuple[int, int, int]) -> None:
    picture = np.full((160, 200, 3), (70, 130, 80), dtype=np.uint8)
    cv2.circle(picture, (x, y), 19, colour, -1, cv2.LINE_AA)
    rim = rims(picture, 38)
    row, column = divmod(int(rim.argmax()), rim.shape[1])
    assert np.hypot(column - x, row - y) <= 2
    assert rim.max() > 0.6


def test_a_row_of_touching_discs_of_one_colour_is_counted() -> None:
    picture = np.full((300, 120, 3), (70, 130, 80), dtype=np.uint8)
    for number in range(5):
        cv2.circle(picture, (60, 40 + 38 * number), 19, (30, 30, 60), -1, cv2.LINE_AA)
        cv2.circle(picture, (60, 40 + 38 * number), 19, (10, 10, 20), 1, cv2.LINE_AA)
    clear = (rims(picture, 38) > 0.5).astype(np.uint8)
    _, _, _, middles = cv2.connectedComponentsWithStats(clear)
    assert sorted(round((y - 40) / 38) for _, y in middles[1:].tolist()) == [0, 1, 2, 3, 4]


def test_straight_edges_and_noise_make_no_disc() -> None:
    rng = np.random.default_rng(2)
    picture = rng.normal(120, 6, (200, 200, 3))
    picture[:, 100:] += 80
    picture[90:110] -= 50
    assert rims(np.clip(picture, 0, 255).astype(np.uint8), 38).max() < 0.5


def test_a_colour_model_prefers_the_colours_it_was_taught() -> None:
    rng = np.random.default_rng(5)
    red = (np.array([45, 60, 40]) + rng.normal(0, 3, (500, 3))).astype(np.float32)
    model = learn_colour(red)
    mine, other = np.array([[45, 60, 40]], dtype=np.float32), np.array([[80, 0, 0]], dtype=np.float32)
    assert colour_density(model, mine[None])[0, 0] > colour_density(model, other[None])[0, 0] + 5
    assert brightness(model) < brightness(learn_colour(other))


def test_what_a_checker_hides_is_learned_from_points_of_the_same_colour() -> None:
    lab = np.full((500, 616, 3), (50, 0, 0), dtype=np.float32)
    width = 560 * 0.92 / 12
    for column in range(12):
        left = 28 + (column * width if column < 6 else 560 * 0.54 + (column - 6) * width)
        lab[28:200, round(left) : round(left + width)] = (30, 40, 20) if column % 2 else (80, 0, 20)
    covered = np.zeros((500, 616), dtype=bool)
    covered[28:70, 28:70] = True
    hidden = lab.copy()
    hidden[covered] = (5, 0, 0)
    background = learn_background(hidden, covered, 0.46, 0.54)
    assert background.known[50, 50]
    assert np.allclose(background.lab[50, 50], (80, 0, 20), atol=3)
