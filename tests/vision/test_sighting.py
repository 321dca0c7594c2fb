"""Two networks' opinions of one place: what each of them is asked."""

from __future__ import annotations

import numpy as np
import pytest

from vision.die_net import CLASSES, COCKED, FIRST_CUBE, NONE, PATCH
from vision.proposals import Proposal
from vision.sighting import CUBES, FACES, LEAST_PROPOSED, Sighting, with_close_look


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
    assert (Sighting(place, surest, surest, patch).odds >= 0) == a_die
