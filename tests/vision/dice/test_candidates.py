"""Places looked at closely: what several crops of one say together, and which are looked at again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from controller.referee.evidence.throw import DiceThresholds
from vision.dice.candidates import LEAST_AFAR, DieCandidate, classify_places, together
from vision.dice.crops import PATCH
from vision.dice.die_net import CLASSES, COCKED, CUBES, FACES, FIRST_CUBE, NONE
from vision.dice.proposals import Proposal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.arrays import Float


def chances(**shares: float) -> Float:
    row = np.full(CLASSES, 1e-4, dtype=np.float32)
    classes = {"none": NONE, "two": 2, "three": 3, "cocked": COCKED, "sixteen": FIRST_CUBE + 3}
    for name, share in shares.items():
        row[classes[name]] = share
    return np.asarray(row / row.sum(), dtype=np.float32)


def test_what_a_thing_is_is_the_mean_of_what_crops_say() -> None:
    seen = together(np.stack([chances(none=0.2, two=0.5, cocked=0.3), chances(none=0.6, sixteen=0.4)]))
    assert seen.sum() == pytest.approx(1)
    assert seen[NONE] == pytest.approx(0.4, abs=0.01)
    assert seen[COCKED] == pytest.approx(0.15, abs=0.01)
    assert seen[FACES].sum() == pytest.approx(0.25, abs=0.01)
    assert seen[CUBES].sum() == pytest.approx(0.2, abs=0.01)


def test_a_face_that_no_crop_rules_out_is_likelier_than_one_of_which_only_some_are_sure() -> None:
    said = np.stack([chances(two=0.9, three=0.1), chances(two=0.9, three=0.1), chances(two=0.001, three=0.999)])
    assert int(said[:, FACES].mean(axis=0).argmax()) + 1 == 2
    assert int(together(said)[FACES].argmax()) + 1 == 3


def test_a_crop_counts_as_much_as_it_sees_a_die() -> None:
    seen = together(np.stack([chances(two=0.8, three=0.2), chances(none=1.0, three=0.0001)]))
    assert seen[2] / seen[FACES].sum() == pytest.approx(0.8, abs=0.02)


def test_crops_that_contradict_each_other_leave_a_doubt() -> None:
    seen = together(np.stack([chances(two=0.98, three=0.02), chances(two=0.02, three=0.98)]))
    assert seen[2] == pytest.approx(seen[3], rel=1e-3)


@pytest.mark.parametrize(("beyond", "a_die"), [(-0.01, False), (0.01, True)])
def test_only_a_place_proposed_with_some_likelihood_can_turn_out_to_be_a_die(beyond: float, *, a_die: bool) -> None:
    place = Proposal(100.0, 100.0, 20.0, 0.3, 0.3, LEAST_AFAR + beyond)
    patch = np.zeros((PATCH, PATCH, 3), dtype=np.uint8)
    assert (DieCandidate(place, np.eye(CLASSES, dtype=np.float32)[2], patch, patch).odds >= 0) == a_die


def clear_die_with_a_two_over_a_five() -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """Return a picture of a white die on a dark ground; the pips of its lower face shine through, brighter than it."""
    picture = np.full((160, 160, 3), (72, 70, 68), dtype=np.uint8)
    cv2.rectangle(picture, (69, 65), (91, 87), (205, 205, 205), -1)
    for across, down in ((-4, -4), (4, -4), (0, 0), (-4, 4), (4, 4)):
        cv2.circle(picture, (80 + across, 76 + down), 2, (230, 230, 230), -1, cv2.LINE_AA)
    for across, down in ((-6, 6), (6, -6)):
        cv2.circle(picture, (80 + across, 76 + down), 2, (160, 130, 140), -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0), dtype=np.uint8)


def test_pips_that_are_seen_through_a_clear_die_do_not_keep_its_upper_face_in_doubt() -> None:
    seen = classify_places(clear_die_with_a_two_over_a_five(), [Proposal(80.0, 76.0, 23.0, 0.3, 0.3, 3.0)])[0]
    second, best = np.sort(np.log(seen.chances[FACES]))[-2:]
    assert int(seen.chances[FACES].argmax()) + 1 == 2
    assert best - second > DiceThresholds().value / 100


@pytest.mark.parametrize(("logit", "looks"), [(-2.8, 0), (3.0, 3)])
def test_a_place_that_can_be_no_die_however_it_is_seen_is_not_looked_at_again(
    monkeypatch: pytest.MonkeyPatch, logit: float, looks: int
) -> None:
    asked: list[int] = []

    class Doubtful:
        """Stands for the network: all that it sees is a two by one chance in five."""

        def classify(self, patches: Sequence[object], _flatness: Sequence[float]) -> Float:
            """Say it."""
            return np.log(np.repeat(chances(none=0.8, two=0.2)[None], len(patches), axis=0))

        def judge(self, _image: object, where: Sequence[object]) -> Float:
            """Say it, and note how often."""
            asked.append(len(where))
            return self.classify(where, ())

    monkeypatch.setattr("vision.dice.candidates.shipped_die_net", Doubtful)
    classify_places(clear_die_with_a_two_over_a_five(), [Proposal(80.0, 76.0, 23.0, 0.3, 0.3, logit)])
    assert sum(asked) == looks
