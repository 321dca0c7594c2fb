"""The board's own pattern is taken out round dice; what is theirs stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from vision.dice.bare_board import bare_board
from vision.dice.pattern_removal import (
    TAKEN_OUT_REACH,
    Pattern,
    pattern_round,
    without_patterns,
)
from vision.dice.proposals import Proposal
from vision.geometry.board import BoardGeometry, parse_corners, to_board

if TYPE_CHECKING:
    from vision.frame import Image

CORNERS = parse_corners([(300, 100), (980, 100), (980, 620), (300, 620)])
GEOMETRY = BoardGeometry(CORNERS, 520 / 680, 0.48, 0.52, 0.07, (0.5,) * 24, (0.05, 0.05), 0.06)
SIDE = 20
SAME_LIGHT, WARM = (1.0, 1.0, 1.0), (0.75, 0.82, 0.9)


def board() -> np.typing.NDArray[np.float32]:
    """Draw a bare board with an emblem's lines across it, all over its left half; plain in its right half."""
    drawn = np.full((720, 1280, 3), (60, 100, 70), dtype=np.uint8)
    for column in range(310, 630, 14):
        cv2.line(drawn, (column, 100), (column + 40, 620), (90, 190, 205), 4, cv2.LINE_AA)
    return drawn.astype(np.float32)


def bare() -> Image:
    return bare_board(board().astype(np.uint8), GEOMETRY, np.zeros((0, 2)))


def with_die(
    drawn: np.typing.NDArray[np.float32], at: tuple[int, int], clear: float, body: tuple[int, int, int] = (40, 30, 190)
) -> np.typing.NDArray[np.float32]:
    """Lay a die, red if not said otherwise, with one white pip on a picture; so much of the board shows through."""
    (left, top), (right, bottom) = ((v - SIDE // 2 for v in at), (v + SIDE // 2 for v in at))
    seen = drawn.copy()
    seen[top:bottom, left:right] = (1 - clear) * np.array(body) + clear * seen[top:bottom, left:right]
    cv2.circle(seen, at, 2, (240.0, 240.0, 240.0), -1)
    return seen


def place(at: tuple[int, int]) -> Proposal:
    ((x, y),) = to_board(CORNERS, [at])
    return Proposal(float(at[0]), float(at[1]), float(SIDE), float(x), float(y), 0.0)


def pattern_at(at: tuple[int, int], seen: Image) -> Pattern:
    found = pattern_round(place(at), seen, bare(), GEOMETRY)
    assert found is not None
    return found


def noisy(drawn: np.typing.NDArray[np.float32]) -> np.typing.NDArray[np.uint8]:
    away = np.random.default_rng(3).normal(0, 2, drawn.shape)
    return np.asarray(np.clip(drawn + away + 0.5, 0, 255), dtype=np.uint8)


def around(picture: np.typing.NDArray[np.uint8], at: tuple[int, int], reach: float) -> np.typing.NDArray[np.float32]:
    """Return what is nearer to a spot than so many sides, each way."""
    far = round(reach * SIDE)
    return picture[at[1] - far : at[1] + far, at[0] - far : at[0] + far].astype(np.float32)


AT = (450, 300)


@pytest.mark.parametrize("light", [SAME_LIGHT, WARM])
def test_the_board_is_made_plain_round_a_die_and_an_opaque_die_stays_as_it_is(light: tuple[float, ...]) -> None:
    seen = noisy(with_die(board() * np.array(light), AT, 0.0))
    changed = without_patterns(seen, [pattern_at(AT, seen)])
    inside = np.abs(around(changed, AT, 0.45) - around(seen, AT, 0.45))
    assert float(np.percentile(inside, 95)) < 12
    ring = slice(round(0.35 * SIDE)), slice(None)  # above the die, all within `TAKEN_OUT_REACH`
    before, after = (around(one, AT, 1.0)[ring].std(axis=(0, 1)).max() for one in (seen, changed))
    assert before > 35
    assert after < 8


def test_a_die_of_a_colour_between_those_of_the_board_stays_whole() -> None:
    """Each of its blue, green and red is one that the board has near by; the colour is not."""
    seen = noisy(with_die(board(), AT, 0.0, body=(75, 150, 110)))
    changed = without_patterns(seen, [pattern_at(AT, seen)])
    inside = np.abs(around(changed, AT, 0.4) - around(seen, AT, 0.4))
    assert float(np.percentile(inside, 95)) < 15


def test_it_is_told_how_much_of_a_place_is_covered() -> None:
    bare, seen = noisy(board()), noisy(with_die(board(), AT, 0.0))
    assert pattern_at(AT, bare).covered < 0.05
    assert pattern_at(AT, seen).covered > 0.9


def test_where_nothing_lies_the_board_is_plain_afterwards_and_farther_off_it_is_as_it_was() -> None:
    seen = noisy(board())
    changed = without_patterns(seen, [pattern_at(AT, seen)])
    assert float(around(changed, AT, 1.0).std(axis=(0, 1)).max()) < 6
    far = changed[:, AT[0] + round(TAKEN_OUT_REACH[1] * SIDE) + 2 :]
    assert np.array_equal(far, seen[:, -far.shape[1] :])


def test_a_pattern_round_two_places_is_taken_out_once() -> None:
    other = (AT[0] + 22, AT[1] + 3)
    seen = noisy(with_die(with_die(board(), AT, 0.5), other, 0.5))
    both = without_patterns(seen, [pattern_at(AT, seen), pattern_at(other, seen)])
    for at in (AT, other):
        alone = without_patterns(seen, [pattern_at(at, seen)])
        assert np.abs(around(both, at, 0.4) - around(alone, at, 0.4)).mean() < 10


def test_a_plain_board_and_one_not_known_bare_have_no_pattern() -> None:
    seen = board().astype(np.uint8)
    assert pattern_round(place((800, 300)), seen, bare(), GEOMETRY) is None
    assert pattern_round(place(AT), seen, None, GEOMETRY) is None
    assert pattern_round(place(AT)._replace(px=-900.0), seen, bare(), GEOMETRY) is None


def test_a_place_at_the_edge_of_the_picture_is_looked_at_as_far_as_it_is_seen() -> None:
    small = board()[:, :460].astype(np.uint8)
    pattern = pattern_round(place(AT), small, bare(), GEOMETRY)
    assert pattern is not None
    assert without_patterns(small, [pattern]).shape == small.shape
