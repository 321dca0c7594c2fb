"""Sets of still pictures: the same positions in either quality, and labels that say what is on them."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from hardware.simulated import stills
from hardware.simulated.conditions import Conditions
from hardware.simulated.errors import SceneError
from hardware.simulated.stills import LABELS, StillOrder, scenes, take

if TYPE_CHECKING:
    from pathlib import Path

ORDER = StillOrder(3, "club", seed=5)


def test_positions_follow_from_the_seed_alone() -> None:
    drawn = list(scenes(ORDER))
    assert len(drawn) == 4
    assert drawn == list(scenes(replace(ORDER, quality="photo", samples=1)))
    assert drawn != list(scenes(replace(ORDER, seed=6)))
    assert [s.checkers for s in drawn] == [s.checkers for s in scenes(replace(ORDER, look="walnut"))]


def test_light_and_habit_are_those_of_the_conditions() -> None:
    first = next(scenes(replace(ORDER, conditions=Conditions("bulb", "low", "neat"))))
    assert first.light.azimuth == 215.0
    assert first.habit.crooked == 0.3


def test_an_unknown_light_is_refused() -> None:
    with pytest.raises(SceneError):
        next(scenes(replace(ORDER, conditions=Conditions(light="moon"))))


@pytest.mark.films
def test_a_set_has_a_label_for_every_picture(tmp_path: Path) -> None:
    files = list(take(replace(ORDER, count=2), tmp_path / "set"))
    labels = [json.loads(line) for line in (tmp_path / "set" / LABELS).read_text("utf-8").splitlines()]
    assert [file.name for file in files] == [label["picture"] for label in labels]
    assert [label["start"] for label in labels] == [True, False, False]
    for file, label in zip(files, labels, strict=True):
        picture = cv2.imread(str(file))
        assert picture is not None
        assert picture.shape == (720, 1280, 3)
        corners = np.asarray(label["corners"])
        assert ((corners > 0) & (corners < (1280, 720))).all()
        for shade in ("dark", "light"):
            there = sum(n for of, n in label["columns"].values() if of == shade)
            assert there + label["bar"][shade] + label["off"][shade] == 15
    assert labels[0]["columns"]["6"] == ["light", 5]
    assert labels[0]["dice"] == []
    for label in labels[1:]:
        assert [die["value"] in range(1, 7) for die in label["dice"]] == [True, True]
        assert label["cube"]["value"] in (2, 4, 8, 16, 32, 64)
    dice = {tuple(die["at"]) for label in labels for die in label["dice"]}
    assert len(dice) == 4


@pytest.mark.films
def test_photographs_are_taken_where_photographs_are_ordered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def grey(_parts: object, _room: object, _camera: object, _taking: object) -> np.typing.NDArray[np.float32]:
        return np.full((720, 1280, 3), 0.2, dtype=np.float32)

    monkeypatch.setattr("hardware.simulated.photo.photographer.traced", grey)
    file = next(take(replace(ORDER, quality="photo"), tmp_path))
    picture = cv2.imread(str(file))
    assert picture is not None
    assert picture.astype(float).std() < 10.0  # grey, with vignetting and noise
    assert json.loads((tmp_path / LABELS).read_text("utf-8").splitlines()[0])["quality"] == "photo"


def test_the_qualities_are_those_of_the_command() -> None:
    from controller.cli.simulate import stills as stills_command  # noqa: PLC0415 - only this test needs it

    assert stills_command.QUALITIES == stills.QUALITIES
