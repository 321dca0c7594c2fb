"""Drawing: the same scene gives the same picture, drawn anew or piece by piece, and pictures show what lies there."""

from __future__ import annotations

import random
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pytest

from hardware.simulated.drawing import kit
from hardware.simulated.drawing.plate import draw_plate
from hardware.simulated.drawing.renderer import Renderer
from hardware.simulated.drawing.shading import lamp_of
from hardware.simulated.looks.named import LOOKS
from hardware.simulated.optics.pinhole import Pinhole, View, looking_at
from hardware.simulated.optics.sensor import Sensor
from hardware.simulated.scene.board import BoardSize, End, Place, Shade, Side, column_x, surface_corners
from hardware.simulated.scene.checkers import move_checker, put_checker, start
from hardware.simulated.scene.dice import Throw, lift_dice, throw_dice
from hardware.simulated.scene.table import (
    Hand,
    Led,
    Light,
    Scene,
    checkers_on,
    turn_cube,
    with_hand,
    with_leds,
    with_light,
    without_cube,
    without_hands,
)

if TYPE_CHECKING:
    from hardware.simulated.looks.materials import U8

SIZE = BoardSize()
CLEAN = Sensor(noise=0.0, colour_noise=0.0, blur=0.0, vignetting=0.0)


def drawn(renderer: Renderer, scene: Scene, seed: int = 0) -> U8:
    return renderer.draw(scene, random.Random(seed)).copy()


def about(picture: U8, pinhole: Pinhole, point: tuple[float, float, float], half: int = 3) -> npt.NDArray[np.float64]:
    """Return the average colour, blue-green-red, of a small square about a point of the table."""
    u, v = (int(n) for n in pinhole.project([point])[0])
    return np.asarray(picture[v - half : v + half + 1, u - half : u + half + 1].mean(axis=(0, 1)))


def different(a: U8, b: U8) -> npt.NDArray[np.bool_]:
    return np.asarray(np.abs(a.astype(int) - b.astype(int)).max(axis=2) > 25)


def test_the_same_scene_and_chance_give_the_same_picture(renderer: Renderer, table: Scene) -> None:
    assert np.array_equal(drawn(renderer, table, 4), drawn(renderer, table, 4))


def test_two_renderers_draw_the_same_picture(renderer: Renderer, pinhole: Pinhole, table: Scene) -> None:
    assert np.array_equal(drawn(renderer, table, 4), drawn(Renderer(pinhole), table, 4))


def test_noise_differs_from_frame_to_frame_and_is_small(renderer: Renderer, table: Scene) -> None:
    rng = random.Random(4)
    first, second = renderer.draw(table, rng).astype(int), renderer.draw(table, rng).astype(int)
    assert not np.array_equal(first, second)
    assert 0.5 < float(np.abs(first - second).mean()) < 6.0


@pytest.mark.films
def test_a_scene_drawn_piece_by_piece_is_the_scene_drawn_anew(pinhole: Pinhole) -> None:
    rng = random.Random(3)
    scene = start(SIZE, "club", rng)
    renderer = Renderer(pinhole)
    renderer.still(scene)
    steps: list[Scene] = []
    moves: tuple[tuple[Shade, Place, Place], ...] = (
        ("light", 24, 18),
        ("light", 13, 6),
        ("dark", 12, 18),
        ("light", 18, "bar"),
        ("dark", 18, "off"),
    )
    for shade, source, target in moves:
        scene = move_checker(scene, shade, source, target, rng)
        steps += [scene, throw_dice(scene, Throw((rng.randint(1, 6), 3), "left"), rng)]
    steps.append(turn_cube(steps[-1], 4, "top"))
    for step in steps:
        pieces = renderer.still(step).copy()
    assert np.array_equal(pieces, Renderer(pinhole).still(steps[-1]))


def test_light_checkers_look_lighter_than_dark_ones(renderer: Renderer, pinhole: Pinhole, table: Scene) -> None:
    picture = drawn(renderer, table)
    tops = {c: about(picture, pinhole, (c.x, c.y, SIZE.checker_thickness)).mean() for c in table.checkers}
    assert max(v for c, v in tops.items() if c.shade == "dark") < min(v for c, v in tops.items() if c.shade == "light")


