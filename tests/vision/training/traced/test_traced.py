"""Traced tables: labels lie on what is there, positions are whole, and which builds judge is told."""

from __future__ import annotations

import json
import math
import sys
from dataclasses import replace
from importlib.util import find_spec
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.simulated.photo.shapes import joined
from vision.geometry.board import parse_corners, to_picture
from vision.reading import PLACES
from vision.training.traced.builds import BUILDS, CHOOSING, JUDGING, build_named
from vision.training.traced.cameras import HEIGHT, WIDTH, camera_over, room_of
from vision.training.traced.labels import corners_of, hand_mask, hidden_shares, label_of, next_hidden, place_middle
from vision.training.traced.lying import Lying, LyingBox, RestingHand, laid
from vision.training.traced.make import LABELS, labelled, lying_in, main
from vision.training.traced.pieces import box_shape, checker_parts, pip_face, placed_box, profile
from vision.training.traced.prints import SCALE, border, half_width, outline_of, surface_print
from vision.training.traced.tables import camera_of, source_of

if TYPE_CHECKING:
    from pathlib import Path

    from vision.training.traced.builds import TracedBuild

needs_mitsuba = pytest.mark.skipif(
    find_spec("mitsuba") is None, reason="Mitsuba is not installed (pip install '.[photo]'): nothing is traced"
)

builds = st.sampled_from(BUILDS)
seeds = st.integers(0, 1000)


def test_builds_that_judge_choose_nothing() -> None:
    assert set(CHOOSING).isdisjoint(JUDGING)
    assert len({build.name for build in BUILDS}) == len(BUILDS) == len(CHOOSING) + len(JUDGING)
    assert min(len(CHOOSING), len(JUDGING)) >= 4


@given(build=builds, seed=seeds, start=st.booleans())
def test_all_checkers_of_a_position_lie_on_their_own_places_and_in_no_other_checker(
    build: TracedBuild, seed: int, *, start: bool
) -> None:
    lying = laid(build, np.random.default_rng(seed), start=start)
    counts = np.zeros((25, 2), dtype=np.int64)
    for one in lying.checkers:
        counts[PLACES.index(one.place) if one.place != "bar" else 24, one.owner] += 1
        if one.place != "bar":
            x, y = place_middle(build, one.place)
            assert abs(one.at[0] - x) < build.pitch / 2
            assert y * one.at[1] > 0
            assert abs(one.at[1]) <= build.depth / 2 - build.diameter / 2
    np.testing.assert_array_equal(counts[:24], lying.position.points)
    assert tuple(counts[24]) == lying.position.bar
    for number, one in enumerate(lying.checkers):
        for other in lying.checkers[:number]:
            if one.place == other.place and abs(one.at[2] - other.at[2]) < 0.9 * build.thickness:
                assert math.dist(one.at[:2], other.at[:2]) > 0.95 * build.diameter


@given(builds, seeds)
def test_dice_lie_flat_on_the_surface_beside_checkers_and_bar(build: TracedBuild, seed: int) -> None:
    lying = laid(build, np.random.default_rng(seed), start=False)
    assert len(lying.dice) in (0, 2)
    for die in lying.dice:
        assert abs(die.at[0]) > build.bar_width / 2 + build.dice.side / 2
        assert abs(die.at[1]) < build.depth / 2 - build.dice.side / 2
        for one in lying.checkers:
            assert math.dist(die.at[:2], one.at[:2]) > (build.diameter + build.dice.side) / 2


@given(builds, seeds)
def test_a_camera_sees_the_whole_board(build: TracedBuild, seed: int) -> None:
    seen = camera_over(build, np.random.default_rng(seed)).project(corners_of(build))
    assert (seen > 0).all()
    assert (seen < (WIDTH, HEIGHT)).all()
    parse_corners([(float(x), float(y)) for x, y in seen])


@given(builds, seeds)
def test_light_on_a_level_surface_is_about_full(build: TracedBuild, seed: int) -> None:
    room = room_of(build.lit, np.random.default_rng(seed))
    rows, columns, _ = room.sky.shape
    down = (np.arange(rows) + 0.5) * math.pi / rows
    level = np.sin(down) * np.maximum(np.cos(down), 0) * (math.pi / rows) * (2 * math.pi / columns)
    sky = float((room.sky[..., 1] * level[:, None]).sum())
    far = math.dist(room.lamp, (0, 0, 0))
    lamp = room.radiance * math.pi * (room.radius / far) ** 2 * room.lamp[2] / far
    assert 0.75 * math.pi < sky + lamp < 1.1 * math.pi


