"""A board of which nothing is known is measured at what is sure on it, and its full points are counted by that."""

from __future__ import annotations

import pytest

from hardware.simulated.scene.board import surface_corners
from tests.benchmarks.reading.boards.read_simulated import Standpoint, contents, random_scene, set_up
from vision.calibrate.unknown_board import measure_and_count, sure_rows
from vision.checkers.board_net import shipped_board_net
from vision.checkers.canvas import to_canvas
from vision.geometry.board import parse_corners
from vision.geometry.layout import laid_out
from vision.reading import IN_A_ROW, MAX_COUNT, PLACES, SURE, PlaceReading, Shade, content_index


def stands(count: int, lead: int = SURE) -> PlaceReading:
    scores = [-lead] * (2 * MAX_COUNT + 1)
    scores[content_index(Shade.LIGHT, count)] = 0
    return PlaceReading(tuple(scores))


def test_rows_that_are_sure_and_in_sight_are_measured() -> None:
    points = [stands(0), stands(3), stands(5), stands(6), stands(2, SURE - 1), stands(4), *[stands(0)] * 18]
    assert sure_rows(points, {PLACES[5]}) == {PLACES[1]: 3, PLACES[2]: 5}


@pytest.mark.films
def test_full_points_are_counted_better_once_the_board_is_measured() -> None:
    before = after = full = 0
    for look in ("drawn-710030", "drawn-710033", "drawn-710034"):
        table = set_up(look, 5, Standpoint(elevation=65.0))
        corners = parse_corners(table.renderer.pinhole.project(surface_corners(table.size)).tolist())
        for _ in range(3):
            scene = random_scene(table)
            picture, truth = table.film(scene), contents(scene)
            judged = shipped_board_net().judge(to_canvas(picture, corners))
            first = laid_out(corners, judged.proportions, picture.shape[:2])
            _, points = measure_and_count(picture, first, judged)
            for place, alone, measured in zip(PLACES, judged.readings()[0], points, strict=True):
                count = truth.get(place, (None, 0))[1]
                if count > IN_A_ROW:
                    full += 1
                    before += alone.best[1] == count
                    after += measured.best[1] == count
    assert full > 8
    assert after >= max(before + 1, 0.85 * full), (before, after, full)