def test_a_checker_is_seen_where_it_lies_and_changes_nothing_far_away(
    renderer: Renderer, pinhole: Pinhole, table: Scene
) -> None:
    more = put_checker(replace(table, checkers=table.checkers[1:]), table.checkers[0].shade, 3, random.Random(1))
    less = replace(table, checkers=table.checkers[1:])
    change = different(drawn(renderer, less), drawn(renderer, more))
    checker = checkers_on(more, 3)[0]
    rows, cols = np.nonzero(change)
    u, v = pinhole.project([(checker.x, checker.y, SIZE.checker_thickness)])[0]
    radius = SIZE.checker_diameter * pinhole.focal / pinhole.eye[2]
    assert change[int(v), int(u)]
    assert np.hypot(cols - u, rows - v).max() < radius


def test_an_upper_checker_is_seen_on_the_lower_one_and_shifted(renderer: Renderer, pinhole: Pinhole) -> None:
    rng = random.Random(5)
    scene = Scene(SIZE, "club")
    for _ in range(5):
        scene = put_checker(scene, "dark", 18, rng)
    on_top = put_checker(scene, "light", 18, rng)
    upper = checkers_on(on_top, 18, "light")[0]
    picture = drawn(renderer, on_top)
    assert upper.z == SIZE.checker_thickness
    assert about(picture, pinhole, (upper.x, upper.y, 2 * SIZE.checker_thickness)).mean() > 120


def test_a_hand_hides_what_lies_below_it_and_leaves_no_trace(
    renderer: Renderer, pinhole: Pinhole, table: Scene
) -> None:
    checker = checkers_on(table, 6)[2]
    hand = Hand(checker.x - 5.0, checker.y + 95.0, height=12.0, skin=(60, 40, 30))
    bare, covered = drawn(renderer, table), drawn(renderer, with_hand(table, hand))
    point = (checker.x, checker.y, SIZE.checker_thickness)
    assert about(bare, pinhole, point).mean() > 140
    assert about(covered, pinhole, point).mean() < 100
    assert np.array_equal(drawn(renderer, without_hands(with_hand(table, hand))), bare)


@pytest.mark.parametrize("side", ["bottom", "top", "left", "right"])
def test_a_hand_reaches_in_from_its_side(renderer: Renderer, table: Scene, side: End | Side) -> None:
    hand = Hand(0.0, 0.0, side=side, left=side == "top")
    rows, cols = np.nonzero(different(drawn(renderer, table), drawn(renderer, with_hand(table, hand))))
    edges = {"top": rows.min() == 0, "bottom": rows.max() == 359, "left": cols.min() == 0, "right": cols.max() == 639}
    assert [name for name, touched in edges.items() if touched] == [side]


def test_a_held_checker_is_seen_at_the_fingertips(renderer: Renderer, table: Scene) -> None:
    hand = Hand(60.0, 20.0, pose="pinch")
    change = different(
        drawn(renderer, with_hand(table, hand)), drawn(renderer, with_hand(table, replace(hand, holding="light")))
    )
    assert 60 < int(change.sum()) < 2500


def test_a_lit_light_shines_in_its_colour_on_its_point(renderer: Renderer, pinhole: Pinhole, table: Scene) -> None:
    at = (column_x(SIZE, 4), -SIZE.height / 2 + 12.0, 0.0)
    led = Led(column_x(SIZE, 4), -SIZE.height / 2 - SIZE.rail_width / 2, (255, 0, 0))
    dark, lit = (about(drawn(renderer, scene), pinhole, at) for scene in (table, with_leds(table, (led,))))
    assert lit[2] > dark[2] + 15
    assert abs(lit[0] - dark[0]) < 8


def test_less_light_makes_a_darker_picture_and_warm_light_a_redder_one(renderer: Renderer, table: Scene) -> None:
    usual, dim, warm = (
        drawn(renderer, with_light(table, light)).mean(axis=(0, 1))
        for light in (Light(), Light(brightness=0.5), Light(warmth=1.0))
    )
    assert dim.mean() == pytest.approx(usual.mean() * 0.5 ** (1 / 2.2), rel=0.05)
    assert warm[2] / warm[0] > 1.1 * usual[2] / usual[0]