@pytest.mark.parametrize("build", BUILDS, ids=lambda build: build.name)
def test_points_are_printed_where_labels_say_they_are(build: TracedBuild) -> None:
    page, edge = surface_print(build, np.random.default_rng(3)), border(build)
    assert page.shape[:2] == (round((build.depth + 2 * edge) * SCALE), round((build.width + 2 * edge) * SCALE))
    for place in PLACES:
        number = PLACES.index(place)
        outline = outline_of(build, number % 12, top=number < 12)
        x, _ = place_middle(build, place)
        along = 0.06  # nearer to the rail than ornaments
        y = (1 if number < 12 else -1) * (build.depth / 2 - along * build.length * build.depth / 2)
        assert cv2.pointPolygonTest(outline.astype(np.float32), (x, y), measureDist=False) > 0
        column, row = round((x + build.width / 2 + edge) * SCALE), round((build.depth / 2 + edge - y) * SCALE)
        seen = page[row - 4 : row + 5, column - 4 : column + 5].mean(axis=(0, 1))
        own, other = (build.odd, build.even) if (number % 12 + (number < 12)) % 2 else (build.even, build.odd)
        assert np.linalg.norm(seen - own) < np.linalg.norm(seen - other)


@given(st.sampled_from([build.outline for build in BUILDS]), st.floats(0, 1))
def test_a_point_is_never_wider_than_its_room_and_ends_in_a_tip(outline: str, along: float) -> None:
    assert 0 <= half_width(outline, along) <= 0.5  # type: ignore[arg-type]
    assert half_width(outline, 1.0) < 0.02  # type: ignore[arg-type]


def test_the_upper_face_of_a_placed_die_shows_its_number_of_pips() -> None:
    ink = np.vstack([np.hstack([pip_face(n) for n in row]) for row in ((1, 2, 3), (4, 5, 6))])
    shape = box_shape(14.0, 0.05, ink, 0.5)
    for value in range(1, 7):
        lying = laid(BUILDS[0], np.random.default_rng(0), start=True)
        assert lying.cube is not None
        placed = placed_box(shape, 14.0, lying.cube, value)
        top = placed.points[:, 2].max()
        on_top = placed.spots[placed.points[:, 2] > top - 0.05]
        column, row = (value - 1) % 3, (value - 1) // 3
        cell = (on_top * (3, 2)).astype(int)
        assert (np.median(cell, axis=0) == (column, row)).all()
        contours, _ = cv2.findContours(
            (pip_face(value) > 0.5).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
        )
        assert len(contours) == value


@pytest.mark.parametrize("build", BUILDS, ids=lambda build: build.name)
def test_meshes_look_outwards_and_stand_where_labels_say(build: TracedBuild) -> None:
    lying = laid(build, np.random.default_rng(2), start=True)
    mesh = joined([part.shape for part in checker_parts(build, lying, np.random.default_rng(1))])
    assert np.isfinite(mesh.points).all()
    for one in lying.checkers:
        near = np.hypot(mesh.points[:, 0] - one.at[0], mesh.points[:, 1] - one.at[1]) < build.diameter / 2 + 1e-6
        high = mesh.points[near, 2]
        assert high.min() == pytest.approx(one.at[2], abs=0.8)
        assert high.max() == pytest.approx(one.at[2] + build.thickness, abs=0.8)
    line = np.array(profile(build, build.dark))
    assert line[:, 0].max() == build.diameter / 2
    assert line[-1, 1] == 0


@given(builds, seeds)
def test_labels_say_what_lies_there_and_where_it_is_seen(build: TracedBuild, seed: int) -> None:
    label, lying, camera = labelled(build, seed, 1), lying_in(build, seed, 1), camera_of(build, seed)
    on_points = sum(count for count, _ in label["points"].values())
    assert on_points + sum(label["BAR"].values()) == len(lying.checkers)
    assert set(label["covered"]) <= set(label["unknown"])
    assert bool(label["unknown"]) <= label["hand"]
    corners = parse_corners(label["corners"])
    for value, x, y in label["dice"]:
        die = min(lying.dice, key=lambda one: math.dist(camera.project([one.at])[0], (x, y)))
        assert value == die.value or (value is None and label["hand"])
        # The upper face is seen a little beyond the place where the die stands, and on that half of the board.
        flat = to_picture(corners, [((die.at[0] / build.width) + 0.5, 0.5 - die.at[1] / build.depth)])[0]
        assert math.dist(flat, (x, y)) < 40
    assert json.loads(json.dumps(label)) == label


