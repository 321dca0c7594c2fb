"""Checkers: where they come to lie, that they share no room, and that those not touched stay put."""

from __future__ import annotations

import math
import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.simulated.conditions import HABITS
from hardware.simulated.errors import SceneError
from hardware.simulated.scene.board import COLUMNS, BoardSize, Place, Shade, column_end, column_x
from hardware.simulated.scene.checkers import (
    Arrangement,
    Bump,
    arrange,
    bump,
    lift_checker,
    move_checker,
    put_checker,
    start,
    start_arrangement,
)
from hardware.simulated.scene.table import Checker, Habit, Scene, Seats, census, checkers_on

SIZE = BoardSize()
SHADES: tuple[Shade, ...] = ("dark", "light")
PLACES: tuple[Place, ...] = (*COLUMNS, "bar", "off")


def empty(habit: Habit | None = None) -> Scene:
    return Scene(SIZE, "club", habit=habit or Habit())


def share_room(a: Checker, b: Checker) -> bool:
    """Return whether two checkers interpenetrate; a standing one is taken for the upright box about it."""
    d, t = SIZE.checker_diameter, SIZE.checker_thickness
    if a.standing and b.standing:
        return abs(a.x - b.x) < d and abs(a.y - b.y) < t
    if a.standing or b.standing:
        return abs(a.x - b.x) < d and abs(a.y - b.y) < (d + t) / 2
    return abs(a.z - b.z) < t - 1e-9 and math.hypot(a.x - b.x, a.y - b.y) < d


def assert_apart(scene: Scene) -> None:
    for a, b in combinations(scene.checkers, 2):
        assert not share_room(a, b), (a, b)


@pytest.mark.parametrize("standing", [True, False])
@pytest.mark.parametrize("shade", SHADES)
def test_no_two_checkers_share_room_for_any_count_on_any_place(shade: Shade, standing: bool) -> None:  # noqa: FBT001 (a parameter of the test)
    rng = random.Random(4)
    for place in PLACES:
        scene = empty(Habit(standing=standing, crooked=1.6))
        for count in range(1, 16):
            scene = put_checker(scene, shade, place, rng)
            assert len(checkers_on(scene, place)) == count
        assert_apart(scene)


@given(seed=st.integers(0, 2**32), crooked=st.floats(0.0, 3.0))
@settings(max_examples=25, deadline=None)
def test_full_neighbouring_columns_stay_apart(seed: int, crooked: float) -> None:
    rng = random.Random(seed)
    scene = empty(Habit(crooked=crooked, touching=0.8))
    for column in (5, 6, 7, 17, 18, 19):
        for _ in range(5):
            scene = put_checker(scene, "light" if column <= 7 else "dark", column, rng)
    assert_apart(scene)


def test_a_full_point_clears_the_full_point_across() -> None:
    rng = random.Random(9)
    scene = empty()
    for _ in range(15):
        scene = put_checker(put_checker(scene, "light", 1, rng), "dark", 24, rng)
    assert_apart(scene)
    gap = min(c.y for c in checkers_on(scene, 24)) - max(c.y for c in checkers_on(scene, 1)) - SIZE.checker_diameter
    assert gap > SIZE.die_side


def test_checkers_of_a_point_lie_inside_the_frame_and_on_their_column() -> None:
    rng = random.Random(11)
    for column in COLUMNS:
        scene = empty()
        for _ in range(15):
            scene = put_checker(scene, "dark", column, rng)
        for c in scene.checkers:
            assert abs(c.x - column_x(SIZE, column)) <= (SIZE.point_width - SIZE.checker_diameter) / 2 + 1e-9
            assert abs(c.y) + SIZE.checker_diameter / 2 <= SIZE.height / 2
            assert (c.y < 0) == (column_end(column) == "bottom")


def test_the_sixth_checker_lies_on_the_first_and_the_eleventh_on_the_sixth() -> None:
    rng = random.Random(2)
    scene = empty()
    for _ in range(11):
        scene = put_checker(scene, "light", 6, rng)
    pile = checkers_on(scene, 6)
    assert [c.z for c in pile] == [0.0] * 5 + [SIZE.checker_thickness] * 5 + [2 * SIZE.checker_thickness]
    for upper, lower in ((5, 0), (10, 5)):
        assert math.hypot(pile[upper].x - pile[lower].x, pile[upper].y - pile[lower].y) < 8.0


