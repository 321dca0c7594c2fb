"""A position as a picture: as many checkers as there are, at the side of who moves, and whole for itself."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from controller.analysis.board_picture import board_svg
from controller.analysis.decisions import CubeDecision
from controller.rules import START, Player, Position, Roll, parse_play
from tests.controller.rules.boards import from_points

SVG = "{http://www.w3.org/2000/svg}"


def drawn(svg: str) -> ET.Element:
    """Return the picture; a picture that is not well-formed fails here."""
    return ET.fromstring(svg)  # noqa: S314 - it is ours


def checkers(picture: ET.Element, colour: str) -> list[tuple[float, float]]:
    """Return where the checkers of a colour lie."""
    found = [one for one in picture.iter(f"{SVG}circle") if one.get("r") == "18.4" and one.get("fill") == colour]
    return [(float(one.get("cx", 0)), float(one.get("cy", 0))) for one in found]


@pytest.mark.parametrize("player", Player)
def test_the_start_position_shows_fifteen_checkers_a_side(player: Player) -> None:
    picture = drawn(board_svg(START, player, CubeDecision()))
    assert len(checkers(picture, "#33302d")) == len(checkers(picture, "#f4efe6")) == 15


def test_the_players_home_is_at_the_lower_right() -> None:
    at_home = from_points({6: 5, 5: 5, 4: 5}, {6: 15})
    picture = drawn(board_svg(at_home, Player.ONE, CubeDecision()))
    mine = checkers(picture, "#33302d")
    assert len(mine) == 15
    assert all(x > 304 and y > 220 for x, y in mine)


def test_a_tall_stack_the_bar_and_what_is_off_are_told() -> None:
    position = Position((2, 8, *[0] * 23, 5), (3, 12, *[0] * 24))
    picture = drawn(board_svg(position, Player.TWO, CubeDecision(4, Player.ONE)))
    texts = [one.text for one in picture.iter(f"{SVG}text")]
    assert {"8", "5", "4", "12"} <= set(texts)
    assert len([one for one in picture.iter(f"{SVG}rect") if one.get("height") == "9"]) == 5


@pytest.mark.parametrize(("owner", "low", "high"), [(None, 200, 240), (Player.ONE, 380, 440), (Player.TWO, 0, 60)])
def test_the_cube_lies_at_its_owners_edge(owner: Player | None, low: int, high: int) -> None:
    picture = drawn(board_svg(START, Player.ONE, CubeDecision(2 if owner is not None else 1, owner)))
    (cube,) = (one for one in picture.iter(f"{SVG}rect") if one.get("width") == "30")
    assert low < float(cube.get("y", 0)) + 15 < high


def test_the_dice_show_their_pips_and_moves_have_arrows() -> None:
    plain = board_svg(START, Player.ONE, CubeDecision())
    shown = board_svg(
        START,
        Player.ONE,
        CubeDecision(),
        Roll(6, 3),
        made=parse_play("24/18 13/10"),
        best=parse_play("24/15"),
        title='a <"b">',
    )
    picture = drawn(shown)
    assert len([one for one in picture.iter(f"{SVG}circle") if one.get("r") == "3.2"]) == 9
    arrows = len(list(picture.iter(f"{SVG}path"))) - len(list(drawn(plain).iter(f"{SVG}path")))
    assert arrows == 2 * 3
    assert picture.get("aria-label") == 'a <"b">'