@pytest.mark.films
def test_a_lamp_elsewhere_throws_shadows_elsewhere(pinhole: Pinhole, table: Scene) -> None:
    renderer = Renderer(pinhole, CLEAN)
    checker = checkers_on(table, 8)[-1]
    beside = SIZE.checker_diameter / 2 + 4.0
    right, left = (checker.x + beside, checker.y, 0.0), (checker.x - beside, checker.y, 0.0)
    fallen = []
    for azimuth in (0.0, 180.0):
        light = Light(azimuth=azimuth, elevation=45.0, falloff=0.0)
        with_it = renderer.still(with_light(table, light)).copy()
        without = renderer.still(with_light(replace(table, checkers=()), light)).copy()
        fallen.append(
            [about(with_it, pinhole, p, 1).mean() / about(without, pinhole, p, 1).mean() for p in (right, left)]
        )
    assert fallen[0][1] < fallen[0][0] - 0.08
    assert fallen[1][0] < fallen[1][1] - 0.08


def test_dice_and_cube_are_seen(renderer: Renderer, table: Scene) -> None:
    picture = drawn(renderer, table)
    assert int(different(picture, drawn(renderer, lift_dice(table))).sum()) > 60
    assert int(different(picture, drawn(renderer, without_cube(table))).sum()) > 60


@pytest.mark.films
def test_a_camera_that_compresses_delivers_nearly_the_same_picture(pinhole: Pinhole, table: Scene) -> None:
    plain, packed = (drawn(Renderer(pinhole, Sensor(jpeg=quality)), table) for quality in (None, 80))
    change = float(np.abs(plain.astype(int) - packed.astype(int)).mean())
    assert packed.shape == plain.shape
    assert 0.3 < change < 6.0


@pytest.mark.parametrize("k1", [0.0, -0.09])
def test_the_plate_has_its_corners_where_the_camera_projects_them(k1: float) -> None:
    camera = looking_at(SIZE, View(elevation=80.0, width=640, height=360, k1=k1))
    ground = draw_plate(SIZE, LOOKS["cork"], lamp_of(Light()), camera).ground
    middle = np.asarray((320.0, 180.0))
    for corner in camera.project(surface_corners(SIZE)):
        for away, floor in ((-4.0, True), (5.0, False)):
            u, v = (corner + away * np.sign(corner - middle)).astype(int)
            assert (ground[v, u] == 0.0) == floor


def test_no_more_things_are_kept_than_the_bound_says(
    pinhole: Pinhole, table: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kit, "_KEPT", 40)
    stock = kit.Kit(pinhole, kit.Setting(SIZE, "club", Light()))
    for shift in range(50):
        stock.drawn(replace(table.dice[0], x=float(shift)))
    assert len(stock._drawn) == 40


def test_every_face_of_a_die_looks_different(pinhole: Pinhole) -> None:
    renderer = Renderer(pinhole, CLEAN)
    bare = Scene(SIZE, "club")
    die = throw_dice(bare, Throw((1,), "right"), random.Random(2)).dice[0]
    pictures = [renderer.still(replace(bare, dice=(replace(die, value=value),))).copy() for value in range(1, 7)]
    for i, first in enumerate(pictures):
        for second in pictures[:i]:
            assert int(different(first, second).sum()) > 4


@pytest.mark.films
@pytest.mark.parametrize("look", sorted(LOOKS))
def test_every_look_can_be_drawn_and_uses_the_whole_range(pinhole: Pinhole, look: str) -> None:
    picture = drawn(Renderer(pinhole), start(SIZE, look, random.Random(1)))
    assert picture.shape == (360, 640, 3)
    assert picture.dtype == np.uint8
    grey = picture.mean(axis=2)
    assert float(np.percentile(grey, 99) - np.percentile(grey, 1)) > 90
    assert 50 < float(grey.mean()) < 190


@pytest.mark.films
def test_redrawing_after_one_move_takes_a_fraction_of_drawing_everything() -> None:
    full = Renderer(looking_at(SIZE, View()))
    rng = random.Random(1)
    scene = start(SIZE, "club", rng)
    begun = time.process_time()
    full.draw(scene, rng)
    first = time.process_time() - begun
    spent = []
    for source, target in ((13, 8), (8, 3), (13, 11), (24, 20), (20, 15)):
        scene = move_checker(scene, "light", source, target, rng)
        begun = time.process_time()
        full.draw(with_hand(scene, Hand(0.0, 0.0)), rng)
        spent.append(time.process_time() - begun)
    assert sorted(spent)[len(spent) // 2] < first / 6