def test_checkers_lie_crooked_and_not_like_printed() -> None:
    scene = start(SIZE, "club", random.Random(1))
    off_line = [abs(c.x - column_x(SIZE, c.place)) for c in scene.checkers if isinstance(c.place, int)]
    assert max(off_line) > 0.8
    assert len({round(o, 3) for o in off_line}) > 20


def test_the_same_chance_lays_the_same_table_and_another_one_another() -> None:
    assert start(SIZE, "club", random.Random(5)) == start(SIZE, "club", random.Random(5))
    assert start(SIZE, "club", random.Random(5)) != start(SIZE, "club", random.Random(6))


@given(seed=st.integers(0, 2**32), targets=st.lists(st.sampled_from(PLACES), min_size=1, max_size=25))
@settings(max_examples=40, deadline=None)
def test_moving_keeps_all_thirty_checkers_and_moves_no_other(seed: int, targets: list[Place]) -> None:
    rng = random.Random(seed)
    scene = start(SIZE, "club", rng)
    for target in targets:
        shade = rng.choice(SHADES)
        if isinstance(target, int) and any(c.shade != shade for c in checkers_on(scene, target)):
            continue
        before = census(scene)
        source = rng.choice([place for place, owner in before if owner == shade])
        moved = move_checker(scene, shade, source, target, rng)
        assert len(set(scene.checkers) & set(moved.checkers)) >= 29
        assert census(moved) == before - Counter({(source, shade): 1}) + Counter({(target, shade): 1})
        assert_apart(moved)
        scene = moved
    assert Counter(c.shade for c in scene.checkers) == {"dark": 15, "light": 15}


def test_an_arrangement_is_laid_as_asked() -> None:
    columns: list[tuple[Shade | None, int]] = [(None, 0)] * 24
    columns[0], columns[23] = ("dark", 4), ("light", 7)
    wanted = Arrangement(tuple(columns), bar_dark=2, bar_light=1, off_dark=9, off_light=7)
    scene = arrange(Scene(SIZE, "cork"), wanted, random.Random(3))
    assert census(scene) == {
        (1, "dark"): 4, (24, "light"): 7, ("bar", "dark"): 2, ("bar", "light"): 1,
        ("off", "dark"): 9, ("off", "light"): 7,
    }  # fmt: skip
    assert scene.cube is not None
    assert scene.cube.value == 64
    assert_apart(scene)


@pytest.mark.parametrize("seats", [Seats("bottom", "right"), Seats("bottom", "left"), Seats("top", "right")])
def test_the_start_mirrors_with_the_seats(seats: Seats) -> None:
    arrangement = start_arrangement(seats)
    assert sum(n for s, n in arrangement.columns if s == "light") == 15
    assert sum(n for s, n in arrangement.columns if s == "dark") == 15
    home = [c for c in COLUMNS if column_end(c) == seats.light and (column_x(SIZE, c) > 0) == (seats.off == "right")]
    assert sum(n for c, (s, n) in enumerate(arrangement.columns, start=1) if c in home and s == "light") == 5
    across = [c for c in COLUMNS if column_end(c) != seats.light and (column_x(SIZE, c) > 0) == (seats.off == "right")]
    assert sum(n for c, (s, n) in enumerate(arrangement.columns, start=1) if c in across and s == "dark") == 5


def test_each_shade_has_its_half_of_the_bar_from_the_middle_outwards() -> None:
    rng = random.Random(8)
    scene = empty()
    for _ in range(3):
        scene = put_checker(put_checker(scene, "light", "bar", rng), "dark", "bar", rng)
    light, dark = (checkers_on(scene, "bar", shade) for shade in ("light", "dark"))
    assert all(c.y < 0 and c.z == SIZE.bar_height for c in light)
    assert all(c.y > 0 for c in dark)
    assert [abs(c.y) for c in light] == sorted(abs(c.y) for c in light)


def test_a_lifted_checker_is_the_last_one_put_there() -> None:
    scene = start(SIZE, "club", random.Random(1))
    after, checker = lift_checker(scene, 6, "light")
    assert checker == checkers_on(scene, 6)[-1]
    assert checker not in after.checkers
    assert len(after.checkers) == 29


