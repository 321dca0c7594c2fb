"""Boards of every construction: where pieces lie, what points look like, what is printed."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, get_args

import numpy as np
import pytest

from controller.cli.main import main
from hardware.simulated.conditions import CONSTRUCTIONS, USUAL, board_built
from hardware.simulated.drawing.floor import floor_texture
from hardware.simulated.drawing.ornament import point_outline
from hardware.simulated.drawing.renderer import Renderer
from hardware.simulated.looks.named import look_named
from hardware.simulated.optics.pinhole import View, looking_at
from hardware.simulated.optics.sensor import Sensor
from hardware.simulated.scene.board import BASE, COLUMNS, BoardSize, Construction, Outline, column_x
from hardware.simulated.scene.checkers import arrange, start
from hardware.simulated.scene.table import Scene, checkers_on, turn_cube
from hardware.simulated.still import random_arrangement

if TYPE_CHECKING:
    from hardware.simulated.scene.board import CubePlace
    from hardware.simulated.scene.table import Holder

OUTLINES: tuple[Outline, ...] = get_args(Outline)


def test_the_usual_board_is_that_of_a_table_without_names() -> None:
    assert board_built(USUAL) == BoardSize()


@pytest.mark.parametrize("outline", OUTLINES)
def test_a_point_of_any_outline_reaches_from_its_rail_to_its_tip_and_stays_on_its_column(outline: Outline) -> None:
    size = BoardSize(construction=Construction(outline))
    for column in COLUMNS:
        xs, ys = np.array(point_outline(size, column)).T
        out = -1 if column <= 12 else 1
        assert np.abs(xs - column_x(size, column)).max() <= size.point_width / 2
        assert ys.max() * out == pytest.approx(size.height / 2) or ys.min() * out == pytest.approx(size.height / 2)
        assert np.abs(ys).min() == pytest.approx(size.height / 2 - size.point_length)
        np.testing.assert_allclose(xs + xs[::-1], 2 * column_x(size, column))


def test_no_two_outlines_are_alike() -> None:
    drawn = [
        floor_texture(BoardSize(construction=Construction(outline)), look_named("club"), 1.0) for outline in OUTLINES
    ]
    for number, one in enumerate(drawn):
        assert all((one != other).any() for other in drawn[number + 1 :])


@pytest.mark.parametrize("kind", ["flowers", "letters"])
def test_what_is_printed_lies_on_the_playing_surface_and_leaves_most_of_it_as_it_is(kind: str) -> None:
    size = BoardSize()
    plain = floor_texture(size, look_named("walnut"), 1.0)
    printed = floor_texture(replace(size, construction=Construction(print=kind)), look_named("walnut"), 1.0)  # type: ignore[arg-type]  # a name of them
    changed = (plain != printed).any(axis=2)
    rows, columns = np.nonzero(changed)
    left, top = (size.outer_width - size.width) / 2, (size.outer_height - size.height) / 2
    assert columns.min() >= left
    assert columns.max() <= left + size.width
    assert rows.min() >= top
    assert rows.max() <= top + size.height
    assert 0.002 < changed.mean() < 0.12


@pytest.mark.parametrize(
    ("where", "holder", "x", "y", "z"),
    [
        ("bar", "middle", 0.0, 0.0, 12.0),
        ("bar", "bottom", 0.0, -261.0, 22.0),
        ("rail", "middle", -384.2, 0.0, 22.0),
        ("rail", "top", 0.0, 261.0, 22.0),
        ("beside", "middle", -425.2, 135.0, -BASE),
        ("tray", "middle", -345.2, 0.0, 0.0),
    ],
)
def test_the_cube_lies_where_people_keep_it(where: CubePlace, holder: Holder, x: float, y: float, z: float) -> None:
    size = BoardSize(construction=Construction(cube=where))
    cube = turn_cube(Scene(size, "club"), 4, holder).cube
    assert cube is not None
    assert (cube.x, cube.y, cube.z) == pytest.approx((x, y, z), abs=0.5)


@pytest.mark.parametrize("name", CONSTRUCTIONS)
@pytest.mark.parametrize("seed", range(6))
def test_pieces_of_any_construction_share_no_room(name: str, seed: int) -> None:
    size, rng = board_built(name), random.Random(seed)
    scene = turn_cube(arrange(Scene(size, "club"), random_arrangement(rng), rng), 2, "middle")
    lying = [one for one in scene.checkers if not one.standing]
    for number, one in enumerate(lying):
        for other in lying[number + 1 :]:
            apart = abs(one.z - other.z) >= size.checker_thickness - 1e-9
            assert apart or np.hypot(one.x - other.x, one.y - other.y) >= size.checker_diameter - 1e-9
    cube = scene.cube
    assert cube is not None
    for one in checkers_on(scene, "bar"):
        assert np.hypot(one.x - cube.x, one.y - cube.y) > (size.checker_diameter + size.cube_side) / 2


def test_where_there_are_no_trays_borne_off_checkers_lie_on_the_table_beside_the_board() -> None:
    size, rng = board_built("thin-bar"), random.Random(2)
    for _ in range(8):
        scene = arrange(Scene(size, "club"), random_arrangement(rng), rng)
        for one in checkers_on(scene, "off"):
            assert abs(one.x) - size.checker_diameter / 2 > size.outer_width / 2
            assert one.z < 0
            assert not one.standing


def test_checkers_on_a_bar_thinner_than_they_are_lie_above_their_neighbours() -> None:
    size, rng = board_built("thin-bar"), random.Random(4)
    scenes = [arrange(Scene(size, "club"), random_arrangement(rng), rng) for _ in range(12)]
    on_bar = [one for scene in scenes for one in checkers_on(scene, "bar")]
    assert on_bar
    assert min(one.z for one in on_bar) >= size.checker_thickness


@pytest.mark.films
@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_every_construction_is_drawn_and_looks_like_no_other(name: str) -> None:
    def seen(size: BoardSize) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
        camera = looking_at(BoardSize(), View(width=320, height=180))
        table = start(size, "club", random.Random(1))
        return Renderer(camera, Sensor(noise=0.0, colour_noise=0.0)).draw(table, random.Random(1))

    picture, usual = seen(board_built(name)), seen(BoardSize())
    assert (name == USUAL) == bool((picture == usual).all())


def test_what_there_is_can_be_listed_and_an_unknown_one_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--list-constructions"]) == 0
    listed = capsys.readouterr().out
    assert all(name in listed for name in CONSTRUCTIONS)
    assert main(["simulate", "--construction", "moonshine", "--turns", "1"]) == 2
    assert "moonshine" in capsys.readouterr().err
