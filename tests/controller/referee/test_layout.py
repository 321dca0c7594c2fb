"""Where the players' points lie in the picture."""

from __future__ import annotations

import pytest

from controller.referee.layout import Corner, Layout
from controller.rules import Player
from vision.reading import PLACES, Shade


@pytest.mark.parametrize("home", list(Corner))
def test_every_point_of_a_player_has_a_place_of_its_own(home: Corner) -> None:
    layout = Layout(home_one=home)
    for player in Player:
        assert {layout.place(player, point) for point in range(1, 25)} == set(PLACES)


@pytest.mark.parametrize("home", list(Corner))
def test_a_point_of_one_player_is_the_other_players_point_counted_from_the_other_end(home: Corner) -> None:
    layout = Layout(home_one=home)
    for point in range(1, 25):
        assert layout.place(Player.ONE, point) == layout.place(Player.TWO, 25 - point)


@pytest.mark.parametrize(
    ("home", "ace", "bar_point", "midpoint"),
    [
        (Corner.BOTTOM_RIGHT, "B12", "B6", "T1"),
        (Corner.BOTTOM_LEFT, "B1", "B7", "T12"),
        (Corner.TOP_RIGHT, "T12", "T6", "B1"),
        (Corner.TOP_LEFT, "T1", "T7", "B12"),
    ],
)
def test_the_horseshoe_starts_in_the_corner_of_the_home_board(
    home: Corner, ace: str, bar_point: str, midpoint: str
) -> None:
    layout = Layout(home_one=home)
    assert (layout.place(Player.ONE, 1), layout.place(Player.ONE, 7), layout.place(Player.ONE, 13)) == (
        ace,
        bar_point,
        midpoint,
    )


def test_everybody_throws_to_his_own_right() -> None:
    layout = Layout(home_one=Corner.BOTTOM_LEFT)
    assert layout.in_own_half(Player.ONE, 0.8)
    assert not layout.in_own_half(Player.ONE, 0.2)
    assert layout.in_own_half(Player.TWO, 0.2)
    assert not layout.in_own_half(Player.TWO, 0.8)


def test_the_players_have_different_checkers() -> None:
    layout = Layout(shade_one=Shade.LIGHT)
    assert (layout.shade(Player.ONE), layout.shade(Player.TWO)) == (Shade.LIGHT, Shade.DARK)
