"""Floors under the published figures of reading dice whose place is given; they may only rise."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from controller.referee.evidence.throw import DiceThresholds
from tests.benchmarks.reading.boards.read_boards import wilson
from tests.benchmarks.reading.dice.read_dice import Face, read_faces
from tests.paths import SHARED

DICE = SHARED / "photos" / "dice" / "labels.jsonl"

pytestmark = pytest.mark.skipif(not DICE.exists(), reason="needs the photographs in ../shared/photos")


def read_every(step: int) -> list[Face]:
    """Return the faces of the first picture and of each that is so many further on."""
    labels = [json.loads(line) for line in DICE.read_text(encoding="utf-8").splitlines()]
    return [face for label in labels[::step] for face in read_faces(label, DICE.parent)]


@pytest.fixture(scope="module")
def faces() -> list[Face]:
    return read_every(1)


@pytest.mark.films
def test_faces_of_a_few_pictures_are_read_right() -> None:
    few = read_every(25)
    assert len(few) >= 50
    assert sum(face.read != face.value for face in few) <= 2


@pytest.mark.figures
@pytest.mark.timeout(900)  # all pictures are read before the first test
@pytest.mark.parametrize(("source", "least"), [("overhead", 1468), ("wood", 447)])
def test_faces_are_read_right(faces: list[Face], source: str, least: int) -> None:
    within = [face for face in faces if Path(face.file).parts[0] == source]
    right = sum(face.read == face.value for face in within)
    assert right >= least, wilson(right, len(within))


@pytest.mark.figures
@pytest.mark.timeout(900)  # all pictures are read before the first test
def test_faces_that_are_said_to_be_sure_are_right(faces: list[Face]) -> None:
    sure = [face for face in faces if face.chances.max() >= 0.99]
    wrong = sum(face.read != face.value for face in sure)
    assert len(sure) >= 1187
    assert wrong <= 2, wilson(len(sure) - wrong, len(sure))


@pytest.mark.figures
@pytest.mark.timeout(900)  # all pictures are read before the first test
def test_faces_that_are_as_sure_as_a_throw_asks_for_are_right(faces: list[Face]) -> None:
    sure = [face for face in faces if 100 * np.diff(np.log(np.sort(face.chances)[-2:]))[0] >= DiceThresholds().value]
    wrong = sum(face.read != face.value for face in sure)
    assert len(sure) >= 1836
    assert wrong <= 5, wilson(len(sure) - wrong, len(sure))
