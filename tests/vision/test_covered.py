"""Which places a hand hides in a single picture: by the spots it covers, and as the scene network sees hands."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.peers.find_hidden import score_view, views
from vision.covered import hands_over, hidden_places, place_cover, silenced, uncovered
from vision.geometry import BoardGeometry, column_centre, parse_corners, rect_size
from vision.layout import Disc
from vision.photo import read_photo
from vision.reading import MAX_COUNT, PLACES, CountReading, PlaceReading, Shade, content_index
from vision.scene_net import SHAPES, SceneMaps, shipped_scene_net, small_copy
from vision.training.plates import HELD_OUT, HELD_OUT_LOOKS

BOARDS = Path(__file__).resolve().parents[2].parent / "shared" / "photos" / "boards" / "labels.jsonl"
CORNERS = parse_corners([(100, 80), (740, 80), (740, 620), (100, 620)])
ASPECT = 0.84
COLUMNS = tuple(column_centre(0.46, 0.54, column) for column in range(12))
GEOMETRY = BoardGeometry(CORNERS, ASPECT, 0.46, 0.54, 0.068, COLUMNS * 2, (0.036, 0.036), 0.07)


def reading(count: int) -> PlaceReading:
    scores = [-900] * (2 * MAX_COUNT + 1)
    scores[content_index(Shade.LIGHT, count)] = 0
    return PlaceReading(tuple(scores))


def board(**counts: int) -> tuple[PlaceReading, ...]:
    return tuple(reading(counts.get(place, 0)) for place in PLACES)


def over_spots(place: str, *spots: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """Return a hand over just these spots of a place."""
    hands = np.zeros(rect_size(ASPECT)[::-1], dtype=np.float32)
    x = 28 + 560 * GEOMETRY.columns[PLACES.index(place)]
    for nth in spots:
        away = 28 + 560 * (0.036 + nth * 0.07)
        cv2.circle(hands, (round(x), round(away if place[0] == "T" else hands.shape[0] - away)), 18, 1.0, -1)
    return hands


def maps(hand: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> SceneMaps:
    nothing = np.zeros_like(hand)
    return SceneMaps(hand, nothing, nothing, nothing, (840 / hand.shape[1], 700 / hand.shape[0]))


@pytest.mark.parametrize("place", ["T1", "T7", "B6", "B12"])
def test_a_hand_over_the_next_spot_hides_a_place(place: str) -> None:
    assert hidden_places(over_spots(place, 2), GEOMETRY, board(**{place: 2})) == {place}


@pytest.mark.parametrize("place", ["T1", "T7", "B6", "B12"])
def test_a_hand_behind_a_spot_that_is_seen_empty_hides_nothing(place: str) -> None:
    assert hidden_places(over_spots(place, 2, 3, 4), GEOMETRY, board(**{place: 1})) == frozenset()


def test_a_hand_over_any_of_five_checkers_hides_how_many_there_are() -> None:
    for nth in range(5):
        assert hidden_places(over_spots("T4", nth), GEOMETRY, board(T4=7)) == {"T4"}


def test_a_hand_along_the_bar_hides_it_and_a_fingertip_does_not() -> None:
    hands = np.zeros(rect_size(ASPECT)[::-1], dtype=np.float32)
    hands[200:240, 285:331] = 1
    assert "bar" not in hidden_places(hands, GEOMETRY, board())
    hands[150:300, 285:331] = 1
    assert "bar" in hidden_places(hands, GEOMETRY, board())


def test_the_share_of_a_spot_under_a_hand_is_that_of_its_area() -> None:
    hands = over_spots("B9", 1)
    cover = place_cover(hands, GEOMETRY)
    assert cover[PLACES.index("B9"), 1] > 0.95
    assert cover.sum() < 1.5


def test_of_hidden_places_nothing_is_said() -> None:
    sure = CountReading((0, *([-900] * MAX_COUNT)))
    points, bar = silenced(board(T1=2, T2=3), (sure, sure), frozenset({"T1", "bar"}))
    assert set(points[0].scores) == {0}
    assert points[1].best == (Shade.LIGHT, 3)
    assert set(bar[0].scores) == set(bar[1].scores) == {0}
    assert silenced(board(), (sure, sure), frozenset())[1] == (sure, sure)


def test_what_does_not_come_from_outside_the_surface_is_no_hand() -> None:
    hand = np.zeros((100, 120), dtype=np.float32)
    hand[40:60, 40:60] = 0.9
    assert not hands_over(maps(hand), CORNERS, ASPECT).any()
    hand[:60, 40:60] = 0.9
    assert hands_over(maps(hand), CORNERS, ASPECT).any()


def test_a_speck_at_the_edge_is_no_hand() -> None:
    hand = np.zeros((100, 120), dtype=np.float32)
    hand[9:14, 40:44] = 0.9
    assert not hands_over(maps(hand), CORNERS, ASPECT).any()


def test_discs_on_a_hand_are_none() -> None:
    hands = np.zeros((100, 100), dtype=np.float32)
    hands[:50] = 1
    assert uncovered([Disc(10, 20, 0.9), Disc(10, 70, 0.9)], hands) == [Disc(10, 70, 0.9)]


@pytest.mark.parametrize("shape", [(1280, 720), (1600, 1200), (640, 640), (720, 1280), (300, 200)])
def test_the_maps_cover_the_whole_picture_whatever_its_shape(shape: tuple[int, int]) -> None:
    rng = np.random.default_rng(0)
    picture = rng.integers(0, 255, (shape[1], shape[0], 3), dtype=np.uint8)
    assert small_copy(picture).shape[1::-1] in SHAPES
    seen = shipped_scene_net().maps(picture)
    assert seen.hand.shape == seen.surface.shape == seen.bar.shape == seen.corner.shape
    assert seen.hand.shape[1] * seen.scale[0] == pytest.approx(shape[0])
    assert seen.hand.shape[0] * seen.scale[1] == pytest.approx(shape[1])


@pytest.fixture(scope="module")
def held_out() -> Counter[str]:
    """What is called hidden in pictures of looks that trained nothing."""
    total: Counter[str] = Counter()
    for number, look in enumerate(HELD_OUT_LOOKS):
        for view in views(HELD_OUT + 700 + number, 4, look):
            score_view(view, total)
    return total


def test_without_a_hand_no_place_of_a_new_look_is_called_hidden(held_out: Counter[str]) -> None:
    assert held_out["none pictures"] == 4
    assert held_out["none seen wrong"] == 0
    assert held_out["none seen right"] > 80


def test_places_under_hands_are_called_hidden_on_new_looks_and_hardly_others(held_out: Counter[str]) -> None:
    hidden, wrong = held_out["hand hidden right"], held_out["hand hidden wrong"]
    assert hidden >= 0.6 * (hidden + wrong) > 3
    assert held_out["hand seen wrong"] <= 0.05 * held_out["hand seen right"]


@pytest.mark.skipif(not BOARDS.exists(), reason="needs the photographs in ../shared/photos")
def test_places_under_real_hands_are_called_hidden_and_no_others() -> None:
    labels = {label["file"]: label for label in map(json.loads, BOARDS.read_text(encoding="utf-8").splitlines())}
    for name, least in (("board-05.jpg", 4), ("board-07.png", 3)):  # floors; they may only rise
        label = labels[name]
        image = cv2.imread(str(BOARDS.parent / name))
        assert image is not None
        hidden = read_photo(np.asarray(image, dtype=np.uint8), parse_corners(label["corners"])).reading.hidden
        unknown = {place.replace("BAR", "bar") for place in label["unknown"]}
        assert hidden <= unknown, name
        assert len(hidden) >= least, name
