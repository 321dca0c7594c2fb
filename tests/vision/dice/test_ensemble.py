"""Two networks' opinions of one place: what each of them is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from controller.referee.evidence.throw import DiceThresholds
from vision.dice.die_net import CLASSES, COCKED, FIRST_CUBE, NONE, PATCH, SPAN, Crop
from vision.dice.ensemble import (
    CUBES,
    FACES,
    LEAST_PROPOSED,
    DieCandidate,
    as_third_says,
    both_say,
    classify_places,
    doubt_settled,
    face_in_doubt,
    faces_in_greys,
    in_doubt,
    mean_over_crops,
    with_close_look,
    with_greys,
)
from vision.dice.proposals import Proposal

if TYPE_CHECKING:
    from collections.abc import Sequence


def chances(**shares: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    row = np.full((1, CLASSES), 1e-4, dtype=np.float32)
    places = {
        "none": NONE,
        "two": 2,
        "three": 3,
        "cocked": COCKED,
        "sixteen": FIRST_CUBE + 3,
        "sixtyfour": FIRST_CUBE + 5,
    }
    for name, share in shares.items():
        row[0, places[name]] = share
    return np.asarray(row / row.sum(), dtype=np.float32)


def test_whether_there_is_a_die_and_lies_flat_is_for_the_first_network_to_say() -> None:
    first = chances(none=0.2, two=0.5, cocked=0.3)
    seen = with_close_look(first, chances(none=0.99, three=0.01))
    assert seen.sum() == pytest.approx(1)
    np.testing.assert_allclose(seen[0, [NONE, COCKED]], first[0, [NONE, COCKED]])
    assert seen[0, FACES].sum() == pytest.approx(first[0, FACES].sum())


def test_a_face_that_both_see_is_surer_than_to_either() -> None:
    seen = with_close_look(chances(two=0.9, three=0.1), chances(two=0.9, three=0.1))
    assert 0.93 < seen[0, 2] < 0.99


def test_networks_that_contradict_each_other_leave_a_doubt() -> None:
    seen = with_close_look(chances(two=0.98, three=0.02), chances(two=0.02, three=0.98))
    assert seen[0, 2] == pytest.approx(seen[0, 3], rel=1e-3)


def test_a_face_that_one_network_rules_out_may_still_be_the_other_s() -> None:
    ruled_out = chances(three=1.0)
    ruled_out[0, 2] = 0.0
    assert 0.2 < with_close_look(chances(two=1.0), ruled_out)[0, 2] < 0.8


def test_the_number_of_a_cube_is_the_close_network_s_to_say() -> None:
    seen = with_close_look(chances(none=0.1, sixteen=0.9), chances(none=0.5, sixtyfour=0.4, sixteen=0.1))
    assert seen[0, CUBES].sum() == pytest.approx(0.9, abs=0.01)
    assert seen[0, CUBES].argmax() == 5


@pytest.mark.parametrize(("beyond", "a_die"), [(-0.01, False), (0.01, True)])
def test_only_a_place_proposed_with_some_likelihood_can_turn_out_to_be_a_die(beyond: float, *, a_die: bool) -> None:
    surest = np.zeros(CLASSES, dtype=np.float32)
    surest[2] = 1
    place = Proposal(100.0, 100.0, 20.0, 0.3, 0.3, LEAST_PROPOSED + beyond)
    patch = np.zeros((PATCH, PATCH, 3), dtype=np.uint8)
    assert (DieCandidate(place, surest, surest, patch, patch).odds >= 0) == a_die


def dark_die_with_red_pips(x: int, y: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """Return a picture of a table, nearly white, and of such a die that shows five."""
    picture = np.full((160, 160, 3), (200, 208, 210), dtype=np.uint8)
    cv2.rectangle(picture, (x - 12, y - 12), (x + 12, y + 12), (52, 50, 50), -1)
    for across, down in ((-6, -6), (6, -6), (0, 0), (-6, 6), (6, 6)):
        cv2.circle(picture, (x + across, y + down), 2, (50, 48, 92), -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0), dtype=np.uint8)


def test_a_face_is_in_doubt_until_one_is_clearly_likelier_than_all_others_together() -> None:
    two, three = (chances(**{name: 1.0})[0, FACES] for name in ("two", "three"))
    assert in_doubt(chances(two=0.5, three=0.5)[0, FACES], two)
    assert in_doubt(0.01 * chances(two=0.8, three=0.2)[0, FACES], two)
    assert in_doubt(0.01 * chances(two=0.97, three=0.03)[0, FACES], two)
    assert not in_doubt(0.01 * chances(two=0.998, three=0.002)[0, FACES], two)
    assert in_doubt(chances(two=0.998, three=0.002)[0, FACES], three)


def test_pips_that_hardly_stand_out_in_colours_do_in_greys() -> None:
    picture = dark_die_with_red_pips(80, 76)
    first, close = faces_in_greys(picture, [Crop(80.0, 76.0, 25.0)])
    assert int(both_say(first[0, 0], close[0, 0]).argmax()) + 1 == 5


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


def test_a_face_that_no_look_rules_out_is_likelier_than_one_of_which_only_some_are_sure() -> None:
    said = np.concatenate([chances(two=0.9, three=0.1), chances(two=0.9, three=0.1), chances(two=0.001, three=0.999)])
    assert int(said[:, FACES].mean(axis=0).argmax()) + 1 == 2
    together = mean_over_crops(said[:, FACES])
    assert together.sum() == pytest.approx(1)
    assert int(together.argmax()) + 1 == 3


def test_a_look_counts_as_much_as_it_sees_a_die() -> None:
    said = np.concatenate([chances(two=0.8, three=0.2), 1e-4 * chances(three=1.0)])[:, FACES]
    assert mean_over_crops(said)[1] == pytest.approx(0.8, abs=0.01)
    assert mean_over_crops(np.zeros_like(said)) == pytest.approx(np.full(6, 1 / 6))


def test_a_face_seen_alike_in_colours_and_greys_is_no_surer_for_it() -> None:
    said = chances(two=0.8, three=0.2)[0, FACES]
    together = with_greys(0.5 * said, np.tile(said, (2, 3, 1)))
    assert together.sum() == pytest.approx(1)
    assert together[1] == pytest.approx(0.8, abs=0.03)


@pytest.mark.parametrize("face", range(6))
def test_strong_ink_alone_makes_no_face_sure_enough_for_a_throw(face: int) -> None:
    sure, nothing = np.eye(6, dtype=np.float32)[face], np.full(6, 1 / 6, dtype=np.float32)
    seen = with_greys(nothing, np.stack([[nothing], [sure]]))
    both = np.sort(np.log(both_say(seen, seen)))
    assert 1.5 < both[-1] - both[-2] < DiceThresholds().value / 100 - 0.2


def test_a_view_that_sees_no_die_at_all_says_nothing_of_its_face() -> None:
    said = chances(two=0.8, three=0.2)[0, FACES]
    together = with_greys(said, np.stack([[said], [np.zeros_like(said)]]))
    assert int(together.argmax()) + 1 == 2
    assert together[1] < 0.8


def test_a_face_that_one_view_contradicts_stays_in_doubt() -> None:
    two, three = (chances(**{name: 1.0})[0, FACES] for name in ("two", "three"))
    assert in_doubt(with_greys(two, np.stack([[two], [three]])), two)
    assert in_doubt(with_greys(two, np.stack([[three], [two]])), two)


class Saying:
    """Stands for the network for faces in doubt: it says of each look what it is told to."""

    def __init__(self, said: Sequence[np.ndarray[tuple[int, ...], np.dtype[np.float32]]]) -> None:
        """Take the chances of the faces for each look."""
        self.said = np.log(np.maximum(np.stack(said), 1e-6))
        self.ways: list[bool] = []

    def judge(
        self, _image: object, looks: Sequence[Crop], *, every_way: bool
    ) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        """Say it, however they are looked at."""
        self.ways.append(every_way)
        assert len(looks) == len(self.said)
        return self.said


def test_what_the_network_for_faces_in_doubt_says_counts_where_a_die_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    picture, looks = clear_die_with_a_two_over_a_five(), [Crop(80.0, 76.0, 23.0), Crop(120.0, 120.0, 23.0)]
    two, five = np.eye(6, dtype=np.float32)[1], np.eye(6, dtype=np.float32)[4]
    even = chances(two=0.5, three=0.5)[0, FACES]
    on_the_die, beside = np.stack([even, 1e-4 * even]), np.stack([1e-4 * even, even])
    said = {}
    for name, close in (("on the die", on_the_die), ("beside it", beside)):
        monkeypatch.setattr("vision.dice.ensemble.face_net", lambda: Saying([two, five]))
        said[name] = face_in_doubt(picture, looks, even, close, as_third_says(picture, looks, close))
        assert said[name].sum() == pytest.approx(1, rel=1e-4)
    assert said["on the die"][1] > 1.5 * said["beside it"][1]
    assert said["beside it"][4] > 5 * said["on the die"][4]


def test_a_die_s_face_that_is_sure_in_colours_is_not_looked_at_in_greys(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = np.full((160, 160, 3), (60, 90, 60), dtype=np.uint8)
    cv2.rectangle(picture, (68, 64), (92, 88), (240, 240, 240), -1)
    for across, down in ((-6, -6), (6, -6), (-6, 6), (6, 6)):
        cv2.circle(picture, (80 + across, 76 + down), 2, (20, 20, 20), -1, cv2.LINE_AA)
    place = Proposal(80.0, 76.0, 25.0, 0.3, 0.3, 3.0)
    monkeypatch.setattr("vision.dice.ensemble.faces_in_greys", None)
    seen = classify_places(picture, [place])[0]
    assert seen.odds >= 0
    assert int(seen.chances[FACES].argmax()) + 1 == 4


@pytest.mark.parametrize(("third", "doubt"), [({"two": 1.0}, False), ({"two": 0.7, "three": 0.3}, True)])
def test_a_face_that_two_networks_are_sure_of_is_in_doubt_where_the_third_is_not_sure(
    third: dict[str, float], *, doubt: bool
) -> None:
    sure = chances(two=0.998, three=0.002)[0, FACES]
    assert in_doubt(sure, chances(**third)[0, FACES]) == doubt


@pytest.mark.parametrize(("two", "ways"), [(0.998, [False]), (0.6, [False, True])])
def test_only_a_die_in_doubt_is_looked_at_every_way(
    monkeypatch: pytest.MonkeyPatch, two: float, ways: list[bool]
) -> None:
    asked = Saying([np.eye(6, dtype=np.float32)[1]])
    monkeypatch.setattr("vision.dice.ensemble.face_net", lambda: asked)
    even = np.full((2, 1, 6), 1 / 6, dtype=np.float32)
    monkeypatch.setattr("vision.dice.ensemble.faces_in_greys", lambda *_: (even, even))
    said = chances(two=two, three=1 - two)[0, FACES]
    faces = doubt_settled(np.zeros((9, 9, 3), dtype=np.uint8), [Crop(4.0, 4.0, 4.0)], said, said, said[None])
    assert asked.ways == ways
    assert faces.sum() == pytest.approx(1, rel=1e-4)


def test_a_face_of_which_the_third_network_is_sure_is_not_announced_against_two_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    two, six = np.eye(6, dtype=np.float32)[1], np.eye(6, dtype=np.float32)[5]
    in_greys = np.broadcast_to(two, (2, 3, 6))
    monkeypatch.setattr("vision.dice.ensemble.faces_in_greys", lambda *_: (in_greys, in_greys))
    picture, looks = np.zeros((9, 9, 3), dtype=np.uint8), [Crop(4.0, 4.0, 4.0)] * 3
    said = face_in_doubt(picture, looks, two, np.stack([two] * 3), six)
    second, best = np.sort(np.log(said))[-2:]
    assert 100 * (best - second) < DiceThresholds().value


@pytest.mark.parametrize(("logit", "looks"), [(-2.8, 0), (3.0, 3)])
def test_a_place_that_can_be_no_die_however_it_is_seen_is_not_looked_at_again(
    monkeypatch: pytest.MonkeyPatch, logit: float, looks: int
) -> None:
    asked: list[int] = []

    class Doubtful:
        """Stands for the first network: all that it sees is a two by one chance in five."""

        span = SPAN

        def classify(self, patches: Sequence[object]) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
            """Say it."""
            return np.log(np.repeat(chances(none=0.8, two=0.2), len(patches), axis=0))

        def judge(self, _image: object, where: Sequence[Crop]) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
            """Say it, and note how often."""
            asked.append(len(where))
            return self.classify(where)

    monkeypatch.setattr("vision.dice.ensemble.first_net", Doubtful)
    classify_places(clear_die_with_a_two_over_a_five(), [Proposal(80.0, 76.0, 23.0, 0.3, 0.3, logit)])
    assert sum(asked) == looks
