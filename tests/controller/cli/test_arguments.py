"""Numbers of the command line."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError

import pytest

from controller.cli.arguments import count, match_length, number, whole_number

points = whole_number("1 to 64 points", 1, 64)
share = number("a share is needed", lambda value: 0 <= value < 1)


@pytest.mark.parametrize(("text", "value"), [("1", 1), ("64", 64), ("007", 7)])
def test_a_whole_number_within_its_limits_is_read(text: str, value: int) -> None:
    assert points(text) == value


@pytest.mark.parametrize("text", ["0", "65", "-1", "1.0", "+3", "seven", ""])
def test_what_is_no_whole_number_within_its_limits_is_refused_with_what_is_needed(text: str) -> None:
    with pytest.raises(ArgumentTypeError, match=re.escape(f"1 to 64 points, not {text!r}")):
        points(text)


def test_a_length_is_points_or_money() -> None:
    assert [match_length(text) for text in ("1", "64", "money", "Money")] == [1, 64, 0, 0]
    for text in ("0", "65", "cash"):
        with pytest.raises(ArgumentTypeError, match=f"1 to 64 points, or it is money, not '{text}'"):
            match_length(text)


def test_a_count_has_no_upper_limit() -> None:
    assert count("1000000") == 1_000_000
    with pytest.raises(ArgumentTypeError, match="a number from 1 is needed, not '0'"):
        count("0")


@pytest.mark.parametrize(("text", "value"), [("0", 0.0), ("0.25", 0.25), ("5e-1", 0.5)])
def test_a_number_that_fits_is_read(text: str, value: float) -> None:
    assert share(text) == value


@pytest.mark.parametrize("text", ["1", "-0.1", "nan", "inf", "half", ""])
def test_what_is_no_number_that_fits_is_refused_with_what_is_needed(text: str) -> None:
    with pytest.raises(ArgumentTypeError, match=re.escape(f"a share is needed, not {text!r}")):
        share(text)
