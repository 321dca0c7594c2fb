"""What a page sends is a choice, or is refused in a line."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.referee.layout import Corner
from controller.setup.calibrate import HOMES
from controller.setup.calibration_page.choice import FARTHEST, CalibrationChoice, parse_choice
from controller.web.errors import PagesError

FOUR = [[10, 20], [300.5, 20], [300, 200], [10, 200]]
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=20,
)


def test_corners_and_a_home_are_a_choice() -> None:
    choice = parse_choice(json.dumps({"corners": FOUR, "home": "top-left", "anyway": True}).encode())
    assert choice == CalibrationChoice(
        ((10.0, 20.0), (300.5, 20.0), (300.0, 200.0), (10.0, 200.0)), (Corner.TOP_LEFT,), anyway=True
    )


def test_without_a_home_it_may_be_anywhere() -> None:
    assert parse_choice(json.dumps({"corners": FOUR}).encode()).homes == HOMES
    assert parse_choice(json.dumps({"corners": FOUR, "home": ""}).encode()).homes == HOMES


@pytest.mark.parametrize(
    "given",
    [
        None,
        [],
        {},
        {"corners": FOUR[:3]},
        {"corners": [*FOUR, [1, 1]]},
        {"corners": [[1, 2, 3], *FOUR[1:]]},
        {"corners": [["1", 2], *FOUR[1:]]},
        {"corners": [[True, 2], *FOUR[1:]]},
        {"corners": [[1e9, 2], *FOUR[1:]]},
        {"corners": [[float("nan"), 2], *FOUR[1:]]},
        {"corners": [[10**400, 2], *FOUR[1:]]},
        {"corners": FOUR, "home": "middle"},
        {"corners": FOUR, "home": ["top-left"]},
        {"corners": FOUR, "anyway": 1},
    ],
)
def test_what_is_no_choice_is_refused(given: object) -> None:
    with pytest.raises(PagesError, match="bad_corners"):
        parse_choice(json.dumps(given).encode())


@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe", b"[" * 15_000, b'{"corners": 1e999}'])
def test_what_is_no_json_is_refused(body: bytes) -> None:
    with pytest.raises(PagesError, match="bad_corners"):
        parse_choice(body)


@given(VALUES, VALUES, VALUES)
def test_whatever_comes_is_a_choice_within_bounds_or_refused(corners: object, home: object, anyway: object) -> None:
    body = json.dumps({"corners": corners, "home": home, "anyway": anyway}).encode()
    try:
        choice = parse_choice(body)
    except PagesError:
        return
    assert all(abs(value) <= FARTHEST for point in choice.corners for value in point)


@given(st.lists(st.tuples(st.floats(-FARTHEST, FARTHEST), st.integers(-90_000, 90_000)), min_size=4, max_size=4))
def test_four_pairs_of_numbers_are_taken_as_they_are(corners: list[tuple[float, int]]) -> None:
    assert parse_choice(json.dumps({"corners": corners}).encode()).corners == tuple(corners)
