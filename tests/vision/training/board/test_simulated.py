"""Simulated tables for the network for whole boards: what is said of a picture is what its scene holds."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Final

import numpy as np
import pytest

from hardware.simulated.scene.table import census
from tests.benchmarks.reading.boards.read_simulated import place_name
from vision.checkers.canvas import HEIGHT, MARGIN_X, MARGIN_Y, SURFACE_HEIGHT, SURFACE_WIDTH, WIDTH
from vision.geometry.board import parse_corners
from vision.reading import MAX_COUNT, PLACES
from vision.training.board import simulated
from vision.training.board.seen_table import CanvasEye, hidden_places, seen_things
from vision.training.board.simulated import drawn_plate, simulated_pair, started
from vision.training.board.simulated_tables import COLUMN_AT, draw_style, film

if TYPE_CHECKING:
    from hardware.simulated.scene.board import Shade
    from hardware.simulated.scene.table import Scene
    from vision.training.board.example import Example
    from vision.training.board.simulated_tables import SimulatedTable, Style, TablePlate

NUMBER = 2000
LATER = 3

NAMED: Final[tuple[Shade, Shade]] = ("dark", "light")


@pytest.fixture(scope="module")
def drawn() -> tuple[list[Example], list[Scene]]:
    scenes: list[Scene] = []

    def remembered(plate: TablePlate, scene: Scene, style: Style, rng: random.Random) -> SimulatedTable:
        scenes.append(scene)
        return film(plate, scene, style, rng)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(simulated, "SHAPES", ((640, 360),))
        patch.setattr(simulated, "film", remembered)
        return simulated_pair(NUMBER, LATER), scenes


@pytest.fixture(scope="module")
def table() -> tuple[Scene, CanvasEye]:
    """Return a table at the start of a game, and how it is seen."""
    rng = random.Random(1)
    plate = drawn_plate(NUMBER, rng)
    scene = started(plate, draw_style(plate, rng), rng)
    pinhole = plate.renderer.pinhole
    size = scene.size
    corners = [(x * size.width / 2, y * size.height / 2, 0.0) for x, y in ((-1, 1), (1, 1), (1, -1), (-1, -1))]
    return scene, CanvasEye(pinhole, 1.0, parse_corners((pinhole.project(corners) - 0.5).tolist()))


def shade_and_count(content: int) -> tuple[str | None, int]:
    if content == 0:
        return None, 0
    return ("dark", content) if content <= MAX_COUNT else ("light", content - MAX_COUNT)


@pytest.mark.films
def test_a_table_starts_with_the_start_position_and_goes_on_with_others(
    drawn: tuple[list[Example], list[Scene]],
) -> None:
    examples, _ = drawn
    assert len(examples) == 1 + LATER
    first = [shade_and_count(int(content)) for content in examples[0].contents]
    assert Counter(first) == {(None, 0): 16} | {
        (shade, n): m for shade in ("dark", "light") for n, m in ((2, 1), (3, 1), (5, 2))
    }
    assert all(
        top[1] == bottom[1] and (top[0] != bottom[0] or top[0] is None)
        for top, bottom in zip(first[:12], first[12:], strict=True)
    )
    assert examples[0].bar == (0, 0)
    assert not examples[0].hidden.any()
    assert any((later.contents != examples[0].contents).any() for later in examples[1:])
    assert all(later.proportions == examples[0].proportions for later in examples)


@pytest.mark.films
def test_what_is_said_of_a_picture_is_what_its_scene_holds(drawn: tuple[list[Example], list[Scene]]) -> None:
    for example, scene in zip(*drawn, strict=True):
        there = census(scene)
        said = [shade_and_count(int(content)) for content in example.contents]
        for column, (shade, count) in zip(COLUMN_AT, said, strict=True):
            assert there[column, "dark"] + there[column, "light"] == count
            assert shade is None or there[column, "dark" if shade == "dark" else "light"] == count
        assert example.bar == (there["bar", "dark"], there["bar", "light"])
        assert sum(one.kind == "die" for one in example.things) <= len(scene.dice)
        assert sum(one.kind == "cube" for one in example.things) <= (scene.cube is not None)
        assert all(0 <= box.x < WIDTH and 0 <= box.y < HEIGHT and 4 < box.side < 50 for box in example.things)
        assert example.apart > 0
        assert example.proportions is not None
        assert 0.4 < example.proportions.bar_left < 0.5 < example.proportions.bar_right < 0.6


@pytest.mark.films
def test_the_light_checkers_are_the_lighter_ones_where_the_examples_say_they_are(
    drawn: tuple[list[Example], list[Scene]],
) -> None:
    example = drawn[0][0]
    assert example.proportions is not None
    shape = example.proportions
    seen: dict[str, list[float]] = {"dark": [], "light": []}
    for place, content in enumerate(example.contents):
        shade, _ = shade_and_count(int(content))
        if shade is not None:
            column = place % 12
            x = (
                shape.bar_left * (column + 0.5) / 6
                if column < 6
                else shape.bar_right + (1 - shape.bar_right) * (column - 5.5) / 6
            )
            y = 0.5 * shape.diameter / shape.aspect
            across = round(MARGIN_X + SURFACE_WIDTH * x)
            down = round(MARGIN_Y + SURFACE_HEIGHT * (y if place < 12 else 1 - y))
            seen[shade].append(float(example.picture[down - 3 : down + 4, across - 3 : across + 4].mean()))
    assert min(seen["light"]) > max(seen["dark"])


def test_columns_are_in_the_order_of_the_places() -> None:
    assert [place_name(column) for column in COLUMN_AT] == list(PLACES)


@pytest.mark.films
def test_the_same_number_gives_the_same_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulated, "SHAPES", ((640, 360),))
    for one, other in zip(simulated_pair(5, 1), simulated_pair(5, 1), strict=True):
        np.testing.assert_array_equal(one.picture, other.picture)
        np.testing.assert_array_equal(one.contents, other.contents)
        np.testing.assert_array_equal(one.hidden, other.hidden)
        assert (one.bar, one.things, one.proportions, one.apart) == (
            other.bar,
            other.things,
            other.proportions,
            other.apart,
        )


def test_a_hand_hides_the_places_that_it_covers_and_no_others(table: tuple[Scene, CanvasEye]) -> None:
    scene, eye = table
    left = np.zeros((HEIGHT, WIDTH), dtype=np.bool_)
    left[HEIGHT // 2 :, : MARGIN_X + SURFACE_WIDTH // 13] = True
    assert np.flatnonzero(hidden_places(simulated._standing(scene, NAMED), eye, left)).tolist() == [12]
    middle = np.zeros((HEIGHT, WIDTH), dtype=np.bool_)
    middle[HEIGHT // 2 - 20 : HEIGHT // 2 + 20, WIDTH // 2 - 14 : WIDTH // 2 + 14] = True
    assert np.flatnonzero(hidden_places(simulated._standing(scene, NAMED), eye, middle)).tolist() == [24]
    assert not hidden_places(simulated._standing(scene, NAMED), eye, np.zeros_like(left)).any()


def test_dice_cube_and_checkers_are_seen_unless_a_hand_covers_them(table: tuple[Scene, CanvasEye]) -> None:
    scene, eye = table
    assert seen_things(simulated._standing(scene, NAMED), eye, np.ones((HEIGHT, WIDTH), dtype=np.bool_)) == ()
    rng = random.Random(3)
    open_to_view = np.zeros((HEIGHT, WIDTH), dtype=np.bool_)
    seen = seen_things(simulated._standing(simulated._with_cube(scene, rng, on_bar=1.0), NAMED), eye, open_to_view)
    cube = next(one for one in seen if one.kind == "cube")
    assert abs(cube.x - WIDTH / 2) < 30
    low = [one for one in scene.checkers if one.place != "off" and one.z < 1.0]
    assert 0 < sum(one.kind in NAMED for one in seen) <= len(low)
