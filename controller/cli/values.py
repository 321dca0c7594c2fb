"""Reads numbers of the command line, and says of what is none of them what is needed instead."""

from __future__ import annotations

from argparse import ArgumentTypeError
from typing import TYPE_CHECKING, Final

from controller.rules import MAX_LENGTH

if TYPE_CHECKING:
    from collections.abc import Callable


def whole_number(wanted: str, least: int, most: int | None = None) -> Callable[[str], int]:
    """Return what reads a whole number of the command line, for the `type` of an argument.

    Args:
        wanted: what is needed, such as "a number of turns is needed".
        least: the smallest that is taken; 0 or more.
        most: the largest; None for any.

    Returns:
        A function from the text to the number. It raises `argparse.ArgumentTypeError` where that is none of them.
    """

    def read(text: str) -> int:
        if text.isdecimal() and least <= int(text) and (most is None or int(text) <= most):
            return int(text)
        raise ArgumentTypeError(f"{wanted}, not {text!r}")

    return read


def number(wanted: str, fits: Callable[[float], bool]) -> Callable[[str], float]:
    """Return what reads a number of the command line, for the `type` of an argument.

    Args:
        wanted: what is needed, such as "seconds are needed".
        fits: tells whether a number is taken.

    Returns:
        A function from the text to the number. It raises `argparse.ArgumentTypeError` where that is none of them.
    """

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if fits(value):
            return value
        raise ArgumentTypeError(f"{wanted}, not {text!r}")

    return read


MONEY: Final = "money"
"""What stands for a length where games are played for money, without one."""

_points = whole_number(f"a match goes to 1 to {MAX_LENGTH} points, or it is {MONEY}", 1, MAX_LENGTH)


def match_length(text: str) -> int:
    """Return the length of a match of the command line, 0 for money.

    Raises:
        ArgumentTypeError: it is neither.
    """
    return 0 if text.casefold() == MONEY else _points(text)


count = whole_number("a number from 1 is needed", 1)
"""Reads how many of something there are to be."""
