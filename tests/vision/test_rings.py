"""Whose checkers stand on a point, by their rings: drawn boards on which a face mirrors a window."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.test_strips import a_board
from vision.geometry import RECT_MARGIN, RECT_WIDTH, Float
from vision.reading import FLOOR, MAX_COUNT, PLACES, PlaceReading, Shade, content_index
from vision.rings import FEWEST, MOST, by_rings, nats_for_dark, rings_of

BOARD = a_board()
DARK, LIGHT, FELT, GLARE = (30.0, 40.0, 15.0), (85.0, 0.0, 5.0), (55.0, -30.0, 10.0), (90.0, 2.0, 0.0)
RADIUS = round(0.5 * BOARD.diameter * RECT_WIDTH)
FACE = round(0.35 * BOARD.diameter * RECT_WIDTH)

Rows = dict[str, tuple[Shade, int]]

USUAL: Rows = {"T1": (Shade.DARK, 4), "T6": (Shade.LIGHT, 5), "B3": (Shade.DARK, 5), "B8": (Shade.LIGHT, 4)}


def drawn(rows: Rows, glare: frozenset[str] = frozenset(), seed: int = 1) -> tuple[Float, Float]:
    """Return a board with checkers in Lab, and their rims; on some points the faces are white."""
    size = round(RECT_WIDTH * BOARD.aspect) + 2 * RECT_MARGIN, RECT_WIDTH + 2 * RECT_MARGIN
    lab = np.full((*size, 3), FELT, dtype=np.float32)
    rim = np.zeros(size, dtype=np.float32)
    for place, (shade, count) in rows.items():
        index = PLACES.index(place)
        for nth in range(count):
            away = (BOARD.first[index // 12] + nth * BOARD.spacing) * RECT_WIDTH
            x = round(RECT_MARGIN + BOARD.columns[index] * RECT_WIDTH)
            y = round(RECT_MARGIN + (away if index < 12 else BOARD.aspect * RECT_WIDTH - away))
            cv2.circle(lab, (x, y), RADIUS, DARK if shade is Shade.DARK else LIGHT, -1)
            if place in glare:
                cv2.circle(lab, (x, y), FACE, GLARE, -1)
            rim[y, x] = 0.8
    noise = np.random.default_rng(seed).normal(0, 3, lab.shape)
    return np.asarray(lab + noise, dtype=np.float32), rim


def read_as(rows: Rows, sure: int = 900) -> tuple[PlaceReading, ...]:
    """Return readings of points by which rows stand there, so many centinats before the same of the other set."""
    readings = []
    for place in PLACES:
        scores = np.full(2 * MAX_COUNT + 1, FLOOR)
        shade, count = rows.get(place, (None, 0))
        scores[content_index(shade, count)] = 0
        if shade is not None:
            other = Shade.LIGHT if shade is Shade.DARK else Shade.DARK
            scores[content_index(other, count)] = -sure
        readings.append(PlaceReading(tuple(int(score) for score in scores)))
    return tuple(readings)


def test_a_dark_checker_in_whose_face_a_window_is_mirrored_is_known_by_its_ring() -> None:
    rows = {**USUAL, "T9": (Shade.DARK, 1)}
    lab, rim = drawn(rows, frozenset({"T9"}))
    misread = read_as({**USUAL, "T9": (Shade.LIGHT, 1)}, sure=150)
    assert misread[8].best == (Shade.LIGHT, 1)
    assert by_rings(misread, lab, rim, BOARD)[8].best == (Shade.DARK, 1)


def test_what_is_read_of_others_stays_as_it_is_but_surer() -> None:
    lab, rim = drawn(USUAL)
    before = read_as(USUAL)
    after = by_rings(before, lab, rim, BOARD)
    assert [point.best for point in after] == [point.best for point in before]
    for place, (shade, count) in USUAL.items():
        other = content_index(Shade.LIGHT if shade is Shade.DARK else Shade.DARK, count)
        index = PLACES.index(place)
        assert after[index].scores[other] == pytest.approx(before[index].scores[other] - 100 * MOST, abs=1)


def test_a_point_says_nothing_of_itself() -> None:
    rows: Rows = {"T1": (Shade.DARK, FEWEST + 1), "T6": (Shade.LIGHT, FEWEST)}
    lab, rim = drawn(rows)
    assert nats_for_dark(rings_of(read_as(rows), lab, rim, BOARD)) == {}
    rows["B6"] = (Shade.LIGHT, FEWEST)
    lab, rim = drawn(rows)
    assert set(nats_for_dark(rings_of(read_as(rows), lab, rim, BOARD))) == {PLACES.index("T6"), PLACES.index("B6")}


def test_sets_whose_rings_look_alike_are_not_told_apart_by_them() -> None:
    alike: Rows = {place: (Shade.LIGHT, count) for place, (_, count) in USUAL.items()}
    lab, rim = drawn(alike)
    said = nats_for_dark(rings_of(read_as(USUAL), lab, rim, BOARD))
    assert said
    assert max(abs(nats) for nats in said.values()) < 1


def test_a_board_with_nothing_on_it_is_left_as_it_is() -> None:
    lab, rim = drawn({})
    assert by_rings(read_as({}), lab, rim, BOARD) == read_as({})


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 3), st.integers(0, 1500))
def test_the_chance_of_so_many_checkers_of_either_set_stays_the_same(which: int, sure: int) -> None:
    lab, rim = drawn(USUAL)
    place = PLACES.index(list(USUAL)[which])
    before, after = (
        np.array(points[place].scores, dtype=float) / 100
        for points in (read_as(USUAL, sure), by_rings(read_as(USUAL, sure), lab, rim, BOARD))
    )
    count = USUAL[PLACES[place]][1]
    both = [
        np.logaddexp(scores[count], scores[MAX_COUNT + count]) - np.logaddexp.reduce(scores)
        for scores in (before, after)
    ]
    assert both[0] == pytest.approx(both[1], abs=0.02)