def test_a_place_under_a_hand_is_called_covered_and_the_others_are_not() -> None:
    build = build_named("cork")
    camera = camera_of(build, 1)
    bare = laid(build, np.random.default_rng(4), start=True)
    x, y = place_middle(build, "B9")
    hand = RestingHand((x, y, 20.0), -math.pi / 2, 1.0, (200, 150, 120), (40, 40, 60))
    die = LyingBox(3, (x, y, 0.0), 0.0)
    lying = Lying(bare.position, bare.checkers, (die,), None, hand)
    shares = hidden_shares(build, lying, hand, camera)
    assert label_of(build, lying, camera)["dice"][0][0] is None
    assert label_of(build, replace(lying, hand=None), camera)["dice"][0][0] == 3
    assert max(shares, key=lambda place: shares[place]) in {"B8", "B9", "B10"}
    assert all(shares[place] == 0 for place in PLACES if place[0] == "T")
    mask = hand_mask(hand, camera)
    at = camera.project([(x, y, 30.0)])[0]
    assert mask[round(float(at[1])), round(float(at[0]))] == 255
    assert 0.01 < (mask > 0).mean() < 0.3


def test_a_point_is_not_asked_about_where_a_hand_hides_that_another_checker_might_lie_there() -> None:
    build = build_named("cork")
    camera = camera_of(build, 1)
    start = laid(build, np.random.default_rng(4), start=True)
    row = sorted(one.at[1] for one in start.checkers if one.place == "B5")
    x, _ = place_middle(build, "B5")
    beside = RestingHand((x, row[-1] + 1.3 * build.diameter, 20.0), 0.0, 0.6, (200, 150, 120), (40, 40, 60))
    lying = replace(start, hand=beside)
    assert len(row) == 3
    assert hidden_shares(build, lying, beside, camera)["B5"] <= 0.1
    assert "B5" in next_hidden(build, lying, camera)
    assert "B5" in label_of(build, lying, camera)["unknown"]
    assert "B7" not in next_hidden(build, lying, camera)
    assert next_hidden(build, start, camera) == set()


def test_the_same_numbers_make_the_same_table() -> None:
    build = BUILDS[2]
    assert labelled(build, 7, 3) == labelled(build, 7, 3)
    assert labelled(build, 7, 3) != labelled(build, 8, 3)
    assert source_of(1, build, 1).random() != source_of(1, BUILDS[3], 1).random()


def test_a_build_that_is_none_is_refused_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([str(tmp_path), "--builds", "ivory"])
    assert ended.value.code == 2
    assert "ivory" in capsys.readouterr().err.splitlines()[-1]


def test_without_mitsuba_it_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "mitsuba", None)
    assert main([str(tmp_path), "--builds", "narrow", "--later", "0"]) == 2
    assert "photo" in capsys.readouterr().err
    assert not (tmp_path / LABELS).exists()


@needs_mitsuba
@pytest.mark.films
def test_in_a_traced_picture_both_sets_are_seen_where_the_label_says(tmp_path: Path) -> None:
    build = build_named("crests")
    assert main([str(tmp_path), "--builds", build.name, "--later", "0", "--samples", "1"]) == 0
    label = json.loads((tmp_path / LABELS).read_text(encoding="utf-8"))
    picture = cv2.imread(str(tmp_path / label["file"]))
    assert picture is not None
    assert picture.shape == (HEIGHT, WIDTH, 3)
    lying, camera = lying_in(build, 1, 0), camera_of(build, 1)
    for one in lying.checkers:
        x, y = camera.project([(one.at[0], one.at[1], one.at[2] + build.thickness)])[0].round().astype(int)
        seen = picture[y - 4 : y + 5, x - 4 : x + 5].mean(axis=(0, 1))
        assert (seen[2] > 1.6 * seen[0]) == (one.owner == 1)  # red checkers and black ones
