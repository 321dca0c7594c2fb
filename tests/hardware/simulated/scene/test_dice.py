"""Dice: numbered like real ones, and fallen where there is room."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.simulated.errors import SceneError
from hardware.simulated.scene.board import BoardSize, Side
from hardware.simulated.scene.checkers import lift_checker, put_checker, start
from hardware.simulated.scene.dice import (
    FACES,
    Lie,
    Throw,
    free_room,
    half_height,
    lie_of,
    lift_dice,
    orientation,
    throw_dice,
    upper_face,
)
from hardware.simulated.scene.table import Die, Scene

SIZE = BoardSize()
ANGLES = st.floats(0.0, 360.0)


def up_face(die: Die) -> int:
    """Return the face whose outward direction is nearest to straight up."""
    matrix = orientation(die)
    heights = {face: float(matrix[2, axis] * sign) for face, (axis, sign) in FACES.items()}
    return max(heights, key=lambda face: heights[face])


def corners(die: Die) -> list[tuple[float, float]]:
    half = SIZE.die_side / 2
    c, s = math.cos(math.radians(die.turn)), math.sin(math.radians(die.turn))
    return [(die.x + half * (a * c - b * s), die.y + half * (a * s + b * c)) for a in (-1, 1) for b in (-1, 1)]


def test_opposite_faces_sum_to_seven() -> None:
    for face, (axis, sign) in FACES.items():
        assert FACES[7 - face] == (axis, -sign)


def test_one_two_three_run_counterclockwise_about_their_corner() -> None:
    one, two, three = (np.eye(3)[FACES[n][0]] * FACES[n][1] for n in (1, 2, 3))
    assert float(np.dot(np.cross(one, two), three)) == pytest.approx(1.0)


@given(value=st.integers(1, 6), turn=ANGLES)
def test_the_named_face_is_up_however_the_die_is_turned(value: int, turn: float) -> None:
    die = Die("light", value, 0.0, 0.0, turn=turn)
    matrix = orientation(die)
    assert up_face(die) == value == upper_face(die)
    assert np.allclose(matrix @ matrix.T, np.eye(3))
    assert float(np.linalg.det(matrix)) == pytest.approx(1.0)


@given(value=st.integers(1, 6), turn=ANGLES, tilt=st.floats(0.5, 60.0), towards=ANGLES)
def test_a_tilted_die_leans_by_its_tilt_and_stands_higher(value: int, turn: float, tilt: float, towards: float) -> None:
    die = Die("dark", value, 0.0, 0.0, turn=turn, tilt=tilt, tilt_towards=towards)
    axis, sign = FACES[value]
    face = orientation(die)[:, axis] * sign
    assert math.degrees(math.acos(min(1.0, float(face[2])))) == pytest.approx(tilt, abs=1e-3)
    lean = math.degrees(math.atan2(float(face[1]), float(face[0])))
    assert abs((lean - towards + 180.0) % 360.0 - 180.0) < 1e-3
    assert half_height(die, 10.0) >= 5.0
    assert upper_face(die) is None


@given(seed=st.integers(0, 2**32), half=st.sampled_from(["left", "right"]))
@settings(max_examples=40, deadline=None)
def test_thrown_dice_lie_in_their_half_clear_of_everything(seed: int, half: Side) -> None:
    rng = random.Random(seed)
    scene = start(SIZE, "club", rng)
    for throw in (Throw((6, 1), half, "light"), Throw((3, 3), half, "dark")):
        scene = throw_dice(scene, throw, rng)
    assert [d.value for d in scene.dice] == [6, 1, 3, 3]
    sign = 1 if half == "right" else -1
    for number, die in enumerate(scene.dice):
        for x, y in corners(die):
            assert SIZE.bar_width / 2 < sign * x < SIZE.width / 2
            assert abs(y) < SIZE.height / 2
            for c in scene.checkers:
                assert math.hypot(c.x - x, c.y - y) > SIZE.checker_diameter / 2
        for other in scene.dice[:number]:
            assert math.hypot(other.x - die.x, other.y - die.y) >= SIZE.die_side * math.sqrt(2.0)


def test_even_on_a_crowded_board_dice_find_the_free_strip() -> None:
    rng = random.Random(3)
    scene = Scene(SIZE, "club")
    for column in (1, 2, 3, 22, 23, 24):
        for _ in range(5):
            scene = put_checker(scene, "light" if column <= 3 else "dark", column, rng)
    for seed in range(20):
        thrown = throw_dice(scene, Throw((2, 5), "right"), random.Random(seed))
        for die in thrown.dice:
            assert free_room(scene, die.x, die.y, die.turn) > 0.0


def test_a_die_can_lie_on_a_checker() -> None:
    rng = random.Random(5)
    scene = start(SIZE, "club", rng)
    die = throw_dice(scene, Throw((4,), "left", lie=("on checker",)), rng).dice[0]
    below = min(scene.checkers, key=lambda c: math.hypot(c.x - die.x, c.y - die.y))
    assert die.z == below.z + SIZE.checker_thickness
    assert all(math.hypot(below.x - x, below.y - y) < SIZE.checker_diameter / 2 + 1.0 for x, y in corners(die))
    assert upper_face(die) == 4


@pytest.mark.parametrize("lie", ["flat", "cocked", "on checker"])
def test_how_a_die_lies_is_told_and_none_lies_on_a_checker_where_there_is_none(lie: Lie) -> None:
    for scene in (start(SIZE, "club", random.Random(5)), Scene(SIZE, "club")):
        die = throw_dice(scene, Throw((4,), "left", lie=(lie,)), random.Random(5)).dice[0]
        assert lie_of(die) == ("flat" if lie == "on checker" and not scene.checkers else lie)


@pytest.mark.parametrize("half", ["left", "right"])
def test_a_cocked_die_leans_in_its_half_even_where_no_checker_is(half: Side) -> None:
    for scene in (start(SIZE, "club", random.Random(5)), Scene(SIZE, "club")):
        die = throw_dice(scene, Throw((4,), half, lie=("cocked",)), random.Random(5)).dice[0]
        assert upper_face(die) is None
        assert die.tilt >= 18.0
        assert (die.x > 0) == (half == "right")


def test_the_same_chance_throws_the_same_dice() -> None:
    scene = start(SIZE, "club", random.Random(1))
    throw = Throw((6, 5), "right")
    assert throw_dice(scene, throw, random.Random(7)) == throw_dice(scene, throw, random.Random(7))
    assert throw_dice(scene, throw, random.Random(7)) != throw_dice(scene, throw, random.Random(8))


def test_dice_fall_all_over_their_half_in_time() -> None:
    scene = Scene(SIZE, "club")
    places = [throw_dice(scene, Throw((1,), "right"), random.Random(seed)).dice[0] for seed in range(300)]
    assert max(d.x for d in places) - min(d.x for d in places) > 0.8 * SIZE.point_width * 6
    assert max(d.y for d in places) - min(d.y for d in places) > 0.7 * SIZE.height


def test_lifting_dice_leaves_the_rest_of_the_table() -> None:
    rng = random.Random(2)
    scene = start(SIZE, "club", rng)
    thrown = throw_dice(throw_dice(scene, Throw((1, 2), "left"), rng), Throw((3, 4), "right", "dark"), rng)
    assert lift_dice(thrown) == scene
    assert [d.shade for d in lift_dice(thrown, "light").dice] == ["dark", "dark"]


@given(seed=st.integers(0, 2**32), column=st.sampled_from(list(range(1, 25))))
@settings(max_examples=40, deadline=None)
def test_a_checker_put_where_a_die_lies_pushes_the_die_aside(seed: int, column: int) -> None:
    rng = random.Random(seed)
    scene = put_checker(Scene(SIZE, "club"), "light", column, rng)
    checker = scene.checkers[0]
    lying = Die("light", 5, checker.x + rng.uniform(-25, 25), checker.y * 0.95, turn=rng.uniform(0, 360))
    other = Die("dark", 2, -checker.x, 0.0)
    pushed = put_checker(replace(scene, checkers=(), dice=(lying, other)), "light", column, random.Random(seed))
    die = pushed.dice[0]
    alone = replace(pushed, dice=(other,))
    if die != lying:
        assert free_room(alone, die.x, die.y, die.turn) > 0.0
        assert math.hypot(die.x - lying.x, die.y - lying.y) < 2.5 * SIZE.checker_diameter
    assert (die.value, die.turn, die.shade, die.x > 0) == (5, lying.turn, "light", lying.x > 0)
    assert pushed.dice[1] == other
    for c in pushed.checkers:
        assert all(math.hypot(c.x - x, c.y - y) > SIZE.checker_diameter / 2 for x, y in corners(die))


def test_a_die_drops_when_the_checker_below_it_is_lifted() -> None:
    rng = random.Random(5)
    scene = put_checker(Scene(SIZE, "club"), "dark", 4, rng)
    on_top = throw_dice(scene, Throw((4,), "right", lie=("on checker",)), rng)
    lifted, _ = lift_checker(on_top, 4)
    assert on_top.dice[0].z == SIZE.checker_thickness
    assert lifted.dice == (replace(on_top.dice[0], z=0.0),)


def test_a_die_has_no_seventh_face() -> None:
    with pytest.raises(SceneError) as caught:
        throw_dice(Scene(SIZE, "club"), Throw((7,), "left"), random.Random(0))
    assert caught.value.key == "scene.not_a_die_face"