@pytest.mark.parametrize(("place", "shade"), [(2, None), (6, "dark"), ("bar", "light"), ("off", None)])
def test_a_checker_that_is_not_there_cannot_be_lifted(place: Place, shade: Shade | None) -> None:
    with pytest.raises(SceneError) as caught:
        lift_checker(start(SIZE, "club", random.Random(1)), place, shade)
    assert caught.value.key == "scene.no_checker_to_lift"


@pytest.mark.parametrize("place", ["bar", "off", 7])
def test_where_both_have_checkers_the_shade_must_be_said(place: Place) -> None:
    rng = random.Random(1)
    scene = put_checker(put_checker(empty(), "light", place, rng), "dark", place, rng)
    with pytest.raises(SceneError) as caught:
        lift_checker(scene, place)
    assert caught.value.key == "scene.which_shade"
    assert lift_checker(scene, place, "light")[1].shade == "light"


def test_a_checker_that_another_lies_on_cannot_be_lifted() -> None:
    rng = random.Random(1)
    scene = put_checker(empty(), "light", 7, rng)
    for _ in range(5):
        scene = put_checker(scene, "dark", 7, rng)
    with pytest.raises(SceneError) as caught:
        lift_checker(scene, 7, "light")
    assert caught.value.key == "scene.checker_is_covered"


@given(seed=st.integers(0, 2**32), count=st.integers(1, 9))
@settings(max_examples=30, deadline=None)
def test_a_blot_lifted_from_beside_its_hitter_leaves_room_that_is_filled_again(seed: int, count: int) -> None:
    rng = random.Random(seed)
    hit = put_checker(put_checker(empty(Habit(crooked=2.0)), "light", 7, rng), "dark", 7, rng)
    scene, _ = lift_checker(hit, 7, "light")
    assert scene.checkers == (hit.checkers[1],)
    for _ in range(count):
        scene = put_checker(scene, "dark", 7, rng)
    assert_apart(scene)
    assert sorted(c.nth for c in scene.checkers) == list(range(count + 1))


@given(seed=st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_checkers_put_after_a_knock_share_no_room(seed: int) -> None:
    rng = random.Random(seed)
    scene = start(SIZE, "club", rng)
    for _ in range(4):
        scene = bump(scene, Bump(column_x(SIZE, 8), -180.0, radius=150.0, strength=9.0), rng)
        scene = move_checker(scene, "light", 13, rng.choice((7, 8, 9, 10)), rng)
    assert_apart(scene)


def test_there_is_no_sixteenth_checker() -> None:
    with pytest.raises(SceneError) as caught:
        put_checker(start(SIZE, "club", random.Random(1)), "dark", 3, random.Random(1))
    assert caught.value.key == "scene.no_checker_left"


@pytest.mark.parametrize("columns", [((None, 0),) * 23, (("dark", 16),) + ((None, 0),) * 23, ((None, 2),) * 24])
def test_an_impossible_arrangement_is_refused(columns: tuple[tuple[Shade | None, int], ...]) -> None:
    with pytest.raises(SceneError):
        Arrangement(columns)


@given(seed=st.integers(0, 2**32), x=st.floats(-250, 250), y=st.floats(-220, 220))
@settings(max_examples=40, deadline=None)
def test_a_knock_shifts_checkers_near_it_and_lets_none_share_room(seed: int, x: float, y: float) -> None:
    rng = random.Random(seed)
    scene = start(SIZE, "club", rng)
    knocked = bump(scene, Bump(x, y, radius=120.0, strength=5.0), rng)
    assert census(knocked) == census(scene)
    assert_apart(knocked)
    for before, after in zip(scene.checkers, knocked.checkers, strict=True):
        assert math.hypot(after.x - before.x, after.y - before.y) <= 5.0 + 1e-9
        if math.hypot(before.x - x, before.y - y) > 120.0:
            assert after == before


def test_a_knock_does_shift_something() -> None:
    scene = start(SIZE, "club", random.Random(1))
    near = checkers_on(scene, 8)[-1]
    assert bump(scene, Bump(near.x, near.y), random.Random(1)) != scene


def test_a_board_is_set_up_in_order_however_people_stack() -> None:
    stacks = HABITS["stacked"].habit
    table = start(BoardSize(), "club", random.Random(3), habit=stacks)
    assert table.habit == stacks
    assert {checker.z for checker in table.checkers} == {0.0}
    again = arrange(table, start_arrangement(table.seats), random.Random(3))
    assert any(checker.z > 0 for checker in again.checkers)
