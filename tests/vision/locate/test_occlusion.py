"""Where hands are over the board, as scene maps show them, and which places they hide in a photograph."""

from __future__ import annotations

import json
from collections import Counter

import cv2
import numpy as np
import pytest

from tests.benchmarks.reading.boards.find_hidden import score_view, views
from tests.paths import SHARED
from vision.detect.photo import read_photo
from vision.geometry.board import parse_corners
from vision.locate.occlusion import shows_hand
from vision.locate.scene_net import SHAPES, shipped_scene_net, small_copy
from vision.training.proposals.plates import HELD_OUT, HELD_OUT_LOOKS

BOARDS = SHARED / "photos" / "boards" / "labels.jsonl"


def test_what_is_beside_the_board_alone_is_over_none() -> None:
    hand = np.zeros((160, 224), dtype=np.float32)
    hand[:, :20] = 0.9
    assert not shows_hand(hand)
    hand[70:90, :60] = 0.9
    assert shows_hand(hand)


def test_a_speck_on_the_board_is_no_hand() -> None:
    hand = np.zeros((160, 224), dtype=np.float32)
    hand[70:75, 100:104] = 0.9
    assert not shows_hand(hand)


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


@pytest.mark.figures
@pytest.mark.films
def test_without_a_hand_no_place_of_a_new_look_is_called_hidden(held_out: Counter[str]) -> None:
    assert held_out["none pictures"] == 4
    assert held_out["none seen wrong"] == 0
    assert held_out["none seen right"] > 80


@pytest.mark.figures
@pytest.mark.films
def test_places_under_hands_are_called_hidden_on_new_looks_and_hardly_others(held_out: Counter[str]) -> None:
    hidden, wrong = held_out["hand hidden right"], held_out["hand hidden wrong"]
    assert hidden >= 0.6 * (hidden + wrong) > 3
    assert held_out["hand seen wrong"] <= 0.05 * held_out["hand seen right"]


@pytest.mark.films
@pytest.mark.skipif(not BOARDS.exists(), reason="needs the photographs in ../shared/photos")
def test_places_under_real_hands_are_called_hidden_and_no_others() -> None:
    labels = {label["file"]: label for label in map(json.loads, BOARDS.read_text(encoding="utf-8").splitlines())}
    for name, least in (("board-05.jpg", 4), ("board-07.png", 3)):
        label = labels[name]
        image = cv2.imread(str(BOARDS.parent / name))
        assert image is not None
        hidden = read_photo(np.asarray(image, dtype=np.uint8), parse_corners(label["corners"])).reading.hidden
        unknown = {place.replace("BAR", "bar") for place in label["unknown"]}
        assert hidden <= unknown, name
        assert len(hidden) >= least, name
